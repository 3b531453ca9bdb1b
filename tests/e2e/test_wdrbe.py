"""A wardrobe over HTTP, as its owner, a friend and a stranger use it."""

import json
import urllib.request
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest

from tests.e2e.client import Client, Response
from tests.e2e.patience import eventually

DRESS = {"name": "Summer Beach Dress", "category": "dresses", "season": "summer", "price": "80.00"}
PIXEL = b"\x89PNG\r\n\x1a\n" + b"\0" * 64


@dataclass(frozen=True)
class Person:
    client: Client
    token: str

    def call(self, method: str, path: str, body: object = None, **headers: str) -> Response:
        return self.client.call("wdrbe", method, path, token=self.token, body=body, **headers)

    def make(self, **changes: Any) -> Any:
        made = self.call("POST", "/items", DRESS | changes)
        assert made.status == 201, made.text
        return made.body


@pytest.fixture
def ann(client: Client) -> Person:
    return Person(client, client.token(f"ann-{uuid.uuid4().hex[:8]}@example.com"))


@pytest.fixture
def eve(client: Client) -> Person:
    return Person(client, client.token("eve@example.com"))


def test_twenty_equal_requests_at_once_make_one_item_and_answer_alike(ann: Person) -> None:
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: ann.call("POST", "/items", DRESS, idempotency_key="one-dress"), range(20)))
    assert {answer.status for answer in answers} == {201}
    assert len({answer.text for answer in answers}) == 1
    assert len(ann.call("GET", "/items").body["items"]) == 1
    other = ann.call("POST", "/items", DRESS | {"name": "Other"}, idempotency_key="one-dress")
    assert (other.status, other.body["code"]) == (422, "idempotency_key_reused")


def test_lists_by_season_and_category_are_newest_first_in_full_pages(ann: Person) -> None:
    for number in range(6):
        season = ("summer", "winter", "all-season")[number % 3]
        ann.make(name=f"Item {number}", season=season, category="tops" if number < 4 else "shoes")
    listed = ann.call("GET", "/items?season=summer&include_all_season=true&limit=3").body
    assert [item["name"] for item in listed["items"]] == ["Item 5", "Item 3", "Item 2"]
    rest = ann.call("GET", f"/items?season=summer&include_all_season=true&limit=3&cursor={listed['next_cursor']}").body
    assert [item["name"] for item in rest["items"]] == ["Item 0"]
    assert rest["next_cursor"] is None
    tops = ann.call("GET", "/items?category=tops&limit=4").body
    assert [item["name"] for item in tops["items"]] == ["Item 3", "Item 2", "Item 1", "Item 0"]


def test_of_two_devices_one_renames_and_the_other_is_told(ann: Person) -> None:
    item = ann.make()
    path = f"/items/{item['item_id']}"
    first = ann.call("PATCH", path, {"name": "From the phone"}, if_match='"1"')
    second = ann.call("PATCH", path, {"name": "From the desk"}, if_match='"1"')
    assert (first.status, second.status) == (200, 412)
    assert ann.call("GET", path).body["name"] == "From the phone"
    [listed] = ann.call("GET", "/items").body["items"]
    assert listed["name"] == "From the phone"


def test_a_picture_is_uploaded_to_s3_and_shown(ann: Person) -> None:
    path = f"/items/{ann.make()['item_id']}"
    offer = ann.call("POST", f"{path}/image", {"content_type": "image/png", "size": len(PIXEL)}).body
    boundary = uuid.uuid4().hex
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in offer["fields"].items()
    ]
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'.encode()
    form = b"".join(parts) + head + PIXEL + f"\r\n--{boundary}--\r\n".encode()
    kind = {"content-type": f"multipart/form-data; boundary={boundary}"}
    with urllib.request.urlopen(urllib.request.Request(offer["url"], form, kind)) as answer:
        assert answer.status in (200, 201, 204)
    attached = ann.call("PUT", f"{path}/image", {"image_id": offer["image_id"]})
    assert attached.status == 204, attached.text
    with urllib.request.urlopen(ann.call("GET", path).body["image_url"]) as answer:
        assert answer.read() == PIXEL
    refused = ann.call("POST", f"{path}/image", {"content_type": "application/pdf"})
    assert (refused.status, refused.body["code"]) == (415, "not_an_image")


