"""Jobs under threads, on an engine that is atomic: one active per problem, one worker per job."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

from functions.algoitny.entities.answers import Answered
from functions.algoitny.entities.catalogue import TABLE
from functions.algoitny.entities.jobs import JobLock, JobProgress, ScriptGenerationJob
from functions.algoitny.entities.work import Status
from functions.algoitny.repository.jobs import Jobs, Overtaken
from functions.algoitny.rules import jobs as rules
from singletable.idempotency import Once
from tests.engines import StoreFor

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
NO_KEY = Once(Answered, "ann", None, "hash")


def job(number: int) -> ScriptGenerationJob:
    return ScriptGenerationJob(
        job_id=f"j{number}", platform="baekjoon", problem_id="1000", created_at=NOW, updated_at=NOW
    )


def test_ten_jobs_started_at_once_on_one_problem_are_one(store_for: StoreFor) -> None:
    store = store_for(TABLE, engine="dynoxide", now=lambda: NOW)
    jobs = Jobs(store)

    def start(number: int) -> bool:
        try:
            jobs.start(job(number), NO_KEY, "{}")
        except rules.JobActive:
            return False
        return True

    with ThreadPoolExecutor(10) as callers:
        started = list(callers.map(start, range(10)))
    assert started.count(True) == 1
    lock = store.get(JobLock.key.item(platform="baekjoon", problem_id="1000"))
    assert lock is not None
    assert lock.owner == f"j{started.index(True)}"
    assert len(jobs.listed("generation", Status.PENDING, 100, None).items) == 1


def test_eight_deliveries_begin_a_job_once_and_end_it_once(store_for: StoreFor) -> None:
    store = store_for(TABLE, engine="dynoxide", now=lambda: NOW)
    jobs = Jobs(store)
    waiting = job(1)
    jobs.start(waiting, NO_KEY, "{}")
    with ThreadPoolExecutor(8) as workers:
        begun = list(workers.map(lambda n: jobs.move(waiting, rules.begun(waiting, f"run-{n}", NOW)), range(8)))
    [running] = [each for each in begun if each is not None]

    def end(number: int) -> bool:
        after = rules.completed(running, NOW) if number % 2 else rules.failed(running, "stale", NOW)
        try:
            jobs.end(running, after)
        except Overtaken:
            return False
        return True

    with ThreadPoolExecutor(8) as workers:
        ended = list(workers.map(end, range(8)))
    assert ended.count(True) == 1
    assert store.get(JobLock.key.item(platform="baekjoon", problem_id="1000")) is None


def test_thirty_steps_reported_in_one_millisecond_are_thirty_entries(store_for: StoreFor) -> None:
    store = store_for(TABLE, engine="dynoxide", now=lambda: NOW)
    jobs = Jobs(store)
    with ThreadPoolExecutor(10) as workers:
        list(workers.map(lambda n: jobs.report(job(1), f"step {n}", "", "completed", NOW), range(30)))
    entries = list(store.every(JobProgress.key(home="SGJOB", job_id="j1")))
    assert sorted(entry.step for entry in entries) == sorted(f"step {n}" for n in range(30))
