"""The system-call filter, decided as the kernel would decide it, for both kinds of processor."""

import errno
import os
import struct

import pytest

from functions.algoitny_runner.seccomp import ALLOW, KILL, MACHINES, REFUSE, X32_CALLS, program
from functions.algoitny_runner.syscalls import CHANGES_FILES, INSPECTED, REFUSED

OWN_PID = 4321
REFUSED_AS_FORBIDDEN = REFUSE | errno.EPERM
CLONE_THREAD, CLONE_VM = 0x00010000, 0x100
READ = {"x86_64": 0, "aarch64": 63}


class Filter:
    """Classic BPF, as far as the filter uses it."""

    def __init__(self, machine: str, *, may_write_files: bool = True) -> None:
        self.column, self.architecture = MACHINES[machine]
        self._program = program(machine, OWN_PID, may_write_files=may_write_files)

    def number(self, name: str) -> int | None:
        return (REFUSED | CHANGES_FILES | INSPECTED)[name][self.column]

    def decide(self, call: str | int, *arguments: int, architecture: int | None = None) -> int:
        number = self.number(call) if isinstance(call, str) else call
        assert number is not None
        six = (*arguments, *(0 for _ in range(6 - len(arguments))))
        data = struct.pack("=IIQ6Q", number, architecture or self.architecture, 0, *six)
        at = accumulator = 0
        while True:
            code, if_true, if_false, k = self._program[at]
            at += 1
            match code:
                case 0x20:
                    (accumulator,) = struct.unpack_from("=I", data, k)
                case 0x15:
                    at += if_true if accumulator == k else if_false
                case 0x35:
                    at += if_true if accumulator >= k else if_false
                case 0x45:
                    at += if_true if accumulator & k else if_false
                case 0x06:
                    return k


@pytest.fixture(params=MACHINES)
def machine(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.mark.parametrize("name", REFUSED)
def test_a_refused_call_fails_with_operation_not_permitted(machine: str, name: str) -> None:
    rules = Filter(machine)
    if rules.number(name) is not None:
        assert rules.decide(name) == REFUSED_AS_FORBIDDEN


def test_an_ordinary_call_is_allowed(machine: str) -> None:
    assert Filter(machine).decide(READ[machine]) == ALLOW


def test_threads_may_be_made_and_processes_may_not(machine: str) -> None:
    rules = Filter(machine)
    assert rules.decide("clone", CLONE_THREAD | CLONE_VM) == ALLOW
    assert rules.decide("clone", CLONE_VM) == REFUSED_AS_FORBIDDEN
    assert rules.decide("clone3") == REFUSE | errno.ENOSYS


@pytest.mark.parametrize("call", ["kill", "tgkill"])
@pytest.mark.parametrize("other", [1, 0, OWN_PID + 1, 0xFFFFFFFF])
def test_a_process_may_signal_itself_and_nobody_else(machine: str, call: str, other: int) -> None:
    rules = Filter(machine)
    assert rules.decide(call, OWN_PID, 9) == ALLOW
    assert rules.decide(call, other, 9) == REFUSED_AS_FORBIDDEN


def test_a_process_may_change_its_own_limits_only(machine: str) -> None:
    rules = Filter(machine)
    assert [rules.decide("prlimit64", pid) for pid in (0, OWN_PID)] == [ALLOW, ALLOW]
    assert rules.decide("prlimit64", 1) == REFUSED_AS_FORBIDDEN


@pytest.mark.parametrize(
    ("call", "command"), [("fcntl", 8), ("fcntl", 10), ("fcntl", 15), ("ioctl", 0x8901), ("ioctl", 0x8902)]
)
def test_no_file_sends_signals_to_others(machine: str, call: str, command: int) -> None:
    rules = Filter(machine)
    assert rules.decide(call, 5, command) == REFUSED_AS_FORBIDDEN
    assert rules.decide(call, 5, 3) == ALLOW


def test_calls_in_the_convention_of_another_processor_end_the_process(machine: str) -> None:
    (other,) = (architecture for name, (_, architecture) in MACHINES.items() if name != machine)
    assert Filter(machine).decide(READ[machine], architecture=other) == KILL


def test_the_third_set_of_numbers_of_an_x86_is_refused() -> None:
    assert Filter("x86_64").decide(X32_CALLS | 41) == REFUSED_AS_FORBIDDEN


@pytest.mark.parametrize("name", CHANGES_FILES)
def test_files_change_only_where_they_are_kept_apart(machine: str, name: str) -> None:
    apart, shared = Filter(machine), Filter(machine, may_write_files=False)
    if apart.number(name) is not None:
        assert apart.decide(name) == ALLOW
        assert shared.decide(name) == REFUSED_AS_FORBIDDEN


@pytest.mark.parametrize("flags", [os.O_WRONLY, os.O_RDWR, os.O_CREAT, os.O_RDONLY | os.O_TRUNC])
def test_files_open_for_reading_only_where_they_are_shared(machine: str, flags: int) -> None:
    apart, shared = Filter(machine), Filter(machine, may_write_files=False)
    assert apart.decide("openat", 0, 0, flags) == ALLOW
    assert shared.decide("openat", 0, 0, flags) == REFUSED_AS_FORBIDDEN
    assert shared.decide("openat", 0, 0, os.O_RDONLY | os.O_CLOEXEC) == ALLOW
    assert shared.decide("openat2") == REFUSE | errno.ENOSYS


def test_the_older_way_to_open_is_watched_too() -> None:
    shared = Filter("x86_64", may_write_files=False)
    assert shared.decide("open", 0, os.O_CREAT) == REFUSED_AS_FORBIDDEN
    assert shared.decide("open", 0, os.O_RDONLY) == ALLOW


def test_there_is_no_filter_for_a_processor_without_a_table() -> None:
    with pytest.raises(OSError, match="riscv64"):
        program("riscv64", OWN_PID, may_write_files=True)
