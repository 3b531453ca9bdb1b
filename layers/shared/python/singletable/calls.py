"""Requests to DynamoDB: throttling is retried with jitter, and what they cost is metered."""

import random
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from botocore.exceptions import ClientError

from singletable.errors import Throttled
from singletable.meter import Meter

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient

METHODS = {
    "GetItem": "get_item",
    "Query": "query",
    "BatchGetItem": "batch_get_item",
    "PutItem": "put_item",
    "UpdateItem": "update_item",
    "DeleteItem": "delete_item",
    "BatchWriteItem": "batch_write_item",
    "TransactWriteItems": "transact_write_items",
}
READS = frozenset({"GetItem", "Query", "BatchGetItem"})
THROTTLES = frozenset(
    {
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
        "ThrottlingException",
        "TransactionConflictException",
        "TransactionInProgressException",
    }
)
ATTEMPTS = 8
FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.8


class Calls:
    """The client of one table, with patience."""

    def __init__(self, client: "DynamoDBClient", pause: Callable[[float], None], meter: Meter | None) -> None:
        self.client, self._pause, self.meter = client, pause, meter

    def send(self, action: str, **request: Any) -> Mapping[str, Any]:
        if self.meter is not None:
            request["ReturnConsumedCapacity"] = "INDEXES"
        call = getattr(self.client, METHODS[action])
        for attempt in range(ATTEMPTS):
            try:
                response = cast(Mapping[str, Any], call(**request))
            except ClientError as error:
                self._count(action, {})
                if code_of(error) not in THROTTLES:
                    raise
            else:
                self._count(action, response)
                return response
            self.back_off(attempt)
        raise Throttled(f"{action} was throttled")

    def back_off(self, attempt: int) -> None:
        """Full jitter: competitors that collided once should not meet again."""
        self._pause(random.uniform(0.0, min(LONGEST_PAUSE, FIRST_PAUSE * 2**attempt)))  # noqa: S311

    def _count(self, action: str, response: Mapping[str, Any]) -> None:
        if self.meter is not None:
            self.meter.add(action, response, writes=action not in READS)


def code_of(error: ClientError) -> str:
    return error.response["Error"].get("Code", "")
