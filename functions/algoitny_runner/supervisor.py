"""The process between the runner and untrusted code: it starts up once, then forks, confines and watches each run.

It has an empty environment, holds no expected output, and never loads a program itself: a fork of it is as good as new.
"""

import gc
import importlib
import os
import signal
import time
from contextlib import AbstractContextManager
from typing import Any, NoReturn

from functions.algoitny_runner import box, guards, limits, linux, processes, python_program, watch, wire
from functions.algoitny_runner.languages import LANGUAGES, Step

ORDERS, ANSWERS = 0, 1
FILES_PER_BOX = 4

_TELL = 3
"""The descriptor on which a forked process says why it could not even begin."""

Result = tuple[dict[str, Any], bytes]


class Supervisor:
    def __init__(self, order: dict[str, Any], code: bytes) -> None:
        self._place: str = order["place"]
        self._language = LANGUAGES[order["language"]]
        self._program: str = order["program"]
        self._limits = limits.Limits(**order["limits"])
        self._code = self._compiled = code
        self._already = limits.headroom()
        self._guards = guards.put_up(self._place, self._language.runtime(self._program), order["without"])

    def report(self) -> dict[str, Any]:
        return self._guards.report()

    def perform(self, step: Step, standard_input: bytes, wall_seconds: float) -> Result:
        with self._fresh_box(len(standard_input)) as place:
            files = {self._language.source: self._code} if self._language.command else {}
            box.furnish(place, standard_input, files, self._guards.uid)
            head, body = self._run(place, step, wall_seconds)
        if step == "check" and self._language.command is None:
            self._compiled = body[: head["printed"]]
        return head, body

    def _fresh_box(self, input_size: int) -> AbstractContextManager[box.Box]:
        if "private_root" not in self._guards:
            return box.in_directory(self._place)
        return box.in_private_root(limits.MB + input_size + len(self._code) + FILES_PER_BOX * self._limits.file_bytes)

    def _run(self, place: box.Box, step: Step, wall_seconds: float) -> Result:
        bounds = limits.CHECK_LIMITS if step == "check" else self._limits
        capture = watch.Capture(open_pipe(place.output), open_pipe(place.errors), bounds.output_bytes)
        told, tell = os.pipe()
        begun = time.monotonic()
        pid = os.fork()
        if pid == 0:
            self._become(place, step, bounds, tell)
        os.close(tell)
        stopped = watch.follow(pid, capture, bounds, wall_seconds)
        if stopped:
            os.kill(pid, signal.SIGKILL)
        _, status, used = os.wait4(pid, 0)
        wall = time.monotonic() - begun
        processes.end_all(alone="process_namespace" in self._guards)
        capture.finish()
        with open(told, encoding="utf-8") as answer:
            broken = answer.read()
        head = {
            "exit_code": os.waitstatus_to_exitcode(status),
            "stopped": watch.Stop.OUTPUT if capture.too_much else stopped,
            "broken": broken,
            "cpu_ms": round((used.ru_utime + used.ru_stime) * 1000),
            "wall_ms": round(wall * 1000),
            "memory_kb": used.ru_maxrss,
            "printed": min(len(capture.printed), bounds.output_bytes),
        }
        return head, bytes(capture.printed[: bounds.output_bytes] + capture.complaints)

    def _become(self, place: box.Box, step: Step, bounds: limits.Limits, tell: int) -> NoReturn:
        """The forked side. What goes wrong before the program begins is told, and is not the program's fault."""
        try:
            take_streams(place, tell)
            os.chdir(place.work)
            os.umask(0o077)
            limits.apply(bounds, self._already, by_address_space=not self._language.reserves_address_space)
            self._guards.bind(place)
            linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGKILL)
            if self._language.command:
                os.execve(self._program, self._language.command(self._program, bounds, step), {})  # noqa: S606 - the point
        except Exception as error:
            os.write(_TELL, f"{type(error).__name__}: {error}".encode())
            os._exit(1)
        os.close(_TELL)
        try:
            if step == "check":
                python_program.check(self._code, self._language.source)
            python_program.run(self._compiled, self._language.source)
        finally:
            os._exit(1)


def open_pipe(path: str) -> int:
    return os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)


def take_streams(place: box.Box, tell: int) -> None:
    """A session and standard streams of the run's own, a line to the supervisor, and no other descriptor."""
    os.setsid()
    opened = (
        os.open(place.input, os.O_RDONLY),
        os.open(place.output, os.O_WRONLY),
        os.open(place.errors, os.O_WRONLY),
        os.dup(tell),
    )
    for wanted, descriptor in enumerate(opened):
        os.dup2(descriptor, wanted, inheritable=wanted != _TELL)
    os.closerange(_TELL + 1, 65_536)


def main() -> None:
    linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGKILL)
    order, code = wire.receive(ORDERS)
    os.umask(0o022)
    os.environ.clear()
    limits.offer_to_the_oom_killer()
    linux.one_malloc_arena()
    for name in python_program.USUAL_IMPORTS:
        importlib.import_module(name)
    supervisor = Supervisor(order, code)
    gc.freeze()
    wire.send(ANSWERS, supervisor.report())
    while True:
        try:
            order, body = wire.receive(ORDERS)
        except wire.Silence:
            os._exit(0)
        wire.send(ANSWERS, *supervisor.perform(order["step"], body, order["wall_seconds"]))
