"""One execution: one program, all its cases, one answer, within one deadline."""

import json
import logging
import time
from typing import Any

from functions.algoitny_runner import verdicts
from functions.algoitny_runner.answer import CaseResult, answer_of, case_result
from functions.algoitny_runner.languages import LANGUAGES
from functions.algoitny_runner.limits import CHECK_LIMITS
from functions.algoitny_runner.request import Case, Request
from functions.algoitny_runner.supervised import Supervised
from functions.algoitny_runner.verdicts import Judgement, Verdict
from functions.algoitny_runner.watch import Stop
from functions.algoitny_runner.wire import Silence

logger = logging.getLogger(__name__)

ANSWER_BYTES = 4_000_000
"""A function may answer with 6 MB: this much of it can be output."""


def execute(request: Request, *, within: float | None = None, without: frozenset[str] = frozenset()) -> dict[str, Any]:
    """`within` is what the platform leaves us; `without` are guards to leave down, as platforms do that refuse them."""
    seconds = min(request.deadline_seconds, within or request.deadline_seconds)
    execution = Execution(request, time.monotonic() + seconds)
    try:
        execution.run(without)
    except (Silence, OSError):
        logger.exception("the supervisor failed")
        execution.fail()
    return execution.answer()


class Execution:
    def __init__(self, request: Request, latest: float) -> None:
        self._request = request
        self._language = LANGUAGES[request.language]
        self._latest = latest
        self._room = ANSWER_BYTES
        self._whole: Judgement | None = None
        self._isolation: dict[str, Any] = {}
        self._results: list[CaseResult] = []

    def run(self, without: frozenset[str]) -> None:
        request = self._request
        code = request.code.encode("utf-8", "surrogatepass")
        program = self._language.find() or ""
        with Supervised(request.language, program, code, request.limits, without) as supervised:
            self._isolation = supervised.isolation
            self._whole = self._missing_guard() or self._check(supervised)
            if self._whole is None:
                self._run_cases(supervised)

    def fail(self) -> None:
        self._whole = verdicts.RUNNER_FAILED

    def answer(self) -> dict[str, Any]:
        unrun = Judgement(Verdict.NOT_RUN, self._whole.reason) if self._whole else verdicts.EARLIER_FAILURE
        missing = len(self._request.cases) - len(self._results)
        results = [*self._results, *(CaseResult(unrun) for _ in range(missing))]
        whole = self._whole or verdicts.overall([result.judgement for result in results])
        return answer_of(self._request.language, whole, results, self._isolation)

    def _missing_guard(self) -> Judgement | None:
        missing = sorted(self._request.require - set(self._isolation["active"]))
        return Judgement(Verdict.INTERNAL_ERROR, f"guards missing: {', '.join(missing)}") if missing else None

    def _check(self, supervised: Supervised) -> Judgement | None:
        left = self._latest - time.monotonic()
        outcome = supervised.perform("check", b"", max(min(CHECK_LIMITS.wall_seconds, left), 0))
        if outcome.stopped is Stop.WALL and left < CHECK_LIMITS.wall_seconds:
            return verdicts.OUT_OF_TIME
        return verdicts.judge_check(outcome, CHECK_LIMITS, self._language)

    def _run_cases(self, supervised: Supervised) -> None:
        for case in self._request.cases:
            result = self._run_case(supervised, case)
            self._results.append(result)
            self._room -= len(json.dumps(result.output))
            if self._request.stop_at_first_failure and result.judgement.verdict is not Verdict.ACCEPTED:
                return

    def _run_case(self, supervised: Supervised, case: Case) -> CaseResult:
        limits = self._request.limits
        left = self._latest - time.monotonic()
        if left <= 0:
            return CaseResult(verdicts.DEADLINE)
        if self._room <= 0:
            return CaseResult(verdicts.ANSWER_FULL)
        standard_input = case.input.encode("utf-8", "replace")
        outcome = supervised.perform("run", standard_input, min(limits.wall_seconds, left))
        if outcome.stopped is Stop.WALL and left < limits.wall_seconds:
            return CaseResult(verdicts.DEADLINE)
        judgement = verdicts.judge(outcome, case.expected, self._request.comparison, limits, self._language)
        return case_result(judgement, outcome, whole_output=case.expected is None, room=self._room)
