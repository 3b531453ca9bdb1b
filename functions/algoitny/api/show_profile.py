"""GET /me: the caller's profile and plan."""

from edge.caller import Caller
from edge.endpoint import endpoint
from functions.algoitny.members import fresh_member
from functions.algoitny.models.views import ProfileView
from functions.algoitny.service import SERVICE


@endpoint(SERVICE, __name__)
def handler(caller: Caller) -> ProfileView:
    who = fresh_member(caller)
    return ProfileView.of(who.user, who.plan, is_staff=who.is_staff)
