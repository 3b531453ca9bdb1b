"""Runs: cases in portions that one call takes, and one result of all their answers."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.algoitny.rules import runs
from functions.algoitny.rules.runs import Case, Run, portions, run_of

TEXTS = st.text(max_size=40)


def answer(verdict: str, *verdicts: str, **more: Any) -> dict[str, Any]:
    return {
        "verdict": verdict,
        "reason": None,
        "error": None,
        "passed": verdicts.count("accepted"),
        "failed": len(verdicts) - verdicts.count("accepted") - verdicts.count("not_run"),
        "time_ms": 5,
        "memory_kb": 7,
        "cases": [{"verdict": each, "reason": None} for each in verdicts],
        **more,
    }


@given(st.lists(st.tuples(TEXTS, st.none() | TEXTS), min_size=1, max_size=30), st.integers(1, 200))
def test_portions_hold_every_case_once_in_order(cases: list[Case], room: int) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(runs, "PORTION_BYTES", room)
        made = list(portions(cases))
    assert [case for portion in made for case in portion] == cases
    assert all(portion for portion in made)


def test_one_large_case_is_a_portion_of_its_own() -> None:
    large = "x" * (runs.PORTION_BYTES + 1)
    assert [len(portion) for portion in portions([("a", None), (large, None), ("b", None)])] == [1, 1, 1]


def test_the_first_failure_speaks_for_all_portions() -> None:
    cases: list[Case] = [("a", "1"), ("bb", "2"), ("c", "3")]
    run = run_of([answer("accepted", "accepted"), answer("wrong_answer", "accepted", "wrong_answer")], cases)
    assert (run.verdict, run.passed, run.failed, run.total) == ("wrong_answer", 2, 1, 3)
    assert [case.input_bytes for case in run.cases] == [1, 2, 1]


def test_cases_of_which_no_answer_speaks_were_not_run() -> None:
    cases: list[Case] = [("a", "1"), ("b", "2")]
    late = run_of([answer("accepted", "accepted")], cases)
    assert (late.verdict, [case.verdict for case in late.cases]) == ("time_limit", ["accepted", "not_run"])
    broken = run_of([answer("compile_error", "not_run", reason="bad")], cases)
    assert (broken.verdict, [case.verdict for case in broken.cases]) == ("compile_error", ["not_run", "not_run"])


def test_a_stored_run_is_read_back_as_it_was() -> None:
    run = run_of([answer("accepted", "accepted", "accepted")], [("é", "1"), ("b", "2")])
    assert Run.read(run.text) == run
