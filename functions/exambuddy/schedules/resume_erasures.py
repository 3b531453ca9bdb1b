"""Sends erasures again whose message was lost."""

from collections.abc import Mapping

from edge.resources import store_of
from edge.worker import schedule
from functions.exambuddy.dispatch import send_soon
from functions.exambuddy.models.messages import ErasureMessage
from functions.exambuddy.repository.erasures import Erasures
from functions.exambuddy.service import SERVICE

erasures = Erasures(store_of(SERVICE))


@schedule(SERVICE, __name__)
def handler() -> Mapping[str, int]:
    waiting = list(erasures.unfinished())
    for erasure in waiting:
        send_soon("erase_user", ErasureMessage(user_id=erasure.user_id))
    return {"sent": len(waiting)}
