"""The queue of a worker, and the one where what it could not do waits for a person."""

from aws_cdk import Duration
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from singletable.service import Worker
from stacks.constructs.dead_letters import DeadLetters
from stacks.constructs.naming import pascal, pin


class WorkQueue(Construct):
    """A message stays hidden for six runs of the worker, as Lambda asks, and is given up after its attempts."""

    def __init__(self, scope: Construct, name: str, *, worker: Worker) -> None:
        super().__init__(scope, name)
        self.dead_letters = DeadLetters(self, f"{pascal(worker.name)}DeadLetters").queue
        self.queue = sqs.Queue(
            self,
            "Queue",
            encryption=sqs.QueueEncryption.SQS_MANAGED,
            enforce_ssl=True,
            retention_period=Duration.days(14),
            visibility_timeout=Duration.seconds(6 * worker.timeout),
            dead_letter_queue=sqs.DeadLetterQueue(queue=self.dead_letters, max_receive_count=worker.attempts),
        )
        pin(self.queue, name)
