"""Follows one run to its end: reads its output up to the limit, looks at its clocks, and says when it goes too far."""

import os
import select
import time
from dataclasses import dataclass, field
from enum import StrEnum

from functions.algoitny_runner.limits import Limits

CHUNK = 65_536
ERRORS_KEPT = 16_384
SHORTEST_NAP = 0.01


class Stop(StrEnum):
    """Why a run was ended from outside."""

    CPU = "cpu"
    WALL = "wall"
    OUTPUT = "output"


@dataclass(slots=True)
class Capture:
    """What a run prints. Of the errors the last part is kept: a runtime's report comes at the end."""

    stdout: int
    stderr: int
    limit: int
    printed: bytearray = field(default_factory=bytearray)
    complaints: bytearray = field(default_factory=bytearray)

    def read(self, descriptor: int) -> bool:
        """Whether there may be more."""
        try:
            chunk = os.read(descriptor, CHUNK)
        except BlockingIOError:
            return False
        if descriptor == self.stdout:
            self.printed += chunk
        else:
            self.complaints += chunk
            del self.complaints[:-ERRORS_KEPT]
        return bool(chunk) and not self.too_much

    def finish(self) -> None:
        """To be called when nobody is left to write."""
        for descriptor in (self.stdout, self.stderr):
            while self.read(descriptor):
                pass
            os.close(descriptor)

    @property
    def too_much(self) -> bool:
        return len(self.printed) > self.limit


def follow(pid: int, capture: Capture, limits: Limits, wall_seconds: float) -> Stop | None:
    """Return when the process has ended by itself (None), or has to be ended."""
    wall_end = time.monotonic() + wall_seconds
    ended = os.pidfd_open(pid)
    try:
        poller = select.poll()
        for descriptor in (ended, capture.stdout, capture.stderr):
            poller.register(descriptor, select.POLLIN)
        while True:
            ready = dict(poller.poll(nap(pid, limits.cpu_seconds, wall_end) * 1000))
            if ended in ready:
                return None
            for descriptor, events in ready.items():
                if events & select.POLLIN:
                    capture.read(descriptor)
                else:
                    poller.unregister(descriptor)
            if capture.too_much:
                return Stop.OUTPUT
            if cpu_seconds_of(pid) > limits.cpu_seconds:
                return Stop.CPU
            if time.monotonic() >= wall_end:
                return Stop.WALL
    finally:
        os.close(ended)


def nap(pid: int, cpu_limit: float, wall_end: float) -> float:
    """As long as no limit can possibly be reached, were it to use every processor."""
    earliest = (cpu_limit - cpu_seconds_of(pid)) / (os.cpu_count() or 1)
    return min(max(earliest, SHORTEST_NAP), max(wall_end - time.monotonic(), 0))


def cpu_seconds_of(pid: int) -> float:
    """The CPU clock of another process; it is gone once that process is."""
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return 0.0
