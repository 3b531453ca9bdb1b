"""GET /me/usage: today's allowance and what was used on the days before."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.algoitny.members import member
from functions.algoitny.models.requests import Days
from functions.algoitny.models.views import DayUsageView, UsageView, today_view
from functions.algoitny.repository.usage import UsageBook
from functions.algoitny.rules.usage import allowances, asked_days, day_of
from functions.algoitny.service import SERVICE
from singletable.clock import now

usage = UsageBook(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(days: Days, caller: Caller) -> UsageView:
    who, today = member(caller), day_of(now())
    first, last = asked_days(days.first, days.last, today, most=90)
    used = usage.days(who.user.user_id, first, last)
    counter = next((day for day in used if day.day == today), None)
    if counter is None and last < today:
        counter = usage.today(who.user.user_id, now())
    return UsageView(
        today=today_view(allowances(who.plan, counter, now())), days=[DayUsageView.of(day) for day in used]
    )
