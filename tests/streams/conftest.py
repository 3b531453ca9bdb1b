"""Stream consumers run as the endpoints do."""

from tests.api.conftest import algoitny, wdrbe

__all__ = ["algoitny", "wdrbe"]
