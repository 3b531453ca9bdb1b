"""Which hint comes next, and what can be said about a failing run by rule."""

from collections.abc import Callable
from datetime import datetime

from functions.algoitny.entities.executions import Hint, HintsSeen, SearchHistory
from functions.algoitny.entities.problems import Problem
from functions.algoitny.rules.runs import ACCEPTED, NOT_RUN, CaseRun, Run
from singletable.refusal import Kind, Refused
from singletable.schema import evolve

AUTHORED, MODEL, RULE = "authored", "model", "rule"
MODEL_LEVELS = 3
"""Up to here a model fills what the author left open."""
MOST_HINTS = 20
LONGEST_HINT = 2000


class NoHintLeft(Refused):
    kind, code = Kind.CONFLICT, "no_hint_left"


class HintOutOfOrder(Refused):
    kind, code = Kind.CONFLICT, "hint_out_of_order"


def level_wanted(seen: HintsSeen, wanted: int | None) -> int:
    """The level to give: any that was seen, or the next."""
    following = len(seen.hints) + 1
    if wanted is not None and wanted > following:
        raise HintOutOfOrder(f"Level {following} comes first.", field="body.level", facts={"next_level": following})
    level = wanted or following
    if level > MOST_HINTS:
        raise NoHintLeft("There are no further hints.")
    return level


def authored(problem: Problem, level: int, now: datetime) -> Hint | None:
    written = problem.hints or ()
    return Hint(written[level - 1], AUTHORED, now) if level <= len(written) else None


def about_run(seen: HintsSeen, run: SearchHistory | None) -> int | None:
    """The level at which this very run was explained already."""
    levels = (at for at, hint in enumerate(seen.hints, 1) if run is not None and hint.about == run.history_id)
    return next(levels, None)


def explaining(run: SearchHistory | None, now: datetime) -> Hint:
    if run is None or not isinstance(run.results, str) or run.verdict == ACCEPTED:
        raise NoHintLeft("There are no further hints; after a failing run there is something to say about it.")
    return Hint(explanation(Run.read(run.results)), RULE, now, about=run.history_id)


def with_hint(seen: HintsSeen, hint: Hint) -> HintsSeen:
    return evolve(seen, hints=(*seen.hints, hint))


def explanation(run: Run) -> str:
    """One failing case, the first, in words."""
    if run.verdict == "compile_error":
        return f"The program does not compile: {_error(run.error) or run.reason or 'its syntax is wrong'}."
    failing = next(
        ((at, case) for at, case in enumerate(run.cases, 1) if case.verdict not in (ACCEPTED, NOT_RUN)), None
    )
    if failing is None:
        return "The program was too slow over all: some cases were never reached. Look for work that is done twice."
    number, case = failing
    say = SAYINGS.get(case.verdict, _unknown)
    return f"Case {number} of {run.total}: {say(case, run)}"[:LONGEST_HINT]


def _wrong(case: CaseRun, run: Run) -> str:
    told = case.difference
    if told is None:
        return "the output is not the expected one."
    if told["whitespace_only"]:
        return f"the output differs in white space only, from line {told['line']} on. Look at blanks and line breaks."
    if told["actual"] is None:
        return f"the output ends too early: line {told['line']} should be {told['expected']!r}."
    if told["expected"] is None:
        return f"the output goes on too long: line {told['line']}, {told['actual']!r}, should not be there."
    return f"line {told['line']} of the output is {told['actual']!r} where {told['expected']!r} is expected."


def _raised(case: CaseRun, run: Run) -> str:
    said = _error(case.error)
    return f"the program ended with {said}." if said else f"the program crashed: {case.reason or 'no reason given'}."


def _slow(case: CaseRun, run: Run) -> str:
    reason = case.reason or "the time is up"
    return f"too slow: {reason}. {_size(case, run)} Think about how the work grows with the input."


def _hungry(case: CaseRun, run: Run) -> str:
    return f"too much memory: {case.reason or 'it ran out'}. {_size(case, run)} Is everything needed at once?"


def _wordy(case: CaseRun, run: Run) -> str:
    return f"too much output: {case.reason or 'it never ends'}. Is there a loop that does not end?"


def _unknown(case: CaseRun, run: Run) -> str:
    return case.reason or "it failed."


SAYINGS: dict[str, Callable[[CaseRun, Run], str]] = {
    "wrong_answer": _wrong,
    "runtime_error": _raised,
    "time_limit": _slow,
    "memory_limit": _hungry,
    "output_limit": _wordy,
}


def _size(case: CaseRun, run: Run) -> str:
    largest = max(each.input_bytes for each in run.cases)
    if case.input_bytes == largest:
        return f"Its input, {largest:,} bytes, is the largest."
    return f"Its input has {case.input_bytes:,} bytes; the largest has {largest:,}."


def _error(error: dict[str, object] | None) -> str | None:
    if not error:
        return None
    line = f" in line {error['line']}" if error["line"] is not None else ""
    message = f" ({error['message']})" if error["message"] else ""
    return f"{error['type']}{line}{message}"
