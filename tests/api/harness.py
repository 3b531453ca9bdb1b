"""A service's endpoints as Lambda runs them: a real event in, the response out, on the real schema.

While a function runs, any DynamoDB action that its declaration does not name is refused, as IAM would.
"""

import importlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import boto3

from edge import resources
from edge.settings import settings
from singletable import clock
from singletable.provision import table_request
from singletable.service import Deployable, Service
from singletable.store import Store
from tools.events.http import claims, http_event

BUCKET = "quartet-test"
ANN, BOB, EVE = claims("ann@example.com"), claims("bob@example.com"), claims("eve@example.com")
OPERATOR = claims("op@example.com", groups=("operators",))


class Crash(BaseException):
    """The process dies here: nothing catches it, nothing cleans up."""


# Each test begins on a day of its own, so that what a warm function remembers of the last one has expired.
_days = iter(range(100_000))
_BEGINNING = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def body(self) -> Any:
        return json.loads(self.text)

    @property
    def code(self) -> str:
        return str(self.body["code"])

    @property
    def paths(self) -> list[str]:
        """The fields that a problem blames."""
        return [error["path"] for error in self.body.get("errors", ())]


@dataclass
class App:
    """One service under test."""

    service: Service
    store: Store
    moment: datetime
    actions: list[str] = field(default_factory=list)
    """Every DynamoDB action that functions did, in order."""
    calls: int = 0
    """DynamoDB requests sent so far."""
    die_before: int | None = None
    """The process dies instead of sending the request with this number,"""
    die_after: int | None = None
    """or right after it was carried out."""
    _allowed: set[tuple[str, str | None]] | None = None

    def call(
        self,
        use_case: str,
        *,
        caller: Mapping[str, str] | None = ANN,
        path: Mapping[str, str] | None = None,
        query: Mapping[str, str] | None = None,
        body: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        route = self.service.by_use_case[use_case]
        event = http_event(route, path=path, query=query, body=body, headers=headers, caller=caller)
        response = self.invoke(use_case, event)
        sent = {name.lower(): str(value) for name, value in response.get("headers", {}).items()}
        for name, values in response.get("multiValueHeaders", {}).items():
            sent[name.lower()] = str(values[0])
        return Answer(response["statusCode"], sent, response.get("body") or "")

    def invoke(self, name: str, event: object) -> Any:
        """Any function of the service, by name, under its own permissions."""
        function = next(each for each in self.service.functions() if each.name == name)
        handler = self._handler(function)
        self._allowed = {(need.action, need.index) for need in function.needs}
        try:
            return handler(event, None)
        finally:
            self._allowed = None

    def _handler(self, function: Deployable) -> Any:
        module, _, attribute = self.service.handler(function).rpartition(".")
        return getattr(importlib.import_module(module), attribute)

    def pass_time(self, **amount: float) -> None:
        self.moment += timedelta(**amount)

    def rows(self) -> list[dict[str, Any]]:
        """Everything stored, in order of the key: what a test compares to see that nothing changed."""
        client = boto3.client("dynamodb")
        items = client.scan(TableName=self.store.name, ConsistentRead=True)["Items"]
        return sorted(items, key=lambda item: (item["PK"]["S"], item["SK"]["S"]))

    def check_permission(self, params: Mapping[str, Any], model: Any, **_: Any) -> None:
        self.calls += 1
        if self.calls == self.die_before:
            raise Crash
        for action, index in _actions(model.name, params):
            self.actions.append(action)
            if self._allowed is not None and (action, index) not in self._allowed:
                on = f" on {index}" if index else ""
                raise PermissionError(f"AccessDenied: dynamodb:{action}{on} is not declared")

    def after_call(self, **_: Any) -> None:
        if self.calls == self.die_after:
            raise Crash


def _actions(operation: str, params: Mapping[str, Any]) -> Iterator[tuple[str, str | None]]:
    verbs = {"Put": "PutItem", "Update": "UpdateItem", "Delete": "DeleteItem", "ConditionCheck": "ConditionCheckItem"}
    if operation == "TransactWriteItems":
        for item in params["TransactItems"]:
            yield verbs[next(iter(item))], None
    else:
        yield operation, params.get("IndexName")


@contextmanager
def running(service: Service) -> Iterator[App]:
    """The service on fresh, empty resources. Amazon must be mocked already."""
    name = f"{service.table.name}-test"
    environment = {
        "TABLE_NAME": name,
        "BUCKET_NAME": BUCKET,
        "CURSOR_KEY": "a key that only tests know",
        "SERVICE": service.name,
        "STAGE": "test",
        **{key.upper(): value for key, value in service.settings.items()},
    }
    client = boto3.client("dynamodb")
    client.create_table(**table_request(service.table, name))
    boto3.client("s3").create_bucket(Bucket=BUCKET)
    for worker in service.workers:
        url = boto3.client("sqs").create_queue(QueueName=worker.name)["QueueUrl"]
        environment[f"QUEUE_{worker.name.upper()}"] = url
    before = {key: os.environ.get(key) for key in environment}
    os.environ.update(environment)
    settings.cache_clear()
    store = resources.store_of(service)
    app = App(service, store, _BEGINNING + timedelta(days=next(_days)))
    read = clock.read
    clock.read = lambda: app.moment
    events = store._calls.client.meta.events
    events.register("before-parameter-build.dynamodb", app.check_permission)
    events.register("after-call.dynamodb", app.after_call)
    try:
        yield app
    finally:
        events.unregister("before-parameter-build.dynamodb", app.check_permission)
        events.unregister("after-call.dynamodb", app.after_call)
        clock.read = read
        for key, value in before.items():
            if value is None:
                os.environ.pop(key, None)
            else:
                os.environ[key] = value
        settings.cache_clear()
