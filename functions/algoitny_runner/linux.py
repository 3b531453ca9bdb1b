"""The system calls that the guards need and Python does not offer, as functions that raise OSError."""

import ctypes
import os
from collections.abc import Callable
from typing import Any

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 4, 36, 38

CLONE_NEWNS, CLONE_NEWIPC, CLONE_NEWUSER = 0x00020000, 0x08000000, 0x10000000
CLONE_NEWPID, CLONE_NEWNET = 0x20000000, 0x40000000

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT = 0x1, 0x2, 0x4, 0x8, 0x20
MS_BIND, MS_REC, MS_PRIVATE = 0x1000, 0x4000, 0x40000
MNT_DETACH = 2

_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
_CAPABILITY_VERSION_3 = 0x20080522
_M_ARENA_MAX = -8

_libc = ctypes.CDLL(None, use_errno=True)


def _checked(name: str, call: Callable[..., int], *arguments: Any) -> int:
    result = call(*arguments)
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{name}: {os.strerror(error)}")
    return result


def syscall(name: str, number: int, *arguments: Any) -> int:
    widened = (ctypes.c_long(value) if isinstance(value, int) else value for value in arguments)
    return _checked(name, _libc.syscall, ctypes.c_long(number), *widened)


def prctl(option: int, value: int, pointer: Any = None) -> None:
    _checked("prctl", _libc.prctl, option, ctypes.c_ulong(value), pointer, None, None)


def unshare(flags: int) -> None:
    _checked("unshare", _libc.unshare, flags)


def mount(source: str, target: str, kind: str | None, flags: int, options: str | None = None) -> None:
    texts = [text if text is None else os.fsencode(text) for text in (source, target, kind, options)]
    _checked("mount", _libc.mount, *texts[:3], ctypes.c_ulong(flags), texts[3])


def unmount(target: str) -> None:
    _checked("umount", _libc.umount2, os.fsencode(target), MNT_DETACH)


def pivot_root(new: str, old: str) -> None:
    number = _PIVOT_ROOT[os.uname().machine]
    syscall("pivot_root", number, os.fsencode(new), os.fsencode(old))


def drop_capabilities() -> None:
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    nothing = (ctypes.c_uint32 * 6)()
    _checked("capset", _libc.capset, header, nothing)


def one_malloc_arena() -> None:
    """Each arena of a thread reserves 64 MB of address space, which a memory limit would count."""
    _libc.mallopt(_M_ARENA_MAX, 1)
