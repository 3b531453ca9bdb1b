"""GET /admin/stats: registrations, payments and revenue of each day, by track and college."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.codekurukshetra.members import organiser
from functions.codekurukshetra.models.requests import Days
from functions.codekurukshetra.models.views import StatisticsView
from functions.codekurukshetra.people import audit
from functions.codekurukshetra.repository.records import Statistics, entry
from functions.codekurukshetra.rules.statistics import asked_days, day_of, total
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now

statistics = Statistics(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(asked: Days, caller: Caller) -> StatisticsView:
    who = organiser(caller)
    first, last = asked_days(asked.first, asked.last, day_of(now()), most=366)
    days = statistics.days(first, last)
    audit.record(entry("statistics", who.actor, "show_statistics", now()))
    return StatisticsView.of(days, total(last, days))
