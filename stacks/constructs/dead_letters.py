"""A queue for what could not be done, kept as long as SQS keeps anything."""

from aws_cdk import Duration
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from stacks.constructs.acknowledge import acknowledge
from stacks.constructs.naming import pin


class DeadLetters(Construct):
    """Whatever lands here waits for a person; an alarm calls one."""

    def __init__(self, scope: Construct, name: str) -> None:
        super().__init__(scope, name)
        self.queue = sqs.Queue(
            self,
            "Queue",
            encryption=sqs.QueueEncryption.SQS_MANAGED,
            enforce_ssl=True,
            retention_period=Duration.days(14),
        )
        pin(self.queue, name)
        acknowledge(self.queue, "AwsSolutions-SQS3", "It is the dead-letter queue itself.")
