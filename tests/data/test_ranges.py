"""Ranges of a key: their ends fall between segments, and are half-open."""

from datetime import timedelta
from decimal import Decimal

import pytest

from singletable.errors import InvalidKey, SchemaError
from tests.data.clock import NOW
from tests.data.tables import Answer, Book, EmailLock, Notice, Project, Reader, Use, Visit


def test_a_range_without_values_covers_its_own_entity_and_no_neighbour() -> None:
    range_ = Use.key(reader_id="1")
    assert (range_.partition, range_.low, range_.high) == ("RDR#1", "USE#", "USE$")


def test_user_1_never_matches_user_10() -> None:
    range_ = Reader.by_email(email="a@b.c", reader_id="1")
    assert (range_.low, range_.high, range_.exactly) == ("RDR#1", None, True)


def test_a_key_without_values_in_its_sort_part_is_that_one_key() -> None:
    range_ = Reader.key(reader_id="1")
    assert (range_.low, range_.exactly) == ("META", True)


def test_a_sort_key_that_begins_with_a_value_covers_the_whole_partition() -> None:
    range_ = Answer.key(caller="me")
    assert (range_.low, range_.high, range_.exactly) == (None, None, False)


def test_a_numeric_key_given_whole_is_that_number() -> None:
    range_ = Visit.long(kind="read", minutes=30)
    assert (range_.low, range_.exactly) == (Decimal(30), True)


def test_bounds_fall_before_everything_of_their_moment() -> None:
    stamp = "VISIT#00000001772366400250"
    range_ = Visit.key(room="a").since(at=NOW).until(at=NOW + timedelta(milliseconds=1))
    assert (range_.low, range_.high) == (stamp, stamp[:-1] + "1")


def test_a_bound_may_name_one_item() -> None:
    assert Visit.key(room="a").since(at=NOW, visit_id="x").low == "VISIT#00000001772366400250#x"


def test_a_bound_continues_what_the_range_was_given() -> None:
    range_ = Visit.key(room="a", at=NOW).since(visit_id="m")
    assert range_.low == "VISIT#00000001772366400250#m"
    assert range_.high == "VISIT#00000001772366400250$"


def test_a_bound_that_contradicts_the_range_is_refused() -> None:
    with pytest.raises(SchemaError, match="narrower"):
        Visit.key(room="a", at=NOW).since(at=NOW)
    with pytest.raises(SchemaError, match="narrower"):
        Reader.key(reader_id="1").since()


def test_a_later_segment_without_the_earlier_is_refused() -> None:
    with pytest.raises(SchemaError, match="visit_id means nothing without what comes before"):
        Visit.key(room="a", visit_id="x")
    with pytest.raises(SchemaError, match="visit_id means nothing without what comes before"):
        Visit.key(room="a").until(visit_id="x")


def test_a_hash_only_index_has_no_bounds() -> None:
    with pytest.raises(SchemaError, match="no sort key to bound"):
        Reader.by_card(card="7").since()


def test_an_unknown_value_is_refused() -> None:
    with pytest.raises(SchemaError, match="key has no colour"):
        Book.key.item(isbn="1", colour="red")
    with pytest.raises(SchemaError, match="by_email has no colour"):
        Reader.by_email(email="a", colour="red")


@pytest.mark.parametrize("isbn", [None, ""])
def test_an_item_key_with_nothing_in_it_is_refused(isbn: str | None) -> None:
    with pytest.raises(InvalidKey):
        Book.key.item(isbn=isbn)


def test_an_item_key_with_a_part_missing_is_refused() -> None:
    with pytest.raises(InvalidKey, match="number is missing"):
        Notice.key.item(board="a")


def test_a_partition_that_is_not_fully_given_is_refused() -> None:
    with pytest.raises(InvalidKey, match="partition"):
        Project.by_status(admin_id="a")


def test_an_index_names_no_single_item() -> None:
    with pytest.raises(SchemaError, match="not a primary key"):
        Reader.by_email.item(email="a", reader_id="1")


def test_a_key_longer_than_dynamodb_takes_is_refused() -> None:
    assert Answer.key.item(caller="c", token="x" * 1024).sort == "x" * 1024
    with pytest.raises(InvalidKey, match="longer than DynamoDB allows"):
        Answer.key.item(caller="c", token="x" * 1025)
    assert EmailLock.key.item(email="é" * 1021)
    with pytest.raises(InvalidKey, match="longer than DynamoDB allows"):
        EmailLock.key.item(email="é" * 1022)
    with pytest.raises(InvalidKey, match="longer than DynamoDB allows"):
        Reader.by_card(card="x" * 2048)


def test_keys_of_one_item_are_equal_however_they_were_made() -> None:
    assert Book.key.item(isbn="1") == Book.key.item(isbn="1")
    assert len({Book.key.item(isbn="1"), Book.key.item(isbn="1"), Book.key.item(isbn="2")}) == 2
