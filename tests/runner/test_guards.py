"""Platforms that refuse, and supervisors that die: the runner says so, and answers all the same."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from functions.algoitny_runner.guards import ALWAYS, OPTIONAL
from tests.runner.runs import AS_IN_LAMBDA, EVERY_GUARD, run, run_all

ROOT = Path(__file__).parents[2]

ON_A_STRICT_PLATFORM = """
import json, os
from functions.algoitny_runner import seccomp
from tests.runner.runs import run_all

numbers = {"x86_64": (272, 444, 117), "aarch64": (97, 444, 147)}[os.uname().machine]
refusals = [step for number in numbers for step in seccomp.refused(number)]
seccomp.install([seccomp.load(0), *refusals, seccomp.answer(seccomp.ALLOW)])
print(json.dumps(run_all("print(input())", [{"input": "hello", "expected": "hello"}])))
"""
"""A kernel that knows no `unshare`, no Landlock and no change of user."""


def test_a_platform_that_refuses_guards_is_reported_and_the_code_runs_behind_the_others() -> None:
    told = subprocess.run(
        [sys.executable, "-c", ON_A_STRICT_PLATFORM], cwd=ROOT, capture_output=True, text=True, check=True
    )
    answer = json.loads(told.stdout)
    assert answer["verdict"] == "accepted"
    assert answer["isolation"]["active"] == [*ALWAYS, "seccomp"]
    refused = answer["isolation"]["refused"]
    assert set(refused) == AS_IN_LAMBDA
    assert all("Operation not permitted" in reason for reason in refused.values())


@pytest.mark.parametrize("guard", OPTIONAL)
def test_every_guard_can_be_missing_without_the_others_falling(guard: str) -> None:
    everything = set(run("print(1)", without=EVERY_GUARD)["active"])
    result = run("print(1)", expected="1", without=frozenset({guard}))
    assert result["verdict"] == "accepted"
    if guard != "private_root" or os.getuid() != 0:
        assert set(result["active"]) == everything - {guard}


KILL_THE_SUPERVISOR = "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\nimport time\ntime.sleep(60)"


def test_a_supervisor_that_dies_is_an_internal_error_and_not_a_verdict() -> None:
    unguarded = AS_IN_LAMBDA | {"seccomp"}
    answer = run_all(KILL_THE_SUPERVISOR, [{"input": ""}] * 3, without=unguarded)
    assert (answer["verdict"], answer["reason"]) == ("internal_error", "the runner failed")
    assert [case["verdict"] for case in answer["cases"]] == ["not_run"] * 3


def test_the_next_execution_is_not_touched_by_a_supervisor_that_died() -> None:
    run_all(KILL_THE_SUPERVISOR, [{"input": ""}], without=AS_IN_LAMBDA | {"seccomp"})
    assert run("print(1)", expected="1")["verdict"] == "accepted"
