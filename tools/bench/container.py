"""A service as it runs in Lambda: its real handlers, its tables on dynoxide, the rest of Amazon in this process."""

import importlib
import importlib.util
import os
import uuid
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import boto3
from moto import mock_aws

from edge import resources
from singletable.client import aws_client
from singletable.items import encode
from singletable.meter import Meter
from singletable.provision import table_request
from singletable.schema import spec_of
from singletable.service import Deployable, Isolated, Service
from singletable.store import Store
from tools.bench.isolated import isolated_functions
from tools.bench.processes import BrokenContender
from tools.generate.events import event_of
from tools.generate.sample import samples_of
from tools.generate.surroundings import NOWHERE, names_of, shout

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
COUNTED = ("kms", "s3", "secretsmanager", "sqs")
LOADED = "loaded"
"""The table that a filled engine has already."""


@dataclass
class Container:
    """Handlers that are imported and have answered nothing yet. Each fork of it is a Lambda container."""

    service: Service
    stores: tuple[Store, ...]
    meter: Meter = field(default_factory=Meter)
    beyond: Counter[str] = field(default_factory=Counter)
    """Requests to other services of Amazon."""

    made: tuple[object, ...] = ()
    """Rows that a sample cannot hold, such as wrapped keys."""

    @contextmanager
    def surrounded(self) -> Iterator[None]:
        """With what the service needs beside it, such as a payment gateway; for one fork."""
        module = f"tools.bench.beside.{self.service.name}"
        if importlib.util.find_spec(module) is None:
            yield
            return
        with importlib.import_module(module).beside(NOON) as self.made:
            yield

    def place_samples(self, stored: datetime) -> None:
        self.place([*samples_of(self.service).stored(stored), *self.made])

    def place(self, rows: Iterable[object]) -> None:
        """Makes new, otherwise empty tables, and uses them from now on."""
        held = tuple(rows)
        for store in self.stores:
            store.name = f"{store.table.name}-{uuid.uuid4().hex[:12]}"
            store.client.create_table(**table_request(store.table, store.name))
            store.batch_write(puts=(row for row in held if spec_of(row).table is store.table))
        self.forget()

    def use(self, name: str) -> None:
        self.stores[0].name = name

    def forget(self) -> None:
        self.meter.reset()
        self.beyond.clear()

    def sampled(self, function: Deployable) -> Any:
        """What the function answers to its sample event."""
        return self.invoke(function, event_of(function, samples_of(self.service).of(function.name)))

    def invoke(self, function: Deployable, event: Any) -> Any:
        handler = handler_of(self.service, function)
        if not function.invokes:
            return handler(event, None)
        called = [each for each in self.service.isolated if each.name in function.invokes]
        with isolated_functions(called) as address:
            os.environ["AWS_ENDPOINT_URL_LAMBDA"] = address
            return handler(event, None)

    def count_beyond(self, model: Any, **_: Any) -> None:
        self.beyond[model.service_model.service_name] += 1


def started(service: Service, engine_url: str) -> Container:
    """For this whole process: a function reads its environment when it is imported."""
    mock_aws().start()
    os.environ.update(NOWHERE | names_of(service))
    os.environ.update(
        AWS_ENDPOINT_URL_DYNAMODB=engine_url, SERVICE=service.name, STAGE="bench", POWERTOOLS_LOG_LEVEL="WARNING"
    )
    _provide(service)
    stores = [resources.store_of(service)]
    if service.vault is not None:
        stores.append(resources.vault_of(service))
    container = Container(service, tuple(stores))
    for store in stores:
        store._calls.meter = container.meter
    for function in service.functions():
        if not isinstance(function, Isolated):
            handler_of(service, function)
    for name in COUNTED:
        aws_client(name).meta.events.register("before-call", container.count_beyond)
    return container


def _provide(service: Service) -> None:
    boto3.client("s3").create_bucket(Bucket=os.environ["BUCKET_NAME"])
    for worker in service.workers:
        url = boto3.client("sqs").create_queue(QueueName=worker.name)["QueueUrl"]
        os.environ[f"QUEUE_{shout(worker.name)}"] = url
    for kind, name in {(extra.kind, extra.name) for function in service.functions() for extra in function.extras}:
        variable = f"{shout(kind)}_{shout(name)}"
        if kind == "key":
            os.environ[variable] = boto3.client("kms").create_key()["KeyMetadata"]["Arn"]
        elif kind == "secret":
            secret = boto3.client("secretsmanager").create_secret(Name=name, SecretString=f"the secret {name} " * 8)
            os.environ[variable] = secret["ARN"]
        else:
            os.environ.pop(variable, None)


def handler_of(service: Service, function: Deployable) -> Any:
    module, _, attribute = service.handler(function).rpartition(".")
    return getattr(importlib.import_module(module), attribute)


def items_of(rows: Iterable[object], service: Service) -> list[dict[str, Any]]:
    """As they stand in the service's own table."""
    return [encode(row) for row in rows if spec_of(row).table is service.table]


def succeeded(answer: Any) -> bool:
    if isinstance(answer, dict) and "statusCode" in answer:
        return 200 <= int(answer["statusCode"]) < 300
    return not (isinstance(answer, dict) and answer.get("batchItemFailures"))


def require_success(function: Deployable, answer: Any) -> None:
    if not succeeded(answer):
        raise BrokenContender(f"{function.name} answered {answer}")
