"""Stream consumers run as the endpoints do."""

from tests.api.conftest import algoitny, codekurukshetra, wdrbe

__all__ = ["algoitny", "codekurukshetra", "wdrbe"]
