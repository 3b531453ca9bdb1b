"""Sharing: a link through the queue, seen by anybody, revoked by its owner."""

from typing import Any

import boto3

from functions.wdrbe.entities import Share
from functions.wdrbe.rules.shares import MOST_LINKS, REMEMBERED
from singletable.store import Patch
from tests.api.harness import ANN, App
from tests.api.wdrbe.closet import add, here, item_id, kinds, queued, share, stored, user_of, work


def shown(app: App, token: str) -> Any:
    return app.call("show_shared", path={"token": token}, caller=None)


def test_a_share_is_taken_at_once_and_made_by_the_worker(wdrbe: App) -> None:
    item = item_id(wdrbe)
    rows = wdrbe.rows()
    taken = wdrbe.call("share_item", path=here(item), body={"platform": "ios"})
    assert taken.status == 202
    token = taken.body["token"]
    assert taken.body == {"token": token, "path": f"/shared/{token}", "platform": "ios"}
    assert wdrbe.rows() == rows
    assert shown(wdrbe, token).code == "no_such_share"
    wdrbe.pass_time(seconds=2)
    assert work(wdrbe, "record_share") == []
    after = stored(wdrbe, item)
    assert (after.shared_count, after.link_count, after.is_public) == (1, 1, True)
    assert kinds(wdrbe) == ["Activity", "Activity", "Item", "Share", "UserItem"]
    [told] = wdrbe.call("list_activities", query={"type": "ItemShared"}).body["items"]
    assert (told["item_id"], told["metadata"]) == (item, {"action": "share", "platform": "ios"})


def test_a_link_shows_the_item_and_nothing_of_its_owner(wdrbe: App) -> None:
    whole: dict[str, Any] = {"color": "blue", "brand": "Zara", "price": "49.90", "purchase_date": "2025-01-15"}
    item = add(wdrbe, **whole)["item_id"]
    token = share(wdrbe, item)
    answer = shown(wdrbe, token)
    assert answer.status == 200
    assert answer.body == {
        "name": "Summer Beach Dress",
        "category": "dresses",
        "season": "summer",
        "color": "blue",
        "brand": "Zara",
        "image_url": None,
    }
    for secret in (user_of(ANN), ANN["email"], "49.9", "2025-01-15", item):
        assert secret not in answer.text


def test_the_last_link_to_go_makes_the_item_private(wdrbe: App) -> None:
    item = item_id(wdrbe)
    first, second = share(wdrbe, item), share(wdrbe, item)
    assert wdrbe.call("revoke_share", path=here(item, token=first)).status == 204
    after = stored(wdrbe, item)
    assert (after.shared_count, after.link_count, after.is_public) == (2, 1, True)
    gone = shown(wdrbe, first)
    assert (gone.status, gone.code) == (410, "share_revoked")
    assert shown(wdrbe, second).status == 200
    wdrbe.call("revoke_share", path=here(item, token=second))
    after = stored(wdrbe, item)
    assert (after.shared_count, after.link_count, after.is_public) == (2, 0, False)
    assert shown(wdrbe, second).status == 410


def test_revoking_twice_takes_one_link_away(wdrbe: App) -> None:
    item = item_id(wdrbe)
    token = share(wdrbe, item)
    share(wdrbe, item)
    for _ in range(2):
        assert wdrbe.call("revoke_share", path=here(item, token=token)).status == 204
    assert stored(wdrbe, item).link_count == 1
    unknown = wdrbe.call("revoke_share", path=here(item, token="x" * 32))
    assert (unknown.status, unknown.code) == (404, "no_such_share")


def test_a_message_about_a_revoked_link_comes_too_late(wdrbe: App) -> None:
    item = item_id(wdrbe)
    token = wdrbe.call("share_item", path=here(item), body={}).body["token"]
    messages = queued("record_share")
    work(wdrbe, "record_share", messages)
    wdrbe.call("revoke_share", path=here(item, token=token))
    wdrbe.pass_time(days=28)
    rows = wdrbe.rows()
    assert work(wdrbe, "record_share", messages) == []
    assert wdrbe.rows() == rows
    assert shown(wdrbe, token).status == 410
    wdrbe.pass_time(seconds=REMEMBERED.total_seconds() - 28 * 86_400)
    assert shown(wdrbe, token).status == 404


def test_the_links_of_an_item_are_listed_with_the_revoked_ones(wdrbe: App) -> None:
    item = item_id(wdrbe)
    tokens = {share(wdrbe, item) for _ in range(3)}
    revoked = min(tokens)
    wdrbe.call("revoke_share", path=here(item, token=revoked))
    listed = wdrbe.call("list_shares", path=here(item), query={"limit": "3"}).body
    assert {each["token"] for each in listed["items"]} == tokens
    assert {each["token"] for each in listed["items"] if each["revoked_at"]} == {revoked}
    assert listed["next_cursor"] is None


def test_a_deleted_item_has_no_links(wdrbe: App) -> None:
    item = item_id(wdrbe)
    token = share(wdrbe, item)
    wdrbe.call("share_item", path=here(item), body={})
    wdrbe.call("delete_item", path=here(item))
    assert shown(wdrbe, token).status == 404
    rows = wdrbe.rows()
    assert work(wdrbe, "record_share") == []
    assert wdrbe.rows() == rows


def test_an_item_has_so_many_links_and_no_more(wdrbe: App) -> None:
    item = item_id(wdrbe)
    early = wdrbe.call("share_item", path=here(item), body={})
    assert early.status == 202
    app_item = stored(wdrbe, item)
    wdrbe.store.run(Patch(type(app_item).key.item(item_id=item), set={"link_count": MOST_LINKS}))
    refused = wdrbe.call("share_item", path=here(item), body={})
    assert (refused.status, refused.code, refused.body["limit"]) == (409, "too_many_links", MOST_LINKS)
    rows = wdrbe.rows()
    assert work(wdrbe, "record_share") == []
    assert wdrbe.rows() == rows


def test_the_same_key_shares_once_and_sends_again_what_may_have_been_lost(wdrbe: App) -> None:
    item, key = item_id(wdrbe), {"Idempotency-Key": "k"}
    sqs = boto3.client("sqs")
    url = sqs.get_queue_url(QueueName="record_share")["QueueUrl"]
    first = wdrbe.call("share_item", path=here(item), body={}, headers=key)
    sqs.purge_queue(QueueUrl=url)
    again = wdrbe.call("share_item", path=here(item), body={}, headers=key)
    assert (again.status, again.text) == (202, first.text)
    assert again.headers["idempotency-replayed"] == "true"
    third = wdrbe.call("share_item", path=here(item), body={}, headers=key)
    assert third.text == first.text
    assert work(wdrbe, "record_share") == []
    assert stored(wdrbe, item).shared_count == 1
    assert shown(wdrbe, first.body["token"]).status == 200
    other = wdrbe.call("share_item", path=here(item), body={"platform": "ios"}, headers=key)
    assert (other.status, other.code) == (422, "idempotency_key_reused")
    assert queued("record_share") == []


def test_a_token_cannot_be_guessed_from_another(wdrbe: App) -> None:
    item = item_id(wdrbe)
    tokens = {share(wdrbe, item) for _ in range(5)}
    assert len(tokens) == 5
    assert all(len(token) == 32 for token in tokens)
    shares = list(wdrbe.store.every(Share.key(item_id=item)))
    assert {each.token for each in shares} == tokens
