"""What the runner answers: plain values, bounded in size, in text that every reader can store."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from functions.algoitny_runner.supervised import Outcome
from functions.algoitny_runner.verdicts import ANSWER_FULL, Judgement, Verdict, text_of

OUTPUT_EXCERPT = 1_000

_NOT_TEXT = re.compile(r"[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class CaseResult:
    judgement: Judgement
    outcome: Outcome | None = None
    output: str = ""
    truncated: bool = False


def case_result(judgement: Judgement, outcome: Outcome, *, whole_output: bool, room: int) -> CaseResult:
    output = text_of(outcome.stdout)
    if whole_output and judgement.verdict is Verdict.ACCEPTED:
        fits = len(json.dumps(output)) <= room
        return CaseResult(judgement, outcome, output) if fits else CaseResult(ANSWER_FULL)
    return CaseResult(judgement, outcome, output[:OUTPUT_EXCERPT], len(output) > OUTPUT_EXCERPT)


def answer_of(
    language: str, whole: Judgement, results: Sequence[CaseResult], isolation: dict[str, Any]
) -> dict[str, Any]:
    verdicts = Counter(result.judgement.verdict for result in results)
    passed, not_run = verdicts[Verdict.ACCEPTED], verdicts[Verdict.NOT_RUN]
    outcomes = [result.outcome for result in results if result.outcome]
    return {
        "language": language,
        **judgement_answer(whole),
        "total": len(results),
        "passed": passed,
        "failed": len(results) - passed - not_run,
        "not_run": not_run,
        "time_ms": max((outcome.cpu_ms for outcome in outcomes), default=0),
        "memory_kb": max((outcome.memory_kb for outcome in outcomes), default=0),
        "cases": [case_answer(result) for result in results],
        "isolation": isolation,
    }


def case_answer(result: CaseResult) -> dict[str, Any]:
    difference = result.judgement.difference
    return {
        **judgement_answer(result.judgement),
        "difference": difference and {name: storable(value) for name, value in asdict(difference).items()},
        "time_ms": result.outcome.cpu_ms if result.outcome else 0,
        "wall_ms": result.outcome.wall_ms if result.outcome else 0,
        "memory_kb": result.outcome.memory_kb if result.outcome else 0,
        "output": storable(result.output),
        "output_truncated": result.truncated,
    }


def judgement_answer(judgement: Judgement) -> dict[str, Any]:
    error = judgement.error
    return {
        "verdict": judgement.verdict.value,
        "reason": judgement.reason,
        "error": error and {"type": error.type, "line": error.line, "message": storable(error.message)},
    }


def storable(value: Any) -> Any:
    """Text without the halves of characters that stand for bytes which are not text."""
    return _NOT_TEXT.sub("\ufffd", value) if isinstance(value, str) else value
