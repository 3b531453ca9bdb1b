"""Takes from the runner's own process whatever a program could want to steal from it."""

import ctypes
import os
import re

from functions.algoitny_runner import linux

_SECRET = re.compile("KEY|SECRET|TOKEN|CREDENTIAL|PASSWORD")
_STAT_ENV_START = 47
"""Counted from the field after the process's name."""


def hide_process() -> None:
    """No process but root's may read this one's memory, environment or open files."""
    linux.prctl(linux.PR_SET_DUMPABLE, 0)


def forget_credentials() -> None:
    """Out of the environment, and out of the block of memory that /proc/self/environ shows as long as we live."""
    for name in [name for name in os.environ if _SECRET.search(name)]:
        del os.environ[name]
    with open("/proc/self/stat", encoding="utf-8") as stat:
        fields = stat.read().rpartition(")")[2].split()
    start, end = (int(field) for field in fields[_STAT_ENV_START : _STAT_ENV_START + 2])
    at = start
    for entry in ctypes.string_at(start, end - start).split(b"\0"):
        if _SECRET.search(entry.partition(b"=")[0].decode(errors="replace")):
            ctypes.memset(at, 0, len(entry))
        at += len(entry) + 1
