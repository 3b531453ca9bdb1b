"""GET /projects/{project_id}/stats: what the stream has counted of a project and of its questions."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.exambuddy.members import admin
from functions.exambuddy.models.requests import Id
from functions.exambuddy.models.views import StatisticsView
from functions.exambuddy.repository.statistics import Statistics
from functions.exambuddy.service import SERVICE
from singletable.clock import now

statistics = Statistics(store_of(SERVICE))
DAYS = 30


@endpoint(SERVICE, __name__)
def handler(project_id: Id, caller: Caller) -> StatisticsView:
    admin(caller).project(project_id)
    return StatisticsView.of(
        statistics.of_project(project_id),
        statistics.of_questions(project_id),
        statistics.days(project_id, now().date(), DAYS),
    )
