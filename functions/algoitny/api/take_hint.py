"""POST /problems/{platform}/{problem_id}/hints: the next hint, or one that was seen; each is charged once."""

from edge.answer import Answer
from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.algoitny.entities.accounts import Action
from functions.algoitny.hinting import Hinting
from functions.algoitny.members import member
from functions.algoitny.models.requests import ProblemId, Slug, TakeHint
from functions.algoitny.models.run_views import HintView
from functions.algoitny.quota import quota_headers
from functions.algoitny.repository.hints import Hints
from functions.algoitny.repository.history import History
from functions.algoitny.repository.problems import Problems
from functions.algoitny.repository.usage import UsageBook
from functions.algoitny.rules.hints import with_hint
from functions.algoitny.rules.problems import visible
from functions.algoitny.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once
from singletable.ulid import new_ulid

store = store_of(SERVICE)
hints, problems, usage = Hints(store), Problems(store), UsageBook(store)
hinting = Hinting(History(store), problems)


@endpoint(SERVICE, __name__)
def handler(platform: Slug, problem_id: ProblemId, wish: TakeHint, caller: Caller, once: Once) -> Answer[HintView]:
    who, here = member(caller), (platform, problem_id)
    user, plan = who.user.user_id, who.plan
    problem = visible(problems.get(*here), who.reader)
    seen = hints.seen(user, *here, now())
    level, hint = hinting.hint(problem, seen, wish.level, lambda: usage.require(user, Action.HINT, plan, now()), now())
    is_new = level > len(seen.hints)
    view = HintView.of(level, hint, charged=is_new)
    if is_new:
        charge = usage.charge(user, Action.HINT, plan, log_id=new_ulid(now()), now=now(), problem=here)
        hints.give(seen, with_hint(seen, hint), charge, once, view.json())
    else:
        hints.give_again(once, view.json())
    return Answer(view, headers=quota_headers(usage, user, plan, Action.HINT, now()))
