"""A share event counts once: five deliveries, in any batches, with a crash around every call."""

from contextlib import suppress
from typing import Any

import pytest

from tests.api.harness import App, Crash
from tests.api.wdrbe.closet import here, item_id, kinds, message_event, queued, stored, work


@pytest.fixture
def message(wdrbe: App) -> dict[str, Any]:
    item = item_id(wdrbe)
    wdrbe.call("share_item", path=here(item), body={})
    [waiting] = queued("record_share")
    return waiting


def counted_once(app: App, message: dict[str, Any]) -> None:
    item = stored(app, message["item_id"])
    assert (item.shared_count, item.link_count, item.is_public) == (1, 1, True)
    assert kinds(app) == ["Activity", "Activity", "Item", "Share", "UserItem"]
    shared = app.call("list_activities", query={"type": "ItemShared"}).body["items"]
    assert [each["activity_id"] for each in shared] == [message["activity_id"]]
    assert app.call("show_shared", path={"token": message["token"]}, caller=None).status == 200


def test_five_deliveries_one_after_another_count_once(wdrbe: App, message: dict[str, Any]) -> None:
    for _ in range(5):
        assert work(wdrbe, "record_share", [message]) == []
    counted_once(wdrbe, message)


def test_five_deliveries_in_one_batch_count_once(wdrbe: App, message: dict[str, Any]) -> None:
    assert work(wdrbe, "record_share", [message] * 5) == []
    counted_once(wdrbe, message)


@pytest.mark.parametrize("moment", ["die_before", "die_after"])
@pytest.mark.parametrize("call", range(1, 7))
def test_a_crash_around_any_call_and_the_next_deliveries_count_once(
    wdrbe: App, message: dict[str, Any], call: int, moment: str
) -> None:
    """Two calls a delivery: the item is read, then everything is written in one transaction."""
    setattr(wdrbe, moment, wdrbe.calls + call)
    for _ in range(5):
        with suppress(Crash):
            work(wdrbe, "record_share", [message])
    wdrbe.die_before = wdrbe.die_after = None
    counted_once(wdrbe, message)


def test_a_retried_request_tells_of_the_same_share(wdrbe: App) -> None:
    item, key = item_id(wdrbe), {"Idempotency-Key": "k"}
    for _ in range(3):
        wdrbe.pass_time(seconds=1)
        wdrbe.call("share_item", path=here(item), body={}, headers=key)
    messages = queued("record_share")
    assert len({each["token"] for each in messages}) == 1
    assert len(messages) == 3
    assert work(wdrbe, "record_share", messages) == []
    assert stored(wdrbe, item).shared_count == 1


def test_a_message_that_cannot_be_read_fails_alone(wdrbe: App, message: dict[str, Any]) -> None:
    event = message_event(message, {"nonsense": True})
    assert wdrbe.invoke("record_share", event)["batchItemFailures"] == [{"itemIdentifier": "message-2"}]
    counted_once(wdrbe, message)
