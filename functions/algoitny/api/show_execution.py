"""GET /executions/{execution_id}: an execution and its result, for who started it."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.algoitny.members import member
from functions.algoitny.models.requests import RecordId
from functions.algoitny.models.run_views import ExecutionView
from functions.algoitny.repository.executions import Executions
from functions.algoitny.rules import executions as rules
from functions.algoitny.service import SERVICE

executions = Executions(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(execution_id: RecordId, caller: Caller) -> ExecutionView:
    execution = rules.owned(executions.get(execution_id), member(caller).user.user_id)
    return ExecutionView.of(executions.whole(execution))
