"""POST /users: the caller becomes a candidate."""

from edge.caller import Caller
from edge.endpoint import endpoint
from functions.exambuddy.members import people, proven_email
from functions.exambuddy.models.requests import RegisterUser
from functions.exambuddy.models.views import UserView
from functions.exambuddy.rules.people import new_user
from functions.exambuddy.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once
from singletable.ulid import new_ulid


@endpoint(SERVICE, __name__)
def handler(wish: RegisterUser, caller: Caller, once: Once) -> UserView:
    email = proven_email(caller)
    user = new_user(new_ulid(now()), email, wish.name or caller.name or email.partition("@")[0], now())
    view = UserView.of(user)
    people.register(user, once, view.json())
    return view
