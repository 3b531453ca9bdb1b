"""Every question about hints: what was seen, and the view that is charged with its record."""

from datetime import datetime

from functions.algoitny.entities.executions import HintsSeen
from functions.algoitny.entities.usage import Usage
from singletable.errors import VersionConflict
from singletable.idempotency import Once
from singletable.store import Create, Operation, Patch, Store, Update


class Hints:
    def __init__(self, store: Store) -> None:
        self._store = store

    def seen(self, user_id: str, platform: str, problem_id: str, now: datetime) -> HintsSeen:
        key = HintsSeen.key.item(user_id=user_id, platform=platform, problem_id=problem_id)
        nothing = HintsSeen(user_id=user_id, platform=platform, problem_id=problem_id, created_at=now)
        return self._store.get(key, consistent=True) or nothing

    def give(self, before: HintsSeen, after: HintsSeen, charge: Patch[Usage], once: Once, answer: str) -> None:
        """The charge, the record that it was seen, and the answer: one transaction."""
        write: Operation[HintsSeen] = Update(before, after) if before.hints else Create(after, otherwise=_at_once)
        self._store.transact(*once.answering(200, answer, self._store.now()), charge, write)

    def give_again(self, once: Once, answer: str) -> None:
        """What was seen before is free."""
        self._store.transact(*once.answering(200, answer, self._store.now()))


def _at_once(found: HintsSeen | None) -> Exception:
    return VersionConflict("another hint was taken at the same time", found)
