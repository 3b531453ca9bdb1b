"""A work queue, delivered to its worker."""

from collections.abc import Iterator

from aws_cdk import Duration
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from singletable.service import Worker
from stacks.constructs.reach import allow

LARGEST_UNBUFFERED_BATCH = 10


class QueueWorker(Construct):
    """The worker answers for each message by itself: one that fails comes back alone."""

    def __init__(
        self, scope: Construct, name: str, *, declared: Worker, function: lambda_.Function, queue: sqs.Queue
    ) -> None:
        super().__init__(scope, name)
        self.mapping = lambda_.EventSourceMapping(
            self,
            "Mapping",
            target=function,
            event_source_arn=queue.queue_arn,
            batch_size=declared.batch,
            max_batching_window=Duration.seconds(1) if declared.batch > LARGEST_UNBUFFERED_BATCH else None,
            max_concurrency=declared.concurrency,
            report_batch_item_failures=True,
        )


def queue_permissions(queue: sqs.Queue) -> Iterator[iam.PolicyStatement]:
    """What Lambda does in the worker's name to bring it messages."""
    actions = ("DeleteMessage", "GetQueueAttributes", "ReceiveMessage")
    yield allow([f"sqs:{action}" for action in actions], queue.queue_arn)
