"""PATCH /admin/users/{user_id}: staff sets plan, activity, staff role or opens paid plans to a user."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.request import IfMatch
from functions.algoitny.members import accounts, plans, staff
from functions.algoitny.models.requests import AdministerUser, UserId
from functions.algoitny.models.views import UserView
from functions.algoitny.rules import accounts as rules
from functions.algoitny.service import SERVICE
from singletable.clock import now


@endpoint(SERVICE, __name__)
def handler(user_id: UserId, wish: AdministerUser, caller: Caller, match: IfMatch) -> UserView:
    actor = staff(caller)
    user = rules.existing(accounts.get(user_id))
    match.check(user)
    changed = rules.administer(user, wish.changes(), plans.all(), actor_id=actor.user.user_id, now=now())
    return UserView.of(accounts.change(user, changed))
