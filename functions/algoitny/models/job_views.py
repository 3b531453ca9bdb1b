"""What AlgoItny answers about jobs and erasures."""

from collections.abc import Sequence

from msgspec.structs import asdict

from edge.models import Moment, View
from functions.algoitny.entities.jobs import Erasure, JobProgress
from functions.algoitny.rules.jobs import Job, kind_of


class ProgressView(View):
    at: Moment
    step: str
    message: str
    status: str

    @classmethod
    def of(cls, entry: JobProgress) -> "ProgressView":
        return cls(at=entry.created_at, step=entry.step, message=entry.message, status=entry.status)


class JobSummary(View):
    job_id: str
    kind: str
    status: str
    platform: str
    problem_id: str
    title: str | None
    url: str
    error: str
    created_at: Moment
    updated_at: Moment

    @classmethod
    def of(cls, job: Job) -> "JobSummary":
        same = ("job_id", "platform", "problem_id", "title", "url", "error", "created_at", "updated_at")
        return cls(**{name: getattr(job, name) for name in same}, kind=kind_of(job), status=job.status.value)


class JobView(JobSummary):
    progress: list[ProgressView]

    @classmethod
    def shown(cls, job: Job, progress: Sequence[JobProgress]) -> "JobView":
        steps = [ProgressView.of(entry) for entry in progress]
        return cls(**asdict(JobSummary.of(job)), progress=steps)


class ErasureView(View):
    erasure_id: str
    status: str
    created_at: Moment

    @classmethod
    def of(cls, erasure: Erasure) -> "ErasureView":
        return cls(erasure_id=erasure.erasure_id, status=erasure.status.value, created_at=erasure.created_at)
