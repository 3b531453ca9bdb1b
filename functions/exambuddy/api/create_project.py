"""POST /projects: an admin makes a project."""

from edge.caller import Caller
from edge.endpoint import endpoint
from functions.exambuddy.members import admin, projects
from functions.exambuddy.models.requests import CreateProject
from functions.exambuddy.models.views import ProjectView
from functions.exambuddy.rules.projects import create
from functions.exambuddy.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once
from singletable.ulid import new_ulid


@endpoint(SERVICE, __name__)
def handler(wish: CreateProject, caller: Caller, once: Once) -> ProjectView:
    project = create(new_ulid(now()), admin(caller).user_id, wish.settings(), now())
    view = ProjectView.of(project)
    projects.create(project, once, view.json())
    return view
