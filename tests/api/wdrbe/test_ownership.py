"""Nobody reads, changes, shares, wears or puts together what is somebody else's, whatever id is sent."""

from typing import Any

import pytest

from functions.wdrbe.service import SERVICE
from singletable.service import Route, Who
from tests.api.harness import ANN, BOB, EVE, App
from tests.api.wdrbe.closet import here, item_id, queued, share, work
from tests.api.wdrbe.test_pictures import attach, objects, upload
from tools.generate.sample import Call, samples_of

OF_ITEMS = [route for route in SERVICE.routes if "{item_id}" in route.path]
OF_OUTFITS = [route for route in SERVICE.routes if "{outfit_id}" in route.path]
LISTS = [route for route in SERVICE.routes if route.method == "GET" and "{" not in route.path and route.who is Who.USER]


def name_of(route: Route) -> str:
    return route.use_case


class Annes:
    """A wardrobe with something of everything, and every id that leads into it."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.item = item_id(app, name="Anne's secret dress")
        self.image = upload(app, self.item)
        attach(app, self.item, self.image)
        self.token = share(app, self.item)
        app.call("log_wear", path=here(self.item), body={})
        outfit = app.call("create_outfit", body={"name": "Anne's outfit", "item_ids": [self.item]})
        self.outfit = outfit.body["outfit_id"]
        self.bobs = item_id(app, BOB)

    def request(self, route: Route, **ids: str) -> dict[str, Any]:
        """A good request of this route, with these ids in it."""
        sample = samples_of(SERVICE).of(route.use_case)
        assert isinstance(sample, Call)
        known = {"item_id": self.item, "token": self.token, "outfit_id": self.outfit} | ids
        body = sample.body
        if route.use_case == "attach_image":
            body = {"image_id": self.image}
        if route.use_case == "log_wear":
            body = {"date": "2026-01-01"}
        if "item_ids" in (body or {}):
            body = {"name": "Mine now", "item_ids": [ids.get("held", self.item)]}
        return {"path": {name: known[name] for name in sample.path}, "body": body, "headers": {}}


@pytest.fixture
def annes(wdrbe: App) -> Annes:
    return Annes(wdrbe)


@pytest.mark.parametrize("route", OF_ITEMS, ids=name_of)
def test_an_endpoint_of_an_item_knows_only_its_owner(annes: Annes, route: Route) -> None:
    app = annes.app
    rows, kept = app.rows(), objects()
    for caller in (BOB, EVE):
        answer = app.call(route.use_case, caller=caller, **annes.request(route))
        assert (answer.status, answer.code) == (404, "no_such_item")
        nowhere = app.call(route.use_case, caller=caller, **annes.request(route, item_id="0" * 26))
        assert answer.body == nowhere.body
    assert app.rows() == rows
    assert objects() == kept
    assert queued("record_share") == []
    # The same request is good when its owner sends it: that is what was refused.
    assert app.call(route.use_case, caller=ANN, **annes.request(route)).status < 300


@pytest.mark.parametrize("route", OF_OUTFITS, ids=name_of)
def test_an_endpoint_of_an_outfit_knows_only_its_owner(annes: Annes, route: Route) -> None:
    rows = annes.app.rows()
    answer = annes.app.call(route.use_case, caller=BOB, **annes.request(route, held=annes.bobs))
    assert (answer.status, answer.code) == (404, "no_such_outfit")
    assert annes.app.rows() == rows


def test_nobody_wears_an_outfit_of_anothers_items(annes: Annes) -> None:
    app = annes.app
    mine = app.call("create_outfit", caller=BOB, body={"name": "Bob's", "item_ids": [annes.bobs]}).body
    rows = app.rows()
    for items in ([annes.item], [annes.bobs, annes.item]):
        body = {"name": "Bob's", "item_ids": items}
        made = app.call("create_outfit", caller=BOB, body=body)
        changed = app.call("change_outfit", caller=BOB, path={"outfit_id": mine["outfit_id"]}, body=body)
        assert (made.status, made.code, changed.status, changed.code) == (404, "no_such_item", 404, "no_such_item")
    assert app.rows() == rows


def test_a_link_is_revoked_through_its_own_item_alone(annes: Annes) -> None:
    app = annes.app
    rows = app.rows()
    answer = app.call("revoke_share", caller=BOB, path=here(annes.bobs, token=annes.token))
    assert (answer.status, answer.code) == (404, "no_such_share")
    other = item_id(app)
    rows = app.rows()
    assert app.call("revoke_share", path=here(other, token=annes.token)).code == "no_such_share"
    assert app.rows() == rows


def test_a_picture_is_taken_from_its_own_item_alone(annes: Annes) -> None:
    answer = attach_as(annes.app, BOB, annes.bobs, annes.image)
    assert (answer.status, answer.code) == (409, "image_not_uploaded")


def attach_as(app: App, caller: dict[str, str], item: str, image: str) -> Any:
    return app.call("attach_image", caller=caller, path=here(item), body={"image_id": image})


@pytest.mark.parametrize("route", LISTS, ids=name_of)
def test_a_list_shows_nothing_of_others(annes: Annes, route: Route) -> None:
    app = annes.app
    for query in ({}, {"category": "dresses"}, {"season": "summer"}) if route.use_case == "list_items" else ({},):
        answer = app.call(route.use_case, caller=EVE, query=query)
        assert answer.status == 200
        assert answer.body.get("items") in ([], 0)
        for known in (annes.item, annes.outfit, annes.token, "Anne"):
            assert known not in answer.text


def test_a_message_with_a_wrong_owner_shares_nothing(annes: Annes) -> None:
    app = annes.app
    app.call("share_item", path=here(annes.item), body={})
    [message] = queued("record_share")
    rows = app.rows()

    assert work(app, "record_share", [message | {"user_id": BOB["sub"]}]) == []
    assert app.rows() == rows


def test_every_route_is_in_one_of_these_loops() -> None:
    """A new endpoint that takes an id, or lists, is tested here without anybody's doing."""
    others = {route.use_case for route in SERVICE.routes} - {r.use_case for r in (*OF_ITEMS, *OF_OUTFITS, *LISTS)}
    assert others == {
        "create_item",
        "create_outfit",
        "import_items",
        "erase_me",
        "show_shared",
        "show_openapi",
        "show_docs",
        "check_health",
    }
