"""Guard `landlock`: the process opens the runtime and its own working directory, and no other file. Needs no root."""

import ctypes
import os
import struct
from collections.abc import Iterable

from functions.algoitny_runner import linux

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION, _PATH_BENEATH = 1, 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR, _TRUNCATE = 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 14
_FIRST_VERSION_RIGHTS = (1 << 13) - 1
_REFER, _IOCTL_DEVICE = 1 << 13, 1 << 15
_RIGHTS_SINCE = {1: _FIRST_VERSION_RIGHTS, 2: _REFER, 3: _TRUNCATE, 5: _IOCTL_DEVICE}
_OF_A_FILE = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_READING = _EXECUTE | _READ_FILE | _READ_DIR

_TCP_SINCE, _TCP = 4, 0b11
_SCOPES_SINCE, _SCOPES = 6, 0b11
"""No connection to abstract sockets and no signal to a process outside."""


def restrict(*, readable: Iterable[str], writable: Iterable[str]) -> None:
    """Put this process, and all it may become, under the rules. There is no way back."""
    version = linux.syscall("landlock_create_ruleset", _CREATE_RULESET, None, 0, _ASK_VERSION)
    rights = sum(added for since, added in _RIGHTS_SINCE.items() if since <= version)
    rules = create(rights, _TCP * (version >= _TCP_SINCE), _SCOPES * (version >= _SCOPES_SINCE))
    for path in readable:
        allow(rules, path, rights & _READING)
    for path in writable:
        allow(rules, path, rights & ~_EXECUTE)
    linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
    linux.syscall("landlock_restrict_self", _RESTRICT_SELF, rules, 0)
    os.close(rules)


def create(rights: int, tcp: int, scopes: int) -> int:
    fields = [rights, *([tcp] if tcp or scopes else []), *([scopes] if scopes else [])]
    attributes = struct.pack(f"={len(fields)}Q", *fields)
    return linux.syscall("landlock_create_ruleset", _CREATE_RULESET, buffer(attributes), len(attributes), 0)


def allow(rules: int, path: str, rights: int) -> None:
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        beneath = rights if os.path.isdir(path) else rights & _OF_A_FILE
        rule = buffer(struct.pack("=Qi", beneath, place))
        linux.syscall("landlock_add_rule", _ADD_RULE, rules, _PATH_BENEATH, rule, 0)
    finally:
        os.close(place)


def buffer(data: bytes) -> ctypes.Array[ctypes.c_char]:
    return ctypes.create_string_buffer(data, len(data))
