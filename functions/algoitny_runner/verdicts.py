"""From what a run did to what it is worth: the verdict on one case, and on all of them."""

import signal
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from functions.algoitny_runner.compare import Comparison, Difference, first_difference, same
from functions.algoitny_runner.diagnosis import ProgramError
from functions.algoitny_runner.languages import Language
from functions.algoitny_runner.limits import Limits
from functions.algoitny_runner.supervised import Outcome
from functions.algoitny_runner.watch import Stop


class Verdict(StrEnum):
    ACCEPTED = "accepted"
    WRONG_ANSWER = "wrong_answer"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    RUNTIME_ERROR = "runtime_error"
    COMPILE_ERROR = "compile_error"
    INTERNAL_ERROR = "internal_error"
    NOT_RUN = "not_run"


@dataclass(frozen=True, slots=True)
class Judgement:
    verdict: Verdict
    reason: str | None = None
    error: ProgramError | None = None
    difference: Difference | None = None


DEADLINE = Judgement(Verdict.NOT_RUN, "the execution's deadline has passed")
ANSWER_FULL = Judgement(Verdict.NOT_RUN, "the answer is full: ask for fewer cases at once")
EARLIER_FAILURE = Judgement(Verdict.NOT_RUN, "an earlier case failed")
OUT_OF_TIME = Judgement(Verdict.TIME_LIMIT, DEADLINE.reason)
RUNNER_FAILED = Judgement(Verdict.INTERNAL_ERROR, "the runner failed")


def text_of(output: bytes) -> str:
    """Any bytes, and no two of them the same text."""
    return output.decode("utf-8", "surrogateescape")


def judge(
    outcome: Outcome, expected: str | None, comparison: Comparison, limits: Limits, language: Language
) -> Judgement:
    if fault := fault_of(outcome, limits, language):
        return fault
    actual = text_of(outcome.stdout)
    if expected is None or same(expected, actual, comparison):
        return Judgement(Verdict.ACCEPTED)
    difference = first_difference(expected, actual, comparison)
    reason = f"differs from line {difference.line} on" if difference else None
    return Judgement(Verdict.WRONG_ANSWER, reason, difference=difference)


def judge_check(outcome: Outcome, limits: Limits, language: Language) -> Judgement | None:
    """None: it compiles."""
    fault = fault_of(outcome, limits, language)
    if fault is None or fault.verdict is Verdict.INTERNAL_ERROR:
        return fault
    return Judgement(Verdict.COMPILE_ERROR, fault.reason, fault.error)


def fault_of(outcome: Outcome, limits: Limits, language: Language) -> Judgement | None:
    """What ended the run early, or None where it came to its own good end."""
    if outcome.broken:
        return Judgement(Verdict.INTERNAL_ERROR, f"the program could not be started: {outcome.broken}")
    match outcome.stopped:
        case Stop.OUTPUT:
            return Judgement(Verdict.OUTPUT_LIMIT, f"stopped: more than {limits.output_bytes} bytes of output")
        case Stop.WALL:
            return Judgement(Verdict.TIME_LIMIT, f"stopped: not finished after {limits.wall_seconds:g} s")
        case Stop.CPU:
            return used_too_much_time(limits)
    if outcome.cpu_ms > limits.cpu_seconds * 1000 or outcome.exit_code == -signal.SIGXCPU:
        return used_too_much_time(limits)
    if outcome.exit_code == 0:
        return None
    error = language.explain(outcome.stderr.decode("utf-8", "replace"), language.source)
    if error and error.out_of_memory:
        return Judgement(Verdict.MEMORY_LIMIT, f"ran out of memory: {limits.memory_mb} MB", error)
    if outcome.exit_code < 0:
        return ended_by_signal(-outcome.exit_code, outcome, limits, error)
    return Judgement(Verdict.RUNTIME_ERROR, f"ended with exit code {outcome.exit_code}", error)


def used_too_much_time(limits: Limits) -> Judgement:
    return Judgement(Verdict.TIME_LIMIT, f"stopped: more than {limits.cpu_seconds:g} s of CPU time")


def ended_by_signal(number: int, outcome: Outcome, limits: Limits, error: ProgramError | None) -> Judgement:
    """Nothing here sent it: a crash, a limit of the kernel, or the program's own doing."""
    if number == signal.SIGKILL and outcome.memory_kb >= limits.memory_mb * 1024 * 0.9:
        return Judgement(Verdict.MEMORY_LIMIT, f"killed by the system at {outcome.memory_kb // 1024} MB", error)
    name = signal.Signals(number).name if number in set(signal.Signals) else str(number)
    return Judgement(Verdict.RUNTIME_ERROR, f"ended by signal {name}", error)


def overall(judgements: Sequence[Judgement]) -> Judgement:
    """The first failure speaks for all; with none, cases that could not be run do."""
    unrun = None
    for judgement in judgements:
        if judgement.verdict is Verdict.NOT_RUN:
            unrun = unrun or judgement
        elif judgement.verdict is not Verdict.ACCEPTED:
            return judgement
    if unrun is None:
        return Judgement(Verdict.ACCEPTED)
    return Judgement(Verdict.OUTPUT_LIMIT if unrun is ANSWER_FULL else Verdict.TIME_LIMIT, unrun.reason)
