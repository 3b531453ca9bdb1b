"""Guard `seccomp`: a filter in the kernel that refuses the system calls a judged program has no business with.

The program is classic BPF, put together here by hand: it needs no library and no privilege beyond no_new_privs, and
works where namespaces are refused. It is made after the fork, so that a process may signal itself and nobody else.
"""

import ctypes
import errno
import os
import struct
from collections.abc import Iterable, Iterator

from functions.algoitny_runner import linux
from functions.algoitny_runner.syscalls import CHANGES_FILES, INSPECTED, REFUSED, Numbers

MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
"""The column of a machine in the tables of numbers, and its AUDIT_ARCH."""

ALLOW, KILL, REFUSE = 0x7FFF0000, 0x80000000, 0x00050000
X32_CALLS = 0x40000000

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16

_PR_SET_SECCOMP, _MODE_FILTER = 22, 2
_CLONE_THREAD = 0x00010000
_PRLIMIT_SELF = 0
_F_SETOWN, _F_SETSIG, _F_SETOWN_EX = 8, 10, 15
_FIOSETOWN, _SIOCSPGRP = 0x8901, 0x8902
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC

Instruction = tuple[int, int, int, int]


def restrict(*, may_write_files: bool) -> None:
    """Put this process, and all it may become, under the filter. There is no way back."""
    install(program(os.uname().machine, os.getpid(), may_write_files=may_write_files))


def install(instructions: list[Instruction]) -> None:
    code = b"".join(struct.pack("=HBBI", *instruction) for instruction in instructions)
    held = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("@HP", len(instructions), ctypes.addressof(held))
    linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
    linux.prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.create_string_buffer(header, len(header)))


def program(machine: str, own_pid: int, *, may_write_files: bool) -> list[Instruction]:
    if machine not in MACHINES:
        raise OSError(errno.ENOSYS, f"no filter for {machine}")
    column, architecture = MACHINES[machine]
    calls = {name: numbers[column] for name, numbers in INSPECTED.items()}

    def inspect(name: str, *rules: Instruction) -> Iterator[Instruction]:
        """The rules decide about this call; a call they say nothing about is allowed."""
        if calls[name] is not None:
            yield (_EQUAL, 0, len(rules) + 1, calls[name] or 0)
            yield from rules
            yield answer(ALLOW)

    refuse_files = () if may_write_files else numbers_of(CHANGES_FILES, column)
    return [
        load(_ARCHITECTURE),
        (_EQUAL, 1, 0, architecture),
        answer(KILL),
        load(_NUMBER),
        *unless_at_least(X32_CALLS),
        *(step for number in (*numbers_of(REFUSED, column), *refuse_files) for step in refused(number)),
        # its flags are behind a pointer that a filter cannot follow; without it the C library asks `clone`
        *inspect("clone3", answer(REFUSE | errno.ENOSYS)),
        *inspect("clone", argument(0), (_ANY_BIT, 1, 0, _CLONE_THREAD), refusal()),
        *inspect("kill", argument(0), *only((own_pid,))),
        *inspect("tgkill", argument(0), *only((own_pid,))),
        *inspect("prlimit64", argument(0), *only((_PRLIMIT_SELF, own_pid))),
        # a file's owner gets signals, any signal, from whoever moves the file
        *inspect("fcntl", argument(1), *none_of((_F_SETOWN, _F_SETSIG, _F_SETOWN_EX))),
        *inspect("ioctl", argument(1), *none_of((_FIOSETOWN, _SIOCSPGRP))),
        *(() if may_write_files else inspect("open", *reading_only(1))),
        *(() if may_write_files else inspect("openat", *reading_only(2))),
        *(() if may_write_files else inspect("openat2", answer(REFUSE | errno.ENOSYS))),
        answer(ALLOW),
    ]


def numbers_of(calls: dict[str, Numbers], column: int) -> list[int]:
    return [number for numbers in calls.values() if (number := numbers[column]) is not None]


def load(offset: int) -> Instruction:
    return (_LOAD, 0, 0, offset)


def argument(position: int) -> Instruction:
    """The lower half of an argument: pids, commands and flags are no wider, and the kernel ignores the rest."""
    return load(_ARGUMENTS + 8 * position)


def answer(action: int) -> Instruction:
    return (_RETURN, 0, 0, action)


def refusal() -> Instruction:
    return answer(REFUSE | errno.EPERM)


def refused(number: int) -> Iterable[Instruction]:
    return ((_EQUAL, 0, 1, number), refusal())


def unless_at_least(number: int) -> Iterable[Instruction]:
    return ((_AT_LEAST, 0, 1, number), refusal())


def only(values: tuple[int, ...]) -> Iterable[Instruction]:
    """Refuse unless the loaded value is one of these."""
    for index, value in enumerate(values):
        yield (_EQUAL, len(values) - index, 0, value)
    yield refusal()


def none_of(values: tuple[int, ...]) -> Iterable[Instruction]:
    for value in values:
        yield from refused(value)


def reading_only(flags_at: int) -> Iterable[Instruction]:
    return (argument(flags_at), (_ANY_BIT, 0, 1, _WRITING), refusal())
