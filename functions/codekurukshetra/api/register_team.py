"""POST /teams: a team with its members, the locks on names and addresses, and a seat, in one transaction."""

from edge.answer import Answer
from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.codekurukshetra.members import event, proven, teams
from functions.codekurukshetra.models.requests import RegisterTeam
from functions.codekurukshetra.models.views import TeamView
from functions.codekurukshetra.registering import people_of
from functions.codekurukshetra.repository.records import entry
from functions.codekurukshetra.repository.waiting import WaitingList
from functions.codekurukshetra.rules import event as event_rules
from functions.codekurukshetra.rules import payments, waiting
from functions.codekurukshetra.rules import teams as rules
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once
from singletable.ulid import new_ulid

waiting_list = WaitingList(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(wish: RegisterTeam, caller: Caller, once: Once) -> Answer[TeamView]:
    moment, leader = now(), proven(caller)
    config = event.config()
    event_rules.require_open(config, moment)
    team_id, size = new_ulid(moment), 1 + len(wish.members)
    rules.new_team(team_id, wish.name, wish.track, team_id, size, config, moment)
    people = people_of(wish, team_id, leader, caller.identity, config, moment)
    leader_id = people[0][1].participant_id
    team = rules.new_team(team_id, wish.name, wish.track, leader_id, size, config, moment)
    waiter, view = waiting_list.of(leader[1]), TeamView.of(team)
    teams.register(
        team,
        people,
        hold_until=payments.pay_until(config, moment),
        offer=waiter if waiting.has_offer(waiter, moment) else None,
        entry=entry(team_id, leader_id, "register", moment),
        once=once,
        answer=view.json(),
    )
    return Answer(view, status=201)
