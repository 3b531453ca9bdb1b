"""PUT /admin/plans/{plan_id}: staff makes or changes a plan."""

from edge.answer import Answer
from edge.caller import Caller
from edge.endpoint import endpoint
from edge.request import IfMatch
from functions.algoitny.members import plans, staff
from functions.algoitny.models.requests import PlanId, WritePlan
from functions.algoitny.models.views import PlanView
from functions.algoitny.rules import accounts as rules
from functions.algoitny.service import SERVICE
from singletable.clock import now


@endpoint(SERVICE, __name__)
def handler(plan_id: PlanId, wish: WritePlan, caller: Caller, match: IfMatch) -> Answer[PlanView]:
    staff(caller)
    before = plans.get(plan_id)
    match.check(before)
    after = rules.write_plan(before, plan_id, wish.sent(), now())
    if before is None:
        return Answer(PlanView.of(plans.create(after)), status=201)
    return Answer(PlanView.of(plans.change(before, after)))
