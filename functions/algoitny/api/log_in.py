"""POST /sessions: a user logs in; the first time makes the account."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.algoitny import sessions
from functions.algoitny.members import accounts, plans, proven_email
from functions.algoitny.models.views import ProfileView, SessionView, today_view
from functions.algoitny.repository.usage import UsageBook
from functions.algoitny.rules.accounts import require_active
from functions.algoitny.rules.usage import allowances
from functions.algoitny.service import SERVICE
from singletable.clock import now

usage = UsageBook(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(caller: Caller) -> SessionView:
    user, is_new = sessions.enter(accounts, plans, caller, proven_email(caller), now())
    require_active(user)
    plan = plans.of(user)
    today = None if is_new else usage.today(user.user_id, now())
    return SessionView(
        user=ProfileView.of(user, plan, is_staff=user.is_staff or caller.is_operator),
        today=today_view(allowances(plan, today, now())),
        is_new=is_new,
    )
