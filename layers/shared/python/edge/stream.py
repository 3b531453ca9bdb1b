"""Stream consumers: a batch of changes in; what failed is named, so that only that comes again."""

import edge.held  # noqa: F401  # a side effect is what it is for

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from msgspec import Struct

from edge.observe import count, log_fault, logger
from singletable.collector import resume
from singletable.service import Service
from singletable.stream import Change, read_change

WITHOUT_WINDOW = "0"
"""The shard of a mapping without a tumbling window: events then do not say theirs."""


class Batch(Struct, frozen=True):
    """Changes of one shard, in order."""

    shard: str
    changes: tuple[Change, ...]

    def each(self, do: Callable[[Change], None]) -> None:
        """One change after the other; the batch comes again from the first that fails."""
        for change in self.changes:
            try:
                do(change)
            except Exception as error:
                raise Poison(change) from error


class Poison(Exception):
    """A change that cannot be processed; everything before it was."""

    def __init__(self, change: Change) -> None:
        super().__init__(change.record)
        self.change = change


class NothingDone(Exception):
    """The first change of a batch failed. Said as an error, Lambda halves the batch until the culprit is alone; named
    as the failed record, it would come again with all that follows, and take that with it to the dead letters."""


def consumer(service: Service, module: str) -> Callable[[Callable[[Batch], None]], Callable[..., dict[str, Any]]]:
    """Makes a function the Lambda of a stream consumer. It is called again with what failed, and all after it; where
    that is the whole batch, with a half of it."""
    name = module.rpartition(".")[2]

    def decorate(handle: Callable[[Batch], None]) -> Callable[..., dict[str, Any]]:
        @wraps(handle)
        def lambda_handler(event: Mapping[str, Any], context: Any) -> dict[str, Any]:
            records = event.get("Records") or []
            changes, failed = _readable(records, service)
            try:
                handle(Batch(str(event.get("shardId") or WITHOUT_WINDOW), tuple(changes)))
            except Poison as poison:
                log_fault(poison.__cause__ or poison, consumer=name)
                failed = poison.change.record
            except Exception as error:
                log_fault(error, consumer=name)
                failed = changes[0].record if changes else failed
            logger.info("consumed", consumer=name, records=len(records), failed_from=failed)
            if failed is not None:
                count("ConsumerFailed", consumer=name)
            if failed is not None and failed == _number(records[0]):
                raise NothingDone(name)
            failures = [] if failed is None else [{"itemIdentifier": failed}]
            return {"batchItemFailures": failures, "state": event.get("state") or {}}

        resume()
        return lambda_handler

    return decorate


def _readable(records: list[Mapping[str, Any]], service: Service) -> tuple[list[Change], str | None]:
    """The changes up to the first record that cannot be read, and that record's number."""
    changes: list[Change] = []
    for record in records:
        try:
            changes.append(read_change(record, service.table))
        except Exception as error:
            log_fault(error)
            return changes, _number(record)
    return changes, None


def _number(record: Mapping[str, Any]) -> str:
    return str(record["dynamodb"]["SequenceNumber"])
