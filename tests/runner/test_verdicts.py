"""Every verdict, in every language, on both platforms."""

import pytest

from tests.runner.runs import run, run_all

Code = dict[str, str]

DOUBLE = {
    "python": "print(int(input()) * 2)",
    "javascript": "console.log(parseInt(require('fs').readFileSync(0)) * 2)",
}


def test_the_right_answer_is_accepted(language: str, platform: frozenset[str]) -> None:
    result = run(DOUBLE[language], "21\n", "42", language=language, without=platform)
    assert (result["verdict"], result["reason"], result["output"]) == ("accepted", None, "42\n")
    assert result["memory_kb"] > 1000
    assert result["whole"]["verdict"] == "accepted"


def test_a_wrong_answer_names_the_line(language: str, platform: frozenset[str]) -> None:
    result = run(DOUBLE[language], "21\n", "43", language=language, without=platform)
    assert (result["verdict"], result["reason"]) == ("wrong_answer", "differs from line 1 on")
    assert result["difference"] == {"line": 1, "expected": "43", "actual": "42", "whitespace_only": False}


BUSY: Code = {"python": "while True: pass", "javascript": "for (;;);"}


def test_a_busy_loop_is_stopped_at_its_cpu_time(language: str, platform: frozenset[str]) -> None:
    result = run(BUSY[language], language=language, without=platform, limits={"cpu_seconds": 0.2})
    assert (result["verdict"], result["reason"]) == ("time_limit", "stopped: more than 0.2 s of CPU time")
    assert result["time_ms"] >= 200


IDLE: Code = {"python": "import time; time.sleep(60)", "javascript": "setTimeout(() => {}, 60000)"}


def test_an_idle_program_is_stopped_at_its_wall_time(language: str, platform: frozenset[str]) -> None:
    result = run(IDLE[language], language=language, without=platform, limits={"wall_seconds": 0.5})
    assert (result["verdict"], result["reason"]) == ("time_limit", "stopped: not finished after 0.5 s")


HUNGRY: Code = {
    "python": "held = []\nwhile True: held.append(bytearray(1 << 20))",
    "javascript": "const held = []; for (;;) held.push(new Array(100000).fill(0.5))",
}


def test_a_program_that_takes_too_much_memory_is_told_so(language: str, platform: frozenset[str]) -> None:
    result = run(HUNGRY[language], language=language, without=platform, limits={"memory_mb": 64, "cpu_seconds": 10})
    assert (result["verdict"], result["reason"]) == ("memory_limit", "ran out of memory: 64 MB")
    assert result["memory_kb"] < 200_000


@pytest.mark.parametrize(
    "code", ["import mmap\nmmap.mmap(-1, 1 << 30)", "[0] * 10**9", "import array\narray.array('d', bytes(8 << 27))"]
)
def test_no_way_to_ask_for_memory_gets_around_the_limit(code: str) -> None:
    result = run(code, limits={"memory_mb": 64})
    assert result["verdict"] in {"memory_limit", "runtime_error"}
    assert result["error"]["type"] in {"MemoryError", "OSError"}
    assert result["memory_kb"] < 100_000


def test_buffers_outside_the_javascript_heap_count_as_memory(javascript: str, platform: frozenset[str]) -> None:
    code = "const held = []; for (;;) held.push(Buffer.alloc(1 << 20, 1))"
    result = run(code, language=javascript, without=platform, limits={"memory_mb": 64})
    assert (result["verdict"], result["reason"]) == ("memory_limit", "ran out of memory: 64 MB")


TALKATIVE: Code = {"python": "while True: print('x' * 1000)", "javascript": "for (;;) console.log('x'.repeat(1000))"}


def test_too_much_output_is_stopped_while_it_is_written(language: str, platform: frozenset[str]) -> None:
    limits = {"output_bytes": 5000, "cpu_seconds": 10, "wall_seconds": 60}
    result = run(TALKATIVE[language], expected="x", language=language, without=platform, limits=limits)
    assert (result["verdict"], result["reason"]) == ("output_limit", "stopped: more than 5000 bytes of output")
    assert (len(result["output"]), result["output_truncated"]) == (1000, True)
    assert result["time_ms"] < 10_000, "it ended by its output, not by its time"


def test_output_of_exactly_the_limit_is_not_too_much() -> None:
    assert run("print('x' * 9)", limits={"output_bytes": 10})["verdict"] == "accepted"
    assert run("print('x' * 10)", limits={"output_bytes": 10})["verdict"] == "output_limit"


CRASHING: Code = {
    "python": "def third(n):\n    return 1 // n\n\nthird(1)\nthird(0)\n",
    "javascript": "function third(x) {\n  return x.y.z\n}\n\nthird({y: 1})\nthird({})\n",
}
CRASH = {
    "python": {"type": "ZeroDivisionError", "line": 2, "message": "integer division or modulo by zero"},
    "javascript": {
        "type": "TypeError",
        "line": 2,
        "message": "Cannot read properties of undefined (reading 'z')",
    },
}


def test_a_crash_names_the_error_and_the_line_of_the_users_code(language: str, platform: frozenset[str]) -> None:
    result = run(CRASHING[language], language=language, without=platform)
    assert (result["verdict"], result["reason"]) == ("runtime_error", "ended with exit code 1")
    assert result["error"] == CRASH[language]


