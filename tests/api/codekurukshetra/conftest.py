"""The desk of an event that takes registrations."""

import pytest

from tests.api.codekurukshetra.desk import Desk
from tests.api.harness import App


@pytest.fixture
def desk(codekurukshetra: App) -> Desk:
    return Desk(codekurukshetra).open()
