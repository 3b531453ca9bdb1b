"""Ends every process of a run: children, their children, and those that tried to slip away."""

import os
import signal


def end_all(*, alone: bool) -> None:
    """Return when no process but this one is left. `alone` is process 1 of a namespace, which adopts all orphans."""
    while not all_reaped():
        if alone:
            end_namespace()
        else:
            for child in children():
                os.kill(child, signal.SIGKILL)
            os.waitpid(-1, 0)


def all_reaped() -> bool:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return True
    return False


def end_namespace() -> None:
    """The kernel signals all processes at once, so that none can fork away."""
    if os.getpid() != 1:
        raise RuntimeError("only process 1 of a namespace may signal everybody")
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        return
    try:
        while True:
            os.waitpid(-1, 0)
    except ChildProcessError:
        return


def children() -> list[int]:
    """Orphans are among them: they fall to the nearest subreaper, which this process is."""
    own = os.getpid()
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as stat:
                parent = int(stat.read().rpartition(")")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
        if parent == own:
            found.append(int(name))
    return found
