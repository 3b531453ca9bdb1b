"""Objects: copied, listed and deleted in bulk, and forms that let a browser upload one of a fixed type and size."""

import base64
import json

from singletable.bucket import MOST_DELETED, Bucket


def put(bucket: Bucket, *keys: str) -> None:
    for key in keys:
        bucket.put(key, key.encode(), content_type="image/png")


def test_a_copy_keeps_its_type_and_a_missing_source_is_said(bucket: Bucket) -> None:
    put(bucket, "new/1")
    assert bucket.copy("new/1", "kept/1")
    assert not bucket.copy("new/2", "kept/2")
    found = bucket.client.get_object(Bucket=bucket.name, Key="kept/1")
    assert (found["ContentType"], found["Body"].read()) == ("image/png", b"new/1")
    assert sorted(bucket.keys("")) == ["kept/1", "new/1"]


def test_listing_and_deleting_reach_beyond_one_page(bucket: Bucket) -> None:
    keys = [f"a/{number:04d}" for number in range(MOST_DELETED + 5)]
    put(bucket, *keys, "b/1")
    assert list(bucket.keys("a/")) == keys
    bucket.delete_all([*keys, "a/never-there"])
    assert list(bucket.keys("")) == ["b/1"]
    bucket.delete_all([])


def test_a_form_names_key_type_and_size_under_the_signature(bucket: Bucket) -> None:
    form = bucket.upload_form("new/1", content_type="image/png", largest=10, seconds=60)
    policy = json.loads(base64.b64decode(form["fields"]["policy"]))
    assert {"Content-Type": "image/png"} in policy["conditions"]
    assert ["content-length-range", 1, 10] in policy["conditions"]
    assert {"key": "new/1"} in policy["conditions"]
    assert form["fields"]["Content-Type"] == "image/png"


def test_an_object_is_found_or_said_to_be_missing(bucket: Bucket) -> None:
    put(bucket, "a")
    assert (bucket.find("a"), bucket.find("b")) == (b"a", None)
