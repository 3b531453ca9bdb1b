"""Single writes: what is stored, and what a refusal says."""

from datetime import timedelta

import pytest

from singletable.errors import AlreadyExists, ConditionRefused, NotFound, SchemaError, VersionConflict
from singletable.expressions import above, absent, at_least, at_most, below, holds, is_, is_not, one_of, present
from singletable.schema import evolve
from singletable.store import Check, Delete, Store, remove
from tests.data.clock import NOW
from tests.data.tables import Book, Reader, Shelf

ANNA = Reader(reader_id="1", email="anna@example.com", name="Anna", created_at=NOW)
EMMA = Book(isbn="1", title="Emma", updated_at=NOW)


class Taken(Exception):
    """A refusal with a meaning of its own."""


def test_what_was_created_is_read(store: Store) -> None:
    assert store.create(ANNA) == ANNA
    assert store.get(Reader.key.item(reader_id="1")) == ANNA
    assert store.get(Reader.key.item(reader_id="1"), consistent=True) == ANNA


def test_what_was_never_written_is_none(store: Store) -> None:
    assert store.get(Reader.key.item(reader_id="1")) is None


def test_a_second_create_is_refused_and_shows_the_first(store: Store) -> None:
    store.create(ANNA)
    with pytest.raises(AlreadyExists) as refusal:
        store.create(evolve(ANNA, name="Another"))
    assert refusal.value.found == ANNA
    assert store.get(Reader.key.item(reader_id="1")) == ANNA


def test_a_refusal_gets_the_name_it_was_given(store: Store) -> None:
    store.create(ANNA)
    with pytest.raises(Taken, match="no"):
        store.create(ANNA, otherwise=Taken("no"))
    with pytest.raises(Taken, match="Anna was first"):
        store.create(ANNA, otherwise=lambda found: Taken(f"{found.name} was first"))


def test_a_put_replaces_the_whole_item(store: Store) -> None:
    store.create(evolve(ANNA, card="c1"))
    store.put(ANNA)
    assert store.get(Reader.key.item(reader_id="1")) == ANNA
    assert store.find(Reader.by_card(card="c1")) is None


def test_an_update_writes_the_change_and_counts_the_version(store: Store) -> None:
    store.create(ANNA)
    changed = store.update(ANNA, evolve(ANNA, name="Annette", interests=frozenset({"art"})))
    assert changed == evolve(ANNA, name="Annette", interests=frozenset({"art"}), version=2)
    assert store.get(Reader.key.item(reader_id="1")) == changed


def test_an_update_moves_every_index_key_made_from_a_changed_field(store: Store) -> None:
    store.create(evolve(ANNA, card="c1"))
    store.update(evolve(ANNA, card="c1"), evolve(ANNA, email="new@example.com", card=None, group=2))
    assert store.find(Reader.by_email(email="anna@example.com")) is None
    assert store.find(Reader.by_card(card="c1")) is None
    assert store.find(Reader.in_group(group=1)) is None
    moved = store.find(Reader.by_email(email="new@example.com"))
    assert moved is not None
    assert moved == store.find(Reader.in_group(group=2))


def test_an_update_enters_and_leaves_conditional_places(store: Store) -> None:
    store.create(EMMA)
    broken = store.update(EMMA, evolve(EMMA, damaged=True))
    assert store.find(Book.to_repair()) == broken
    assert store.find(Book.listed(state="IN")) is None
    mended = store.update(broken, evolve(broken, damaged=False, shelf=Shelf.STACKS, lent_to="1"))
    assert store.find(Book.to_repair()) is None
    assert store.find(Book.in_stacks()) == mended == store.find(Book.listed(state="LENT"))


def test_an_update_of_what_somebody_changed_is_a_version_conflict(store: Store) -> None:
    store.create(ANNA)
    current = store.update(ANNA, evolve(ANNA, name="First"))
    with pytest.raises(VersionConflict) as refusal:
        store.update(ANNA, evolve(ANNA, name="Second"))
    assert refusal.value.found == current
    assert store.get(Reader.key.item(reader_id="1")) == current


def test_an_update_of_what_is_gone_is_not_found(store: Store) -> None:
    with pytest.raises(NotFound):
        store.update(ANNA, evolve(ANNA, name="Nobody"))
    assert store.get(Reader.key.item(reader_id="1")) is None


def test_an_update_that_would_change_the_primary_key_is_refused(store: Store) -> None:
    with pytest.raises(SchemaError, match="a primary key cannot change"):
        store.update(ANNA, evolve(ANNA, reader_id="2"))


