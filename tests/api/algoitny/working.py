"""What stands between an endpoint and its worker in the tests: the queue, read as Lambda reads it."""

import json
from typing import Any

import boto3

from tests.api.harness import ANN, Answer, App

A_PLUS_B: dict[str, Any] = {
    "title": "A+B",
    "statement": "Print the sum of two numbers.",
    "solution": "print(sum(map(int, input().split())))",
    "hints": ["Read two numbers.", "Add them."],
    "is_completed": True,
    "test_cases": [{"input": "1 2\n", "output": "3\n"}, {"input": "4 5\n", "output": "9\n"}],
}
HERE = {"platform": "baekjoon", "problem_id": "1000"}
RIGHT = "print(sum(map(int, input().split())))"
WRONG = "print(3)"


def messages(worker: str) -> list[dict[str, Any]]:
    """Takes everything off a queue, as events for its worker."""
    client = boto3.client("sqs")
    url = client.get_queue_url(QueueName=worker)["QueueUrl"]
    taken: list[dict[str, Any]] = []
    while received := client.receive_message(QueueUrl=url, MaxNumberOfMessages=10).get("Messages"):
        for message in received:
            client.delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
            taken.append(event_of(message["Body"]))
    return taken


def event_of(body: str | dict[str, Any]) -> dict[str, Any]:
    text = body if isinstance(body, str) else json.dumps(body)
    return {
        "Records": [{"messageId": "m1", "receiptHandle": "r", "body": text, "eventSource": "aws:sqs", "attributes": {}}]
    }


def work(app: App, worker: str) -> int:
    """Delivers what waits in a queue; every message must succeed."""
    events = messages(worker)
    for event in events:
        assert app.invoke(worker, event)["batchItemFailures"] == []
    return len(events)


def execute(app: App, code: str = RIGHT, caller: dict[str, str] = ANN, **more: Any) -> Answer:
    body = {"code": code, **more.pop("body", {})}
    return app.call("execute_code", **{"caller": caller, "path": HERE, "body": body, **more})


def ran(app: App, code: str = RIGHT, caller: dict[str, str] = ANN, **more: Any) -> Answer:
    """An execution, brought to its end."""
    begun = execute(app, code, caller, **more)
    assert begun.status == 202, begun.text
    work(app, "run_execution")
    return app.call("show_execution", caller=caller, path={"execution_id": begun.body["execution_id"]})


def rows_of(app: App, kind: str) -> list[dict[str, Any]]:
    return [row for row in app.rows() if row["tp"]["S"] == kind]


def used(app: App, action: str = "execution") -> int:
    return sum(int(row[action]["N"]) for row in rows_of(app, "use") if action in row)
