"""Sending work to a queue."""

from functools import cache

from msgspec.json import encode

from edge.models import Message
from edge.settings import settings
from singletable.client import aws_client


class Queue:
    """The queue of one worker."""

    def __init__(self, url: str) -> None:
        self._url = url

    def send(self, message: Message, *, delay_seconds: int = 0) -> None:
        aws_client("sqs").send_message(
            QueueUrl=self._url, MessageBody=encode(message).decode(), DelaySeconds=delay_seconds
        )


@cache
def queue_of(worker: str) -> Queue:
    return Queue(settings().queue(worker))
