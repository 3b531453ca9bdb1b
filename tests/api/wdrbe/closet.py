"""What Wdrbe's tests do again and again: add an item, work off a queue, play the table's changes to the stream."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import boto3

from functions.wdrbe.entities import TABLE, Item, Statistics, UserItem
from singletable.items import decode_any_entity
from tests.api.harness import ANN, App
from tools.events.stream import stream_event, stream_record

DRESS: dict[str, Any] = {"name": "Summer Beach Dress", "category": "dresses", "season": "summer"}


def user_of(caller: Mapping[str, str]) -> str:
    return caller["sub"]


def add(app: App, caller: Mapping[str, str] = ANN, **fields: Any) -> dict[str, Any]:
    """An item, a second after whatever was before it."""
    app.pass_time(seconds=1)
    made = app.call("create_item", caller=caller, body=DRESS | fields)
    assert made.status == 201, made.text
    body: dict[str, Any] = made.body
    return body


def item_id(app: App, caller: Mapping[str, str] = ANN, **fields: Any) -> str:
    return str(add(app, caller, **fields)["item_id"])


def here(item: str, **more: str) -> dict[str, str]:
    return {"item_id": item, **more}


def pages(
    app: App, use_case: str, *, query: Mapping[str, str] | None = None, limit: int, **how: Any
) -> list[list[Any]]:
    """Every page of a list."""
    found, cursor = [], None
    while True:
        asked = {**(query or {}), "limit": str(limit), **({"cursor": cursor} if cursor else {})}
        answer = app.call(use_case, query=asked, **how)
        assert answer.status == 200, answer.text
        found.append(answer.body["items"])
        cursor = answer.body["next_cursor"]
        if cursor is None:
            return found


def message_event(*bodies: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "Records": [
            {
                "messageId": f"message-{number}",
                "receiptHandle": f"receipt-{number}",
                "body": json.dumps(body),
                "attributes": {},
                "messageAttributes": {},
                "md5OfBody": "",
                "eventSource": "aws:sqs",
                "eventSourceARN": "arn:aws:sqs:us-east-1:000000000000:queue",
                "awsRegion": "us-east-1",
            }
            for number, body in enumerate(bodies, start=1)
        ]
    }


def queued(worker: str) -> list[dict[str, Any]]:
    """Takes what waits in a worker's queue."""
    client = boto3.client("sqs")
    url = client.get_queue_url(QueueName=worker)["QueueUrl"]
    found: list[dict[str, Any]] = []
    while messages := client.receive_message(QueueUrl=url, MaxNumberOfMessages=10).get("Messages"):
        for message in messages:
            found.append(json.loads(message["Body"]))
            client.delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
    return found


def work(app: App, worker: str, messages: Iterable[Mapping[str, Any]] | None = None) -> list[dict[str, Any]]:
    """Gives a worker what waits for it, and answers what failed."""
    waiting = queued(worker) if messages is None else messages
    failures: list[dict[str, Any]] = app.invoke(worker, message_event(*waiting))["batchItemFailures"]
    return failures


def share(app: App, item: str, **how: Any) -> str:
    """A link that works."""
    answer = app.call("share_item", path=here(item), body={}, **how)
    assert answer.status == 202, answer.text
    assert work(app, "record_share") == []
    return str(answer.body["token"])


def stored(app: App, item: str) -> Item:
    found = app.store.get(Item.key.item(item_id=item), consistent=True)
    assert found is not None
    return found


def on_the_list(app: App, item: str, caller: Mapping[str, str] = ANN) -> UserItem:
    found = app.store.get(UserItem.key.item(user_id=user_of(caller), item_id=item), consistent=True)
    assert found is not None
    return found


def kinds(app: App) -> list[str]:
    return sorted(row["EntityType"]["S"] for row in app.rows())


class Tape:
    """The stream of the table: what changed since it was read last."""

    def __init__(self, app: App) -> None:
        self._app, self._number = app, 10**20
        self._rows = self._now()

    def _now(self) -> dict[tuple[str, str], Any]:
        return {(row["PK"]["S"], row["SK"]["S"]): row for row in self._app.rows()}

    def records(self, starting: str = "ITEM#", sort: str = "METADATA") -> list[dict[str, Any]]:
        rows, before = self._now(), self._rows
        self._rows, records = rows, []
        for key in sorted({*rows, *before}):
            if rows.get(key) == before.get(key) or not (key[0].startswith(starting) and key[1].startswith(sort)):
                continue
            self._number += 7
            old, new = (decode_any_entity(row, TABLE) if row else None for row in (before.get(key), rows.get(key)))
            records.append(stream_record(old, new, number=self._number, at=self._app.moment))
        return records

    def play(self, *consumers: str) -> None:
        """What changed since, to the consumers."""
        records = self.records()
        for consumer in consumers:
            seen = [record for record in records if consumer != "clear_away" or record["eventName"] != "INSERT"]
            assert self._app.invoke(consumer, stream_event(seen))["batchItemFailures"] == []


def numbers(app: App, caller: Mapping[str, str] = ANN) -> Statistics | None:
    return app.store.get(Statistics.key.item(user_id=user_of(caller)), consistent=True)
