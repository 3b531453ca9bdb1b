"""Sends work to its worker. The record of the work stands already, so a message that fails to go is not lost work."""

from edge.models import Message
from edge.observe import log_fault
from edge.queue import queue_of


def send_soon(worker: str, message: Message, *, delay_seconds: int = 0) -> None:
    """Whatever the queue answers, the caller's request was taken: a sweeper sends again what did not arrive."""
    try:
        queue_of(worker).send(message, delay_seconds=delay_seconds)
    except Exception as error:
        log_fault(error, queue=worker)
