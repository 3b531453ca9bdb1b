"""A service's endpoints as Lambda runs them: a real event in, the response out, on the real schema.

Every answer is held against the description of the API. While a function runs, any DynamoDB action that its
declaration does not name is refused, as IAM would.
"""

import importlib
import io
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, redirect_stdout
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from logging import StreamHandler
from typing import Any

import boto3

from edge import resources
from edge.observe import logger
from edge.settings import settings
from singletable import clock
from singletable.provision import table_request
from singletable.service import Deployable, Need, Service
from singletable.store import Store
from tests.contract import contract_of
from tools.events.http import claims, http_event

BUCKET = "quartet-test"
ANN, BOB, EVE = claims("ann@example.com"), claims("bob@example.com"), claims("eve@example.com")
OPERATOR = claims("op@example.com", groups=("operators",))


@cache
def aws(service: str) -> Any:
    """One client per process: to make one takes longer than most tests. What it meets is each test's own."""
    return boto3.client(service)  # type: ignore[call-overload]  # any service


class Crash(BaseException):
    """The process dies here: nothing catches it, nothing cleans up."""


# Each test begins on a day of its own: what a warm function remembers of the last one has expired.
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
    log: io.StringIO = field(default_factory=io.StringIO)
    """Everything that functions wrote: log lines and metrics."""
    beside: Any = None
    """What runs beside the service, where it needs something."""
    _allowed: set[Need] | None = None

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
        answer = Answer(response["statusCode"], sent, response.get("body") or "")
        contract = contract_of(self.service.name)
        broken = contract.broken_by(use_case, answer.status, answer.headers, answer.text) if contract else []
        assert broken == [], broken
        return answer

    def invoke(self, name: str, event: object) -> Any:
        """Any function of the service, by name, under its own permissions."""
        function = next(each for each in self.service.functions() if each.name == name)
        handler = self._handler(function)
        self._allowed = set(function.needs)
        try:
            with self._listening(), _without(_undeclared(self.service, function)):
                return handler(event, None)
        finally:
            self._allowed = None

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """What goes to standard output in Lambda goes to the log here."""
        before = [(handler, handler.stream) for handler in logger.handlers if isinstance(handler, StreamHandler)]
        for handler, _ in before:
            handler.setStream(self.log)
        try:
            with redirect_stdout(self.log):
                yield
        finally:
            for handler, stream in before:
                handler.setStream(stream)

    def _handler(self, function: Deployable) -> Any:
        module, _, attribute = self.service.handler(function).rpartition(".")
        return getattr(importlib.import_module(module), attribute)

    def pass_time(self, **amount: float) -> None:
        self.moment += timedelta(**amount)

    def rows(self) -> list[dict[str, Any]]:
        """Everything stored, in order of the key: what a test compares to see that nothing changed."""
        return _rows(self.store.name)

    def vault_rows(self) -> list[dict[str, Any]]:
        return _rows(_vault_name(self.service))

    def check_permission(self, params: Mapping[str, Any], model: Any, **_: Any) -> None:
        self.calls += 1
        if self.calls == self.die_before:
            raise Crash
        for need in _needs(model.name, params, _vault_name(self.service)):
            self.actions.append(need.action)
            if self._allowed is not None and need not in self._allowed:
                raise PermissionError(f"AccessDenied: {need} is not declared")

    def after_call(self, **_: Any) -> None:
        if self.calls == self.die_after:
            raise Crash


def _needs(operation: str, params: Mapping[str, Any], vault: str) -> Iterator[Need]:
    verbs = {"Put": "PutItem", "Update": "UpdateItem", "Delete": "DeleteItem", "ConditionCheck": "ConditionCheckItem"}
    if operation == "TransactWriteItems":
        for item in params["TransactItems"]:
            yield Need(verbs[next(iter(item))], vault=next(iter(item.values()))["TableName"] == vault)
    elif "RequestItems" in params:
        yield from (Need(operation, vault=table == vault) for table in params["RequestItems"])
    else:
        yield Need(operation, params.get("IndexName"), vault=params["TableName"] == vault)


