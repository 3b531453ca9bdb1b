"""The engines that tests run on, and stores on fresh tables of theirs."""

import socket
import subprocess
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import boto3
import pytest
from botocore.config import Config
from moto import mock_aws
from moto.core.botocore_stubber import BotocoreStubber

from singletable import clock
from singletable.bucket import Bucket
from singletable.client import dynamodb_client
from singletable.cursor import Cursors
from singletable.meter import Meter
from singletable.provision import table_request
from singletable.schema import Table
from singletable.store import Store

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient

DYNOXIDE = Path(__file__).parents[1] / "node_modules/@dynoxide/linux-x64/dynoxide"
ENVIRONMENT = {
    "AWS_ACCESS_KEY_ID": "test",
    "AWS_SECRET_ACCESS_KEY": "test",
    "AWS_REGION": "us-east-1",
    "AWS_DEFAULT_REGION": "us-east-1",
}
CURSOR_KEY = b"a key that only tests know"


class Engine(StrEnum):
    """What answers the requests."""

    MOTO = "moto"
    """In this process and fast. A request is atomic only because each waits for the one before, so no race can be
    lost here; its capacity figures are wrong."""
    DYNOXIDE = "dynoxide"
    """A process of its own: atomic, with exact capacity units."""
    AWS = "aws"


class Wire(StrEnum):
    """What sends them."""

    BOTO3 = "boto3"
    TUNED = "tuned"


@contextmanager
def moto_one_at_a_time() -> Iterator[None]:
    """moto copies its tables while another thread changes them, and breaks: what a function does in threads waits
    here for its turn."""
    answer, turn = BotocoreStubber.__call__, RLock()

    def in_turn(self: BotocoreStubber, event_name: str, request: Any, **more: Any) -> Any:
        with turn:
            return answer(self, event_name, request, **more)

    with patch.object(BotocoreStubber, "__call__", in_turn), mock_aws():
        yield


@contextmanager
def dynoxide_server() -> Iterator[str]:
    """A running engine with nothing in it, at this address."""
    if not DYNOXIDE.exists():
        pytest.skip(f"the engine dynoxide is not installed: {DYNOXIDE} is missing (npm ci brings it, on Linux x64)")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [DYNOXIDE, "--host", "127.0.0.1", "--port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _wait_for(port, process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=10)


def _wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(200):
        if process.poll() is not None:
            raise RuntimeError(f"dynoxide ended with {process.returncode}")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise RuntimeError("dynoxide does not answer")


def boto3_client(endpoint: str | None = None) -> "DynamoDBClient":
    config = Config(max_pool_connections=64, retries={"total_max_attempts": 2})
    return boto3.client("dynamodb", endpoint_url=endpoint, config=config)


@contextmanager
def fresh_bucket() -> Iterator[Bucket]:
    """An empty bucket; it goes with what is in it."""
    client, name = boto3.client("s3"), f"quartet-tests-{uuid.uuid4().hex}"
    client.create_bucket(Bucket=name)
    yield Bucket(name, lambda: client)
    for listed in client.list_objects_v2(Bucket=name).get("Contents", ()):
        client.delete_object(Bucket=name, Key=listed["Key"])
    client.delete_bucket(Bucket=name)


@dataclass
class StoreFor:
    """Makes stores, each on a table of its own; their tables are gone after the test."""

    forced: str | None
    dynoxide: Callable[[], str]
    moto: Callable[[], None]
    clients: dict[tuple[str, str], Any]
    made: list[tuple["DynamoDBClient", str]] = field(default_factory=list)

    def __call__(
        self,
        table: Table,
        *,
        engine: str = Engine.MOTO,
        wire: str = Wire.BOTO3,
        meter: Meter | None = None,
        now: Callable[[], datetime] = clock.now,
        bucket: Bucket | None = None,
        pause: Callable[[float], None] = time.sleep,
    ) -> Store:
        client = self.client(engine, wire)
        name = f"{table.name}-{uuid.uuid4().hex[:12]}"
        client.create_table(**table_request(table, name))
        client.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 1})
        self.made.append((client, name))
        return Store(
            table, client, name=name, cursors=Cursors(CURSOR_KEY), bucket=bucket, now=now, pause=pause, meter=meter
        )

    def client(self, engine: str = Engine.MOTO, wire: str = Wire.BOTO3) -> "DynamoDBClient":
        """The engine's client, shared by all tests of a process."""
        engine = self._chosen(engine)
        if engine == Engine.MOTO:
            self.moto()
        if (engine, wire) not in self.clients:
            endpoint = self.dynoxide() if engine == Engine.DYNOXIDE else None
            tuned = wire == Wire.TUNED
            self.clients[engine, wire] = dynamodb_client(endpoint_url=endpoint) if tuned else boto3_client(endpoint)
        client: DynamoDBClient = self.clients[engine, wire]
        return client

    def _chosen(self, asked: str) -> str:
        """Who asks for dynoxide needs its atomicity or its figures, and moto has neither."""
        return asked if self.forced is None or self.forced == Engine.MOTO else self.forced

    def clear(self) -> None:
        for client, name in self.made:
            client.delete_table(TableName=name)
