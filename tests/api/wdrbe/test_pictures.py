"""Pictures: a form that S3 enforces, taken over by the item, removed with it."""

import base64
import json
from typing import Any
from urllib.parse import urlparse

import boto3
import pytest

from functions.wdrbe.repository.pictures import Pictures
from functions.wdrbe.rules.items import NoSuchItem
from functions.wdrbe.rules.pictures import IMAGE_TYPES, LARGEST_IMAGE
from tests.api.harness import ANN, BUCKET, App
from tests.api.wdrbe.closet import Tape, here, item_id, on_the_list, share, stored, user_of


def objects() -> list[str]:
    found = boto3.client("s3").list_objects_v2(Bucket=BUCKET).get("Contents", ())
    return sorted(each["Key"] for each in found)


def offer(app: App, item: str, **body: Any) -> Any:
    return app.call("offer_upload", path=here(item), body={"content_type": "image/png"} | body)


def upload(app: App, item: str) -> str:
    """What a browser does with the form."""
    form = offer(app, item).body
    boto3.client("s3").put_object(
        Bucket=BUCKET, Key=form["fields"]["key"], Body=b"picture", ContentType=form["fields"]["Content-Type"]
    )
    return str(form["image_id"])


def attach(app: App, item: str, image: str) -> Any:
    return app.call("attach_image", path=here(item), body={"image_id": image})


@pytest.mark.parametrize("content_type", IMAGE_TYPES)
def test_the_form_lets_s3_refuse_any_other_key_type_or_size(wdrbe: App, content_type: str) -> None:
    item = item_id(wdrbe)
    answer = offer(wdrbe, item, content_type=content_type.upper(), size=LARGEST_IMAGE)
    assert answer.status == 201, answer.text
    form = answer.body
    policy = json.loads(base64.b64decode(form["fields"]["policy"]))
    assert {"key": f"images/new/{item}/{form['image_id']}"} in policy["conditions"]
    assert {"Content-Type": content_type} in policy["conditions"]
    assert ["content-length-range", 1, 10_485_760] in policy["conditions"]
    assert {"bucket": BUCKET} in policy["conditions"]
    assert form["fields"]["Content-Type"] == content_type
    assert (form["largest"], form["expires_in"]) == (10_485_760, 300)
    assert objects() == []


@pytest.mark.parametrize(
    ("body", "status", "code", "path"),
    [
        ({"content_type": "image/svg+xml"}, 415, "not_an_image", "body.content_type"),
        ({"content_type": "text/html"}, 415, "not_an_image", "body.content_type"),
        ({"size": LARGEST_IMAGE + 1}, 413, "image_too_large", "body.size"),
        ({"size": 0}, 400, "invalid_request", "body.size"),
    ],
)
def test_what_s3_would_refuse_is_refused_before(
    wdrbe: App, body: dict[str, Any], status: int, code: str, path: str
) -> None:
    answer = offer(wdrbe, item_id(wdrbe), **body)
    assert (answer.status, answer.code, answer.paths) == (status, code, [path])


def test_an_uploaded_picture_is_shown_once_the_item_takes_it(wdrbe: App) -> None:
    item = item_id(wdrbe)
    image = upload(wdrbe, item)
    assert wdrbe.call("show_item", path=here(item)).body["image_url"] is None
    assert attach(wdrbe, item, image).status == 204
    kept = f"images/kept/{item}/{image}"
    assert objects() == [kept, f"images/new/{item}/{image}"]
    assert stored(wdrbe, item).image_key == on_the_list(wdrbe, item).image_key == kept
    for use_case, path in (("show_item", here(item)), ("list_items", None)):
        shown = wdrbe.call(use_case, path=path).body
        url = urlparse((shown.get("items") or [shown])[0]["image_url"])
        assert url.path.endswith(kept)
        assert "X-Amz-Expires=900" in url.query
    head = boto3.client("s3").head_object(Bucket=BUCKET, Key=kept)
    assert head["ContentType"] == "image/png"


def test_taking_a_picture_twice_is_the_same_as_once(wdrbe: App) -> None:
    item = item_id(wdrbe)
    image = upload(wdrbe, item)
    for _ in range(2):
        assert attach(wdrbe, item, image).status == 204
    boto3.client("s3").delete_object(Bucket=BUCKET, Key=f"images/new/{item}/{image}")
    assert attach(wdrbe, item, image).status == 204


def test_what_was_never_uploaded_cannot_be_shown(wdrbe: App) -> None:
    item, other = item_id(wdrbe), item_id(wdrbe)
    image = offer(wdrbe, item).body["image_id"]
    rows = wdrbe.rows()
    for use in (image, upload(wdrbe, other)):
        refused = attach(wdrbe, item, use)
        assert (refused.status, refused.code) == (409, "image_not_uploaded")
    assert wdrbe.rows() == rows


def test_a_replaced_or_removed_picture_is_cleared_away_by_the_stream(wdrbe: App) -> None:
    item = item_id(wdrbe)
    first, second = upload(wdrbe, item), upload(wdrbe, item)
    attach(wdrbe, item, first)
    tape = Tape(wdrbe)
    attach(wdrbe, item, second)
    tape.play("clear_away")
    kept = [key for key in objects() if "/kept/" in key]
    assert kept == [f"images/kept/{item}/{second}"]
    assert wdrbe.call("remove_image", path=here(item)).status == 204
    tape.play("clear_away")
    assert [key for key in objects() if "/kept/" in key] == []
    assert stored(wdrbe, item).image_key is on_the_list(wdrbe, item).image_key is None
    rows = wdrbe.rows()
    assert wdrbe.call("remove_image", path=here(item)).status == 204
    assert wdrbe.rows() == rows


def test_a_deleted_item_takes_every_picture_with_it(wdrbe: App) -> None:
    item, other = item_id(wdrbe), item_id(wdrbe)
    for _ in range(2):
        attach(wdrbe, item, upload(wdrbe, item))
    attach(wdrbe, other, upload(wdrbe, other))
    # A process that died after the copy left this one behind.
    boto3.client("s3").put_object(Bucket=BUCKET, Key=f"images/kept/{item}/orphan", Body=b"x")
    tape = Tape(wdrbe)
    wdrbe.call("delete_item", path=here(item))
    tape.play("clear_away")
    assert [key.split("/")[2] for key in objects()] == [other, other]


def test_a_picture_that_an_item_takes_while_it_is_deleted_is_not_left_behind(wdrbe: App) -> None:
    item = item_id(wdrbe)
    image, seen = upload(wdrbe, item), stored(wdrbe, item)
    wdrbe.call("delete_item", path=here(item))
    with pytest.raises(NoSuchItem):
        Pictures(wdrbe.store).attach(seen, image, wdrbe.moment)
    assert [key for key in objects() if "/kept/" in key] == []


def test_a_link_to_a_picture_says_nothing_of_its_owner(wdrbe: App) -> None:
    item = item_id(wdrbe)
    attach(wdrbe, item, upload(wdrbe, item))
    token = share(wdrbe, item)
    url = wdrbe.call("show_shared", path={"token": token}, caller=None).body["image_url"]
    assert user_of(ANN) not in url
    assert url.partition("?")[0].endswith(stored(wdrbe, item).image_key or "nothing")
