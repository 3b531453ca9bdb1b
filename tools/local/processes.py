"""Programs started here, each the head of its own process group: stopping one stops what it started and no more."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from tools.build.targets import ROOT

GRACE = 3.0


class ProgramFailed(Exception):
    """A program ended with an error; what it said last is in the message."""


@contextmanager
def started(
    command: Sequence[str | Path],
    environment: Mapping[str, str],
    output: int | IO[bytes] = subprocess.PIPE,
    *,
    pass_fds: Sequence[int] = (),
    folder: Path = ROOT,
) -> Iterator[subprocess.Popen[bytes]]:
    """A program that runs while the block does."""
    program = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        pass_fds=pass_fds,
    )
    try:
        yield program
    finally:
        end_group(program.pid, lambda: has_ended(program))
        program.wait()


def end_group(head: int, ended: Callable[[], bool]) -> None:
    """Ask the group to end, wait for `ended`, then leave nothing of it running."""
    with suppress(ProcessLookupError):
        os.killpg(head, signal.SIGTERM)
    deadline = time.monotonic() + GRACE
    while not ended() and time.monotonic() < deadline:
        time.sleep(0.05)
    with suppress(ProcessLookupError):
        os.killpg(head, signal.SIGKILL)


def has_ended(program: subprocess.Popen[bytes]) -> bool:
    return program.poll() is not None


def run(*command: str | Path, environment: Mapping[str, str], hear: Callable[[str], None]) -> None:
    """Run a program to its end, passing each line on as it comes."""
    lines: list[str] = []
    with started(command, environment) as program:
        assert program.stdout is not None
        for raw in program.stdout:
            line = raw.decode(errors="replace").rstrip()
            lines.append(line)
            hear(line)
        code = program.wait()
    if code != 0:
        last = "\n".join(lines[-30:])
        raise ProgramFailed(f"`{Path(command[0]).name} {' '.join(map(str, command[1:4]))}` ended with {code}:\n{last}")
