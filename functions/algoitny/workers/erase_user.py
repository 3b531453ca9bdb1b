"""Removes every row and object of a user; begun again after a crash, it goes on with what is left."""

from edge.resources import store_of
from edge.worker import worker
from functions.algoitny.models.messages import ErasureMessage
from functions.algoitny.repository.erasure import Erasures
from functions.algoitny.rules import erasure as rules
from functions.algoitny.service import SERVICE
from singletable.clock import now

erasures = Erasures(store_of(SERVICE))


@worker(SERVICE, __name__)
def handler(message: ErasureMessage) -> None:
    found = erasures.get(message.erasure_id)
    if found is None or not rules.PATIENCE.may_begin(found, now()):
        return
    erasure = erasures.move(found, rules.begun(found, now()))
    if erasure is None or erasure.user_id is None:
        return
    erasures.remove_traces(erasure.user_id, erasure.subject, now())
    erasures.finish(erasure, rules.fulfilled(erasure, now()))
