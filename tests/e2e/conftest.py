"""One local cloud for all end-to-end tests, deployed just as `make run` deploys it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.client import Client
from tools.local.cloud import PLACE, LocalCloud, local_cloud

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker runs them all, or each would deploy a cloud of its own. First, because xdist reads groups here too."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("e2e"))


@pytest.fixture(scope="session")
def cloud() -> Iterator[LocalCloud]:
    worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")
    with local_cloud(state_dir=PLACE / "e2e" / worker) as running:
        yield running


@pytest.fixture(scope="session")
def client(cloud: LocalCloud) -> Client:
    return Client(cloud)
