"""Runs a learner's code in the runner and records the result, once however often the message comes."""

from edge.observe import logger
from edge.resources import store_of
from edge.worker import worker
from functions.algoitny import runner
from functions.algoitny.dispatch import send_soon
from functions.algoitny.models.messages import ExecutionMessage
from functions.algoitny.repository.executions import Executions
from functions.algoitny.repository.problems import Problems
from functions.algoitny.rules import executions as rules
from functions.algoitny.rules.runs import bounds_of
from functions.algoitny.service import SERVICE
from singletable.clock import now
from singletable.ulid import new_ulid

executions, problems = Executions(store_of(SERVICE)), Problems(store_of(SERVICE))
UNTIL_THERE_IS_ROOM = 15


@worker(SERVICE, __name__)
def handler(message: ExecutionMessage) -> None:
    found = executions.get(message.execution_id)
    if found is None or not rules.PATIENCE.may_begin(found, now()):
        return
    execution = executions.change(found, rules.claimed(found, now()))
    if execution is None:
        return
    try:
        problem = problems.get(execution.platform, execution.problem_id)
        if problem is None:
            raise runner.RunnerFailed("the problem is gone")
        code, cases = str(executions.whole(execution).code), problems.cases(problem).pairs
        run = runner.run(execution.language, code, cases, bounds_of(problem))
    except runner.RunnerBusy:
        executions.change(execution, rules.touched(execution, now()))
        send_soon("run_execution", message, delay_seconds=UNTIL_THERE_IS_ROOM)
    except runner.RunnerFailed as error:
        logger.warning("no_verdict", reason=str(error))
        executions.fail(execution, rules.failed(execution, "internal_error", now()), new_ulid(now()), now())
    else:
        history = rules.history_of(execution, code, run, executions.seen(execution), now())
        solved = rules.solved_by(execution, run, now())
        executions.finish(execution, rules.completed(execution, run, now()), history, solved)