EXITING: Code = {"python": "import sys\nsys.exit(3)", "javascript": "process.exit(3)"}


def test_an_exit_code_other_than_zero_is_a_runtime_error(language: str, platform: frozenset[str]) -> None:
    result = run(EXITING[language], language=language, without=platform)
    assert (result["verdict"], result["reason"]) == ("runtime_error", "ended with exit code 3")


ABORTING: Code = {"python": "import os\nos.abort()", "javascript": "process.abort()"}


def test_a_signal_that_nobody_sent_is_the_programs_own(language: str, platform: frozenset[str]) -> None:
    result = run(ABORTING[language], language=language, without=platform)
    assert (result["verdict"], result["reason"]) == ("runtime_error", "ended by signal SIGABRT")


BROKEN: Code = {"python": "x = 1\nprint(x\n", "javascript": "let x = 1\nlet y = = x\n"}


def test_a_program_that_does_not_compile_is_not_run_at_all(language: str, platform: frozenset[str]) -> None:
    answer = run_all(BROKEN[language], [{"input": "1"}, {"input": "2"}], language=language, without=platform)
    assert answer["verdict"] == "compile_error"
    assert (answer["error"]["type"], answer["error"]["line"]) == ("SyntaxError", 2)
    assert [case["verdict"] for case in answer["cases"]] == ["not_run", "not_run"]


@pytest.mark.parametrize("code", ["x = '\0'", "(" * 5000 + ")" * 5000, "-" * 60_000 + "1", "x = '\ud800'"])
def test_source_that_upsets_the_compiler_is_a_compile_error(code: str) -> None:
    assert run_all(code, [{"input": ""}])["verdict"] == "compile_error"


def test_the_first_failure_speaks_for_the_execution() -> None:
    cases = [{"input": "1", "expected": "2"}, {"input": "x", "expected": "2"}, {"input": "2", "expected": "5"}]
    answer = run_all(DOUBLE["python"], [*cases, {"input": "3", "expected": "6"}])
    assert answer["verdict"] == "runtime_error"
    assert answer["error"]["type"] == "ValueError"
    assert [answer[name] for name in ("total", "passed", "failed", "not_run")] == [4, 2, 2, 0]


def test_an_execution_may_stop_at_its_first_failure() -> None:
    cases = [{"input": "1", "expected": "2"}, {"input": "2", "expected": "5"}, {"input": "3", "expected": "6"}]
    answer = run_all(DOUBLE["python"], cases, stop_at_first_failure=True)
    assert [case["verdict"] for case in answer["cases"]] == ["accepted", "wrong_answer", "not_run"]
    assert answer["cases"][2]["reason"] == "an earlier case failed"


def test_cases_beyond_the_deadline_are_reported_as_not_run() -> None:
    code = "import time\ntime.sleep(float(input()))\nprint('done')"
    cases = [{"input": seconds, "expected": "done"} for seconds in ("0", "60", "0")]
    answer = run_all(code, cases, deadline_seconds=2.5, limits={"wall_seconds": 100})
    assert [case["verdict"] for case in answer["cases"]] == ["accepted", "not_run", "not_run"]
    assert (answer["verdict"], answer["reason"]) == ("time_limit", "the execution's deadline has passed")


def test_two_hundred_cases_run_in_one_execution(platform: frozenset[str]) -> None:
    cases = [{"input": f"{number}\n", "expected": f"{number * 2}\n"} for number in range(200)]
    answer = run_all(DOUBLE["python"], cases, without=platform)
    assert (answer["verdict"], answer["passed"]) == ("accepted", 200)
    assert [case["output"] for case in answer["cases"]] == [case["expected"] for case in cases]


def test_a_case_without_expected_output_returns_all_of_it(language: str) -> None:
    code = {"python": "print('ab' * 5000)", "javascript": "console.log('ab'.repeat(5000))"}[language]
    result = run(code, language=language)
    assert (result["verdict"], result["output"], result["output_truncated"]) == ("accepted", "ab" * 5000 + "\n", False)


def test_outputs_that_no_answer_can_hold_are_left_for_another_request() -> None:
    answer = run_all("print('x' * 1_900_000)", [{"input": ""}] * 4, limits={"output_bytes": 2_000_000})
    assert [case["verdict"] for case in answer["cases"]] == ["accepted", "accepted", "not_run", "not_run"]
    assert answer["verdict"] == "output_limit"


def test_bytes_that_are_no_text_are_never_the_expected_ones_and_can_be_stored() -> None:
    result = run("import sys\nsys.stdout.buffer.write(b'a\\xff')", expected="a\ufffd")
    assert (result["verdict"], result["output"]) == ("wrong_answer", "a\ufffd")
    assert result["difference"]["actual"] == "a\ufffd"


def test_numbers_may_be_compared_with_a_tolerance() -> None:
    assert run("print(1 / 3)", expected="0.333333", compare={"numeric": 1e-5})["verdict"] == "accepted"
    assert run("print(1 / 3)", expected="0.333333", compare="exact")["verdict"] == "wrong_answer"
