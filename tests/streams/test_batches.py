"""A batch taken change by change: the first that fails is named, and what came before it was done."""

import pytest
from msgspec.structs import replace

from edge.stream import Batch, Poison
from singletable.stream import Change
from tests.streams.test_lifetime_aggregation import change


def test_the_batch_comes_again_from_the_first_change_that_fails() -> None:
    done: list[str] = []

    def do(one: Change) -> None:
        if one.record == "2":
            raise ValueError("not this one")
        done.append(one.record)

    batch = Batch("shard", tuple(change(number) for number in (1, 2, 3)))
    with pytest.raises(Poison) as raised:
        batch.each(do)
    assert raised.value.change is batch.changes[1]
    assert isinstance(raised.value.__cause__, ValueError)
    assert done == ["1"]
    replace(batch, changes=batch.changes[:1]).each(do)
    assert done == ["1", "1"]
