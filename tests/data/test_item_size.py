"""Items that DynamoDB would refuse are refused before, and the message says what is to blame."""

import pytest

from singletable.errors import ItemTooLarge
from singletable.items import LARGEST_ITEM, attribute_size, encode
from singletable.schema import evolve
from singletable.store import Create, Store
from tests.data.clock import NOW
from tests.data.tables import LIBRARY, Notice, Reader
from tests.engines import Engine, StoreFor

NOTICE = Notice(board="a", number=1)


def size(entity: object) -> int:
    return sum(len(name.encode()) + attribute_size(value) for name, value in encode(entity).items())


def filled(total: int) -> Notice:
    text = "x" * (total - size(NOTICE))
    assert size(evolve(NOTICE, text=text)) == total
    return evolve(NOTICE, text=text)


def test_the_largest_item_that_passes_is_one_that_dynamodb_takes(store_for: StoreFor) -> None:
    store = store_for(LIBRARY, engine=Engine.DYNOXIDE)
    largest = store.create(filled(LARGEST_ITEM))
    assert store.get(Notice.key.item(board="a", number=1)) == largest
    with pytest.raises(ItemTooLarge):
        store.put(filled(LARGEST_ITEM + 1))


def test_the_message_names_the_largest_attributes(store: Store) -> None:
    reader = Reader(
        reader_id="1", email="a@b.c", name="é" * 200_000, interests=frozenset({"x" * 50_000}), created_at=NOW
    )
    with pytest.raises(ItemTooLarge, match=r"dat\.nm \(400,000 bytes\), dat\.int \(50,\d+ bytes\)"):
        store.create(reader)


def test_every_write_of_a_whole_item_is_guarded(store: Store) -> None:
    huge = filled(LARGEST_ITEM + 1)
    with pytest.raises(ItemTooLarge):
        store.create(huge)
    with pytest.raises(ItemTooLarge):
        store.transact(Create(huge))
    store.create(NOTICE)
    with pytest.raises(ItemTooLarge):
        store.update(NOTICE, huge)
    assert store.get(Notice.key.item(board="a", number=1)) == NOTICE


@pytest.mark.parametrize(
    ("attribute", "expected"),
    [
        ({"S": "aé"}, 3),
        ({"N": "123"}, 3),
        ({"B": b"abc"}, 3),
        ({"BOOL": True}, 1),
        ({"NULL": True}, 1),
        ({"SS": ["a", "bc"]}, 8),
        ({"L": [{"S": "a"}, {"S": "b"}]}, 7),
        ({"M": {"k": {"S": "v"}}}, 6),
    ],
)
def test_sizes_are_counted_as_dynamodb_counts_or_a_little_more(attribute: dict[str, object], expected: int) -> None:
    assert attribute_size(attribute) == expected
