"""Problems and their test cases."""

from datetime import datetime
from typing import Annotated

from functions.algoitny.entities.table import GSI1, GSI3, TABLE
from singletable.keys import Key
from singletable.schema import KeyOnly, Offload, Text, entity


@entity(TABLE, tag="prob")
class Problem:
    platform: KeyOnly[str]
    problem_id: KeyOnly[str]
    title: Annotated[str, "tit"]
    url: Annotated[str, "url"] = ""
    statement: Annotated[Text | None, "stm", Offload(above=4096)] = None
    tags: Annotated[tuple[str, ...], "tag"] = ()
    solution: Annotated[Text | None, "sol", Offload(above=4096)] = None
    language: Annotated[str, "lng"] = "python"
    constraints: Annotated[str, "con"] = ""
    hints: Annotated[tuple[str, ...] | None, "hnt"] = None
    """Authored hints, the gentlest first."""
    comparison: Annotated[str | None, "cpr"] = None
    """How outputs are compared; by default trailing white space does not count."""
    tolerance: Annotated[float | None, "tol"] = None
    """By how much numbers may differ where they are compared as numbers."""
    time_limit_seconds: Annotated[float | None, "tlm"] = None
    memory_limit_mb: Annotated[int | None, "mlm"] = None
    is_completed: Annotated[bool, "cmp"] = False
    test_case_count: Annotated[int, "tcc"] = 0
    test_cases_sha256: Annotated[str | None, "tch"] = None
    test_cases_object: Annotated[str | None, "tco"] = None
    """Where the test cases are, once they outgrew the table."""
    registered_by: Annotated[str | None, "rby"] = None
    is_deleted: Annotated[bool, "del"] = False
    deleted_at: Annotated[datetime | None, "ddt"] = None
    deleted_reason: Annotated[str | None, "drs"] = None
    needs_review: Annotated[bool, "nrv"] = False
    review_notes: Annotated[str | None, "rvn"] = None
    verified_by_admin: Annotated[bool, "vrf"] = False
    reviewed_at: Annotated[datetime | None, "rvt"] = None
    metadata: Annotated[dict[str, object] | None, "met"] = None
    created_at: datetime
    updated_at: datetime
    version: int = 1

    @property
    def state(self) -> str:
        return "COMPLETED" if self.is_completed else "DRAFT"

    key = Key("PROB#{platform}#{problem_id}", "META", answers="a problem by platform and id")
    listed = Key(
        "PROB#{state}",
        "{updated_at}",
        index=GSI3,
        when=lambda problem: not problem.is_deleted,
        answers="completed or draft problems, newest first",
    )
    awaiting_review = Key(
        "PROB#REVIEW",
        "{updated_at:ms}#{platform}#{problem_id}",
        index=GSI1,
        when=lambda problem: problem.needs_review and not problem.is_deleted,
        answers="problems that await review, oldest first",
    )


@entity(TABLE, tag="tc")
class TestCase:
    """One case of a problem while its cases are small enough for the table."""

    __test__ = False

    platform: KeyOnly[str]
    problem_id: KeyOnly[str]
    number: KeyOnly[int]
    input: Annotated[str, "inp"]
    output: Annotated[str, "out"]

    key = Key("PROB#{platform}#{problem_id}", "TC#{number:06d}", answers="the test cases of a problem, in order")
