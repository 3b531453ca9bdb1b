"""Reads what a runtime prints when a program fails: type and message of the error, and the line of the user's code."""

import re
from collections.abc import Callable
from dataclasses import dataclass

MESSAGE_EXCERPT = 500


@dataclass(frozen=True, slots=True)
class ProgramError:
    type: str
    message: str
    line: int | None
    out_of_memory: bool = False


Explain = Callable[[str, str], ProgramError | None]
"""(what was printed to standard error, the name of the user's file) -> the error, if there is one to be read"""

_PYTHON_START = "Traceback (most recent call last):"
_PYTHON_FRAME = re.compile(r'^ +File "(.+)", line (\d+)', re.MULTILINE)
_PYTHON_ERROR = re.compile(r"^([A-Za-z_][\w.]*)(?:: |$)(.*)", re.MULTILINE | re.DOTALL)

_NODE_FATAL = re.compile(r"^FATAL ERROR: (.+)$", re.MULTILINE)
_NODE_ERROR = re.compile(r"^(?:Uncaught )?([A-Za-z_$][\w.$]*)(?: \[\w+\])?(?:: |$)(.*)", re.DOTALL)
_NODE_UNCAUGHT = re.compile(r"^ *\^+\n(.+)$", re.MULTILINE)
_NODE_NO_MEMORY = ("heap out of memory", "Array buffer allocation failed")


def python(printed: str, source: str) -> ProgramError | None:
    report = printed[max(printed.rfind(_PYTHON_START), 0) :]
    frames = list(_PYTHON_FRAME.finditer(report))
    error = _PYTHON_ERROR.search(report, frames[-1].end()) if frames else None
    if error is None:
        return None
    own = [int(frame[2]) for frame in frames if frame[1] == source]
    return ProgramError(error[1], brief(error[2]), own[-1] if own else None, error[1] == "MemoryError")


def javascript(printed: str, source: str) -> ProgramError | None:
    if fatal := _NODE_FATAL.search(printed):
        return ProgramError("FatalError", brief(fatal[1]), None, is_out_of_memory(fatal[1]))
    own_line = re.compile(rf"{re.escape(source)}:(\d+)(?::\d+)?\)?$", re.MULTILINE)
    head, stack = around_last_stack(printed)
    line = own_line.search(stack) or own_line.search(printed)
    number = int(line[1]) if line else None
    if error := _NODE_ERROR.match(head):
        return ProgramError(error[1], brief(error[2]), number, is_out_of_memory(error[2]))
    if line and (thrown := _NODE_UNCAUGHT.search(printed)):
        return ProgramError("Uncaught", brief(thrown[1]), number)
    return None


def around_last_stack(printed: str) -> tuple[str, str]:
    """The paragraph just before the last call stack, which names the error, and the stack itself."""
    before, at, stack = printed.rpartition("\n    at ")
    while at:
        head, at, above = before.rpartition("\n    at ")
        if not at or "\n" in above:
            break
        before, stack = head, f"{above}{at}{stack}"
    paragraph = before.rstrip("\n").rpartition("\n\n")[2]
    return (paragraph.strip("\n"), stack) if stack and before else ("", "")


def is_out_of_memory(message: str) -> bool:
    return any(sign in message for sign in _NODE_NO_MEMORY)


def brief(message: str) -> str:
    message = message.strip()
    return message if len(message) <= MESSAGE_EXCERPT else f"{message[:MESSAGE_EXCERPT]}…"
