"""PATCH /projects/{project_id}: an admin edits, publishes or archives a project."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.request import IfMatch
from functions.exambuddy.members import admin, projects
from functions.exambuddy.models.requests import EditProject, Id
from functions.exambuddy.models.views import ProjectView
from functions.exambuddy.rules.projects import edit
from functions.exambuddy.service import SERVICE
from singletable.clock import now


@endpoint(SERVICE, __name__)
def handler(project_id: Id, wish: EditProject, caller: Caller, match: IfMatch) -> ProjectView:
    before = admin(caller).project(project_id)
    match.check(before)
    return ProjectView.of(projects.change(before, edit(before, wish.changes(), now())))