def _rows(table: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    for page in aws("dynamodb").get_paginator("scan").paginate(TableName=table, ConsistentRead=True):
        items += page["Items"]
    return sorted(items, key=lambda item: (item["PK"]["S"], item["SK"]["S"]))


def _vault_name(service: Service) -> str:
    return f"{service.vault.name}-test" if service.vault else ""


def _undeclared(service: Service, function: Deployable) -> set[str]:
    """Names of secrets, keys and senders that other functions of the service find in their environment."""
    extras = {extra for each in service.functions() for extra in each.extras}
    own = {(extra.kind, extra.name) for extra in function.extras}
    return {f"{extra.kind}_{extra.name}".upper() for extra in extras if (extra.kind, extra.name) not in own}


@contextmanager
def _without(names: set[str]) -> Iterator[None]:
    hidden = {name: os.environ.pop(name) for name in names if name in os.environ}
    settings.cache_clear()
    try:
        yield
    finally:
        os.environ.update(hidden)
        settings.cache_clear()


def _extras(service: Service) -> Iterator[tuple[str, str]]:
    """Keys and secrets that functions declare; an e-mail sender or a model only where a test configures one."""
    extras = {(extra.kind, extra.name) for function in service.functions() for extra in function.extras}
    for kind, name in sorted(extras):
        if kind == "key":
            yield f"KEY_{name.upper()}", aws("kms").create_key()["KeyMetadata"]["Arn"]
        if kind == "secret":
            secret = aws("secretsmanager").create_secret(Name=name, SecretString=f"the secret {name} " * 8)
            yield f"SECRET_{name.upper()}", secret["ARN"]


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
    client = aws("dynamodb")
    client.create_table(**table_request(service.table, name))
    if service.vault is not None:
        environment["VAULT_NAME"] = _vault_name(service)
        client.create_table(**table_request(service.vault, _vault_name(service)))
    environment.update(_extras(service))
    aws("s3").create_bucket(Bucket=BUCKET)
    for worker in service.workers:
        url = aws("sqs").create_queue(QueueName=worker.name)["QueueUrl"]
        environment[f"QUEUE_{worker.name.upper()}"] = url
    for isolated in service.isolated:
        environment[f"FUNCTION_{isolated.name.upper()}"] = isolated.name
    with _beside(service, environment) as beside, _surrounded(environment):
        store = resources.store_of(service)
        app = App(service, store, _BEGINNING + timedelta(days=next(_days)), beside=beside)
        with _listened_to(app):
            yield app


@contextmanager
def _beside(service: Service, environment: dict[str, str]) -> Iterator[Any]:
    """What else a service needs to run, such as a payment gateway: its tests say so in `surroundings.py`."""
    module = f"tests.api.{service.name}.surroundings"
    try:
        needed = importlib.import_module(module).surroundings(environment)
    except ModuleNotFoundError as absent:
        if absent.name not in (module, module.rpartition(".")[0]):
            raise
        needed = nullcontext()
    with needed as beside:
        yield beside


@contextmanager
def _surrounded(environment: dict[str, str]) -> Iterator[None]:
    before = {key: os.environ.get(key) for key in environment}
    os.environ.update(environment)
    settings.cache_clear()
    try:
        yield
    finally:
        for key, value in before.items():
            if value is None:
                os.environ.pop(key, None)
            else:
                os.environ[key] = value
        settings.cache_clear()


@contextmanager
def _listened_to(app: App) -> Iterator[None]:
    """Its clock is the test's, and every request of its store is checked."""
    read = clock.read
    clock.read = lambda: app.moment
    events = app.store.client.meta.events
    events.register("before-parameter-build.dynamodb", app.check_permission)
    events.register("after-call.dynamodb", app.after_call)
    try:
        yield
    finally:
        events.unregister("before-parameter-build.dynamodb", app.check_permission)
        events.unregister("after-call.dynamodb", app.after_call)
        clock.read = read
