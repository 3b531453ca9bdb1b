"""Untrusted code that wants to multiply, to outlive its run, or to harm the processes around it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.runner.runs import AS_IN_LAMBDA, EVERY_GUARD, run, run_all

ROOT = Path(__file__).parents[2]

FORKS_ALLOWED = frozenset({"seccomp"})
ORPHANS_ADOPTED = AS_IN_LAMBDA | FORKS_ALLOWED
"""No filter and no namespace: the supervisor is left to adopt the orphans, and to end them."""

DAEMON = """
import os, signal, time
told, tell = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        os.write(1, b'alive')
        os.write(tell, b'.')
        time.sleep(300)
    os._exit(0)
os.read(told, 1)
"""

FAMILY = """
import os, time
told, tell = os.pipe()
first = os.getpid()
for generation in range(3):
    os.fork()
os.write(1, b'.')
os.write(tell, b'.')
if os.getpid() != first:
    time.sleep(300)
for member in range(8):
    os.read(told, 1)
"""

FORK_BOMB = """
import os
made = 0
while True:
    try:
        child = os.fork()
    except OSError as error:
        if os.getpgid(0) == os.getpid():
            print(made < 40, type(error).__name__)
            break
        continue
    made += child > 0
"""


def with_lineage(what: str, code: str, without: frozenset[str], place: Path) -> dict[str, Any]:
    limits = {"wall_seconds": 120}
    order = {"code": code, "cases": [{"input": ""}], "without": sorted(without), "more": {"limits": limits}}
    place.chmod(0o711)
    told = subprocess.run(
        [sys.executable, "-m", "tests.runner.lineage", what],
        input=json.dumps(order),
        cwd=ROOT,
        env=os.environ | {"TMPDIR": str(place)},
        capture_output=True,
        text=True,
        check=True,
    )
    answer: dict[str, Any] = json.loads(told.stdout)
    return answer


@pytest.mark.parametrize("without", [FORKS_ALLOWED, ORPHANS_ADOPTED], ids=["namespace", "adoption"])
@pytest.mark.parametrize(("code", "printed"), [(DAEMON, "alive"), (FAMILY, "." * 8)], ids=["daemon", "family"])
def test_no_process_outlives_its_run(code: str, printed: str, without: frozenset[str], tmp_path: Path) -> None:
    told = with_lineage("run", code, without, tmp_path)
    assert [case["verdict"] for case in told["answer"]["cases"]] == ["accepted"], told
    assert told["answer"]["cases"][0]["output"] == printed
    assert told["survivors"] is False


@pytest.mark.parametrize("without", [EVERY_GUARD, ORPHANS_ADOPTED], ids=["namespace", "adoption"])
def test_no_process_outlives_a_runner_that_is_killed(without: frozenset[str], tmp_path: Path) -> None:
    told = with_lineage("abandon", "import time\ntime.sleep(300)", without, tmp_path)
    assert told == {"line": 4 if "process_namespace" not in without else 3, "survivors": False}


@pytest.mark.parametrize("code", [DAEMON, FAMILY, FORK_BOMB, "import subprocess\nsubprocess.run(['/bin/true'])"])
def test_a_program_may_not_start_processes(code: str, platform: frozenset[str]) -> None:
    result = run(code, without=platform)
    assert "PermissionError" in (result["error"]["type"] if result["error"] else result["output"])


def test_a_javascript_program_may_not_start_processes(platform: frozenset[str], javascript: str) -> None:
    code = "const {error} = require('child_process').spawnSync('/bin/true'); console.log(error.code)"
    assert run(code, language=javascript, expected="EPERM", without=platform)["verdict"] == "accepted"


def test_a_fork_bomb_is_held_by_the_limit_where_the_filter_is_missing(tmp_path: Path) -> None:
    guards = run("pass", without=FORKS_ALLOWED)["active"]
    if os.getuid() == 0 and "own_user" not in guards:
        pytest.skip("root's processes are not counted")
    told = with_lineage("run", FORK_BOMB, FORKS_ALLOWED, tmp_path)
    assert told["answer"]["cases"][0]["output"] == "True BlockingIOError\n"
    assert told["survivors"] is False


MANY_THREADS = """
import threading, time
for number in range(5000):
    threading.Thread(target=time.sleep, args=(9,), daemon=True).start()
