"""GET /projects/{project_id}: one project of the caller's."""

from edge.caller import Caller
from edge.endpoint import endpoint
from functions.exambuddy.members import admin
from functions.exambuddy.models.requests import Id
from functions.exambuddy.models.views import ProjectView
from functions.exambuddy.service import SERVICE


@endpoint(SERVICE, __name__)
def handler(project_id: Id, caller: Caller) -> ProjectView:
    return ProjectView.of(admin(caller).project(project_id))
