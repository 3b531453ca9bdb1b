"""Every question about executions: charged and recorded together, finished once, refunded once."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from functions.algoitny.entities.accounts import Action, User
from functions.algoitny.entities.executions import Execution, HintsSeen, SearchHistory, Solved
from functions.algoitny.entities.usage import LastAction, Usage
from functions.algoitny.entities.work import Status
from functions.algoitny.rules.executions import PATIENCE
from functions.algoitny.rules.usage import FIELD
from singletable.errors import ConditionRefused
from singletable.idempotency import Once
from singletable.store import Create, Operation, Patch, Store, Update


class SolvedBefore(Exception):
    """The problem was solved already: nothing to count."""


class NoCounter(Exception):
    """The day's counter is gone: there is nothing to give back."""


class Executions:
    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, execution_id: str) -> Execution | None:
        return self._store.get(Execution.key.item(execution_id=execution_id), consistent=True)

    def whole(self, execution: Execution) -> Execution:
        """With code and result, wherever they are."""
        return self._store.load(execution)

    def begin(self, execution: Execution, charge: Patch[Usage], once: Once, answer: str) -> None:
        """The charge, the record and the answer: all of it or nothing, once per Idempotency-Key."""
        answered = once.answering(202, answer, self._store.now())
        self._store.transact(*answered, charge, Create(execution))

    def change(self, before: Execution, after: Execution) -> Execution | None:
        """The execution in its next state, or None where somebody else moved it first."""
        try:
            return self._store.update(before, after, when={"status": before.status})
        except ConditionRefused:
            return None

    def finish(self, before: Execution, after: Execution, history: SearchHistory, solved: Solved | None) -> bool:
        """Result, history, and what was solved for the first time, in one transaction; False where it was over."""
        writes: list[Operation[Any]] = [Update(before, after, {"status": before.status}), Create(history)]
        try:
            if solved is not None and not self._solved(solved):
                try:
                    self._store.transact(*writes, *self._first_solution(solved))
                    return True
                except SolvedBefore:
                    pass  # another run of the same problem got there first, and has counted it
            self._store.transact(*writes)
        except ConditionRefused:
            return False
        return True

    def _solved(self, solved: Solved) -> bool:
        key = Solved.key.item(user_id=solved.user_id, platform=solved.platform, problem_id=solved.problem_id)
        return self._store.get(key) is not None

    def _first_solution(self, solved: Solved) -> list[Operation[Any]]:
        counted = Patch(User.key.item(user_id=solved.user_id), add={"solved_count": 1})
        return [Create(solved, otherwise=SolvedBefore()), counted]

    def fail(self, before: Execution, after: Execution, log_id: str, now: datetime) -> bool:
        """The failure and the refund are one write: neither comes without the other, or twice."""
        ended = Update(before, after, {"status": before.status})
        last = LastAction(Action.EXECUTION, log_id, now, before.platform, before.problem_id, refund=True)
        refund = Patch(
            Usage.key.item(user_id=before.user_id, day=before.charged_on),
            add={FIELD[Action.EXECUTION]: -1},
            set={"last": last},
            otherwise=NoCounter(),
        )
        try:
            self._store.transact(ended, refund)
        except NoCounter:
            return self.change(before, after) is not None
        except ConditionRefused:
            return False
        return True

    def seen(self, execution: Execution) -> HintsSeen | None:
        key = HintsSeen.key.item(
            user_id=execution.user_id, platform=execution.platform, problem_id=execution.problem_id
        )
        return self._store.get(key)

    def untouched(self, now: datetime) -> Iterator[Execution]:
        """Those whose message or worker may be lost."""
        for status in (Status.PENDING, Status.PROCESSING):
            still = Execution.unfinished(status=status).until(updated_at=PATIENCE.latest(status, now))
            yield from self._store.every(still)
