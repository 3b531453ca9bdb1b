"""DELETE /projects/{project_id}: an admin deletes a project in which no attempt runs."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.request import IfMatch
from functions.exambuddy.members import admin, projects
from functions.exambuddy.models.requests import Id
from functions.exambuddy.service import SERVICE


@endpoint(SERVICE, __name__)
def handler(project_id: Id, caller: Caller, match: IfMatch) -> None:
    project = admin(caller).project(project_id)
    match.check(project)
    projects.delete(project)
