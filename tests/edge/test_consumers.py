"""Stream consumers: what failed comes again, and a poisonous change takes no other with it."""

from collections.abc import Callable
from typing import Any

import pytest

from edge.stream import Batch, NothingDone, consumer
from singletable.stream import Change
from tests.api.harness import App
from tests.edge.conftest import SERVICE, Thing
from tools.events.stream import stream_event, stream_record

SECRET = "ann.secret@example.com"


def records(*names: str) -> list[dict[str, Any]]:
    """One new thing each, numbered from 1."""
    return [
        stream_record(None, Thing(thing_id=f"t{number}", name=name), number=number)
        for number, name in enumerate(names, 1)
    ]


def consuming(done: list[str]) -> Callable[..., dict[str, Any]]:
    def one(change: Change) -> None:
        assert isinstance(change.after, Thing)
        if change.after.name == "poison":
            raise ValueError(SECRET)
        done.append(change.after.thing_id)

    def handle(batch: Batch) -> None:
        batch.each(one)

    return consumer(SERVICE, "somewhere.follow_things")(handle)


def test_a_failure_inside_the_batch_is_named_and_what_came_before_it_is_done(things: App) -> None:
    done: list[str] = []
    answer = consuming(done)(stream_event(records("a", "b", "poison", "c")), None)
    assert answer["batchItemFailures"] == [{"itemIdentifier": "3"}]
    assert done == ["t1", "t2"]


def numbers(batch: list[dict[str, Any]]) -> list[str]:
    return [record["dynamodb"]["SequenceNumber"] for record in batch]


def delivered(handler: Callable[..., Any], batch: list[dict[str, Any]], dead: list[str]) -> None:
    """As Lambda does: from the named record on where one is named, in halves after an error; given up at last."""
    for _ in range(4):
        try:
            failed = handler(stream_event(batch), None)["batchItemFailures"]
        except NothingDone:
            if len(batch) == 1:
                break
            for half in (batch[: len(batch) // 2], batch[len(batch) // 2 :]):
                delivered(handler, half, dead)
            return
        if not failed:
            return
        batch = batch[numbers(batch).index(failed[0]["itemIdentifier"]) :]
    dead += numbers(batch)


def test_a_poisonous_change_is_given_up_alone(things: App) -> None:
    done, dead = list[str](), list[str]()
    names = ["a"] * 20
    names[0] = names[7] = "poison"
    delivered(consuming(done), records(*names), dead)
    assert dead == ["1", "8"]
    assert done == [f"t{number}" for number in range(1, 21) if number not in (1, 8)]


def test_a_record_that_cannot_be_read_and_leads_its_batch_is_an_error_that_says_nothing_personal(
    things: App, logged: Callable[[], str]
) -> None:
    broken = records("a", "b")
    broken[0]["dynamodb"]["NewImage"] = {"kind": {"S": SECRET}}
    with pytest.raises(NothingDone) as raised:
        consuming([])(stream_event(broken), None)
    assert SECRET not in str(raised.value)
    assert SECRET not in logged()
