"""DELETE /users/me: the caller leaves; a worker gives their attempts to a pseudonym."""

from edge.caller import Caller
from edge.endpoint import endpoint
from functions.exambuddy.dispatch import send_soon
from functions.exambuddy.entities.people import Erasure
from functions.exambuddy.members import people, proven_email
from functions.exambuddy.models.messages import ErasureMessage
from functions.exambuddy.models.views import ErasureAccepted
from functions.exambuddy.rules.people import existing
from functions.exambuddy.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once
from singletable.ulid import new_ulid


@endpoint(SERVICE, __name__)
def handler(caller: Caller, once: Once) -> ErasureAccepted:
    user, moment = existing(people.get(proven_email(caller))), now()
    erasure = Erasure(user_id=user.user_id, pseudonym=f"erased-{new_ulid(moment)}", created_at=moment)
    accepted = ErasureAccepted(requested_at=moment)
    people.leave(user, erasure, once, accepted.json())
    send_soon("erase_user", ErasureMessage(user_id=user.user_id))
    return accepted
