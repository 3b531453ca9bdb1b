"""Queue workers and schedules: one message at a time; what failed comes again, and only that."""

import edge.held  # noqa: F401  # a side effect is what it is for

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar, get_type_hints

from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType, process_partial_response
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from msgspec.json import decode

from edge.models import Message
from edge.observe import count, log_fault, logger
from singletable.collector import resume
from singletable.service import Service

M = TypeVar("M", bound=Message)


class NotSwept(Exception):
    """A schedule failed. Lambda logs the message of whatever ends a function, so this one says its name alone."""


def worker(service: Service, module: str) -> Callable[[Callable[[M], None]], Callable[..., dict[str, Any]]]:
    """Makes a function the Lambda of a queue. The same message may come twice: the function must bear it."""
    name = module.rpartition(".")[2]

    def decorate(handle: Callable[[M], None]) -> Callable[..., dict[str, Any]]:
        model: type[M] = next(iter(get_type_hints(handle).values()))

        def one(record: SQSRecord) -> None:
            logger.append_keys(message_id=record.message_id, worker=name)
            try:
                handle(decode(record.body, type=model))
            except Exception as error:
                log_fault(error, worker=name)
                count("WorkerFailed", worker=name)
                raise

        @wraps(handle)
        def lambda_handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
            processor = BatchProcessor(event_type=EventType.SQS, raise_on_entire_batch_failure=False)
            report = process_partial_response(event=event, record_handler=one, processor=processor, context=context)
            logger.info("worked", worker=name, messages=len(event.get("Records", ())))
            return {**report}

        resume()
        return lambda_handler

    return decorate


def schedule(service: Service, module: str) -> Callable[[Callable[[], Mapping[str, int]]], Callable[..., Any]]:
    """Makes a function the Lambda of a schedule; what it answers is logged as what it did."""
    name = module.rpartition(".")[2]

    def decorate(handle: Callable[[], Mapping[str, int]]) -> Callable[..., Any]:
        @wraps(handle)
        def lambda_handler(event: Any, context: Any) -> dict[str, int]:
            try:
                done = dict(handle())
            except Exception as error:
                log_fault(error, schedule=name)
                count("ScheduleFailed", schedule=name)
                raise NotSwept(name) from None
            logger.info("swept", extra={"schedule": name, **done})
            return done

        resume()
        return lambda_handler

    return decorate
