"""The table's stream, delivered to a consumer: only the items it asks for, in order, and nothing lost silently."""

from collections.abc import Iterator
from typing import Any

from aws_cdk import Duration
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_lambda_event_sources as sources
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from singletable.keys import PARTITION, SORT
from singletable.service import Consumer
from stacks.constructs.reach import allow

TIME_TO_LIVE = {"type": ["Service"], "principalId": ["dynamodb.amazonaws.com"]}
"""Who DynamoDB says removed an item that expired."""
RETRIES = 20
OLDEST = Duration.hours(6)


class StreamConsumer(Construct):
    """One batch at a time per shard; a failing one is halved until the culprit alone goes to the dead letters."""

    def __init__(
        self,
        scope: Construct,
        name: str,
        *,
        declared: Consumer,
        function: lambda_.Function,
        table: dynamodb.Table,
        dead_letters: sqs.Queue,
    ) -> None:
        super().__init__(scope, name)
        self.mapping = lambda_.EventSourceMapping(
            self,
            "Mapping",
            target=function,
            event_source_arn=table.table_stream_arn,
            starting_position=lambda_.StartingPosition.TRIM_HORIZON,
            filters=[lambda_.FilterCriteria.filter(pattern(declared))],
            batch_size=declared.batch,
            # With a window every event carries its shard's id, which an exactly-once aggregate needs.
            tumbling_window=Duration.seconds(window) if (window := int(declared.window.total_seconds())) else None,
            parallelization_factor=1,
            bisect_batch_on_error=True,
            retry_attempts=RETRIES,
            max_record_age=OLDEST,
            report_batch_item_failures=True,
            on_failure=sources.SqsDlq(dead_letters),
        )


def stream_permissions(table: dynamodb.Table, dead_letters: sqs.Queue) -> Iterator[iam.PolicyStatement]:
    """What Lambda does in the consumer's name before and after calling it."""
    reads = ("DescribeStream", "GetRecords", "GetShardIterator", "ListStreams")
    yield allow([f"dynamodb:{action}" for action in reads], str(table.table_stream_arn))
    yield allow(["sqs:SendMessage"], dead_letters.queue_arn)


def pattern(declared: Consumer) -> dict[str, Any]:
    """The records that reach the consumer; every other one costs nothing."""
    keys = {PARTITION: declared.partitions, SORT: declared.sorts}
    wanted: dict[str, Any] = {"eventName": ["REMOVE"] if declared.expired_only else list(declared.events)}
    prefixes = {name: {"S": [{"prefix": start} for start in starts]} for name, starts in keys.items() if starts}
    if prefixes:
        wanted["dynamodb"] = {"Keys": prefixes}
    if declared.expired_only:
        wanted["userIdentity"] = TIME_TO_LIVE
    return wanted
