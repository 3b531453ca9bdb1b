"""Whole items in the four stored forms, key by key as a table would show them."""

from datetime import UTC, date, datetime, timedelta
from typing import Any, cast

import pytest
from boto3.dynamodb.types import TypeDeserializer
from hypothesis import given
from hypothesis import strategies as st

from singletable.errors import SchemaError
from singletable.items import decode, decode_any_entity, encode
from singletable.schema import evolve, spec_of
from singletable.templates import EPOCH
from tests.data.clock import NOW
from tests.data.tables import LIBRARY, Garment, LastUse, Notice, Project, Reader, Team, Use, Visit

BORN = datetime(2023, 10, 8, 8, 0, tzinfo=UTC)


def shown(entity: object) -> dict[str, Any]:
    read = cast(Any, TypeDeserializer()).deserialize
    return {name: read(value) for name, value in encode(entity).items()}


READER = Reader(
    reader_id="12345",
    email="user@example.com",
    name="John Doe",
    card="c-123",
    interests=frozenset({"b", "a"}),
    created_at=BORN,
)

FORMS: list[tuple[object, dict[str, Any]]] = [
    (
        READER,
        {
            "PK": "RDR#12345",
            "SK": "META",
            "tp": "rdr",
            "dat": {"em": "user@example.com", "nm": "John Doe", "crd": "c-123", "grp": 1, "int": {"a", "b"}},
            "crt": 1696752000,
            "ver": 1,
            "GSI1PK": "EMAIL#user@example.com",
            "GSI1SK": "RDR#12345",
            "GSI2PK": "CARD#c-123",
            "GSI3PK": "GROUP#1",
            "GSI3SK": 1696752000,
        },
    ),
    (
        Use(
            reader_id="12345",
            day=date(2023, 10, 8),
            copies=3,
            last=LastUse(what="copy", at=BORN, remark=None),
            created_at=BORN,
        ),
        {
            "PK": "RDR#12345",
            "SK": "USE#20231008",
            "tp": "use",
            "dat": {},
            "cop": 3,
            "ord": 0,
            "last": {"wht": "copy", "at": 1696752000},
            "crt": 1696752000,
            "ttl": 1696752000 + 90 * 86400,
        },
    ),
    (
        Project(project_id="proj-456", admin_id="user-123", title="Exam", question_count=50, created_at=BORN),
        {
            "PK": "ADMIN#user-123",
            "SK": "PROJECT#proj-456",
            "EntityType": "PROJECT",
            "project_id": "proj-456",
            "admin_id": "user-123",
            "title": "Exam",
            "archived": False,
            "question_count": 50,
            "created_at": "2023-10-08T08:00:00Z",
            "GSI1PK": "PROJECT#proj-456",
            "GSI1SK": "PROJECT#proj-456",
            "GSI2PK": "ADMIN#user-123#STATUS#false",
            "GSI2SK": "2023-10-08T08:00:00Z#proj-456",
        },
    ),
    (
        Garment(garment_id="01JC", user_id="user123", name="Dress", purchase_date=date(2025, 1, 15), created_at=BORN),
        {
            "PK": "ITEM#01JC",
            "SK": "METADATA",
            "EntityType": "Item",
            "UserId": "user123",
            "Name": "Dress",
            "PurchaseDate": "2025-01-15",
            "SharedCount": 0,
            "IsPublic": False,
            "CreatedAt": "2023-10-08T08:00:00.000Z",
        },
    ),
    (
        Team(
            team_id="t1",
            name="Alpha",
            payment_status="paid",
            created_at=BORN,
            expires_at=datetime(2025, 1, 1, tzinfo=UTC),
        ),
        {
            "PK": "TEAM#t1",
            "SK": "PROFILE",
            "entity_type": "team",
            "team_id": "t1",
            "name": "Alpha",
            "payment_status": "paid",
            "created_at": "2023-10-08T08:00:00Z",
            "version": 1,
            "ttl": 1735689600,
            "GSI1PK": "PAYMENT_STATUS#paid",
            "GSI1SK": "2023-10-08T08:00:00Z#t1",
        },
    ),
]
NAMES = [type(entity).__name__ for entity, _ in FORMS]


@pytest.mark.parametrize(("entity", "expected"), FORMS, ids=NAMES)
def test_an_entity_is_stored_in_the_form_of_its_table(entity: object, expected: dict[str, Any]) -> None:
    assert shown(entity) == expected


@pytest.mark.parametrize(("entity", "_"), FORMS, ids=NAMES)
def test_an_item_becomes_the_entity_it_was(entity: object, _: object) -> None:
    assert decode(encode(entity), type(entity)) == entity
    assert decode_any_entity(encode(entity), spec_of(entity).table) == entity


@given(
    room=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=50),
    at=st.integers(0, 10**14).map(lambda number: EPOCH + timedelta(milliseconds=number)),
    visit_id=st.text("#%ab", min_size=1),
    minutes=st.integers(),
)
def test_what_lives_in_the_key_alone_comes_back_from_it(room: str, at: datetime, visit_id: str, minutes: int) -> None:
    visit = Visit(room=room, at=at, visit_id=visit_id, minutes=minutes % 10**30)
    assert decode(encode(visit), Visit) == visit


def test_fields_that_an_older_item_lacks_take_their_defaults() -> None:
    item = encode(READER)
    del item["dat"]["M"]["nm"], item["ver"]
    assert decode(item, Reader) == evolve(READER, name="", version=1)


def test_an_item_of_an_unknown_type_is_named() -> None:
    item = encode(READER)
    item["tp"] = {"S": "ghost"}
    with pytest.raises(SchemaError, match="no entity with the tag 'ghost'"):
        decode_any_entity(item, LIBRARY)


def test_absent_values_leave_no_trace() -> None:
    item = shown(evolve(READER, card=None, interests=frozenset()))
    assert "GSI2PK" not in item
    assert item["dat"].keys() == {"em", "nm", "grp"}


def test_an_index_key_is_written_in_pairs_or_not_at_all() -> None:
    quiet, loud = (shown(Visit(room="a", at=NOW, visit_id="v", minutes=minutes)) for minutes in (0, 5))
    assert {"GSI3PK", "GSI3SK"} & quiet.keys() == set()
    assert (loud["GSI3PK"], loud["GSI3SK"]) == ("LONG#read", 5)


def test_a_lifetime_counts_from_creation_and_rounds_up() -> None:
    use = Use(reader_id="1", day=date(2026, 3, 1), created_at=NOW)
    assert shown(use)["ttl"] == 1772366401 + 90 * 86400


def test_a_declared_end_is_the_time_to_live() -> None:
    assert shown(Notice(board="a", number=1, expires_at=NOW))["ttl"] == 1772366401
    assert "ttl" not in shown(Notice(board="a", number=1))
