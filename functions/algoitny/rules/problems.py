"""Decisions about problems: who may see, register, change, review them, and where their test cases go."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import datetime

from msgspec import Struct

from functions.algoitny.entities.accounts import SubscriptionPlan
from functions.algoitny.entities.problems import Problem, TestCase
from functions.algoitny.rules.judges.pages import Page
from singletable.refusal import Absent, Forbidden, Kind, Refused
from singletable.schema import evolve

INLINE_BYTES = 4096
INLINE_CASES = 50


class NoSuchProblem(Absent):
    code = "no_such_problem"


class MayNotRegister(Forbidden):
    code = "plan_may_not_register"


class NotYourProblem(Forbidden):
    code = "not_your_problem"


class TooManyProblems(Forbidden):
    code = "plan_problem_limit"


class NothingToTest(Refused):
    kind, code = Kind.CONFLICT, "no_test_cases"


class NotDeleted(Refused):
    kind, code = Kind.CONFLICT, "not_deleted"


class NotAwaitingReview(Refused):
    kind, code = Kind.CONFLICT, "not_awaiting_review"


class Reader(Struct, frozen=True):
    """What decides how much of a problem somebody sees."""

    user_id: str
    is_staff: bool
    plan: SubscriptionPlan

    @property
    def registers(self) -> bool:
        return self.is_staff or self.plan.can_register_problems

    def sees_key_of(self, problem: Problem) -> bool:
        """Solution and test cases are for staff and for who registered the problem."""
        return self.is_staff or (self.plan.can_register_problems and problem.registered_by == self.user_id)


def existing(problem: Problem | None) -> Problem:
    if problem is None:
        raise NoSuchProblem("There is no such problem.")
    return problem


def visible(problem: Problem | None, reader: Reader) -> Problem:
    """The problem, or the same refusal for what is absent, deleted, unfinished or outside the plan."""
    hidden = NoSuchProblem("There is no such problem.")
    if problem is None:
        raise hidden
    if reader.is_staff or problem.registered_by == reader.user_id:
        if problem.is_deleted and not reader.is_staff:
            raise hidden
        return problem
    if problem.is_deleted or (not problem.is_completed and not reader.registers):
        raise hidden
    if not reader.plan.can_view_all_problems and not problem.verified_by_admin:
        raise hidden
    return problem


def require_registrar(reader: Reader) -> None:
    if not reader.registers:
        raise MayNotRegister("This plan does not register problems.")


def require_key(problem: Problem, reader: Reader) -> None:
    if not reader.sees_key_of(problem):
        raise NotYourProblem("Test cases and solution are for staff and for who registered the problem.")


def register(
    existing: Problem | None,
    platform: str,
    problem_id: str,
    fields: Mapping[str, object],
    cases: "Cases | None",
    reader: Reader,
    now: datetime,
) -> Problem:
    """The problem as it shall be. What a registrar writes awaits review; what staff writes does not."""
    require_registrar(reader)
    if existing is not None and not reader.is_staff and existing.registered_by != reader.user_id:
        raise NotYourProblem("Somebody else registered this problem.")
    if existing is not None and existing.is_deleted:
        raise NoSuchProblem("This problem was deleted; it can be restored.")
    begun = existing or Problem(
        platform=platform, problem_id=problem_id, title="", registered_by=reader.user_id, created_at=now, updated_at=now
    )
    problem = evolve(begun, **fields, updated_at=now, needs_review=not reader.is_staff)
    if not reader.is_staff:
        problem = evolve(problem, verified_by_admin=False)
    if cases is not None:
        problem = with_cases(problem, cases)
    if problem.is_completed and problem.test_case_count == 0:
        raise NothingToTest("A completed problem needs test cases.", field="body.test_cases")
    return problem


def with_cases(problem: Problem, cases: "Cases") -> Problem:
    return evolve(
        problem,
        test_case_count=len(cases.pairs),
        test_cases_sha256=cases.sha256,
        test_cases_object=None if cases.inline else cases.object_key(problem.platform, problem.problem_id),
    )


def with_generated(problem: Problem, cases: "Cases", now: datetime, *, by_staff: bool) -> Problem:
    """With cases a problem is complete; what a registrar had made awaits review, as what a registrar writes does."""
    verified = problem.verified_by_admin and by_staff
    complete = evolve(problem, is_completed=True, needs_review=not by_staff, verified_by_admin=verified, updated_at=now)
    return with_cases(complete, cases)


def drafted(problem: Problem, page: Page, cases: "Cases", now: datetime) -> Problem:
    """A draft as its judge shows it; a person completes it."""
    draft = evolve(
        problem,
        title=page.title,
        statement=page.statement,
        constraints=page.constraints,
        time_limit_seconds=page.time_limit_seconds,
        memory_limit_mb=page.memory_limit_mb,
        updated_at=now,
    )
    return with_cases(draft, cases)


def delete(problem: Problem, reason: str, now: datetime) -> Problem:
    if problem.is_deleted:
        raise NoSuchProblem("There is no such problem.")
    return evolve(problem, is_deleted=True, deleted_at=now, deleted_reason=reason, updated_at=now)


def restore(problem: Problem, now: datetime) -> Problem:
    if not problem.is_deleted:
        raise NotDeleted("This problem is not deleted.")
    return evolve(problem, is_deleted=False, deleted_at=None, deleted_reason=None, updated_at=now)


def review(problem: Problem, decision: str, notes: str | None, now: datetime) -> Problem:
    """`verify` ends the review, `send_back` makes it a draft again, `note` keeps it waiting."""
    if problem.is_deleted:
        raise NoSuchProblem("There is no such problem.")
    if not problem.needs_review:
        raise NotAwaitingReview("This problem does not await review.")
    noted = evolve(problem, review_notes=notes or problem.review_notes, updated_at=now)
    if decision == "verify":
        return evolve(noted, verified_by_admin=True, needs_review=False, reviewed_at=now)
    if decision == "send_back":
        return evolve(noted, is_completed=False, needs_review=False, reviewed_at=now)
    return noted


class Cases(Struct, frozen=True):
    """The test cases of a problem, whole."""

    pairs: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        return json.dumps([{"input": given, "output": wanted} for given, wanted in self.pairs], ensure_ascii=False)

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def inline(self) -> bool:
        """Small ones live beside the problem, in the table; others in one object."""
        size = sum(len(given.encode()) + len(wanted.encode()) for given, wanted in self.pairs)
        return len(self.pairs) <= INLINE_CASES and size <= INLINE_BYTES

    def object_key(self, platform: str, problem_id: str) -> str:
        """Named by content: a write that fails half-way leaves the old cases as they were."""
        return f"testcases/{platform}/{problem_id}/{self.sha256}.json.gz"

    def items(self, platform: str, problem_id: str) -> list[TestCase]:
        return [
            TestCase(platform=platform, problem_id=problem_id, number=number, input=given, output=wanted)
            for number, (given, wanted) in enumerate(self.pairs, start=1)
        ]

    @classmethod
    def of(cls, cases: Sequence[TestCase]) -> "Cases":
        return cls(tuple((case.input, case.output) for case in cases))

    @classmethod
    def read(cls, text: str) -> "Cases":
        return cls(tuple((case["input"], case["output"]) for case in json.loads(text)))
