"""Outfits: up to twenty of one's own items, changed under a version."""

from typing import Any

import pytest

from tests.api.harness import BOB, App
from tests.api.wdrbe.closet import Tape, here, item_id, pages


def put_together(app: App, *items: str, name: str = "Beach", **how: Any) -> Any:
    return app.call("create_outfit", body={"name": name, "item_ids": list(items)}, **how)


def at(outfit: Any) -> dict[str, str]:
    return {"outfit_id": outfit.body["outfit_id"]}


def test_an_outfit_is_stored_and_listed_newest_first(wdrbe: App) -> None:
    items = [item_id(wdrbe) for _ in range(2)]
    made = []
    for number in range(3):
        wdrbe.pass_time(seconds=1)
        made.append(put_together(wdrbe, *items, name=f"Outfit {number}"))
        assert (made[-1].status, made[-1].headers["etag"]) == (201, '"1"')
    put_together(wdrbe, item_id(wdrbe, BOB), caller=BOB)
    for limit in (1, 2, 3):
        found = [each for page in pages(wdrbe, "list_outfits", limit=limit) for each in page]
        assert found == [each.body for each in reversed(made)]


def test_twenty_items_fit_and_twenty_one_do_not(wdrbe: App) -> None:
    items = [item_id(wdrbe) for _ in range(21)]
    assert put_together(wdrbe, *items[:20]).status == 201
    for wrong in (items, [], [items[0], items[0]], ["itm_123"]):
        refused = put_together(wdrbe, *wrong)
        assert (refused.status, refused.code) == (400, "invalid_request")
        assert refused.paths[0].startswith("body.item_ids")


def test_every_item_in_it_must_be_ones_own(wdrbe: App) -> None:
    mine, foreign, deleted = item_id(wdrbe), item_id(wdrbe, BOB), item_id(wdrbe)
    wdrbe.call("delete_item", path=here(deleted))
    outfit = put_together(wdrbe, mine)
    rows = wdrbe.rows()
    for item in (foreign, deleted, "0" * 26):
        refused = put_together(wdrbe, mine, item)
        assert (refused.status, refused.code, refused.paths) == (404, "no_such_item", ["body.item_ids[1]"])
        refused = wdrbe.call("change_outfit", path=at(outfit), body={"item_ids": [mine, item]})
        assert (refused.status, refused.code, refused.paths) == (404, "no_such_item", ["body.item_ids[1]"])
    assert wdrbe.rows() == rows


def test_a_change_keeps_what_is_left_out_and_honours_the_version(wdrbe: App) -> None:
    one, two = item_id(wdrbe), item_id(wdrbe)
    outfit = wdrbe.call("create_outfit", body={"name": "Beach", "note": "hat", "item_ids": [one]})
    changed = wdrbe.call("change_outfit", path=at(outfit), body={"item_ids": [two, one]}, headers={"If-Match": '"1"'})
    assert (changed.status, changed.headers["etag"]) == (200, '"2"')
    assert (changed.body["name"], changed.body["note"], changed.body["item_ids"]) == ("Beach", "hat", [two, one])
    rows = wdrbe.rows()
    stale = wdrbe.call("change_outfit", path=at(outfit), body={"name": "x"}, headers={"If-Match": '"1"'})
    assert (stale.status, stale.code) == (412, "stale_version")
    same = wdrbe.call("change_outfit", path=at(outfit), body={"note": "hat"})
    assert (same.status, same.headers["etag"]) == (200, '"2"')
    assert wdrbe.call("change_outfit", path=at(outfit), body={"item_ids": []}).status == 400
    assert wdrbe.rows() == rows
    assert wdrbe.call("change_outfit", path=at(outfit), body={"note": None}).body["note"] is None


def test_the_same_key_puts_together_once(wdrbe: App) -> None:
    item, key = item_id(wdrbe), {"Idempotency-Key": "k"}
    first = put_together(wdrbe, item, headers=key)
    rows = wdrbe.rows()
    again = put_together(wdrbe, item, headers=key)
    assert (again.text, again.headers["idempotency-replayed"]) == (first.text, "true")
    wdrbe.call("delete_item", path=here(item))
    assert put_together(wdrbe, item, headers=key).text == first.text
    assert len(wdrbe.rows()) == len(rows) - 2 + 1


def test_a_deleted_outfit_is_gone_and_its_items_stay(wdrbe: App) -> None:
    item = item_id(wdrbe)
    outfit = put_together(wdrbe, item)
    assert wdrbe.call("delete_outfit", path=at(outfit)).status == 204
    for use_case, body in (("delete_outfit", None), ("change_outfit", {"name": "x"})):
        gone = wdrbe.call(use_case, path=at(outfit), body=body)
        assert (gone.status, gone.code) == (404, "no_such_outfit")
    assert wdrbe.call("show_item", path=here(item)).status == 200


@pytest.mark.parametrize("again", [1, 3])
def test_a_deleted_item_leaves_every_outfit(wdrbe: App, again: int) -> None:
    item, other = item_id(wdrbe), item_id(wdrbe)
    both, alone, without = put_together(wdrbe, item, other), put_together(wdrbe, item), put_together(wdrbe, other)
    tape = Tape(wdrbe)
    wdrbe.call("delete_item", path=here(item))
    records = [record for record in tape.records() if record["eventName"] == "REMOVE"]
    for _ in range(again):
        assert wdrbe.invoke("clear_away", {"Records": records})["batchItemFailures"] == []
    found = {each["outfit_id"]: each for each in wdrbe.call("list_outfits").body["items"]}
    assert found[both.body["outfit_id"]]["item_ids"] == [other]
    assert found[alone.body["outfit_id"]]["item_ids"] == []
    assert found[without.body["outfit_id"]] == without.body
    assert [found[each.body["outfit_id"]]["version"] for each in (both, alone)] == [2, 2]
