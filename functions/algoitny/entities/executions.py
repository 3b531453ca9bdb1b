"""Runs of learners' code: the task and its result, the history, what was solved, which hints were seen."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated

from msgspec import Struct

from functions.algoitny.entities.table import GSI1, GSI2, GSI3, TABLE
from functions.algoitny.entities.work import Status
from singletable.keys import Key
from singletable.schema import KeyOnly, Offload, Text, entity

RESULT_KEPT = timedelta(days=30)


@entity(TABLE, tag="tres", lifetime=RESULT_KEPT)
class Execution:
    """One request, one code, all test cases, one result."""

    execution_id: KeyOnly[str]
    user_id: Annotated[str, "uid"]
    platform: Annotated[str, "plt"]
    problem_id: Annotated[str, "pid"]
    title: Annotated[str, "ptt"]
    language: Annotated[str, "lng"]
    code: Annotated[Text, "cod", Offload(above=4096)]
    is_public: Annotated[bool, "pub"] = False
    status: Annotated[Status, "sts"] = Status.PENDING
    charged_on: Annotated[date, "day"]
    """The day whose counter paid, and gets it back if we fail."""
    verdict: Annotated[str | None, "vrd"] = None
    result: Annotated[Text | None, "res", Offload(above=4096)] = None
    error: Annotated[str | None, "trc"] = None
    """Why there is no result, where that is our fault; the charge was given back then."""
    created_at: datetime
    updated_at: datetime
    version: int = 1

    key = Key("TRES#{execution_id}", "META", answers="an execution and its result by id")
    unfinished = Key(
        "TRES#STATUS#{status}",
        "{updated_at:ms}#{execution_id}",
        index=GSI1,
        when=lambda execution: execution.status.is_open,
        answers="executions that wait or run, the longest untouched first",
    )


@entity(TABLE, tag="shist")
class SearchHistory:
    """A finished run in its user's history; while public, in the feed of the day it was published."""

    user_id: KeyOnly[str]
    history_id: KeyOnly[str]
    platform: Annotated[str, "plat"]
    problem_number: Annotated[str, "pnum"]
    problem_title: Annotated[str, "ptitle"]
    language: Annotated[str | None, "lng"] = None
    code: Annotated[Text | None, "code", Offload(above=4096)] = None
    is_public: Annotated[bool, "pub"] = False
    published_at: Annotated[datetime | None, "pbt"] = None
    hints: Annotated[tuple[str, ...] | None, "hints"] = None
    """Those that had been seen before the run."""
    verdict: Annotated[str | None, "vrd"] = None
    passed: Annotated[int | None, "psc"] = None
    failed: Annotated[int | None, "fsc"] = None
    total: Annotated[int | None, "toc"] = None
    results: Annotated[Text | None, "trs", Offload(above=4096)] = None
    created_at: datetime
    version: int = 1

    @property
    def published_on(self) -> date | None:
        return self.published_at.astimezone(UTC).date() if self.published_at else None

    key = Key(
        "USR#{user_id}#SHIST#{platform}#{problem_number}",
        "HIST#{history_id}",
        answers="a user's runs of one problem, newest first",
    )
    public = Key(
        "PUBLIC#HIST#{published_on}",
        "{published_at:ms}#{history_id}",
        index=GSI1,
        when=lambda run: run.is_public,
        answers="what was published on a day, newest first",
    )
    by_id = Key("HIST#{history_id}", index=GSI2, answers="a run by its id")
    of_user = Key("USR#{user_id}#HIST", "{created_at}", index=GSI3, answers="a user's runs, newest first")


@entity(TABLE, tag="solv")
class Solved:
    """That a user has solved a problem; there is one however often it was solved."""

    user_id: KeyOnly[str]
    platform: KeyOnly[str]
    problem_id: KeyOnly[str]
    history_id: Annotated[str, "hid"]
    created_at: datetime

    key = Key("USR#{user_id}", "SOLVED#{platform}#{problem_id}", answers="whether a user has solved a problem")


class Hint(Struct, frozen=True):
    """One hint as it was given; its level is its place in the list."""

    text: Annotated[str, "txt"]
    source: Annotated[str, "src"]
    at: Annotated[datetime, "at"]
    about: Annotated[str | None, "run"] = None
    """The run that it explains."""


@entity(TABLE, tag="hint")
class HintsSeen:
    """The hints that a user has seen for a problem, which are free from then on."""

    user_id: KeyOnly[str]
    platform: KeyOnly[str]
    problem_id: KeyOnly[str]
    hints: Annotated[tuple[Hint, ...], "hints"] = ()
    created_at: datetime
    version: int = 1

    key = Key("USR#{user_id}", "HINT#{platform}#{problem_id}", answers="the hints that a user saw for a problem")
