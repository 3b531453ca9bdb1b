"""Guards `process_namespace` and `network_namespace`, and the ground for `private_root`: a machine of one's own."""

import os
import signal

from functions.algoitny_runner import linux

FLAGS = {
    "process_namespace": linux.CLONE_NEWPID | linux.CLONE_NEWIPC,
    "network_namespace": linux.CLONE_NEWNET,
    "private_root": linux.CLONE_NEWNS,
}


def enter(wanted: frozenset[str]) -> None:
    """Leave the machine's namespaces for new ones, through a user namespace where that is what it takes.

    The process namespace begins with the next fork: see `become_first_process`.
    """
    flags = sum(FLAGS[guard] for guard in wanted)
    try:
        linux.unshare(flags)
    except PermissionError:
        uid, gid = os.getuid(), os.getgid()
        linux.unshare(flags | linux.CLONE_NEWUSER)
        write("/proc/self/setgroups", "deny")
        write("/proc/self/uid_map", f"{uid} {uid} 1")
        write("/proc/self/gid_map", f"{gid} {gid} 1")


def write(path: str, text: str) -> None:
    file = os.open(path, os.O_WRONLY)
    try:
        os.write(file, text.encode())
    finally:
        os.close(file)


def become_first_process() -> None:
    """Return as process 1 of the new namespace: when it ends, the kernel ends every process in there."""
    child = os.fork()
    if child == 0:
        linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGKILL)
        return
    _, status = os.waitpid(child, 0)
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
