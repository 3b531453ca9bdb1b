"""DELETE /me: the caller is forgotten; at once for who asks, in a while for good."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.algoitny.dispatch import send_soon
from functions.algoitny.members import accounts, fresh_member
from functions.algoitny.models.job_views import ErasureView
from functions.algoitny.models.messages import ErasureMessage
from functions.algoitny.repository.erasure import Erasures
from functions.algoitny.rules import erasure as rules
from functions.algoitny.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once
from singletable.ulid import new_ulid

erasures = Erasures(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(caller: Caller, once: Once) -> ErasureView:
    user = fresh_member(caller).user
    wish = rules.wished(new_ulid(now()), user, caller.subject, now())
    view = ErasureView.of(wish)
    erasures.wish(user, rules.deactivated(user, now()), wish, once, view.json())
    accounts.forget(user)
    message = ErasureMessage(erasure_id=wish.erasure_id)
    send_soon("erase_user", message, delay_seconds=rules.SECONDS_UNTIL_NOBODY_REMEMBERS)
    return view
