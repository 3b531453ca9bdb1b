"""PATCH /me: a user changes name, picture or e-mail address."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.request import IfMatch
from functions.algoitny.members import accounts, fresh_member, proven_email
from functions.algoitny.models.requests import EditProfile
from functions.algoitny.models.views import ProfileView
from functions.algoitny.rules import accounts as rules
from functions.algoitny.service import SERVICE
from singletable.clock import now


@endpoint(SERVICE, __name__)
def handler(wish: EditProfile, caller: Caller, match: IfMatch) -> ProfileView:
    who = fresh_member(caller)
    match.check(who.user)
    changes = wish.given()
    edited = rules.edit_profile(who.user, changes, proven_email=proven_email(caller), now=now())
    return ProfileView.of(accounts.change(who.user, edited), who.plan, is_staff=who.is_staff)
