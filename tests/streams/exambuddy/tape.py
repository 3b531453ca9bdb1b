"""What the stream would have carried: the changes of a table between two looks at it."""

from typing import Any

from functions.exambuddy.entities.catalogue import TABLE
from singletable.items import decode_any_entity
from tests.api.harness import App
from tools.events.stream import stream_record

Rows = dict[tuple[str, str], Any]
FIRST = 10**20


class Tape:
    """Records of one kind of item, in order, as long as they are looked at after every change."""

    def __init__(self, app: App, *prefixes: tuple[str, str]) -> None:
        self._app, self._prefixes = app, prefixes
        self.records: list[dict[str, Any]] = []
        self._seen = self._rows()

    def look(self) -> list[dict[str, Any]]:
        """What changed since the last look; all of it stays on the tape."""
        rows, start = self._rows(), len(self.records)
        for place in dict.fromkeys((*self._seen, *rows)):
            old, new = self._seen.get(place), rows.get(place)
            if old != new:
                before, after = (decode_any_entity(item, TABLE) if item else None for item in (old, new))
                number = FIRST + len(self.records) * 7
                self.records.append(stream_record(before, after, number=number, at=self._app.moment))
        self._seen = rows
        return self.records[start:]

    def _rows(self) -> Rows:
        found: Rows = {}
        for row in self._app.rows():
            place = row["PK"]["S"], row["SK"]["S"]
            if any(place[0].startswith(partition) and place[1].startswith(sort) for partition, sort in self._prefixes):
                found[place] = row
        return found
