"""Stream consumers run as the endpoints do."""

from tests.api.conftest import algoitny

__all__ = ["algoitny"]
