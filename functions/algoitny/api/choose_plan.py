"""PUT /me/plan: a user moves to another plan."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.request import IfMatch
from functions.algoitny.members import accounts, fresh_member, plans
from functions.algoitny.models.requests import ChoosePlan
from functions.algoitny.models.views import ProfileView
from functions.algoitny.rules import accounts as rules
from functions.algoitny.service import SERVICE
from singletable.clock import now


@endpoint(SERVICE, __name__)
def handler(wish: ChoosePlan, caller: Caller, match: IfMatch) -> ProfileView:
    who = fresh_member(caller)
    match.check(who.user)
    chosen = rules.choose_plan(who.user, plans.all().get(wish.plan_id), now())
    user = accounts.change(who.user, chosen)
    return ProfileView.of(user, plans.of(user), is_staff=who.is_staff)
