"""GET /admin/stats: totals, active and busiest users of each day, from the daily aggregates."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.algoitny.members import staff
from functions.algoitny.models.requests import Days
from functions.algoitny.models.views import DayStatsView, StatsView
from functions.algoitny.repository.usage import UsageBook
from functions.algoitny.rules.usage import asked_days, day_of
from functions.algoitny.service import SERVICE
from singletable.clock import now

usage = UsageBook(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(asked: Days, caller: Caller) -> StatsView:
    staff(caller)
    days = usage.daily(*asked_days(asked.first, asked.last, day_of(now()), most=366))
    return StatsView(
        days=[DayStatsView.of(day) for day in days],
        hints=sum(day.hints for day in days),
        executions=sum(day.executions for day in days),
    )
