"""Every question about jobs: one active per problem, each state once, progress beside the job."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, TypeVar

from functions.algoitny.entities.jobs import JobLock, JobProgress
from functions.algoitny.entities.work import Status
from functions.algoitny.rules import jobs as rules
from functions.algoitny.rules.jobs import KINDS, Job
from singletable.errors import AlreadyExists, ConditionRefused
from singletable.idempotency import Once
from singletable.keys import ItemKey
from singletable.schema import evolve
from singletable.store import Claim, Create, Operation, Page, Store, Update, release

J = TypeVar("J", bound=Job)


class Overtaken(Exception):
    """Somebody else has moved the job: what was done for it counts no more."""


class Jobs:
    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, kind: str, job_id: str) -> Job | None:
        key: ItemKey[Any] = KINDS[kind].key.item(job_id=job_id)
        return self._store.get(key, consistent=True)

    def loaded(self, job: J) -> J:
        """With its script, wherever that is."""
        return self._store.load(job)

    def with_progress(self, kind: str, job_id: str) -> tuple[Job | None, list[JobProgress]]:
        """One query: they share a partition."""
        held = self._store.collection(KINDS[kind].key.item(job_id=job_id))
        job = next((each for each in held if isinstance(each, KINDS[kind])), None)
        return job, [each for each in held if isinstance(each, JobProgress)]

    def listed(self, kind: str, status: Status, limit: int, cursor: str | None) -> Page[Job]:
        jobs: Any = KINDS[kind].by_status(status=status)
        return self._store.query(jobs, limit=limit, cursor=cursor, newest_first=True)

    def start(self, job: Job, once: Once, answer: str) -> None:
        answered = once.answering(202, answer, self._store.now())
        self._store.transact(*answered, self._claim(job), Create(job))

    def retry(self, before: Job, after: Job, once: Once, answer: str) -> None:
        answered = once.answering(202, answer, self._store.now())
        moved = Update(before, after, {"status": Status.FAILED})
        self._store.transact(*answered, self._claim(after), moved)

    def move(self, before: Job, after: Job) -> Job | None:
        """The job in its next state, or None where somebody else moved it first."""
        try:
            return self._store.update(before, after, when={"status": before.status})
        except ConditionRefused:
            return None

    def end(self, before: Job, after: Job, made: Sequence[Operation[Any]] = ()) -> None:
        """The last state, the lock, and what the job has made, in one transaction."""
        ended = Update(before, after, {"status": before.status}, otherwise=Overtaken())
        self._store.transact(ended, release(_lock(before)), *made)

    def _claim(self, job: Job) -> Claim[JobLock]:
        active = rules.JobActive("Another job works on this problem.")
        return Claim(_lock(job), otherwise=active)

    def report(self, job: Job, step: str, message: str, status: str, now: datetime) -> None:
        """Steps of one millisecond get numbers of their own: none overwrites another."""
        entry = rules.progress(job, 0, step, message, status, now)
        while True:
            try:
                self._store.create(entry)
                return
            except AlreadyExists:
                entry = evolve(entry, number=entry.number + 1)

    def unmoved(self, now: datetime) -> Iterator[Job]:
        """Open jobs that have not moved for a while, found by when they moved."""
        for kind in KINDS.values():
            for status in (Status.PENDING, Status.PROCESSING):
                still: Any = kind.by_status(status=status).until(updated_at=now - rules.PATIENCE.unsent)
                yield from self._store.every(still)


def _lock(job: Job) -> JobLock:
    return JobLock(platform=job.platform, problem_id=job.problem_id, owner=job.job_id)
