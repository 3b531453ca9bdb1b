"""GET /projects/{project_id}/questions: the questions of a project, in their order, with their keys."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.models import Listing, Paging
from edge.resources import store_of
from functions.exambuddy.members import admin
from functions.exambuddy.models.requests import Id
from functions.exambuddy.models.views import QuestionView
from functions.exambuddy.repository.bank import Bank
from functions.exambuddy.service import SERVICE

bank = Bank(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(project_id: Id, asked: Paging, caller: Caller) -> Listing[QuestionView]:
    page = bank.page(admin(caller).project(project_id), asked.limit, asked.cursor)
    return Listing.of(page, QuestionView.of)
