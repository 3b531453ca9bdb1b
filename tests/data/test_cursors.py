"""Cursors: opaque, good for the list they came from, and no way into another."""

import base64
import json
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from singletable.cursor import Cursors
from singletable.errors import BadCursor
from singletable.expressions import at_least
from singletable.store import Store
from tests.data.clock import NOW
from tests.data.tables import Visit

IN_A = Visit.key(room="a")
SCOPES = st.text(st.characters(exclude_categories=["Cs"]))
CURSORS = Cursors(b"secret")
POSITION = {"SK": {"S": "VISIT#ä#1"}, "GSI3SK": {"N": "12.5"}}


def visit(number: int, room: str = "a") -> Visit:
    return Visit(room=room, at=NOW + timedelta(milliseconds=number), visit_id=str(number), minutes=number + 1)


@pytest.fixture
def room(store: Store) -> Store:
    store.batch_write(puts=[visit(n, room) for n in range(5) for room in ("a", "b")])
    return store


@pytest.fixture
def cursor(room: Store) -> str:
    cursor = room.query(IN_A, limit=2).cursor
    assert cursor is not None
    return cursor


OTHERS: list[tuple[str, Any, dict[str, Any]]] = [
    ("another partition", Visit.key(room="b"), {}),
    ("the other direction", IN_A, {"newest_first": True}),
    ("a filter", IN_A, {"where": {"minutes": at_least(1)}}),
    ("a bound", IN_A.since(at=NOW), {}),
    ("an index", Visit.long(kind="read"), {}),
    ("a consistent read", IN_A, {"consistent": True}),
]


@pytest.mark.parametrize(("range_", "how"), [o[1:] for o in OTHERS], ids=[o[0] for o in OTHERS])
def test_a_cursor_of_another_list_is_refused(room: Store, cursor: str, range_: Any, how: dict[str, Any]) -> None:
    with pytest.raises(BadCursor):
        room.query(range_, limit=2, cursor=cursor, **how)


def test_a_cursor_is_good_for_any_page_size(room: Store, cursor: str) -> None:
    assert room.query(IN_A, limit=1, cursor=cursor).items == (visit(2),)
    assert room.query(IN_A, limit=9, cursor=cursor).items == (visit(2), visit(3), visit(4))


def test_a_cursor_altered_in_any_character_is_refused(room: Store, cursor: str) -> None:
    for place, character in enumerate(cursor):
        altered = cursor[:place] + ("A" if character != "A" else "B") + cursor[place + 1 :]
        with pytest.raises(BadCursor):
            room.query(IN_A, limit=2, cursor=altered)


@pytest.mark.parametrize("garbage", ["", "x", "====", "ä", "AAAA", "a" * 5000, "%00", "null", " "])
def test_garbage_is_refused(room: Store, garbage: str) -> None:
    with pytest.raises(BadCursor):
        room.query(IN_A, cursor=garbage)


@pytest.mark.parametrize(
    "change", [lambda c: c + "=", lambda c: c + "\n", lambda c: c[:4] + "!" + c[4:], lambda c: c[:-1]]
)
def test_a_cursor_has_one_spelling(room: Store, cursor: str, change: Any) -> None:
    with pytest.raises(BadCursor):
        room.query(IN_A, cursor=change(cursor))


def test_a_cursor_of_another_key_is_refused(cursor: str) -> None:
    with pytest.raises(BadCursor):
        Cursors(b"another").open("scope", Cursors(b"one").seal("scope", {}))


def test_the_partition_is_not_in_the_cursor(room: Store, cursor: str) -> None:
    position = json.loads(base64.urlsafe_b64decode(cursor + "==")[16:])
    assert position.keys() == {"SK"}
    indexed = room.query(Visit.long(kind="read"), limit=2).cursor
    assert indexed is not None
    assert json.loads(base64.urlsafe_b64decode(indexed + "==")[16:]).keys() == {"PK", "SK", "GSI3SK"}


@given(scope=SCOPES)
def test_a_position_is_opened_under_its_own_scope(scope: str) -> None:
    assert CURSORS.open(scope, CURSORS.seal(scope, POSITION)) == POSITION


@given(scope=SCOPES, other=SCOPES)
def test_no_two_scopes_share_a_cursor(scope: str, other: str) -> None:
    if scope != other:
        with pytest.raises(BadCursor):
            CURSORS.open(other, CURSORS.seal(scope, POSITION))


@given(garbage=st.text())
def test_no_text_opens_by_chance(garbage: str) -> None:
    with pytest.raises(BadCursor):
        CURSORS.open("scope", garbage)
