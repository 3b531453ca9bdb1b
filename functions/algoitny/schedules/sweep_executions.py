"""Sends executions again whose message or worker was lost; gives up on those that are too old, and refunds them."""

from collections import Counter
from collections.abc import Mapping

from edge.resources import store_of
from edge.worker import schedule
from functions.algoitny.dispatch import send_soon
from functions.algoitny.models.messages import ExecutionMessage
from functions.algoitny.repository.executions import Executions
from functions.algoitny.rules import executions as rules
from functions.algoitny.rules.work import Next
from functions.algoitny.service import SERVICE
from singletable.clock import now
from singletable.ulid import new_ulid

executions = Executions(store_of(SERVICE))


@schedule(SERVICE, __name__)
def handler() -> Mapping[str, int]:
    done = Counter(sent=0, given_up=0)
    for execution in list(executions.untouched(now())):
        match rules.PATIENCE.next(execution, now()):
            case Next.GIVE_UP:
                ended = rules.failed(execution, "stuck", now())
                done["given_up"] += executions.fail(execution, ended, new_ulid(now()), now())
            case Next.SEND:
                if executions.change(execution, rules.touched(execution, now())):
                    send_soon("run_execution", ExecutionMessage(execution_id=execution.execution_id))
                    done["sent"] += 1
    return done
