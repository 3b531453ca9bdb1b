"""POST /problems/{platform}/{problem_id}/executions: run code against all test cases of a problem."""

from edge.answer import Answer
from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from edge.settings import settings
from functions.algoitny import waiting
from functions.algoitny.dispatch import send_soon
from functions.algoitny.entities.accounts import Action
from functions.algoitny.members import member
from functions.algoitny.models.messages import ExecutionMessage
from functions.algoitny.models.requests import ExecuteCode, ProblemId, Slug, Waiting
from functions.algoitny.models.run_views import ExecutionView
from functions.algoitny.quota import quota_headers
from functions.algoitny.repository.executions import Executions
from functions.algoitny.repository.problems import Problems
from functions.algoitny.repository.usage import UsageBook
from functions.algoitny.rules import executions as rules
from functions.algoitny.rules.problems import visible
from functions.algoitny.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once
from singletable.ulid import new_ulid

store = store_of(SERVICE)
executions, problems, usage = Executions(store), Problems(store), UsageBook(store)


@endpoint(SERVICE, __name__)
def handler(
    platform: Slug, problem_id: ProblemId, wish: ExecuteCode, asked: Waiting, caller: Caller, once: Once
) -> Answer[ExecutionView]:
    who, new_id = member(caller), new_ulid(now())
    user, here = who.user.user_id, (platform, problem_id)
    rules.require_language(wish.language, settings().text("LANGUAGES").split(","))
    rules.require_small(wish.code)
    problem = visible(problems.get(*here), who.reader)
    begun = rules.begin(new_id, user, problem, wish.language, wish.code, is_public=wish.is_public, now=now())
    charge = usage.charge(user, Action.EXECUTION, who.plan, log_id=new_id, now=now(), problem=here)
    executions.begin(begun, charge, once, ExecutionView.of(begun).json())
    send_soon("run_execution", ExecutionMessage(execution_id=new_id))
    done = waiting.until_finished(executions, begun, asked.wait)
    headers = quota_headers(usage, user, who.plan, Action.EXECUTION, now())
    return Answer(ExecutionView.of(executions.whole(done)), status=202 if done.status.is_open else 200, headers=headers)
