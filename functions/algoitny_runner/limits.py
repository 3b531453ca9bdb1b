"""What one run may use, and how the kernel is told."""

import contextlib
import os
import resource
from dataclasses import dataclass
from math import ceil

MB = 1024 * 1024
LAST_WORDS = 16 * MB
"""Kept back from a run, so that a program out of memory can still say so."""


@dataclass(frozen=True, slots=True)
class Limits:
    cpu_seconds: float = 2.0
    wall_seconds: float = 6.0
    memory_mb: int = 256
    output_bytes: int = MB
    file_bytes: int = 16 * MB
    stack_mb: int = 64
    processes: int = 32
    """Threads count too: the kernel sees no difference."""
    open_files: int = 64


RANGES: dict[str, tuple[float, float]] = {
    "cpu_seconds": (0.1, 60),
    "wall_seconds": (0.1, 120),
    "memory_mb": (16, 2048),
    "output_bytes": (1, 16 * MB),
    "file_bytes": (0, 64 * MB),
    "stack_mb": (1, 1024),
    "processes": (16, 256),
    "open_files": (16, 1024),
}


CHECK_LIMITS = Limits(cpu_seconds=5, wall_seconds=10, memory_mb=512, output_bytes=8 * MB)
"""For compiling, whatever the program itself may use."""


@dataclass(frozen=True, slots=True)
class Headroom:
    """What is in use before a run begins, and is not the program's."""

    address_space: int
    tasks: int


def headroom() -> Headroom:
    """To be asked while /proc is in sight. Root's tasks are never limited, and its runs have a user of their own."""
    with open("/proc/self/statm", encoding="ascii") as statm:
        pages = int(statm.read().split()[0])
    uid = os.getuid()
    return Headroom(pages * resource.getpagesize(), tasks_of(uid) if uid else 0)


def tasks_of(uid: int) -> int:
    """The kernel counts a user's threads over all processes, also those that have nothing to do with a run."""
    total = 0
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and os.stat(f"/proc/{name}").st_uid == uid:
                total += len(os.listdir(f"/proc/{name}/task"))
        except OSError:
            continue
    return total


def offer_to_the_oom_killer() -> None:
    """Should the machine itself run out of memory, better this process and its children than the one that asked."""
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as score:
        score.write("500")


def apply(limits: Limits, already: Headroom, *, by_address_space: bool) -> None:
    """Bind this process. Memory is limited by address space where a runtime does not reserve far more than it uses."""
    seconds = ceil(limits.cpu_seconds) + 1
    lower(resource.RLIMIT_CPU, seconds, seconds + 1)
    if by_address_space:
        most = already.address_space + limits.memory_mb * MB
        lower(resource.RLIMIT_AS, most, most + LAST_WORDS)
    else:
        lower(resource.RLIMIT_DATA, limits.memory_mb * MB + 4 * LAST_WORDS)
    # a runtime that reserves a stack per thread takes its size from here
    lower(resource.RLIMIT_STACK, limits.stack_mb * MB if by_address_space else resource.RLIM_INFINITY)
    lower(resource.RLIMIT_FSIZE, limits.file_bytes)
    lower(resource.RLIMIT_NPROC, already.tasks + limits.processes)
    lower(resource.RLIMIT_NOFILE, limits.open_files)
    lower(resource.RLIMIT_CORE, 0)
    lower(resource.RLIMIT_MEMLOCK, 0)
    lower(resource.RLIMIT_MSGQUEUE, 0)


def lower(kind: int, soft: int, hard: int | None = None) -> None:
    """As asked, but never above what this process was given."""
    ceiling = resource.getrlimit(kind)[1]
    bounded = [smaller(value, ceiling) for value in (soft, soft if hard is None else hard)]
    resource.setrlimit(kind, (bounded[0], bounded[1]))


def smaller(value: int, ceiling: int) -> int:
    if ceiling == resource.RLIM_INFINITY:
        return value
    return ceiling if value == resource.RLIM_INFINITY else min(value, ceiling)


def allow_last_words() -> None:
    for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (hard, hard))
