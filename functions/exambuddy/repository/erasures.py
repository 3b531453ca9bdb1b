"""What is left to be done for a user who went."""

from collections.abc import Iterator

from functions.exambuddy.entities.attempts import ActiveAttempt, Attempt
from functions.exambuddy.entities.people import Erasure
from functions.exambuddy.entities.projects import Override
from singletable.keys import ItemKey
from singletable.schema import spec_of
from singletable.store import Store


class Erasures:
    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, user_id: str) -> Erasure | None:
        return self._store.get(Erasure.key.item(user_id=user_id), consistent=True)

    def unfinished(self) -> Iterator[Erasure]:
        return self._store.every(Erasure.key())

    def attempts(self, user_id: str) -> Iterator[Attempt]:
        return self._store.every(Attempt.key(candidate_id=user_id), consistent=True)

    def finish(self, erasure: Erasure) -> None:
        """Locks and grants go; the record last, so that whoever dies before leaves it to be taken up again."""
        locks = self._store.every(ActiveAttempt.key(candidate_id=erasure.user_id), consistent=True)
        grants = self._store.every(Override.of_candidate(candidate_id=erasure.user_id))
        keys: list[ItemKey[object]] = [spec_of(each).item_key(each) for each in (*locks, *grants)]
        self._store.batch_write(deletes=keys)
        self._store.delete(Erasure.key.item(user_id=erasure.user_id))
