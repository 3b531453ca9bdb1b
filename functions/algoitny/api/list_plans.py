"""GET /plans: the plans there are."""

from edge.answer import Answer
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.algoitny.models.views import PlansView, PlanView
from functions.algoitny.repository.accounts import Plans
from functions.algoitny.service import SERVICE

plans = Plans(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler() -> Answer[PlansView]:
    active = [PlanView.of(plan) for plan in plans.all().values() if plan.is_active]
    return Answer(PlansView(items=active), headers={"Cache-Control": "public, max-age=60"})
