"""How an answer to a charged request says what is left for today."""

from datetime import datetime

from functions.algoitny.entities.accounts import Action, SubscriptionPlan
from functions.algoitny.repository.usage import UsageBook
from functions.algoitny.rules.usage import allowances


def quota_headers(
    usage: UsageBook, user_id: str, plan: SubscriptionPlan, action: Action, now: datetime
) -> dict[str, str]:
    standing = allowances(plan, usage.today(user_id, now), now)
    today = next(allowance for allowance in standing if allowance.action is action)
    seconds = int((today.reset_at - now).total_seconds())
    return {
        "RateLimit-Limit": str(today.limit),
        "RateLimit-Remaining": str(today.remaining),
        "RateLimit-Reset": str(seconds),
    }
