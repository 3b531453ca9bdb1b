"""What happened and what was worn: newest first, by type, by day."""

from datetime import date, timedelta
from typing import Any

import pytest

from tests.api.harness import BOB, App
from tests.api.wdrbe.closet import here, item_id, pages, share, stored


def wear(app: App, item: str, day: str | None = None, **how: Any) -> Any:
    return app.call("log_wear", path=here(item), body={} if day is None else {"date": day}, **how)


def test_a_wear_counts_for_its_item_and_is_told_of(wdrbe: App) -> None:
    item = item_id(wdrbe, price="30")
    wdrbe.pass_time(seconds=1)
    worn = wear(wdrbe, item)
    today = wdrbe.moment.date().isoformat()
    assert (worn.status, worn.body) == (201, {"item_id": item, "item_name": "Summer Beach Dress", "date": today})
    wear(wdrbe, item, (wdrbe.moment.date() - timedelta(days=3)).isoformat())
    wear(wdrbe, item, (wdrbe.moment.date() - timedelta(days=1)).isoformat())
    shown = wdrbe.call("show_item", path=here(item))
    assert (shown.body["wear_count"], shown.body["cost_per_wear"]) == (3, "10.00")
    assert shown.headers["etag"] == '"1"'
    told = wdrbe.call("list_activities", query={"type": "ItemWorn"}).body["items"]
    assert {each["metadata"]["date"] for each in told} >= {today}
    assert len(told) == 3


def test_an_item_is_worn_once_a_day(wdrbe: App) -> None:
    item, other = item_id(wdrbe), item_id(wdrbe)
    assert wear(wdrbe, item).status == 201
    rows = wdrbe.rows()
    again = wear(wdrbe, item)
    assert (again.status, again.code, again.body["date"]) == (409, "already_worn", wdrbe.moment.date().isoformat())
    assert wdrbe.rows() == rows
    assert wear(wdrbe, other).status == 201
    wdrbe.pass_time(days=1)
    assert wear(wdrbe, item).status == 201


def test_the_same_key_wears_once_and_is_answered_alike(wdrbe: App) -> None:
    item, key = item_id(wdrbe), {"Idempotency-Key": "k"}
    first = wear(wdrbe, item, headers=key)
    rows = wdrbe.rows()
    again = wear(wdrbe, item, headers=key)
    assert (again.status, again.text, again.headers["idempotency-replayed"]) == (201, first.text, "true")
    assert wdrbe.rows() == rows
    assert stored(wdrbe, item).wear_count == 1


def test_nobody_wears_anything_in_the_future(wdrbe: App) -> None:
    item = item_id(wdrbe)
    tomorrow = wdrbe.moment.date() + timedelta(days=1)
    assert wear(wdrbe, item, tomorrow.isoformat()).status == 201
    refused = wear(wdrbe, item, (tomorrow + timedelta(days=1)).isoformat())
    assert (refused.status, refused.paths) == (400, ["body.date"])


def test_wears_are_listed_by_day_within_both_ends(wdrbe: App) -> None:
    item, other = item_id(wdrbe), item_id(wdrbe, name="Other")
    days = [date(2026, 2, 26), date(2026, 2, 27), date(2026, 2, 28), date(2026, 3, 1)]
    for day in days:
        wear(wdrbe, item, day.isoformat())
    wear(wdrbe, other, "2026-02-27")
    wear(wdrbe, item_id(wdrbe, BOB), "2026-02-27", caller=BOB)
    for query, wanted in (
        ({}, ["2026-03-01", "2026-02-28", "2026-02-27", "2026-02-27", "2026-02-26"]),
        ({"from": "2026-02-27", "to": "2026-02-28"}, ["2026-02-28", "2026-02-27", "2026-02-27"]),
        ({"to": "2026-02-26"}, ["2026-02-26"]),
        ({"from": "2026-03-02"}, []),
    ):
        for limit in (1, 2, 100):
            found = pages(wdrbe, "list_wears", query=query, limit=limit)
            assert [each["date"] for page in found for each in page] == wanted
    wrong = wdrbe.call("list_wears", query={"from": "2026-03-02", "to": "2026-03-01"})
    assert (wrong.status, wrong.paths) == (400, ["query.to"])


def test_a_worn_item_that_is_deleted_stays_in_the_diary(wdrbe: App) -> None:
    item = item_id(wdrbe)
    wear(wdrbe, item)
    wdrbe.call("delete_item", path=here(item))
    [worn] = wdrbe.call("list_wears").body["items"]
    assert (worn["item_id"], worn["item_name"]) == (item, "Summer Beach Dress")


@pytest.mark.parametrize("limit", [1, 2, 100])
def test_activities_are_newest_first_all_or_of_one_type(wdrbe: App, limit: int) -> None:
    expected = []
    for number in range(3):
        item = item_id(wdrbe, name=f"Item {number}")
        wdrbe.pass_time(seconds=1)
        share(wdrbe, item)
        wdrbe.pass_time(seconds=1)
        wear(wdrbe, item)
        expected += [
            ("ItemCreated", f"Item {number}"),
            ("ItemShared", f"Item {number}"),
            ("ItemWorn", f"Item {number}"),
        ]
    item_id(wdrbe, BOB)
    for kind in (None, "ItemCreated", "ItemShared", "ItemWorn", "ItemDeleted"):
        query = {} if kind is None else {"type": kind}
        found = pages(wdrbe, "list_activities", query=query, limit=limit)
        wanted = [each for each in reversed(expected) if kind in (None, each[0])]
        assert [(each["activity_type"], each["item_name"]) for page in found for each in page] == wanted
        assert all(len(page) == limit for page in found[:-1])
    wrong = wdrbe.call("list_activities", query={"type": "ItemEaten"})
    assert (wrong.status, wrong.paths) == (400, ["query.type"])
