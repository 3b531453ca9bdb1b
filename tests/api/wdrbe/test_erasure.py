"""Erasure: every row and every object of a user, whatever dies on the way; and of nobody else."""

from contextlib import suppress
from typing import Any

import boto3
import pytest

from functions.wdrbe.rules.imports import ROWS_IN_A_PART
from tests.api.harness import ANN, BOB, BUCKET, App, Crash
from tests.api.wdrbe.closet import Tape, here, item_id, numbers, queued, share, user_of, work
from tests.api.wdrbe.test_pictures import attach, objects, upload


def furnish(app: App, caller: Any) -> None:
    """Something of everything."""
    how = {"caller": caller}
    items = [item_id(app, caller, name=f"Item {number}") for number in range(3)]
    share(app, items[0], **how)
    token = share(app, items[0], **how)
    app.call("revoke_share", path=here(items[0], token=token), **how)
    app.call("log_wear", path=here(items[1]), body={}, headers={"Idempotency-Key": "k"}, **how)
    app.call("create_outfit", body={"name": "All", "item_ids": items}, **how)
    app.call("export_wardrobe", **how)
    # A bucket of other objects: one attached, one only uploaded.
    form = app.call("offer_upload", path=here(items[2]), body={"content_type": "image/png"}, **how).body
    boto3.client("s3").put_object(Bucket=BUCKET, Key=form["fields"]["key"], Body=b"x")
    app.call("attach_image", path=here(items[2]), body={"image_id": form["image_id"]}, **how)


def of(app: App, caller: Any) -> list[dict[str, Any]]:
    """The rows that a user can be found by."""
    user = user_of(caller)
    rows = app.rows()
    items = {row["PK"]["S"] for row in rows if row.get("UserId", {}).get("S") == user}
    return [row for row in rows if row["PK"]["S"] == f"USER#{user}" or row["PK"]["S"] in items]


def erase(app: App, caller: Any = ANN, **headers: str) -> Any:
    return app.call("erase_me", caller=caller, headers=headers)


def test_every_row_and_object_of_the_user_goes_and_nobody_elses(wdrbe: App) -> None:
    furnish(wdrbe, BOB)
    rows, kept = wdrbe.rows(), objects()
    furnish(wdrbe, ANN)
    answer = erase(wdrbe, **{"Idempotency-Key": "bye"})
    assert answer.status == 202
    assert work(wdrbe, "erase_wardrobe") == []
    assert wdrbe.rows() == rows
    assert objects() == kept


@pytest.mark.parametrize("call", range(1, 9))
def test_whatever_dies_the_next_try_finishes(wdrbe: App, call: int) -> None:
    furnish(wdrbe, ANN)
    erase(wdrbe)
    messages = queued("erase_wardrobe")
    wdrbe.die_after = wdrbe.calls + call
    with suppress(Crash):
        work(wdrbe, "erase_wardrobe", messages)
    wdrbe.die_after = None
    assert work(wdrbe, "erase_wardrobe", messages) == []
    assert wdrbe.rows() == []
    assert objects() == []


def test_a_message_that_comes_late_leaves_the_new_beginning_alone(wdrbe: App) -> None:
    furnish(wdrbe, ANN)
    erase(wdrbe)
    messages = queued("erase_wardrobe")
    work(wdrbe, "erase_wardrobe", messages)
    wdrbe.pass_time(seconds=1)
    item = item_id(wdrbe)
    attach(wdrbe, item, upload(wdrbe, item))
    share(wdrbe, item)
    wdrbe.call("log_wear", path=here(item), body={}, headers={"Idempotency-Key": "k"})
    rows, kept = wdrbe.rows(), objects()
    assert work(wdrbe, "erase_wardrobe", messages) == []
    assert wdrbe.rows() == rows
    assert objects() == kept


def test_a_retried_request_asks_for_the_same_erasure(wdrbe: App) -> None:
    first = erase(wdrbe, **{"Idempotency-Key": "bye"})
    wdrbe.pass_time(minutes=5)
    again = erase(wdrbe, **{"Idempotency-Key": "bye"})
    assert (again.status, again.text) == (202, first.text)
    [one, other] = queued("erase_wardrobe")
    assert one == other
    assert one["user_id"] == user_of(ANN)


def test_what_an_import_left_to_do_goes_too(wdrbe: App) -> None:
    table = "name,category\n" + "a,b\n" * (2 * ROWS_IN_A_PART)
    wdrbe.die_after = 3
    with pytest.raises(Crash):
        wdrbe.call("import_items", body=table, headers={"content-type": "text/csv"})
    wdrbe.die_after = None
    assert {row["EntityType"]["S"] for row in of(wdrbe, ANN)} >= {"ImportPart", "Item"}
    erase(wdrbe)
    work(wdrbe, "erase_wardrobe")
    assert wdrbe.rows() == []


def test_the_numbers_come_to_nought_with_the_items_and_then_expire(wdrbe: App) -> None:
    tape = Tape(wdrbe)
    furnish(wdrbe, ANN)
    tape.play("count_wardrobe")
    found = numbers(wdrbe)
    assert found is not None
    assert found.items == 3
    wdrbe.pass_time(seconds=1)
    erase(wdrbe)
    work(wdrbe, "erase_wardrobe")
    tape.play("count_wardrobe", "clear_away")
    [left] = wdrbe.rows()
    empty = numbers(wdrbe)
    assert empty is not None
    assert not any((empty.items, empty.by_season, empty.by_category, empty.value, empty.wears, empty.never_worn))
    assert left["ttl"] == {"N": str(int(wdrbe.moment.timestamp()) + 48 * 3600)}
    wdrbe.pass_time(hours=48)
    assert numbers(wdrbe) is None
