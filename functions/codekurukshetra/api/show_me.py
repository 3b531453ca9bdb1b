"""GET /me: the caller as a participant, with the team and, once that has paid, the pass."""

from msgspec.structs import asdict

from edge.caller import Caller
from edge.endpoint import endpoint
from functions.codekurukshetra.entities.registration import PaymentStatus
from functions.codekurukshetra.keyring import keyring
from functions.codekurukshetra.members import teams, visitor
from functions.codekurukshetra.models.views import MyView, ParticipantView, TeamView
from functions.codekurukshetra.people import opened
from functions.codekurukshetra.rules import codes
from functions.codekurukshetra.rules import teams as rules
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now


@endpoint(SERVICE, __name__)
def handler(caller: Caller) -> MyView:
    who = visitor(caller)
    me = teams.participant(who.participant_id) if who.participant_id else None
    if me is None:
        raise rules.NotRegistered("Nobody is registered with your e-mail address.")
    team = rules.existing(teams.get(me.team_id))
    profile = opened([me], who.actor, "show_me", now()).get(me.participant_id)
    paid = team.payment_status is PaymentStatus.PAID
    return MyView(
        **asdict(ParticipantView.of(me, profile)),
        team=TeamView.of(team),
        pass_code=codes.code_for(codes.PASS, me.participant_id, keyring.current("codes")) if paid else None,
    )
