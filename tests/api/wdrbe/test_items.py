"""Items: added, seen, changed and deleted, with both of their records always agreeing."""

import json
from datetime import timedelta
from typing import Any

import pytest

from functions.wdrbe.rules.items import listed
from singletable.ulid import moment_of
from tests.api.harness import ANN, BOB, App
from tests.api.wdrbe.closet import DRESS, add, here, item_id, kinds, on_the_list, stored, user_of

WHOLE: dict[str, Any] = DRESS | {
    "color": "blue",
    "brand": "Zara",
    "purchase_date": "2025-01-15",
    "price": "49.90",
}


def test_an_item_its_place_in_the_list_the_answer_and_the_activity_are_written_together(wdrbe: App) -> None:
    made = wdrbe.call("create_item", body=WHOLE, headers={"Idempotency-Key": "k"})
    assert made.status == 201
    assert made.headers["etag"] == '"1"'
    item = made.body["item_id"]
    assert made.headers["location"] == f"/items/{item}"
    assert [(row["PK"]["S"], row["SK"]["S"].partition("#")[0], row["EntityType"]["S"]) for row in wdrbe.rows()] == [
        (f"ITEM#{item}", "METADATA", "Item"),
        (f"USER#{user_of(ANN)}", "ACTIVITY", "Activity"),
        (f"USER#{user_of(ANN)}", "IDEMPOTENCY", "Idempotency"),
        (f"USER#{user_of(ANN)}", "ITEM", "UserItem"),
    ]
    assert wdrbe.actions == ["PutItem"] * 4
    assert wdrbe.calls == 1
    assert moment_of(item) == wdrbe.moment == stored(wdrbe, item).created_at
    assert listed(stored(wdrbe, item)) == on_the_list(wdrbe, item)


def test_what_is_answered_is_what_was_sent_and_what_is_stored(wdrbe: App) -> None:
    made = wdrbe.call("create_item", body=WHOLE)
    shown = wdrbe.call("show_item", path=here(made.body["item_id"]))
    assert shown.status == 200
    assert shown.body == made.body
    assert {name: shown.body[name] for name in WHOLE} == WHOLE
    assert (shown.body["wear_count"], shown.body["cost_per_wear"], shown.body["is_public"]) == (0, None, False)
    assert "user_id" not in shown.body


@pytest.mark.parametrize(
    ("given", "kept"), [("autumn", "fall"), ("fall", "fall"), ("all-season", "all-season"), (None, None)]
)
def test_a_season_has_one_name(wdrbe: App, given: str | None, kept: str | None) -> None:
    assert add(wdrbe, season=given)["season"] == kept


WRONG: tuple[tuple[dict[str, Any], str], ...] = (
    ({"name": ""}, "body.name"),
    ({"name": "x" * 201}, "body.name"),
    ({"name": None}, "body.name"),
    ({"category": "  "}, "body.category"),
    ({"category": "x" * 101}, "body.category"),
    ({"season": "monsoon"}, "body.season"),
    ({"season": "none"}, "body.season"),
    ({"price": -1}, "body.price"),
    ({"price": "1.005"}, "body.price"),
    ({"price": "NaN"}, "body.price"),
    ({"price": "-0"}, "body.price"),
    ({"price": "1." + "0" * 60}, "body.price"),
    ({"price": "0E-200"}, "body.price"),
    ({"price": "0E+200"}, "body.price"),
    ({"price": "100000000"}, "body.price"),
    ({"purchase_date": "yesterday"}, "body.purchase_date"),
    ({"item_id": "itm_123"}, "body.item_id"),
    ({"image_url": "https://example.com/a.png"}, "body.image_url"),
)


def test_what_does_not_fit_is_refused_by_its_path(wdrbe: App) -> None:
    for wrong, path in WRONG:
        answer = wdrbe.call("create_item", body=DRESS | wrong)
        assert (answer.status, answer.code, answer.paths) == (400, "invalid_request", [path])
    assert wdrbe.rows() == []


def test_the_longest_names_fit(wdrbe: App) -> None:
    made = add(wdrbe, name="ü" * 200, category="#" * 100, color="%" * 100)
    assert wdrbe.call("show_item", path=here(made["item_id"])).body["category"] == "#" * 100


def test_the_same_key_creates_once_and_another_body_under_it_is_refused(wdrbe: App) -> None:
    key = {"Idempotency-Key": "once"}
    first = wdrbe.call("create_item", body=WHOLE, headers=key)
    rows = wdrbe.rows()
    again = wdrbe.call("create_item", body=WHOLE, headers=key)
    assert (again.status, again.text, again.headers["etag"]) == (201, first.text, first.headers["etag"])
    assert again.headers["idempotency-replayed"] == "true"
    other = wdrbe.call("create_item", body=WHOLE | {"name": "Other"}, headers=key)
    assert (other.status, other.code) == (422, "idempotency_key_reused")
    assert wdrbe.rows() == rows
    assert wdrbe.call("create_item", body=WHOLE, headers=key, caller=BOB).body["item_id"] != first.body["item_id"]


