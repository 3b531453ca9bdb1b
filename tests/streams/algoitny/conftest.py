"""Workers find the runner where the endpoints' tests put it."""

from tests.api.algoitny.conftest import runner_in_reach

__all__ = ["runner_in_reach"]
