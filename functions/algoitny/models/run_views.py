"""What AlgoItny answers about executions and the history of runs."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import asdict

from edge.models import Moment, View
from functions.algoitny.entities.executions import Execution, Hint, SearchHistory
from functions.algoitny.rules.runs import CaseRun, Run
from singletable.offload import Offloaded, loaded

PREVIEW = 200


class ErrorView(View):
    """An exception of the program: its type, and the line of the learner's code."""

    type: str
    line: int | None
    message: str

    @classmethod
    def of(cls, error: Mapping[str, Any] | None) -> "ErrorView | None":
        return None if error is None else cls(type=error["type"], line=error["line"], message=error["message"])


class DifferenceView(View):
    """Where the output first leaves the expected path. What was expected there is for a hint to say."""

    line: int
    actual: str | None
    whitespace_only: bool

    @classmethod
    def of(cls, told: Mapping[str, Any] | None) -> "DifferenceView | None":
        if told is None:
            return None
        return cls(line=told["line"], actual=told["actual"], whitespace_only=told["whitespace_only"])


class CaseRunView(View):
    verdict: str
    reason: str | None
    error: ErrorView | None
    difference: DifferenceView | None
    time_ms: int
    memory_kb: int
    output: str
    output_truncated: bool

    @classmethod
    def of(cls, case: CaseRun) -> "CaseRunView":
        return cls(
            verdict=case.verdict,
            reason=case.reason,
            error=ErrorView.of(case.error),
            difference=DifferenceView.of(case.difference),
            time_ms=case.time_ms,
            memory_kb=case.memory_kb,
            output=case.output,
            output_truncated=case.output_truncated,
        )


class RunView(View):
    verdict: str
    reason: str | None
    error: ErrorView | None
    passed: int
    failed: int
    total: int
    time_ms: int
    memory_kb: int
    cases: list[CaseRunView]

    @classmethod
    def of(cls, text: str | Offloaded | None) -> "RunView | None":
        """Of a stored result, once it was loaded."""
        if not isinstance(text, str):
            return None
        run = Run.read(text)
        named = {name: getattr(run, name) for name in cls.__struct_fields__ if name not in ("error", "cases")}
        return cls(**named, error=ErrorView.of(run.error), cases=[CaseRunView.of(case) for case in run.cases])


class ExecutionView(View):
    execution_id: str
    status: str
    platform: str
    problem_id: str
    language: str
    is_public: bool
    verdict: str | None
    result: RunView | None
    history_id: str | None
    error: str | None
    """Why there is no result, where that is our fault; it was not charged then."""
    created_at: Moment
    updated_at: Moment

    @classmethod
    def of(cls, execution: Execution) -> "ExecutionView":
        """Its texts must have been loaded."""
        same = ("execution_id", "platform", "problem_id", "language", "is_public", "verdict", "error")
        return cls(
            **{name: getattr(execution, name) for name in same},
            status=execution.status.value,
            result=RunView.of(execution.result),
            history_id=execution.execution_id if execution.verdict else None,
            created_at=execution.created_at,
            updated_at=execution.updated_at,
        )


class FeedEntry(View):
    """A public run, in a list: whose it is stays with its owner."""

    history_id: str
    platform: str
    problem_id: str
    title: str
    language: str | None
    verdict: str | None
    passed: int | None
    failed: int | None
    total: int | None
    published_at: Moment | None
    code_preview: str | None

    @classmethod
    def of(cls, run: SearchHistory) -> "FeedEntry":
        return cls(**summary(run), published_at=run.published_at, code_preview=preview(run.code))


class HistoryEntry(View):
    history_id: str
    platform: str
    problem_id: str
    title: str
    language: str | None
    verdict: str | None
    passed: int | None
    failed: int | None
    total: int | None
    is_public: bool
    created_at: Moment
    code_preview: str | None
    version: int

    @classmethod
    def of(cls, run: SearchHistory) -> "HistoryEntry":
        return cls(
            **summary(run),
            is_public=run.is_public,
            created_at=run.created_at,
            code_preview=preview(run.code),
            version=run.version,
        )


class HistoryView(HistoryEntry):
    code: str | None
    hints: list[str]
    result: RunView | None
    is_mine: bool

    @classmethod
    def shown(cls, run: SearchHistory, *, is_mine: bool) -> "HistoryView":
        """Its texts must have been loaded. The hints that somebody saw are nobody else's business."""
        return cls(
            **asdict(HistoryEntry.of(run)),
            code=loaded(run.code),
            hints=list(run.hints or ()) if is_mine else [],
            result=RunView.of(run.results),
            is_mine=is_mine,
        )


class HintView(View):
    level: int
    text: str
    source: str
    """`authored`, `model` or `rule`."""
    charged: bool
    first_seen_at: Moment

    @classmethod
    def of(cls, level: int, hint: Hint, *, charged: bool) -> "HintView":
        return cls(level=level, text=hint.text, source=hint.source, charged=charged, first_seen_at=hint.at)


def summary(run: SearchHistory) -> dict[str, Any]:
    same = ("history_id", "platform", "language", "verdict", "passed", "failed", "total")
    named = {name: getattr(run, name) for name in same}
    return {**named, "problem_id": run.problem_number, "title": run.problem_title}


def preview(code: str | Offloaded | None) -> str | None:
    return code.preview if isinstance(code, Offloaded) else code and code[:PREVIEW]
