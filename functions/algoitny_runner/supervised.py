"""The runner's side of a supervisor: starts it with empty hands, asks it for runs, ends it with all it started."""

import os
import signal
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from functions.algoitny_runner import box, scrub, wire
from functions.algoitny_runner.languages import Step
from functions.algoitny_runner.limits import Limits
from functions.algoitny_runner.watch import Stop

ASSET = Path(__file__).parents[2]
BOOT = """import sys
sys.path.append(sys.argv[1])
from functions.algoitny_runner.supervisor import main
sys.path.pop()
main()
"""
GRACE_SECONDS = 10.0
"""What a supervisor may take beyond the run itself before it is given up."""


@dataclass(frozen=True, slots=True)
class Outcome:
    exit_code: int
    """Negative: the signal that ended it."""
    stopped: Stop | None
    broken: str
    """Why the program could not even begin, for a reason that is ours."""
    cpu_ms: int
    wall_ms: int
    memory_kb: int
    stdout: bytes
    stderr: bytes


class Supervised:
    def __init__(self, language: str, program: str, code: bytes, limits: Limits, without: frozenset[str]) -> None:
        self._order: dict[str, Any] = {
            "language": language,
            "program": program,
            "limits": asdict(limits),
            "without": sorted(without),
        }
        self._code = code
        self.isolation: dict[str, Any] = {}

    def __enter__(self) -> Self:
        scrub.hide_process()
        self._place = tempfile.mkdtemp(prefix="run-")
        os.chmod(self._place, 0o711)  # noqa: S103 - a run under another user id has to pass through
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
            [sys.executable, "-I", "-S", "-B", "-c", BOOT, str(ASSET)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            env={name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ},
            cwd="/",
            start_new_session=True,
        )
        try:
            self.isolation, _ = self._ask(self._order | {"place": self._place}, self._code, GRACE_SECONDS)
        except BaseException as error:
            self.__exit__(type(error))
            raise
        return self

    def __exit__(self, failure: type[BaseException] | None, *_: object) -> None:
        """A supervisor that hears no more orders ends, and with it the last process it could have left."""
        if self._process.stdin:
            self._process.stdin.close()
        try:
            self._process.wait(0 if failure else GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()
        box.remove(self._place)

    def perform(self, step: Step, standard_input: bytes, wall_seconds: float) -> Outcome:
        order = {"step": step, "wall_seconds": wall_seconds}
        head, body = self._ask(order, standard_input, wall_seconds + GRACE_SECONDS)
        printed = head.pop("printed")
        head["stopped"] = head["stopped"] and Stop(head["stopped"])
        return Outcome(**head, stdout=body[:printed], stderr=body[printed:])

    def _ask(self, order: dict[str, Any], body: bytes, within: float) -> tuple[dict[str, Any], bytes]:
        if self._process.stdin is None or self._process.stdout is None:
            raise wire.Silence("the supervisor has no pipes")
        try:
            wire.send(self._process.stdin.fileno(), order, body)
        except BrokenPipeError as error:
            raise wire.Silence("the supervisor is gone") from error
        return wire.receive(self._process.stdout.fileno(), within)
