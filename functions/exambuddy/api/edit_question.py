"""PATCH /projects/{project_id}/questions/{question_id}: a new version; attempts keep theirs."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.request import IfMatch
from edge.resources import store_of
from functions.exambuddy.members import admin
from functions.exambuddy.models.requests import EditQuestion, Id
from functions.exambuddy.models.views import QuestionView
from functions.exambuddy.reading import blamed_on_the_body
from functions.exambuddy.repository.bank import Bank
from functions.exambuddy.rules import bank as rules
from functions.exambuddy.service import SERVICE
from singletable.clock import now

bank = Bank(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(project_id: Id, question_id: Id, wish: EditQuestion, caller: Caller, match: IfMatch) -> QuestionView:
    before = rules.existing(bank.get(project_id, question_id), admin(caller).project(project_id))
    match.check(before)
    with blamed_on_the_body():
        after = rules.changed(before, wish.record(), wish.order, wish.media, now())
    return QuestionView.of(bank.change(before, after))
