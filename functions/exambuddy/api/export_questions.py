"""GET /projects/{project_id}/questions/export: the whole bank as CSV, JSON or GIFT."""

from typing import Annotated

from edge.answer import Answer
from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.exambuddy.members import admin
from functions.exambuddy.models.requests import ExportOf, Id
from functions.exambuddy.questions.formats.writing import write_questions
from functions.exambuddy.repository.bank import Bank
from functions.exambuddy.rules.bank import question_from
from functions.exambuddy.service import SERVICE

bank = Bank(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(project_id: Id, asked: ExportOf, caller: Caller) -> Answer[Annotated[str, "text/plain"]]:
    project = admin(caller).project(project_id)
    questions = bank.whole(project_id, [place.question_id for place in bank.index(project)])
    text = write_questions(asked.format, [question_from(each) for each in questions])
    name = f'attachment; filename="{project_id}.{asked.format}"'
    return Answer(text, content_type="text/plain; charset=utf-8", headers={"Content-Disposition": name})
