"""Decisions about executions: what may be run, what a finished one leaves behind, what a failed one gives back."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from functions.algoitny.entities.executions import Execution, HintsSeen, SearchHistory, Solved
from functions.algoitny.entities.problems import Problem
from functions.algoitny.entities.work import Status
from functions.algoitny.rules.problems import NothingToTest
from functions.algoitny.rules.runs import ACCEPTED, Run
from functions.algoitny.rules.usage import day_of
from functions.algoitny.rules.work import Patience
from singletable.refusal import Absent, Kind, Refused
from singletable.schema import evolve

LARGEST_CODE = 65_536
PATIENCE = Patience(unsent=timedelta(minutes=2), lease=timedelta(minutes=4), give_up=timedelta(minutes=15))
"""A lease outlasts the worker's own time, so a run that it covers may still be alive."""


class LanguageNotOffered(Refused):
    kind, code = Kind.UNSUPPORTED, "language_not_offered"


class CodeTooLarge(Refused):
    kind, code = Kind.TOO_LARGE, "code_too_large"


class NoSuchExecution(Absent):
    code = "no_such_execution"


def require_language(language: str, offered: Sequence[str]) -> None:
    if language not in offered:
        raise LanguageNotOffered(
            f"Code may be written in {' or '.join(offered)}.", field="body.language", facts={"offered": list(offered)}
        )


def require_small(code: str) -> None:
    size = len(code.encode())
    if size > LARGEST_CODE:
        raise CodeTooLarge(
            f"The code has {size:,} bytes; {LARGEST_CODE:,} are taken.",
            field="body.code",
            facts={"limit": LARGEST_CODE},
        )


def begin(
    execution_id: str, user_id: str, problem: Problem, language: str, code: str, *, is_public: bool, now: datetime
) -> Execution:
    if problem.test_case_count == 0:
        raise NothingToTest("This problem has no test cases yet.")
    return Execution(
        execution_id=execution_id,
        user_id=user_id,
        platform=problem.platform,
        problem_id=problem.problem_id,
        title=problem.title,
        language=language,
        code=code,
        is_public=is_public,
        charged_on=day_of(now),
        created_at=now,
        updated_at=now,
    )


def owned(execution: Execution | None, user_id: str) -> Execution:
    if execution is None or execution.user_id != user_id:
        raise NoSuchExecution("There is no such execution.")
    return execution


def claimed(execution: Execution, now: datetime) -> Execution:
    return evolve(execution, status=Status.PROCESSING, updated_at=now)


def touched(execution: Execution, now: datetime) -> Execution:
    """Waiting again, as if it had just come."""
    return evolve(execution, status=Status.PENDING, updated_at=now)


def completed(execution: Execution, run: Run, now: datetime) -> Execution:
    return evolve(execution, status=Status.COMPLETED, verdict=run.verdict, result=run.text, updated_at=now)


def failed(execution: Execution, error: str, now: datetime) -> Execution:
    return evolve(execution, status=Status.FAILED, error=error, updated_at=now)


def history_of(execution: Execution, code: str, run: Run, seen: HintsSeen | None, now: datetime) -> SearchHistory:
    """It bears the execution's id, so it is one however often it is written. The code is its own copy: it stays."""
    return SearchHistory(
        user_id=execution.user_id,
        history_id=execution.execution_id,
        platform=execution.platform,
        problem_number=execution.problem_id,
        problem_title=execution.title,
        language=execution.language,
        code=code,
        is_public=execution.is_public,
        published_at=now if execution.is_public else None,
        hints=tuple(hint.text for hint in seen.hints) if seen else None,
        verdict=run.verdict,
        passed=run.passed,
        failed=run.failed,
        total=run.total,
        results=run.text,
        created_at=execution.created_at,
    )


def solved_by(execution: Execution, run: Run, now: datetime) -> Solved | None:
    if run.verdict != ACCEPTED:
        return None
    return Solved(
        user_id=execution.user_id,
        platform=execution.platform,
        problem_id=execution.problem_id,
        history_id=execution.execution_id,
        created_at=now,
    )
