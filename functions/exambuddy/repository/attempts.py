"""Every question about attempts. What must hold is a condition on the write that needs it."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from functions.exambuddy.entities.attempts import ActiveAttempt, Attempt, GivenAnswer, Status, SweepMark
from functions.exambuddy.entities.people import User
from functions.exambuddy.entities.projects import Gate, Project
from functions.exambuddy.rules.attempts import AnswerCameIn, Superseded, earliest_deadline, finished, refused_start
from functions.exambuddy.rules.people import NotRegistered
from functions.exambuddy.rules.projects import NoSuchProject, ProjectClosed
from singletable.errors import ConditionRefused
from singletable.expressions import absent, at_least, below
from singletable.idempotency import Once
from singletable.keys import ItemKey, Range
from singletable.merging import merged
from singletable.schema import evolve
from singletable.store import Check, Create, Delete, Operation, Page, Patch, Put, Store, Update

HOUR = timedelta(hours=1)
SWEPT_AT_FIRST = timedelta(days=2)
BY_START = ("started_at", "attempt_id")


class NotTaken(Exception):
    """The attempt takes no answers any more."""


class Attempts:
    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, candidate_id: str, attempt_id: str) -> Attempt | None:
        key = Attempt.key.item(candidate_id=candidate_id, attempt_id=attempt_id)
        return self._store.get(key, consistent=True)

    def by_id(self, attempt_id: str) -> Attempt | None:
        return self._store.find(Attempt.by_id(attempt_id=attempt_id))

    def of_candidate(self, candidate_id: str, limit: int, cursor: str | None) -> Page[Attempt]:
        mine = Attempt.key(candidate_id=candidate_id)
        return self._store.query(mine, limit=limit, cursor=cursor, newest_first=True, consistent=True)

    def begin(self, attempt: Attempt, user: User, *, allowed: int | None, once: Once, answer: str) -> None:
        """Through the lock and through the gate, both in one transaction with the attempt itself."""
        lock = Patch(
            _lock_key(attempt),
            set={"owner": attempt.attempt_id, "deadline_at": attempt.deadline_at, "saves": 0},
            add={"attempts": 1},
            ceiling={} if allowed is None else {"attempts": allowed},
            when={"owner": absent},
            upsert=True,
            otherwise=refused_start,
        )
        known = Check(
            User.key.item(email=user.email),
            {"user_id": user.user_id},
            otherwise=NotRegistered("You are not registered any more."),
        )
        enter = Patch(_gate_key(attempt), add={"inside": 1}, when={"closed": absent}, otherwise=_shut)
        answered = once.answering(201, answer, self._store.now())
        self._store.transact(*answered, known, enter, lock, Create(attempt))

    def save(self, attempt: Attempt, answer: GivenAnswer, now: datetime) -> None:
        """If the attempt still runs, and no answer with a higher sequence stands."""
        running = Patch(
            _lock_key(attempt),
            add={"saves": 1},
            when={"owner": attempt.attempt_id, "deadline_at": at_least(earliest_deadline(now))},
            otherwise=NotTaken(),
        )
        newer = Put(answer, {"sequence": absent | below(answer.sequence)}, otherwise=Superseded())
        self._store.transact(running, newer)

    def answer(self, attempt_id: str, question_id: str) -> GivenAnswer | None:
        key = GivenAnswer.key.item(attempt_id=attempt_id, question_id=question_id)
        return self._store.get(key, consistent=True)

    def answers(self, attempt_id: str) -> list[GivenAnswer]:
        return list(self._store.every(GivenAnswer.key(attempt_id=attempt_id), consistent=True))

    def saves(self, attempt: Attempt) -> int:
        """How many answers were saved so far: read it before the answers."""
        lock = self._store.get(_lock_key(attempt), consistent=True)
        return lock.saves if lock else 0

    def end(self, before: Attempt, after: Attempt, saves: int, answered: Sequence[Operation[Any]]) -> Attempt:
        """Once: the status decides who ends it, `saves` that no answer came in since they were read."""
        over = Update(before, after, {"status": Status.IN_PROGRESS}, otherwise=lambda found: finished(found or after))
        release = Patch(
            _lock_key(before),
            remove=("owner", "deadline_at"),
            when={"owner": before.attempt_id, "saves": saves},
            otherwise=AnswerCameIn(),
        )
        leave = Patch(_gate_key(before), add={"inside": -1})
        self._store.transact(*answered, over, release, leave)
        return over.result()

    def of_projects(
        self,
        projects: Sequence[Project],
        between: tuple[datetime, datetime],
        limit: int,
        cursor: str | None,
        status: Status | None = None,
    ) -> Page[Attempt]:
        """All shards of all the projects as one list, newest first, under one cursor."""
        ranges = [each for project in projects for each in shards(project, between)]
        if not ranges:
            return Page((), None)
        only = None if status is None else (lambda attempt: attempt.status is status)
        return merged(self._store, ranges, by=BY_START, limit=limit, cursor=cursor, only=only)

    def all_of_project(self, project: Project, between: tuple[datetime, datetime]) -> list[Attempt]:
        ranges = shards(project, between)
        found = (attempt for each in ranges for attempt in self._store.every(each, without=("questions", "terms")))
        return sorted(found, key=lambda attempt: (attempt.started_at, attempt.attempt_id), reverse=True)

    def overdue(self, hour: datetime, now: datetime) -> Iterator[Attempt]:
        """Attempts with a deadline in this hour that is over, its grace included."""
        due = Attempt.due(deadline_hour=hour.isoformat()[:13])
        return self._store.every(due.until(deadline_at=earliest_deadline(now)))

    def unswept(self, now: datetime) -> list[datetime]:
        """The hours whose deadlines may not all have been kept, however long nobody looked."""
        mark = self._store.get(SweepMark.key.item(name="deadlines"), consistent=True)
        first = mark.hour if mark else _hour(now - SWEPT_AT_FIRST)
        return [first + HOUR * n for n in range((_hour(now) - first) // HOUR + 1)]

    def swept(self, now: datetime) -> None:
        """The hour before this one is looked at again: an index may lag."""
        self._store.put(SweepMark(name="deadlines", hour=_hour(now) - HOUR))

    def settle(self, attempt: Attempt, answers: Sequence[GivenAnswer]) -> None:
        """Marks on the answers, and when all of it expires. Written again, it is the same."""
        self._store.batch_write(puts=answers)
        if attempt.expires_at is not None:
            key = Attempt.key.item(candidate_id=attempt.candidate_id, attempt_id=attempt.attempt_id)
            with suppress(ConditionRefused):
                self._store.run(Patch(key, set={"expires_at": attempt.expires_at}, when={"expires_at": absent}))

    def pseudonymise(self, attempt: Attempt, pseudonym: str) -> None:
        moved = evolve(attempt, candidate_id=pseudonym, erased=True)
        key = Attempt.key.item(candidate_id=attempt.candidate_id, attempt_id=attempt.attempt_id)
        self._store.transact(Create(moved), Delete(key, when={"version": attempt.version}))


def shards(project: Project, between: tuple[datetime, datetime]) -> list[Range[Attempt]]:
    """Attempts from before the project was spread stand beside the shards."""
    start, end = between
    whole = [Attempt.of_project(project_id=project.project_id)]
    whole += [Attempt.of_shard(project_id=project.project_id, shard=n) for n in range(project.shards or 0)]
    return [each.since(started_at=start).until(started_at=end) for each in whole]


def _lock_key(attempt: Attempt) -> ItemKey[ActiveAttempt]:
    return ActiveAttempt.key.item(candidate_id=attempt.candidate_id, project_id=attempt.project_id)


def _gate_key(attempt: Attempt) -> ItemKey[Gate]:
    return Gate.key.item(project_id=attempt.project_id, shard=attempt.shard or 0)


def _shut(found: Gate | None) -> Exception:
    return ProjectClosed("It is not published.") if found else NoSuchProject("There is no such project.")


def _hour(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0)
