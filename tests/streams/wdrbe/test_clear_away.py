"""What an item leaves behind is cleared away, whatever dies on the way; and nothing of others."""

from contextlib import suppress

import boto3
import pytest

from functions.wdrbe.entities import Share
from tests.api.harness import BUCKET, App, Crash
from tests.api.wdrbe.closet import Tape, here, item_id, share
from tests.api.wdrbe.test_pictures import attach, objects, upload
from tools.events.stream import stream_event


class Deleted:
    """An item with links, a picture and a place in an outfit; deleted, and what the stream says of that."""

    def __init__(self, app: App) -> None:
        self.item, self.other = item_id(app), item_id(app)
        for item in (self.item, self.other):
            attach(app, item, upload(app, item))
            token = share(app, item)
            share(app, item)
            app.call("revoke_share", path=here(item, token=token))
        body = {"name": "Both", "item_ids": [self.item, self.other]}
        self.outfit = app.call("create_outfit", body=body).body["outfit_id"]
        tape = Tape(app)
        app.call("delete_item", path=here(self.item))
        self.event = stream_event(tape.records(), shard=None)


@pytest.fixture
def deleted(wdrbe: App) -> Deleted:
    return Deleted(wdrbe)


def cleared(app: App, deleted: Deleted) -> None:
    assert list(app.store.every(Share.key(item_id=deleted.item))) == []
    assert len(list(app.store.every(Share.key(item_id=deleted.other)))) == 2
    assert [key.split("/")[2] for key in objects()] == [deleted.other, deleted.other]
    [outfit] = app.call("list_outfits").body["items"]
    assert (outfit["item_ids"], outfit["version"]) == ([deleted.other], 2)


def test_links_pictures_and_mentions_of_a_deleted_item_go(wdrbe: App, deleted: Deleted) -> None:
    for _ in range(3):
        assert wdrbe.invoke("clear_away", deleted.event)["batchItemFailures"] == []
        cleared(wdrbe, deleted)


@pytest.mark.parametrize("moment", ["die_before", "die_after"])
@pytest.mark.parametrize("call", range(1, 5))
def test_whatever_dies_the_next_delivery_finishes(wdrbe: App, deleted: Deleted, call: int, moment: str) -> None:
    setattr(wdrbe, moment, wdrbe.calls + call)
    with suppress(Crash):
        wdrbe.invoke("clear_away", deleted.event)
    wdrbe.die_before = wdrbe.die_after = None
    assert wdrbe.invoke("clear_away", deleted.event)["batchItemFailures"] == []
    cleared(wdrbe, deleted)


def test_an_edit_without_a_new_picture_clears_nothing(wdrbe: App) -> None:
    item = item_id(wdrbe)
    attach(wdrbe, item, upload(wdrbe, item))
    tape, before = Tape(wdrbe), objects()
    wdrbe.call("change_item", path=here(item), body={"name": "New"})
    share(wdrbe, item)
    tape.play("clear_away")
    assert objects() == before
    head = boto3.client("s3").head_object(Bucket=BUCKET, Key=before[0])
    assert head["ContentLength"] > 0
