"""Decisions about jobs: who may start one on what, the states it goes through, when it is stale."""

from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from functions.algoitny.entities.jobs import JobProgress, ProblemExtractionJob, ScriptGenerationJob
from functions.algoitny.entities.problems import Problem
from functions.algoitny.entities.work import Status
from functions.algoitny.rules.judges.addresses import Place
from functions.algoitny.rules.problems import Reader, require_key, require_registrar, visible
from functions.algoitny.rules.work import Next, Patience
from singletable.refusal import Absent, InvalidValue, Kind, Refused
from singletable.schema import evolve, spec_of

Job = ScriptGenerationJob | ProblemExtractionJob
GENERATION, EXTRACTION = "generation", "extraction"
KINDS: Final[dict[str, type[ScriptGenerationJob] | type[ProblemExtractionJob]]] = {
    GENERATION: ScriptGenerationJob,
    EXTRACTION: ProblemExtractionJob,
}
WORKERS = {GENERATION: "generate_cases", EXTRACTION: "extract_problem"}

PATIENCE = Patience(unsent=timedelta(minutes=5), lease=timedelta(minutes=16), give_up=timedelta(minutes=30))
LONGEST_ERROR = 500


class NoSuchJob(Absent):
    code = "no_such_job"


class JobActive(Refused):
    kind, code = Kind.CONFLICT, "job_active"


class NotFailed(Refused):
    kind, code = Kind.CONFLICT, "job_not_failed"


class NoSolution(Refused):
    kind, code = Kind.CONFLICT, "no_solution"


class ProblemExists(Refused):
    kind, code = Kind.CONFLICT, "problem_exists"


def kind_of(job: Job) -> str:
    return GENERATION if isinstance(job, ScriptGenerationJob) else EXTRACTION


class Script(Struct, frozen=True):
    """What makes the inputs; without code a model writes it."""

    code: str | None
    language: str
    count: int


def generation(
    job_id: str, found: Problem | None, reader: Reader, script: Script, *, has_model: bool, now: datetime
) -> ScriptGenerationJob:
    require_registrar(reader)
    problem = visible(found, reader)
    require_key(problem, reader)
    if problem.solution is None:
        raise NoSolution("Outputs are made by the problem's own solution, and it has none.")
    if script.code is None and not has_model:
        raise InvalidValue("Without a language model a generator has to be given.", field="body.generator_code")
    return ScriptGenerationJob(
        job_id=job_id,
        platform=problem.platform,
        problem_id=problem.problem_id,
        title=problem.title,
        url=problem.url,
        tags=problem.tags,
        language=script.language,
        constraints=problem.constraints,
        generator_code=script.code,
        count=script.count,
        created_by=reader.user_id,
        by_staff=reader.is_staff,
        created_at=now,
        updated_at=now,
    )


def extraction(
    job_id: str, place: Place, existing: Problem | None, reader: Reader, now: datetime
) -> ProblemExtractionJob:
    require_registrar(reader)
    require_replaceable(existing, reader.user_id, is_staff=reader.is_staff)
    return ProblemExtractionJob(
        job_id=job_id,
        platform=place.platform,
        problem_id=place.problem_id,
        url=place.url,
        identifier=place.problem_id,
        created_by=reader.user_id,
        by_staff=reader.is_staff,
        created_at=now,
        updated_at=now,
    )


def require_replaceable(existing: Problem | None, user_id: str | None, *, is_staff: bool) -> None:
    """A draft may be read anew by whom it belongs to; what is completed or deleted is not touched."""
    if existing is None:
        return
    foreign = not is_staff and existing.registered_by != user_id
    if existing.is_completed or existing.is_deleted or foreign:
        raise ProblemExists("This problem exists already.")


def shown(job: Job | None, user_id: str, *, is_staff: bool) -> Job:
    if job is None or (not is_staff and job.created_by != user_id):
        raise NoSuchJob("There is no such job.")
    return job


def retried(job: Job, now: datetime) -> Job:
    if job.status is not Status.FAILED:
        raise NotFailed("Only a job that failed can be tried again.", facts={"job_status": job.status.value})
    return evolve(job, status=Status.PENDING, error="", updated_at=now)


def begun(job: Job, run_id: str, now: datetime) -> Job:
    return evolve(job, status=Status.PROCESSING, run_id=run_id, updated_at=now)


def put_back(job: Job, now: datetime) -> Job:
    return evolve(job, status=Status.PENDING, updated_at=now)


def completed(job: Job, now: datetime) -> Job:
    return evolve(job, status=Status.COMPLETED, updated_at=now)


def failed(job: Job, error: str, now: datetime) -> Job:
    return evolve(job, status=Status.FAILED, error=error[:LONGEST_ERROR], updated_at=now)


def next_of(job: Job, now: datetime) -> Next:
    """Half an hour without a move is stale, whoever should have moved it; a lost message is sent again before that.
    Unlike an execution, a job that kills its worker is not tried again by itself."""
    if not job.status.is_open:
        return Next.LEAVE
    if PATIENCE.give_up is not None and job.updated_at <= now - PATIENCE.give_up:
        return Next.GIVE_UP
    unsent = job.status is Status.PENDING and job.updated_at <= now - PATIENCE.unsent
    return Next.SEND if unsent else Next.LEAVE


def progress(job: Job, number: int, step: str, message: str, status: str, now: datetime) -> JobProgress:
    home = spec_of(job).key.partition.literals[0].rstrip("#")
    return JobProgress(
        home=home,
        job_id=job.job_id,
        number=number,
        step=step[:100],
        message=message[:LONGEST_ERROR],
        status=status,
        created_at=now,
    )
