"""A service of one thing, for what the edge does whatever the service."""

import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from io import StringIO
from logging import StreamHandler
from typing import Annotated

import pytest

from edge.observe import logger
from singletable.keys import Key
from singletable.schema import Envelope, KeyOnly, Table, Text, TimeFormat, entity
from singletable.service import PUBLIC, USER, GetItem, PutItem, Route, Service, UpdateItem
from tests.api.harness import App, running

TABLE = Table("edge_things", indexes=(), envelope=Envelope(type_name="kind", times=TimeFormat.ISO_MILLISECONDS))


@entity(TABLE, tag="thing")
class Thing:
    thing_id: str
    name: str
    version: int = 1

    key = Key("THING#{thing_id}", "THING", answers="a thing by id")


@entity(TABLE, tag="weight")
class Weight:
    thing_id: str
    weight: float

    key = Key("THING#{thing_id}", "WEIGHT", answers="what a thing weighs")


@entity(TABLE, tag="answered")
class Answered:
    caller: KeyOnly[str]
    token: KeyOnly[str]
    request_hash: str
    status: int
    body: Annotated[Text, "answer"]
    created_at: datetime
    expires_at: datetime

    key = Key("ANSWERED#{caller}", "{token}", answers="the answer that an Idempotency-Key got")


SERVICE = Service(
    name="things",
    title="Things",
    summary="One thing",
    table=TABLE,
    routes=(
        Route(
            "PUT",
            "/things/{thing_id}",
            "use_thing",
            USER,
            needs=(GetItem, PutItem, UpdateItem),
            idempotent=True,
            versioned=True,
        ),
        Route("GET", "/things", "see_things", PUBLIC, needs=(GetItem,)),
    ),
    idempotency=Answered,
)


@pytest.fixture
def logged() -> Iterator[Callable[[], str]]:
    """What functions log, as CloudWatch would get it."""
    written, handler = StringIO(), logger.registered_handler
    assert isinstance(handler, StreamHandler)
    before = handler.setStream(written)
    yield written.getvalue
    handler.setStream(before or sys.stdout)


@pytest.fixture
def things(moto: Callable[[], None]) -> Iterator[App]:
    moto()
    with running(SERVICE) as app:
        yield app
