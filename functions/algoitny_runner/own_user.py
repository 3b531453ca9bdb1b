"""Guard `own_user`: each execution under a user id that owns nothing else. Only root can do that."""

import os
from collections.abc import Iterable

from functions.algoitny_runner import linux

_UNASSIGNED = 1_900_000_000
NOBODY = 65_534


def candidates() -> tuple[int, ...]:
    """An id per execution, because the kernel counts processes by user; nobody's where only few ids are mapped."""
    return (_UNASSIGNED + os.getpid(), NOBODY)


def become(uid: int, needed: Iterable[str] = ()) -> None:
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    for path in needed:
        if not os.access(path, os.R_OK):
            raise PermissionError(f"user {uid} cannot read the runtime")


def drop_privileges() -> None:
    linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
    linux.drop_capabilities()
