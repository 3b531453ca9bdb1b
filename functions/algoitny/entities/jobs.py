"""Jobs on problems: making test cases, reading a problem from its judge; and the erasure of a user."""

from datetime import datetime, timedelta
from typing import Annotated

from functions.algoitny.entities.table import GSI1, TABLE
from functions.algoitny.entities.work import Status
from singletable.keys import Key
from singletable.schema import KeyOnly, Offload, Text, entity

PROGRESS_KEPT = timedelta(days=30)


@entity(TABLE, tag="sgjob")
class ScriptGenerationJob:
    """Makes the test cases of a problem: a script writes inputs, the reference solution their outputs."""

    job_id: KeyOnly[str]
    platform: Annotated[str, "plt"]
    problem_id: Annotated[str, "pid"]
    title: Annotated[str, "tit"] = ""
    url: Annotated[str, "url"] = ""
    tags: Annotated[tuple[str, ...], "tag"] = ()
    language: Annotated[str, "lng"] = "python"
    constraints: Annotated[str, "con"] = ""
    generator_code: Annotated[Text | None, "gen", Offload(above=4096)] = None
    """As given; where none was, as the model wrote it."""
    count: Annotated[int | None, "cnt"] = None
    created_by: Annotated[str | None, "uid"] = None
    by_staff: Annotated[bool | None, "stf"] = None
    status: Annotated[Status, "sts"] = Status.PENDING
    run_id: Annotated[str, "tid"] = ""
    error: Annotated[str, "err"] = ""
    created_at: datetime
    updated_at: datetime
    version: int = 1

    key = Key("SGJOB#{job_id}", "META", answers="a generation job by id, with its progress")
    by_status = Key(
        "SGJOB#STATUS#{status}",
        "{updated_at:ms}#{job_id}",
        index=GSI1,
        answers="generation jobs of a status, by when they last moved",
    )


@entity(TABLE, tag="pejob")
class ProblemExtractionJob:
    """Reads a problem's title, limits and samples from the page of its judge, into a draft."""

    job_id: KeyOnly[str]
    platform: Annotated[str, "plt"]
    problem_id: Annotated[str, "pid"]
    url: Annotated[str, "url"]
    identifier: Annotated[str, "pidt"]
    """As people write it, such as `1520E`."""
    title: Annotated[str | None, "tit"] = None
    created_by: Annotated[str | None, "uid"] = None
    by_staff: Annotated[bool | None, "stf"] = None
    status: Annotated[Status, "sts"] = Status.PENDING
    run_id: Annotated[str, "tid"] = ""
    error: Annotated[str, "err"] = ""
    created_at: datetime
    updated_at: datetime
    version: int = 1

    key = Key("PEJOB#{job_id}", "META", answers="an extraction job by id, with its progress")
    by_status = Key(
        "PEJOB#STATUS#{status}",
        "{updated_at:ms}#{job_id}",
        index=GSI1,
        answers="extraction jobs of a status, by when they last moved",
    )


@entity(TABLE, tag="prog", lifetime=PROGRESS_KEPT)
class JobProgress:
    """One step of a job, in the partition of the job."""

    home: KeyOnly[str]
    """`SGJOB` or `PEJOB`."""
    job_id: KeyOnly[str]
    number: KeyOnly[int]
    """Tells steps of the same millisecond apart."""
    step: Annotated[str, "stp"]
    message: Annotated[str, "msg"]
    status: Annotated[str, "sts"]
    created_at: datetime

    key = Key("{home}#{job_id}", "PROG#{created_at:ms}#{number:04d}", answers="the progress of a job, in order")


@entity(TABLE, tag="jlock")
class JobLock:
    """A problem has one active job at a time."""

    platform: KeyOnly[str]
    problem_id: KeyOnly[str]
    owner: Annotated[str, "own"]

    key = Key("JOB#{platform}#{problem_id}", "LOCK", answers="which job works on a problem")


@entity(TABLE, tag="erase")
class Erasure:
    """The wish of a user to be forgotten. When it is fulfilled, it says no more than that somebody was."""

    erasure_id: KeyOnly[str]
    user_id: Annotated[str | None, "uid"] = None
    subject: Annotated[str | None, "sub"] = None
    """Who the user was to the identity provider: answers kept for retries stand under it."""
    status: Annotated[Status, "sts"] = Status.PENDING
    created_at: datetime
    updated_at: datetime
    version: int = 1

    key = Key("ERASE#{erasure_id}", "META", answers="an erasure by id")
    unfinished = Key(
        "ERASE#STATUS#{status}",
        "{updated_at:ms}#{erasure_id}",
        index=GSI1,
        when=lambda erasure: erasure.status.is_open,
        answers="erasures that wait or run, the longest untouched first",
    )
