"""Stream records become changes of entities, in an order that text can compare."""

from datetime import UTC, datetime
from typing import Any

import pytest

from singletable.errors import SchemaError
from singletable.items import encode
from singletable.schema import evolve
from singletable.stream import read_change
from tests.data.clock import NOW
from tests.data.tables import LIBRARY, Book, Reader

EMMA = Book(isbn="1", title="Emma", updated_at=NOW)


def record(kind: str, old: object | None = None, new: object | None = None, **more: Any) -> dict[str, Any]:
    images = {name: encode(image) for name, image in (("OldImage", old), ("NewImage", new)) if image}
    data = {"SequenceNumber": "123", "ApproximateCreationDateTime": 1772366400.0, **images}
    return {"eventName": kind, "dynamodb": data, **more}


def test_a_change_shows_what_was_and_what_is() -> None:
    changed = evolve(EMMA, title="New", version=2)
    change = read_change(record("MODIFY", EMMA, changed), LIBRARY)
    assert (change.kind, change.before, change.after, change.entity) == ("MODIFY", EMMA, changed, changed)
    assert change.at == datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
    assert (change.expired, change.record) == (False, "123")


def test_an_insert_has_no_before_and_a_removal_no_after() -> None:
    reader = Reader(reader_id="1", email="a@b.c", created_at=NOW)
    assert read_change(record("INSERT", new=reader), LIBRARY).before is None
    removal = read_change(record("REMOVE", old=reader), LIBRARY)
    assert (removal.after, removal.entity) == (None, reader)


def test_a_removal_by_time_to_live_is_told_from_one_by_a_caller() -> None:
    service = {"principalId": "dynamodb.amazonaws.com", "type": "Service"}
    assert read_change(record("REMOVE", EMMA, userIdentity=service), LIBRARY).expired
    assert not read_change(record("REMOVE", EMMA), LIBRARY).expired


def test_sequences_compare_as_numbers_do() -> None:
    def sequence(number: str) -> str:
        change = record("INSERT", new=EMMA)
        change["dynamodb"]["SequenceNumber"] = number
        return read_change(change, LIBRARY).sequence

    assert sequence("9") < sequence("10") < sequence("111" * 7)


def test_a_record_of_an_unknown_entity_is_named() -> None:
    change = record("INSERT", new=EMMA)
    change["dynamodb"]["NewImage"]["tp"] = {"S": "ghost"}
    with pytest.raises(SchemaError, match="ghost"):
        read_change(change, LIBRARY)
