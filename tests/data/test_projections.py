"""Reads that leave fields where they are: what is left out never leaves the table."""

from typing import Any

import pytest

from singletable.errors import SchemaError
from singletable.schema import evolve
from singletable.store import Store
from tests.data.clock import NOW
from tests.data.tables import Book

BOOKS = [Book(isbn=f"{number:03d}", title="T", summary="the end", updated_at=NOW) for number in range(3)]
KEYS = [Book.key.item(isbn=book.isbn) for book in BOOKS]


def test_a_batch_read_without_a_field_never_fetches_it(store: Store) -> None:
    store.batch_write(puts=BOOKS)
    answers: list[Any] = []
    store.client.meta.events.register("after-call.dynamodb", lambda parsed, **_: answers.append(parsed))
    assert store.batch_get(KEYS, without=("summary",)) == [evolve(book, summary=None) for book in BOOKS]
    assert "the end" not in str(answers)


def test_a_range_read_without_a_field_is_otherwise_whole(store: Store) -> None:
    store.batch_write(puts=BOOKS)
    [found] = store.every(Book.key(isbn="001"), consistent=True, without=("summary",))
    assert found == evolve(BOOKS[1], summary=None)


def test_a_range_of_an_index_read_without_a_field_still_ends_where_it_ends(store: Store) -> None:
    store.batch_write(puts=[evolve(book, damaged=True, summary="the end") for book in BOOKS])
    until = Book.to_repair().until(updated_at=NOW, isbn="002")
    assert [(book.isbn, book.summary) for book in store.every(until, without=("summary",))] == [
        ("000", None),
        ("001", None),
    ]


@pytest.mark.parametrize("field", ["title", "isbn", "nobody"])
def test_what_an_entity_cannot_be_without_is_refused(store: Store, field: str) -> None:
    with pytest.raises(SchemaError, match="without"):
        store.batch_get(KEYS, without=(field,))
