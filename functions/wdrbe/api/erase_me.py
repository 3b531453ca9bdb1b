"""DELETE /me: everything that Wdrbe keeps of the caller goes; a worker sees to it."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.queue import queue_of
from edge.resources import store_of
from functions.wdrbe.dispatch import record_then_send
from functions.wdrbe.members import owner
from functions.wdrbe.models.messages import ErasureMessage
from functions.wdrbe.models.views import ErasureAccepted
from functions.wdrbe.repository.erasure import Erasure
from functions.wdrbe.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once

erasure = Erasure(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(caller: Caller, once: Once) -> ErasureAccepted:
    accepted = ErasureAccepted(requested_at=now())
    answer = accepted.json()

    def send(answered: str) -> None:
        until = ErasureAccepted.read(answered).requested_at
        queue_of("erase_wardrobe").send(ErasureMessage(user_id=owner(caller), until=until))

    record_then_send(lambda: erasure.accept(once, answer), send, once=once, answer=answer)
    return accepted
