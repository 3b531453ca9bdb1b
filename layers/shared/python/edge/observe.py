"""Logs and metrics. A log line is a decision with fields; its message is a constant; nothing personal is in it."""

import os
import traceback
from types import TracebackType

from aws_lambda_powertools.logging import Logger
from aws_lambda_powertools.metrics import Metrics, MetricUnit

logger = Logger(service=os.environ.get("POWERTOOLS_SERVICE_NAME", "quartet"))
metrics = Metrics(
    namespace=os.environ.get("POWERTOOLS_METRICS_NAMESPACE", "Quartet"),
    service=os.environ.get("POWERTOOLS_SERVICE_NAME", "quartet"),
)


def count(name: str, value: float = 1, **dimensions: str) -> None:
    """A metric in the embedded format, flushed with the invocation's own log."""
    for dimension, held in dimensions.items():
        metrics.add_dimension(name=dimension, value=held)
    metrics.add_metric(name=name, unit=MetricUnit.Count, value=value)
    metrics.flush_metrics()


def log_fault(error: BaseException, **fields: object) -> None:
    """A fault of ours: its type, where it happened, and the code under which an AWS service refused. Messages of
    exceptions may quote data, so they stay out."""
    said = {"error": type(error).__name__, "aws_code": _aws_code(error), "trace": _frames(error.__traceback__)}
    logger.error("failed", extra={**said, **fields})


def _aws_code(error: BaseException) -> str | None:
    response = getattr(error, "response", None)
    return response.get("Error", {}).get("Code") if isinstance(response, dict) else None


def _frames(trace: TracebackType | None) -> list[str]:
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)]
