"""A school with an admin and two candidates."""

import pytest

from tests.api.exambuddy.school import School
from tests.api.harness import App


@pytest.fixture
def school(exambuddy: App) -> School:
    return School(exambuddy)
