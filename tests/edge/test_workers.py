"""Queue workers and schedules: what failed comes again, and only that."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from edge.models import Message
from edge.worker import NotSwept, schedule, worker
from tests.api.harness import App
from tests.edge.conftest import SERVICE


class Job(Message):
    number: int


def batch(*bodies: str) -> dict[str, Any]:
    return {
        "Records": [
            {"messageId": f"m{position}", "body": body, "eventSource": "aws:sqs", "attributes": {}}
            for position, body in enumerate(bodies)
        ]
    }


def test_only_the_messages_that_failed_are_reported(things: App) -> None:
    done = []

    def handle(job: Job) -> None:
        if job.number == 1:
            raise RuntimeError("no")
        done.append(job.number)

    report = worker(SERVICE, "somewhere.do_job")(handle)(batch('{"number": 0}', '{"number": 1}', '{"number": 2}'), None)
    assert done == [0, 2]
    assert report == {"batchItemFailures": [{"itemIdentifier": "m1"}]}


def test_a_message_that_is_no_message_fails_alone_and_its_text_stays_out_of_the_log(
    things: App, logged: Callable[[], str]
) -> None:
    def handle(job: Job) -> None:
        return None

    bodies = ('{"number": "ann@example.com"}', '{"number": 2}', '{"number": 2, "more": 1}', "not JSON")
    report = worker(SERVICE, "somewhere.do_job")(handle)(batch(*bodies), None)
    failed = [failure["itemIdentifier"] for failure in report["batchItemFailures"]]
    assert failed == ["m0", "m2", "m3"]
    assert "ann@example.com" not in logged()


def test_when_all_fail_all_are_reported_and_nothing_is_raised(things: App) -> None:
    def handle(job: Job) -> None:
        raise RuntimeError("no")

    report = worker(SERVICE, "somewhere.do_job")(handle)(batch('{"number": 0}', '{"number": 1}'), None)
    assert [failure["itemIdentifier"] for failure in report["batchItemFailures"]] == ["m0", "m1"]


def test_a_schedule_says_what_it_did_and_fails_aloud(things: App, logged: Callable[[], str]) -> None:
    assert schedule(SERVICE, "somewhere.sweep")(lambda: {"swept": 3})({}, None) == {"swept": 3}
    line = next(json.loads(line) for line in logged().splitlines() if '"swept"' in line)
    assert (line["message"], line["schedule"], line["swept"]) == ("swept", "sweep", 3)

    def broken() -> dict[str, int]:
        raise RuntimeError("could not mail ann@example.com")

    with pytest.raises(NotSwept, match=r"^sweep$"):
        schedule(SERVICE, "somewhere.sweep")(broken)({}, None)
    assert "ann@example.com" not in logged()
