"""What a rule says about a failing run: the first failing case, and why."""

from typing import Any

import pytest
from msgspec.structs import replace

from functions.algoitny.rules.hints import explanation
from functions.algoitny.rules.runs import CaseRun, Run

PASSED = CaseRun("accepted", None, None, None, 1, 1, "", False, 10)


def failing(verdict: str, **more: Any) -> Run:
    case = replace(PASSED, verdict=verdict, input_bytes=5, **more)
    return Run(verdict, None, None, 1, 1, 3, 1, 1, (PASSED, case, PASSED))


def difference(line: int, expected: str | None, actual: str | None, whitespace: bool = False) -> dict[str, Any]:
    return {"line": line, "expected": expected, "actual": actual, "whitespace_only": whitespace}


@pytest.mark.parametrize(
    ("run", "said"),
    [
        (
            failing("wrong_answer", difference=difference(2, "4", "5")),
            "Case 2 of 3: line 2 of the output is '5' where '4' is expected.",
        ),
        (
            failing("wrong_answer", difference=difference(1, "a b", "a  b", whitespace=True)),
            "Case 2 of 3: the output differs in white space only, from line 1 on. Look at blanks and line breaks.",
        ),
        (
            failing("wrong_answer", difference=difference(3, "x", None)),
            "Case 2 of 3: the output ends too early: line 3 should be 'x'.",
        ),
        (
            failing("wrong_answer", difference=difference(3, None, "x")),
            "Case 2 of 3: the output goes on too long: line 3, 'x', should not be there.",
        ),
        (
            failing("runtime_error", error={"type": "IndexError", "line": 7, "message": "list index out of range"}),
            "Case 2 of 3: the program ended with IndexError in line 7 (list index out of range).",
        ),
        (
            failing("runtime_error", reason="ended by signal SIGSEGV"),
            "Case 2 of 3: the program crashed: ended by signal SIGSEGV.",
        ),
        (
            failing("time_limit", reason="stopped: more than 2 s of CPU time"),
            "Case 2 of 3: too slow: stopped: more than 2 s of CPU time. Its input has 5 bytes; the largest has 10. "
            "Think about how the work grows with the input.",
        ),
        (
            failing("memory_limit", reason="ran out of memory: 256 MB"),
            "Case 2 of 3: too much memory: ran out of memory: 256 MB. Its input has 5 bytes; the largest has 10. "
            "Is everything needed at once?",
        ),
        (
            failing("output_limit", reason="stopped: more than 1048576 bytes of output"),
            "Case 2 of 3: too much output: stopped: more than 1048576 bytes of output. "
            "Is there a loop that does not end?",
        ),
        (
            Run("compile_error", None, {"type": "SyntaxError", "line": 1, "message": "bad"}, 0, 0, 1, 0, 0, ()),
            "The program does not compile: SyntaxError in line 1 (bad).",
        ),
    ],
)
def test_the_first_failing_case_is_explained(run: Run, said: str) -> None:
    assert explanation(run) == said


def test_the_largest_input_is_called_so() -> None:
    slow = replace(PASSED, verdict="time_limit", input_bytes=2048)
    assert "Its input, 2,048 bytes, is the largest." in explanation(Run("", None, None, 1, 1, 2, 1, 1, (PASSED, slow)))


def test_cases_that_were_never_reached_are_said_to_be() -> None:
    unreached = replace(PASSED, verdict="not_run")
    assert "never reached" in explanation(Run("time_limit", None, None, 1, 0, 2, 1, 1, (PASSED, unreached)))
