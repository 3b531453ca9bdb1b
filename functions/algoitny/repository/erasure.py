"""Removes a user: first all that others could still add to, last the user, the locks and the wish itself, at once."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from functions.algoitny.entities.accounts import Action, EmailLock, GoogleLock, SubscriptionPlan, User
from functions.algoitny.entities.answers import Answered
from functions.algoitny.entities.executions import Execution, SearchHistory
from functions.algoitny.entities.jobs import Erasure
from functions.algoitny.entities.usage import Usage, UsageLog
from functions.algoitny.entities.work import Status
from functions.algoitny.rules.erasure import PATIENCE, logged_days
from singletable.errors import ConditionRefused
from singletable.idempotency import Once
from singletable.schema import spec_of
from singletable.store import Create, Delete, Operation, Patch, Store, Update, release


class Erasures:
    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, erasure_id: str) -> Erasure | None:
        return self._store.get(Erasure.key.item(erasure_id=erasure_id), consistent=True)

    def wish(self, before: User, after: User, erasure: Erasure, once: Once, answer: str) -> None:
        answered = once.answering(202, answer, self._store.now())
        self._store.transact(*answered, Update(before, after), Create(erasure))

    def move(self, before: Erasure, after: Erasure) -> Erasure | None:
        try:
            return self._store.update(before, after, when={"status": before.status})
        except ConditionRefused:
            return None

    def unfinished(self, now: datetime) -> Iterator[Erasure]:
        for status in (Status.PENDING, Status.PROCESSING):
            still = Erasure.unfinished(status=status).until(updated_at=PATIENCE.latest(status, now))
            yield from self._store.every(still)

    def remove_traces(self, user_id: str, subject: str | None, now: datetime) -> None:
        """Everything but the user. It may stop anywhere: what is gone is gone, and the rest is found again.

        Executions go first: a worker that still runs one finds nothing to finish, and writes no history. The counters
        go last: they tell on which days there are logs.
        """
        of_user = self._store.collection(User.key.item(user_id=user_id), consistent=True)
        days = logged_days((each.day for each in of_user if isinstance(each, Usage)), now)
        logs = [log for day in days for log in self._every(UsageLog.key(user_id=user_id, day=day))]
        runs = list(self._store.every(SearchHistory.of_user(user_id=user_id)))
        ids = {run.history_id for run in runs} | {log.log_id for log in logs if log.action is Action.EXECUTION}
        keys = [Execution.key.item(execution_id=execution_id) for execution_id in sorted(ids)]
        self._forget(found for found in self._store.batch_get(keys, consistent=True) if found is not None)
        self._forget(runs)
        if subject is not None:
            self._forget(self._every(Answered.key(caller=subject)))
        self._forget(logs)
        self._forget(each for each in of_user if not isinstance(each, User))

    def finish(self, before: Erasure, after: Erasure) -> None:
        """The user, what was unique about it, its place on the plan, and its name in the wish: one transaction."""
        user = self._store.get(User.key.item(user_id=before.user_id), consistent=True)
        ended = Update(before, after, {"status": before.status})
        self._store.transact(ended, *(self._farewell(user) if user is not None else ()))

    def _farewell(self, user: User) -> list[Operation[Any]]:
        left = SubscriptionPlan.key.item(plan_id=user.plan_id)
        writes: list[Operation[Any]] = [
            Delete(User.key.item(user_id=user.user_id), must_exist=True),
            Patch(left, add={"user_count": -1}),
        ]
        if user.email is not None:
            writes.append(release(EmailLock(email=user.email, owner=user.user_id)))
        if user.google_id is not None:
            writes.append(release(GoogleLock(google_id=user.google_id, owner=user.user_id)))
        return writes

    def _every(self, range_: Any) -> Iterator[Any]:
        return self._store.every(range_, consistent=True)

    def _forget(self, entities: Iterable[object]) -> None:
        """Objects before the rows that point to them: whoever dies in between finds the row again."""
        rows = list(entities)
        for entity in rows:
            self._store.discard_bodies(entity)
        self._store.batch_write(deletes=[spec_of(entity).item_key(entity) for entity in rows])
