"""Stream consumers run as the endpoints do."""

from tests.api.conftest import algoitny, codekurukshetra, exambuddy, wdrbe

__all__ = ["algoitny", "codekurukshetra", "exambuddy", "wdrbe"]
