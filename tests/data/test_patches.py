"""Changes to what was not read: counters, ceilings, and index keys that follow or refuse."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import pytest

from singletable.errors import ConditionRefused, NotFound, SchemaError
from singletable.expressions import is_
from singletable.schema import evolve
from singletable.store import Patch, Store
from tests.data.clock import NOW, Clock
from tests.data.tables import SCHOOL, Book, LastUse, Notice, Project, Reader, Shelf, Use, Visit
from tests.engines import StoreFor

ANNA = Reader(reader_id="1", email="anna@example.com", name="Anna", card="c1", created_at=NOW)
EMMA = Book(isbn="1", title="Emma", updated_at=NOW)
TODAY = date(2026, 3, 1)
COPIES = Use.key.item(reader_id="1", day=TODAY)


class Spent(Exception):
    """The ceiling is reached."""


def test_a_patch_sets_adds_and_counts_the_version(store: Store) -> None:
    store.create(Notice(board="a", number=1, text="old", likes=2))
    patched = store.patch(Patch(Notice.key.item(board="a", number=1), set={"text": "new"}, add={"likes": 3}))
    assert patched == Notice(board="a", number=1, text="new", likes=5, version=2)
    assert store.get(Notice.key.item(board="a", number=1)) == patched


@pytest.mark.parametrize(
    "how",
    [
        {"set": {"lent_to": None, "updated_at": NOW, "damaged": False, "shelf": Shelf.OPEN}},
        {"remove": ("summary",)},
    ],
)
def test_setting_none_removes(store: Store, how: Mapping[str, Any]) -> None:
    store.create(evolve(EMMA, lent_to="1", summary="short"))
    patched = store.patch(Patch(Book.key.item(isbn="1"), **how))
    assert (patched.lent_to is None) == ("set" in how)
    assert (patched.summary is None) == ("remove" in how)


def test_setting_an_empty_set_removes_it(store: Store) -> None:
    store.create(evolve(ANNA, interests=frozenset({"art"})))
    assert store.patch(Patch(Reader.key.item(reader_id="1"), set={"interests": frozenset()})).interests == frozenset()


def test_a_patch_of_nothing_is_not_found(store: Store) -> None:
    with pytest.raises(NotFound):
        store.patch(Patch(Reader.key.item(reader_id="1"), set={"name": "x"}))
    assert store.get(Reader.key.item(reader_id="1")) is None


def test_a_patch_whose_condition_fails_shows_what_stood_there(store: Store) -> None:
    store.create(ANNA)
    with pytest.raises(ConditionRefused) as refusal:
        store.patch(Patch(Reader.key.item(reader_id="1"), set={"name": "x"}, when={"group": is_(2)}))
    assert refusal.value.found == ANNA


def test_a_patch_moves_the_index_keys_it_can_compute(store: Store) -> None:
    store.create(ANNA)
    store.patch(Patch(Reader.key.item(reader_id="1"), set={"email": "new@example.com", "card": None}))
    assert store.find(Reader.by_email(email="anna@example.com")) is None
    assert store.find(Reader.by_card(card="c1")) is None
    moved = store.find(Reader.by_email(email="new@example.com"))
    assert moved == evolve(ANNA, email="new@example.com", card=None, version=2)


def test_a_patch_moves_places_that_depend_on_properties_and_conditions(store: Store) -> None:
    store.create(EMMA)
    later = NOW + timedelta(hours=1)
    moves = {"lent_to": "1", "updated_at": later, "damaged": False, "shelf": Shelf.STACKS}
    lent = store.patch(Patch(Book.key.item(isbn="1"), set=moves))
    assert store.find(Book.listed(state="LENT")) == lent == store.find(Book.in_stacks())
    assert store.find(Book.listed(state="IN")) is None
    broken = store.patch(Patch(Book.key.item(isbn="1"), set={**moves, "damaged": True}))
    assert store.find(Book.to_repair()) == broken
    assert store.find(Book.in_stacks()) is None
    assert store.find(Book.listed(state="LENT")) is None


@pytest.mark.parametrize(
    ("patch", "missing"),
    [
        (Patch(Reader.key.item(reader_id="1"), set={"group": 2}), "created_at"),
        (Patch(Book.key.item(isbn="1"), set={"damaged": True}), "shelf, updated_at"),
        (Patch(Book.key.item(isbn="1"), remove=("lent_to",)), "damaged, updated_at"),
        (Patch(Visit.key.item(room="a", at=NOW, visit_id="v"), add={"minutes": 1}), "kind, minutes"),
    ],
    ids=["field", "condition", "property", "counter"],
)
def test_a_patch_that_cannot_compute_an_index_key_is_refused(store: Store, patch: Patch[Any], missing: str) -> None:
    with pytest.raises(SchemaError, match=f"does not tell all that decides its place there: .*{missing}"):
        store.patch(patch)


def test_a_patch_cannot_take_away_what_an_item_needs(store: Store) -> None:
    with pytest.raises(SchemaError, match="an item without title would be broken"):
        store.patch(Patch(Book.key.item(isbn="1"), set={"title": None}))


def test_a_patch_sets_whole_fields_of_the_item(store: Store) -> None:
    with pytest.raises(SchemaError, match="a patch sets whole fields"):
        store.patch(Patch(COPIES, set={"last.wht": "x"}))
    with pytest.raises(SchemaError, match="lives in the key"):
        store.patch(Patch(COPIES, set={"day": TODAY}))


def copy(limit: int, amount: int = 1, **more: Any) -> Patch[Use]:
    return Patch(COPIES, add={"copies": amount}, ceiling={"copies": limit}, upsert=True, otherwise=Spent(), **more)


def test_an_upsert_makes_the_item_and_counts_on_it(store: Store, clock: Clock) -> None:
    last = LastUse(what="copy", at=NOW, remark=None)
    assert store.patch(copy(5, set={"last": last})) == Use(
        reader_id="1", day=TODAY, copies=1, last=last, created_at=NOW
    )
    clock.move(timedelta(hours=1))
    assert store.patch(Patch(COPIES, add={"orders": 2}, upsert=True)) == Use(
        reader_id="1", day=TODAY, copies=1, orders=2, last=last, created_at=NOW
    )
    assert store.get(COPIES) == store.collection(COPIES)[0]


def test_a_ceiling_admits_exactly_its_number(store: Store) -> None:
    admitted = 0
    for _ in range(5):
        try:
            store.patch(copy(3))
            admitted += 1
        except Spent:
            pass
    assert admitted == 3
    assert store.get(COPIES) == Use(reader_id="1", day=TODAY, copies=3, created_at=NOW)


@pytest.mark.parametrize(("limit", "amount", "admitted"), [(0, 1, False), (1, 2, False), (2, 2, True), (0, 0, True)])
def test_a_ceiling_holds_for_the_very_first(store: Store, limit: int, amount: int, admitted: bool) -> None:
    if admitted:
        assert store.patch(copy(limit, amount)).copies == amount
    else:
        with pytest.raises(Spent):
            store.patch(copy(limit, amount))
        assert store.get(COPIES) is None


def test_a_refused_counter_shows_how_it_stands(store: Store) -> None:
    store.patch(copy(1))
    with pytest.raises(ConditionRefused) as refusal:
        store.patch(Patch(COPIES, add={"copies": 1}, ceiling={"copies": 1}, upsert=True))
    assert refusal.value.found == Use(reader_id="1", day=TODAY, copies=1, created_at=NOW)


def test_a_counter_goes_down_too(store: Store) -> None:
    store.patch(copy(5))
    assert store.patch(Patch(COPIES, add={"copies": -1})).copies == 0


def test_an_upsert_writes_what_its_item_holds_of_its_key(store_for: StoreFor) -> None:
    store, born = store_for(SCHOOL), NOW.replace(microsecond=0)
    whole = Patch(
        Project.key.item(admin_id="a", project_id="p"),
        set={"title": "T", "archived": False, "created_at": born},
        add={"question_count": 1},
        upsert=True,
    )
    made = store.patch(whole)
    assert made == Project(project_id="p", admin_id="a", title="T", question_count=1, created_at=born)
    assert store.find(Project.by_id(project_id="p")) == made
    assert store.find(Project.by_status(admin_id="a", archived=False)) == made


@pytest.mark.parametrize(
    ("patch", "reason"),
    [
        (Patch(Notice.key.item(board="a", number=1), add={"likes": 1}, upsert=True), "likes is nested"),
        (Patch(Book.key.item(isbn="1"), upsert=True), "does not tell all that decides its place"),
        (
            Patch(
                Project.key.item(admin_id="a", project_id="p"), set={"archived": True, "created_at": NOW}, upsert=True
            ),
            "born without title",
        ),
    ],
)
def test_an_upsert_that_would_make_a_broken_item_is_refused(patch: Patch[Any], reason: str) -> None:
    with pytest.raises(SchemaError, match=reason):
        patch.request(NOW)


def test_a_counter_inside_the_data_counts_from_nothing(store: Store) -> None:
    store.create(ANNA)
    assert store.patch(Patch(Reader.key.item(reader_id="1"), set={"name": "x"})).version == 2
    store.create(Notice(board="a", number=1))
    assert store.patch(Patch(Notice.key.item(board="a", number=1), add={"likes": -2})).likes == -2
