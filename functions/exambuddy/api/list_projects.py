"""GET /projects: the caller's projects, newest first; the active or the archived, or those of some days."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.models import Listing
from functions.exambuddy.members import admin, projects
from functions.exambuddy.models.requests import ListProjects
from functions.exambuddy.models.views import ProjectView
from functions.exambuddy.rules.moments import asked_range
from functions.exambuddy.service import SERVICE
from singletable.clock import now


@endpoint(SERVICE, __name__)
def handler(asked: ListProjects, caller: Caller) -> Listing[ProjectView]:
    days = asked.created_from or asked.created_to
    page = projects.of_admin(
        admin(caller).user_id,
        archived=asked.archived,
        created=asked_range(asked.created_from, asked.created_to, now()) if days else None,
        limit=asked.limit,
        cursor=asked.cursor,
    )
    return Listing.of(page, ProjectView.of)
