"""The runner's own handler stands where Lambda would be asked for it; nothing else is replaced."""

import json

import pytest

from functions.algoitny import runner
from functions.algoitny_runner.handler import handler


@pytest.fixture(autouse=True)
def runner_in_reach(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The events that it was given, as they would travel."""
    events: list[str] = []

    def call(event: object) -> dict[str, object]:
        events.append(json.dumps(event))
        answer: dict[str, object] = json.loads(json.dumps(handler(json.loads(events[-1]), None)))
        return answer

    monkeypatch.setattr(runner, "call", call)
    return events
