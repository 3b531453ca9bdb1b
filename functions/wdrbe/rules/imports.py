"""Tables of items that come in: read, bounded, and cut into parts that one transaction can turn into items."""

import csv
import io
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from msgspec import DecodeError
from msgspec.json import decode

from functions.wdrbe.entities import Activity, ActivityType, ImportPart, Item, Season
from functions.wdrbe.rules import items
from singletable.refusal import InvalidValue, Kind, Refused
from singletable.ulid import moment_of

CSV, JSON = "text/csv", "application/json"
MOST_ROWS = 200
COLUMNS = ("name", "category", "season", "color", "brand", "purchase_date", "price")
ROWS_IN_A_PART = 33
"""Three writes make an item, one takes the part away, and a transaction has a hundred."""

Row = dict[str, object]


class UnreadableTable(InvalidValue):
    code = "unreadable_table"


class TooManyRows(Refused):
    kind, code = Kind.TOO_LARGE, "too_many_rows"


def read_rows(media_type: str, text: str) -> list[Row]:
    rows = _csv_rows(text) if media_type == CSV else _json_rows(text)
    if not rows:
        raise UnreadableTable("There is no item in it.", field="body")
    if len(rows) > MOST_ROWS:
        raise TooManyRows(f"An import has {MOST_ROWS} rows at the most.", facts={"limit": MOST_ROWS, "rows": len(rows)})
    return rows


def _csv_rows(text: str) -> list[Row]:
    """A line of names, then a line per item; an empty cell says nothing."""
    try:
        names, *lines = (line for line in csv.reader(io.StringIO(text, newline=""), strict=True) if any(line))
    except (csv.Error, ValueError):
        raise UnreadableTable("The CSV cannot be read.", field="body") from None
    names = [name.strip().lower() for name in names]
    unknown = [name for name in names if name not in COLUMNS]
    if unknown or len(set(names)) < len(names):
        raise UnreadableTable(
            f"The first line names each column once: {', '.join(COLUMNS)}.", field="body", facts={"unknown": unknown}
        )
    rows: list[Row] = []
    for number, line in enumerate(lines, start=1):
        if len(line) > len(names):
            raise UnreadableTable(f"Row {number} has more cells than there are columns.", field=f"rows[{number - 1}]")
        rows.append({name: cell.strip() for name, cell in zip(names, line, strict=False) if cell.strip()})
    return rows


def _json_rows(text: str) -> list[Row]:
    try:
        document = decode(text)
    except (DecodeError, UnicodeError, RecursionError):
        raise UnreadableTable("The JSON cannot be read.", field="body") from None
    found = document.get("items") if isinstance(document, dict) else None
    if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
        raise UnreadableTable('Send {"items": [...]}, with an object for each.', field="body.items")
    return found


def ids_needed(rows: Sequence[Mapping[str, object]]) -> int:
    """One for the import; for each row one for the item, one for the activity."""
    return 1 + 2 * len(rows)


def parts(user_id: str, rows: Sequence[Mapping[str, Any]], ids: Sequence[str], now: datetime) -> list[ImportPart]:
    """The accepted rows with the ids that they will have, in the order in which they came."""
    import_id, item_ids, activity_ids = ids[0], ids[1 : len(rows) + 1], ids[len(rows) + 1 :]
    numbered = [
        {"item_id": item_id, "activity_id": activity_id, **_plain(row)}
        for row, item_id, activity_id in zip(rows, item_ids, activity_ids, strict=True)
    ]
    return [
        ImportPart(
            user_id=user_id,
            import_id=import_id,
            number=start // ROWS_IN_A_PART,
            rows=tuple(numbered[start : start + ROWS_IN_A_PART]),
            created_at=now,
        )
        for start in range(0, len(numbered), ROWS_IN_A_PART)
    ]


def made_of(part: ImportPart) -> list[tuple[Item, Activity]]:
    """The items of a part, and the activities that tell of them."""
    made = []
    for row in part.rows:
        fields = dict(row)
        item_id, activity_id = str(fields.pop("item_id")), str(fields.pop("activity_id"))
        item = items.create(item_id, part.user_id, _typed(fields), moment_of(item_id))
        told = items.activity(
            ActivityType.ITEM_CREATED, item, activity_id, moment_of(activity_id), {"action": "import"}
        )
        made.append((item, told))
    return made


def _plain(row: Mapping[str, Any]) -> Row:
    """As texts, which come back from the table as they went in."""
    return {name: str(value) for name, value in row.items() if value is not None}


def _typed(row: Mapping[str, object]) -> dict[str, object]:
    kinds = {"season": Season, "purchase_date": date.fromisoformat, "price": Decimal}
    return {name: kinds[name](str(value)) if name in kinds else value for name, value in row.items()}
