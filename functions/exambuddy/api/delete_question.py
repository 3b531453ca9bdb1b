"""DELETE /projects/{project_id}/questions/{question_id}: gone from the bank; attempts keep theirs."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.request import IfMatch
from edge.resources import store_of
from functions.exambuddy.members import admin
from functions.exambuddy.models.requests import Id
from functions.exambuddy.repository.bank import Bank
from functions.exambuddy.rules.bank import existing
from functions.exambuddy.service import SERVICE

bank = Bank(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(project_id: Id, question_id: Id, caller: Caller, match: IfMatch) -> None:
    project = admin(caller).project(project_id)
    question = existing(bank.get(project_id, question_id), project)
    match.check(question)
    bank.delete(project, question)
