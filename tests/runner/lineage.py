"""A process that adopts every orphan of an execution, runs one, and says whether anybody of its line is still alive.

python lineage.py run        the order on standard input: answers {"answer": ..., "survivors": ...}
python lineage.py abandon    the same, but the runner is killed in the middle of the run
"""

import contextlib
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

from functions.algoitny_runner import linux
from tests.runner.runs import run_all

PATIENCE_SECONDS = 20.0


def somebody_lives() -> bool:
    try:
        while True:
            if os.waitpid(-1, os.WNOHANG) == (0, 0):
                return True
    except ChildProcessError:
        return False


def execute(order: dict[str, Any]) -> dict[str, Any]:
    return run_all(order["code"], order["cases"], without=frozenset(order["without"]), **order["more"])


def run(order: dict[str, Any]) -> dict[str, Any]:
    answer = execute(order)
    return {"answer": answer, "survivors": somebody_lives()}


def abandon(order: dict[str, Any]) -> dict[str, Any]:
    runner = os.fork()
    if runner == 0:
        execute(order)
        os._exit(0)
    line = wait_for_a_steady_line(runner)
    os.kill(runner, signal.SIGKILL)
    latest = time.monotonic() + PATIENCE_SECONDS
    while (alive := somebody_lives()) and time.monotonic() < latest:
        time.sleep(0.01)
    return {"line": len(line), "survivors": alive}


def wait_for_a_steady_line(runner: int) -> list[int]:
    """The runner, its supervisor and the program, once they have been the same for a while."""
    line: list[int] = []
    seen = 0
    while seen < 20:
        time.sleep(0.01)
        now = line_of(runner)
        seen = seen + 1 if now == line and len(now) > 2 else 0
        line = now
    return line


def line_of(pid: int) -> list[int]:
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            stat = (folder / "stat").read_text()
            parents[int(stat.rpartition(")")[2].split()[1])] = int(folder.name)
    line = [pid]
    while line[-1] in parents:
        line.append(parents[line[-1]])
    return line


if __name__ == "__main__":
    linux.prctl(linux.PR_SET_CHILD_SUBREAPER, 1)
    json.dump({"run": run, "abandon": abandon}[sys.argv[1]](json.load(sys.stdin)), sys.stdout)
