"""Runs a Python program inside a freshly forked interpreter as if it had been started with it."""

import atexit
import builtins
import contextlib
import marshal
import os
import sys
from _sitebuiltins import Quitter
from functools import partial
from types import ModuleType
from typing import NoReturn

from functions.algoitny_runner import limits

USUAL_IMPORTS = (
    "bisect",
    "collections",
    "functools",
    "heapq",
    "itertools",
    "math",
    "operator",
    "random",
    "re",
    "string",
)
"""Loaded once, before the first fork, because nearly every solution asks for some of them."""


def check(code: bytes, source: str) -> NoReturn:
    """Compile, and leave the result on standard output."""
    open_streams()
    try:
        compiled = marshal.dumps(compile(code, source, "exec", dont_inherit=True))
        sys.stdout.buffer.write(compiled)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        complain(error)
        leave(1)
    leave(0)


def run(compiled: bytes, source: str) -> NoReturn:
    open_streams()
    namespace = become_main(source)
    try:
        exec(marshal.loads(compiled), namespace)  # noqa: S102, S302 - running the user's program is what this process is for
        code = 0
    except SystemExit as wish:
        code = exit_code(wish)
    except BaseException as error:
        complain(error)
        code = 1
    leave(code)


def open_streams() -> None:
    """The inherited stream objects belong to the process that forked: these read and write the run's own files."""
    read = partial(open, encoding="utf-8", errors="surrogateescape", closefd=False)
    streams = {
        "stdin": read(0),
        "stdout": read(1, "w"),
        "stderr": open(2, "w", 1, encoding="utf-8", errors="backslashreplace", closefd=False),  # noqa: SIM115
    }
    for name, stream in streams.items():
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def become_main(source: str) -> dict[str, object]:
    """A `__main__` of its own, and none of the runner's modules: a program's names mean what they always mean."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "functions"]:
        del sys.modules[name]
    sys.argv[:] = sys.orig_argv[:] = [source]
    main = ModuleType("__main__")
    main.__dict__.update(__builtins__=builtins, __file__=source)
    sys.modules["__main__"] = main
    for name in ("exit", "quit"):
        setattr(builtins, name, Quitter(name, ""))
    return main.__dict__


def exit_code(wish: SystemExit) -> int:
    if wish.code is None or isinstance(wish.code, int):
        return (wish.code or 0) & 0xFF
    with contextlib.suppress(Exception):
        sys.stderr.write(f"{wish.code}\n")
    return 1


def complain(error: BaseException) -> None:
    if isinstance(error, MemoryError):
        limits.allow_last_words()
    if error.__traceback__ is not None:
        error.__traceback__ = error.__traceback__.tb_next
    sys.excepthook(type(error), error, error.__traceback__)


def leave(code: int) -> NoReturn:
    """End as an interpreter does, without unwinding into the frames of the process that forked."""
    try:
        if threading := sys.modules.get("threading"):
            threading._shutdown()
        atexit._run_exitfuncs()
        sys.stdout.flush()
    except BaseException as error:
        complain(error)
        code = code or 1
    os._exit(code)