def test_an_update_that_changes_nothing_still_checks_and_counts(store: Store) -> None:
    store.create(ANNA)
    assert store.update(ANNA, ANNA).version == 2
    with pytest.raises(VersionConflict):
        store.update(ANNA, ANNA)


@pytest.mark.parametrize(
    ("condition", "held"),
    [
        ({"group": is_(1)}, True),
        ({"group": 1}, True),
        ({"group": is_not(1)}, False),
        ({"group": below(1)}, False),
        ({"group": at_most(1)}, True),
        ({"group": above(1)}, False),
        ({"group": at_least(1)}, True),
        ({"group": one_of(3, 1)}, True),
        ({"group": one_of(3, 2)}, False),
        ({"card": absent}, True),
        ({"card": present}, False),
        ({"interests": holds("art")}, True),
        ({"interests": holds("war")}, False),
        ({"name": holds("nn")}, True),
        ({"group": below(1) | is_(1)}, True),
        ({"card": absent | is_("x")}, True),
        ({"group": 1, "name": "Bertha"}, False),
        ({"created_at": at_most(NOW)}, True),
        ({"created_at": below(NOW)}, False),
    ],
)
def test_conditions_hold_or_refuse(store: Store, condition: dict[str, object], held: bool) -> None:
    reader = evolve(ANNA, interests=frozenset({"art"}))
    store.create(reader)
    if held:
        store.update(reader, evolve(reader, name="Changed"), when=condition)
    else:
        with pytest.raises(ConditionRefused):
            store.update(reader, evolve(reader, name="Changed"), when=condition)
    stored = store.get(Reader.key.item(reader_id="1"))
    assert stored is not None
    assert (stored.name == "Changed") is held


def test_a_condition_on_what_lives_in_the_key_is_refused(store: Store) -> None:
    with pytest.raises(SchemaError, match="lives in the key"):
        store.put(ANNA, when={"reader_id": "1"})
    with pytest.raises(SchemaError, match="Reader has no field colour"):
        store.put(ANNA, when={"colour": "red"})


def test_a_conditional_put_replaces_only_what_it_expects(store: Store) -> None:
    store.create(ANNA)
    store.put(evolve(ANNA, name="B"), when={"name": "Anna"})
    with pytest.raises(ConditionRefused) as refusal:
        store.put(evolve(ANNA, name="C"), when={"name": "Anna"})
    assert refusal.value.found == evolve(ANNA, name="B")


def test_a_delete_answers_what_was_there(store: Store) -> None:
    store.create(ANNA)
    assert store.delete(Reader.key.item(reader_id="1")) == ANNA
    assert store.delete(Reader.key.item(reader_id="1")) is None
    assert store.get(Reader.key.item(reader_id="1")) is None


def test_a_conditional_delete_removes_only_what_it_expects(store: Store) -> None:
    store.create(ANNA)
    with pytest.raises(ConditionRefused) as refusal:
        store.delete(Reader.key.item(reader_id="1"), when={"name": "Bertha"})
    assert refusal.value.found == ANNA
    with pytest.raises(NotFound):
        store.delete(Reader.key.item(reader_id="2"), when={"name": "Bertha"})


def test_a_removal_is_of_what_was_read_and_nothing_newer(store: Store) -> None:
    store.create(ANNA)
    current = store.update(ANNA, evolve(ANNA, name="Newer"))
    with pytest.raises(VersionConflict):
        store.run(remove(ANNA))
    assert store.run(remove(current)) == current
    with pytest.raises(NotFound):
        store.run(remove(current))


def test_a_removal_may_carry_a_condition_and_a_name_for_its_refusal(store: Store) -> None:
    store.create(EMMA)
    with pytest.raises(Taken):
        store.run(remove(EMMA, when={"lent_to": present}, otherwise=Taken()))
    assert store.get(Book.key.item(isbn="1")) == EMMA


def test_a_delete_that_must_meet_something_says_so(store: Store) -> None:
    with pytest.raises(NotFound):
        store.run(Delete(Book.key.item(isbn="1"), must_exist=True))


def test_a_check_is_no_write_of_its_own(store: Store) -> None:
    with pytest.raises(SchemaError, match="part of a transaction"):
        store.run(Check(Book.key.item(isbn="1")))


def test_times_come_back_to_the_millisecond(store: Store) -> None:
    later = evolve(ANNA, created_at=NOW + timedelta(milliseconds=1))
    store.create(later)
    assert store.get(Reader.key.item(reader_id="1")) == later
