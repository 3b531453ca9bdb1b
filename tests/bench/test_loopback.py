"""The bench's DynamoDB on this machine, asked as its contenders ask it."""

from collections.abc import Iterator

import pytest

from singletable.client import dynamodb_client
from singletable.store import Page
from tools.bench.loopback import loopback
from tools.bench.programs.entities import problem, through_the_store
from tools.bench.programs.items import ITEMS, NUMBERS
from tools.bench.programs.subjects import Calls


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Iterator[Calls]:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "bench")
    with loopback(ITEMS) as address:
        yield through_the_store(dynamodb_client(region="us-east-1", endpoint_url=address))


def test_reads_find_the_items_by_key_and_by_partition(store: Calls) -> None:
    assert store["get"]() == problem(NUMBERS[0])
    assert store["query"]() == Page(tuple(problem(number) for number in NUMBERS), cursor=None)


def test_writes_succeed_and_change_nothing(store: Calls) -> None:
    store["put"]()
    store["transact"]()
    assert store["get"]() == problem(NUMBERS[0])