def test_a_day_later_the_key_creates_anew_though_the_old_record_still_lies_there(wdrbe: App) -> None:
    key = {"Idempotency-Key": "once"}
    first = wdrbe.call("create_item", body=DRESS, headers=key)
    wdrbe.pass_time(hours=23, minutes=59, seconds=59)
    assert wdrbe.call("create_item", body=DRESS, headers=key).body == first.body
    wdrbe.pass_time(seconds=1)
    [before] = [row for row in wdrbe.rows() if row["EntityType"]["S"] == "Idempotency"]
    second = wdrbe.call("create_item", body=DRESS, headers=key)
    assert second.status == 201
    assert "idempotency-replayed" not in second.headers
    assert second.body["item_id"] != first.body["item_id"]
    [after] = [row for row in wdrbe.rows() if row["EntityType"]["S"] == "Idempotency"]
    assert (before["PK"], before["SK"]) == (after["PK"], after["SK"])
    assert json.loads(after["Body"]["S"]) == second.body
    assert int(after["ttl"]["N"]) == int((wdrbe.moment + timedelta(hours=24)).timestamp())


def test_a_change_moves_both_records_and_every_index_key(wdrbe: App) -> None:
    item = item_id(wdrbe)
    wdrbe.pass_time(seconds=5)
    changes = {"name": "Coat", "category": "coats", "season": "winter", "price": 10}
    changed = wdrbe.call("change_item", path=here(item), body=changes, headers={"If-Match": '"1"'})
    assert (changed.status, changed.headers["etag"]) == (200, '"2"')
    assert changed.body["price"] == "10.00"
    assert changed.body["updated_at"] > changed.body["created_at"]
    after = stored(wdrbe, item)
    assert (after.name, after.category, after.season, after.version) == ("Coat", "coats", "winter", 2)
    assert on_the_list(wdrbe, item) == listed(after)
    [main] = [row for row in wdrbe.rows() if row["EntityType"]["S"] == "Item"]
    [in_list] = [row for row in wdrbe.rows() if row["EntityType"]["S"] == "UserItem"]
    assert main["GSI1PK"]["S"].endswith("#CATEGORY#coats")
    assert main["GSI1SK"]["S"].startswith("SEASON#winter#ITEM#")
    assert in_list["GSI1PK"]["S"].endswith("#SEASON#winter")


def test_null_takes_away_and_what_is_left_out_stays(wdrbe: App) -> None:
    item = add(wdrbe, **WHOLE)["item_id"]
    changed = wdrbe.call("change_item", path=here(item), body={"season": None, "brand": None}).body
    assert (changed["season"], changed["brand"], changed["color"]) == (None, None, "blue")
    assert on_the_list(wdrbe, item).shelf == "none"
    refused = wdrbe.call("change_item", path=here(item), body={"name": None})
    assert (refused.status, refused.paths) == (400, ["body.name"])


def test_a_change_that_changes_nothing_writes_nothing(wdrbe: App) -> None:
    item = item_id(wdrbe)
    rows = wdrbe.rows()
    for body in ({}, {"name": DRESS["name"], "season": "summer"}):
        same = wdrbe.call("change_item", path=here(item), body=body)
        assert (same.status, same.headers["etag"]) == (200, '"1"')
    assert wdrbe.rows() == rows


def test_a_stale_version_changes_and_deletes_nothing(wdrbe: App) -> None:
    item = item_id(wdrbe)
    wdrbe.call("change_item", path=here(item), body={"name": "Two"})
    rows = wdrbe.rows()
    for use_case, body in (("change_item", {"name": "Three"}), ("delete_item", None)):
        stale = wdrbe.call(use_case, path=here(item), body=body, headers={"If-Match": '"1"'})
        assert (stale.status, stale.code, stale.body["current_version"]) == (412, "stale_version", 2)
    assert wdrbe.rows() == rows


def test_a_deleted_item_is_gone_from_everything_but_the_diary(wdrbe: App) -> None:
    item = item_id(wdrbe)
    wdrbe.pass_time(seconds=1)
    assert wdrbe.call("delete_item", path=here(item), headers={"If-Match": '"1"'}).status == 204
    assert kinds(wdrbe) == ["Activity", "Activity"]
    for use_case, body in (("show_item", None), ("change_item", {"name": "x"}), ("delete_item", None)):
        gone = wdrbe.call(use_case, path=here(item), body=body)
        assert (gone.status, gone.code) == (404, "no_such_item")
    assert wdrbe.call("list_items").body == {"items": [], "next_cursor": None}
    told = wdrbe.call("list_activities").body["items"]
    assert [(each["activity_type"], each["item_name"]) for each in told] == [
        ("ItemDeleted", DRESS["name"]),
        ("ItemCreated", DRESS["name"]),
    ]
