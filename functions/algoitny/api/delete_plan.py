"""DELETE /admin/plans/{plan_id}: staff deletes a plan that nobody is on."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.request import IfMatch
from functions.algoitny.members import plans, staff
from functions.algoitny.models.requests import PlanId
from functions.algoitny.rules import accounts as rules
from functions.algoitny.service import SERVICE


@endpoint(SERVICE, __name__)
def handler(plan_id: PlanId, caller: Caller, match: IfMatch) -> None:
    staff(caller)
    plan = rules.existing_plan(plans.get(plan_id))
    match.check(plan)
    plans.delete(plan)
