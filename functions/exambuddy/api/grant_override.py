"""PUT /projects/{project_id}/overrides/{candidate_id}: extra time or attempts for one candidate."""

from edge.answer import Answer
from edge.caller import Caller
from edge.endpoint import endpoint
from edge.request import IfMatch
from functions.exambuddy.members import admin, people, projects
from functions.exambuddy.models.requests import GrantOverride, Id
from functions.exambuddy.models.views import OverrideView
from functions.exambuddy.rules.people import existing
from functions.exambuddy.rules.projects import overridden
from functions.exambuddy.service import SERVICE
from singletable.clock import now


@endpoint(SERVICE, __name__)
def handler(
    project_id: Id, candidate_id: Id, wish: GrantOverride, caller: Caller, match: IfMatch
) -> Answer[OverrideView]:
    admin(caller).project(project_id)
    existing(people.by_id(candidate_id))
    before = projects.override(project_id, candidate_id)
    match.check(before)
    granted = projects.grant(before, overridden(before, project_id, candidate_id, wish.sent(), now()))
    return Answer(OverrideView.of(granted), status=200 if before else 201)
