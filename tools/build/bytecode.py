"""Bytecode for the interpreter that will run an asset, with a check that it is what that interpreter loads."""

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.build.targets import Target

HERE = Path(__file__).parent
MAGIC = {
    Target.LOCAL: importlib.util.MAGIC_NUMBER,
    Target.CLOUD: (3571).to_bytes(2, "little") + b"\r\n",
}  # 3571 is 3.13
UNCHECKED_HASH = (0b01).to_bytes(4, "little")


class NotCompiled(Exception):
    """A folder that could not be compiled, or was compiled for another interpreter."""


@dataclass(frozen=True)
class Tree:
    root: Path
    with_source: tuple[str, ...]


def compile_trees(trees: Sequence[Tree], target: Target) -> None:
    """Compile every tree in one start of the target's interpreter."""
    order = json.dumps([{"root": str(tree.root), "with_source": tree.with_source} for tree in trees])
    interpreter = {
        Target.LOCAL: (sys.executable, "-I", HERE / "compile_tree.py"),
        Target.CLOUD: ("node", HERE / "compile_for_lambda.mjs"),
    }[target]
    run = subprocess.run(
        [*interpreter, order], capture_output=True, text=True, check=False, env=os.environ | {"PYTHONHASHSEED": "0"}
    )
    if run.returncode != 0:
        raise NotCompiled(f"compiling for {target} failed:\n{run.stderr.strip()}")
    for tree in trees:
        check_bytecode(tree.root, target)


def check_bytecode(root: Path, target: Target) -> None:
    for compiled in root.rglob("*.pyc"):
        with compiled.open("rb") as file:
            header = file.read(8)
        if header != MAGIC[target] + UNCHECKED_HASH:
            raise NotCompiled(f"{compiled} is not unchecked bytecode of the {target} interpreter")
