"""GET /users/me: the caller, as ExamBuddy knows them."""

from edge.caller import Caller
from edge.endpoint import endpoint
from functions.exambuddy.members import people, proven_email
from functions.exambuddy.models.views import UserView
from functions.exambuddy.rules.people import existing
from functions.exambuddy.service import SERVICE


@endpoint(SERVICE, __name__)
def handler(caller: Caller) -> UserView:
    return UserView.of(existing(people.get(proven_email(caller))))
