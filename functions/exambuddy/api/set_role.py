"""PUT /admin/users/{user_id}/role: an admin grants or revokes the role of an admin."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.request import IfMatch
from functions.exambuddy.members import admin, people
from functions.exambuddy.models.requests import Id, SetRole
from functions.exambuddy.models.views import UserView
from functions.exambuddy.rules import people as rules
from functions.exambuddy.service import SERVICE
from singletable.clock import now


@endpoint(SERVICE, __name__)
def handler(user_id: Id, wish: SetRole, caller: Caller, match: IfMatch) -> UserView:
    actor = admin(caller)
    user = rules.existing(people.by_id(user_id))
    match.check(user)
    return UserView.of(people.change(user, rules.with_role(user, wish.role, actor.user_id, now())))