"""


def test_threads_are_limited(platform: frozenset[str]) -> None:
    result = run(MANY_THREADS, without=platform)
    if os.getuid() == 0 and "own_user" not in result["active"]:
        assert result["verdict"] in {"runtime_error", "memory_limit"}
    else:
        assert (result["verdict"], result["error"]["type"]) == ("runtime_error", "RuntimeError")


SIGNALS = """
import os, signal
for target in (os.getppid(), 1, -1, 0, -os.getppid()):
    for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM):
        try:
            os.kill(target, number)
            print('sent', target)
        except OSError:
            pass
print('still here')
"""

ROUNDABOUT_SIGNALS = """
import ctypes, fcntl, os, resource, signal, socket
libc, parent = ctypes.CDLL(None, use_errno=True), os.getppid()

def attempt(name, attack):
    try:
        if attack() != -1:
            print('did', name)
    except OSError:
        pass

left, right = socket.socketpair()
attempt('own', lambda: fcntl.fcntl(left, fcntl.F_SETOWN, parent))
attempt('signal', lambda: fcntl.fcntl(left, 10, signal.SIGKILL))
attempt('ioctl', lambda: libc.ioctl(left.fileno(), 0x8901, ctypes.byref(ctypes.c_int(parent))))
attempt('limit', lambda: libc.prlimit(parent, resource.RLIMIT_CPU, (ctypes.c_ulong * 2)(0, 0), None))
attempt('priority', lambda: os.setpriority(os.PRIO_PROCESS, parent, 19))
attempt('affinity', lambda: os.sched_setaffinity(parent, [0]))
attempt('queue', lambda: libc.sigqueue(parent, signal.SIGKILL, None))
attempt('handle', lambda: libc.syscall(434, parent, 0))
attempt('thread', lambda: libc.syscall(200, parent, signal.SIGKILL))
print('still here')
"""


@pytest.mark.parametrize("attack", [SIGNALS, ROUNDABOUT_SIGNALS], ids=["plainly", "roundabout"])
def test_nobody_but_the_program_itself_gets_its_signals(attack: str, platform: frozenset[str]) -> None:
    answer = run_all(attack, [{"input": "", "expected": "still here"}] * 2, without=platform)
    assert [case["output"] for case in answer["cases"]] == ["still here\n"] * 2
    assert answer["verdict"] == "accepted"


def test_the_supervisor_survives_signals_without_a_filter() -> None:
    answer = run_all(SIGNALS.replace("-1, 0,", ""), [{"input": ""}] * 2, without=FORKS_ALLOWED)
    if "process_namespace" not in answer["isolation"]["active"]:
        pytest.skip("this platform has no process namespaces")
    assert [case["verdict"] for case in answer["cases"]] == ["accepted"] * 2


STUBBORN = {
    "ignores signals": """
import signal
for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
while True: pass
""",
    "catches everything": "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
    "hides in native code": "'a' * 2 + str(7 ** 7 ** 8)",
    "many threads": """
import threading
for _ in range(4):
    threading.Thread(target=lambda: [None for _ in iter(int, 1)]).start()
""",
    "never ends at exit": "import atexit\natexit.register(lambda: [None for _ in iter(int, 1)])",
}


@pytest.mark.parametrize("habit", STUBBORN)
def test_a_program_that_will_not_stop_is_stopped(habit: str, platform: frozenset[str]) -> None:
    limits = {"cpu_seconds": 0.3, "memory_mb": 512}
    assert run(STUBBORN[habit], without=platform, limits=limits)["verdict"] == "time_limit"


def test_a_program_that_stops_itself_is_ended(platform: frozenset[str]) -> None:
    code = "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)"
    result = run(code, without=platform, limits={"wall_seconds": 0.5})
    assert (result["verdict"], result["reason"]) == ("time_limit", "stopped: not finished after 0.5 s")


def test_a_program_may_close_its_output_and_go_on(platform: frozenset[str]) -> None:
    code = "import os, time\nprint('first', flush=True)\nos.close(1)\nos.close(2)\ntime.sleep(0.2)\nos._exit(0)"
    assert run(code, expected="first", without=platform)["verdict"] == "accepted"


def test_a_flood_of_errors_is_read_and_forgotten(platform: frozenset[str]) -> None:
    code = "import sys\nfor n in range(300): sys.stderr.write('x' * 100_000)\nprint('done')"
    assert run(code, expected="done", without=platform)["verdict"] == "accepted"
