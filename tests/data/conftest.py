"""The library's store on both engines, each through another client, under a clock that tests may move."""

import pytest

from singletable.bucket import Bucket
from singletable.store import Store
from tests.data.clock import Clock
from tests.data.tables import LIBRARY
from tests.engines import Engine, StoreFor, Wire


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=[(Engine.MOTO, Wire.BOTO3), (Engine.DYNOXIDE, Wire.TUNED)], ids="-".join)
def store(request: pytest.FixtureRequest, store_for: StoreFor, clock: Clock) -> Store:
    engine, wire = request.param
    return store_for(LIBRARY, engine=engine, wire=wire, now=clock)


@pytest.fixture
def library_with_bucket(store_for: StoreFor, clock: Clock, bucket: Bucket) -> Store:
    return store_for(LIBRARY, engine=Engine.MOTO, now=clock, bucket=bucket)
