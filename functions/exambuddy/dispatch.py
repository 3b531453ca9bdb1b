"""Sends work to its worker. The record of the work stands already, so a message that fails to go is not lost work."""

from edge.models import Message
from edge.observe import log_fault
from edge.queue import queue_of


def send_soon(worker: str, message: Message) -> None:
    """Whatever the queue answers, the caller's request was taken: a schedule sends again what did not arrive."""
    try:
        queue_of(worker).send(message)
    except Exception as error:
        log_fault(error, queue=worker)
