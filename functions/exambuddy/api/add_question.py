"""POST /projects/{project_id}/questions: an admin adds a question."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.exambuddy.members import admin
from functions.exambuddy.models.requests import AddQuestion, Id
from functions.exambuddy.models.views import QuestionView
from functions.exambuddy.reading import read_question
from functions.exambuddy.repository.bank import Bank
from functions.exambuddy.rules.bank import new_question
from functions.exambuddy.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once
from singletable.ulid import new_ulid

bank = Bank(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(project_id: Id, wish: AddQuestion, caller: Caller, once: Once) -> QuestionView:
    project = admin(caller).project(project_id)
    question = new_question(
        project,
        new_ulid(now()),
        read_question(wish.record()),
        now=now(),
        order=wish.order,
        media=wish.media or (),
    )
    view = QuestionView.of(question)
    bank.add(project, question, once, view.json())
    return view