def test_a_share_link_shows_the_item_without_its_owner_until_it_is_revoked(ann: Person, client: Client) -> None:
    item = ann.make()
    path = f"/items/{item['item_id']}"
    accepted = ann.call("POST", f"{path}/shares", {}, idempotency_key="share-1")
    assert accepted.status == 202
    assert ann.call("POST", f"{path}/shares", {}, idempotency_key="share-1").text == accepted.text
    token = accepted.body["token"]
    shown = eventually(lambda: client.call("wdrbe", "GET", f"/shared/{token}"), lambda answer: answer.status == 200)
    assert shown.body["name"] == DRESS["name"]
    assert "user" not in shown.text.lower()
    assert "price" not in shown.body
    assert ann.call("GET", path).body["shared_count"] == 1
    activities = ann.call("GET", "/activities?type=ItemShared").body["items"]
    assert [activity["item_id"] for activity in activities] == [item["item_id"]]
    assert ann.call("DELETE", f"{path}/shares/{token}").status == 204
    assert client.call("wdrbe", "GET", f"/shared/{token}").status == 410
    assert ann.call("GET", path).body["is_public"] is False


def test_wears_and_statistics_add_up(ann: Person) -> None:
    dress, coat = ann.make(), ann.make(name="Coat", category="coats", season=None, price="100.00")
    worn = ann.call("POST", f"/items/{dress['item_id']}/wears", {"date": "2026-06-01"})
    assert worn.status == 201
    again = ann.call("POST", f"/items/{dress['item_id']}/wears", {"date": "2026-06-01"})
    assert (again.status, again.body["code"]) == (409, "already_worn")
    assert len(ann.call("GET", "/wears?from=2026-06-01&to=2026-06-01").body["items"]) == 1
    stats = eventually(
        lambda: ann.call("GET", "/stats").body, lambda numbers: numbers["items"] == 2 and numbers["wears"] == 1
    )
    assert (stats["items"], stats["wears"], float(stats["value"])) == (2, 1, 180.0)
    assert stats["by_season"]["summer"] == 1
    assert float(stats["never_worn"]["value"]) == 100.0
    assert coat["item_id"]


def test_outfits_hold_own_items_only(ann: Person, eve: Person) -> None:
    mine, hers = ann.make()["item_id"], eve.make()["item_id"]
    refused = ann.call("POST", "/outfits", {"name": "Party", "item_ids": [mine, hers]})
    assert (refused.status, refused.body["code"]) == (404, "no_such_item")
    made = ann.call("POST", "/outfits", {"name": "Party", "item_ids": [mine]})
    assert made.status == 201
    path = f"/outfits/{made.body['outfit_id']}"
    assert ann.call("PATCH", path, {"name": "Beach"}, if_match='"1"').body["name"] == "Beach"
    assert eve.call("PATCH", path, {"name": "Mine"}).status == 404
    assert [outfit["name"] for outfit in ann.call("GET", "/outfits").body["items"]] == ["Beach"]
    assert ann.call("DELETE", path).status == 204


def test_a_stranger_finds_nothing_of_anothers(ann: Person, eve: Person) -> None:
    path = f"/items/{ann.make()['item_id']}"
    attempts = [
        eve.call("GET", path),
        eve.call("PATCH", path, {"name": "Mine"}),
        eve.call("DELETE", path),
        eve.call("POST", f"{path}/image", {"content_type": "image/png"}),
        eve.call("POST", f"{path}/shares", {}),
        eve.call("GET", f"{path}/shares"),
        eve.call("POST", f"{path}/wears", {}),
    ]
    assert {answer.status for answer in attempts} == {404}
    assert ann.call("GET", path).body["version"] == 1


def test_a_wardrobe_is_imported_exported_and_erased(ann: Person) -> None:
    rows = [{"name": f"Shirt {number}", "category": "shirts"} for number in range(5)]
    wrong = ann.call("POST", "/items/import", {"items": [*rows, {"name": ""}]})
    assert wrong.status == 400
    assert ann.call("GET", "/items").body["items"] == []
    done = ann.call("POST", "/items/import", {"items": rows})
    assert done.status == 201, done.text
    assert done.body["imported"] == 5
    listed = eventually(lambda: ann.call("GET", "/items").body["items"], lambda items: len(items) == 5)
    assert len(listed) == 5
    link = ann.call("GET", "/export").body["download_url"]
    with urllib.request.urlopen(link) as answer:
        exported = json.loads(answer.read())
    assert sorted(item["name"] for item in exported["items"]) == [row["name"] for row in rows]
    item = f"/items/{listed[0]['item_id']}"
    assert ann.call("DELETE", item, if_match='"1"').status == 204
    assert ann.call("GET", item).status == 404
    assert ann.call("DELETE", "/me").status == 202
    assert eventually(lambda: ann.call("GET", "/items").body["items"], lambda items: not items) == []
    assert eventually(lambda: ann.call("GET", "/activities").body["items"], lambda found: not found) == []
