"""Compiles a folder on the interpreter that will run it, to bytecode that is never checked against its source.

Runs by itself, as a script of the host's Python and inside Pyodide; so it imports the standard library only.
"""

import json
import py_compile
import sys
from importlib.util import cache_from_source
from pathlib import Path


def compile_tree(root: Path, with_source: list[str]) -> None:
    """Packages named in `with_source` keep their source, for readable tracebacks; others travel as bytecode alone."""
    for source in sorted(root.rglob("*.py")):
        name = source.relative_to(root)
        keep = name.parts[0] in with_source
        py_compile.compile(
            str(source),
            cfile=cache_from_source(str(source)) if keep else str(source.with_suffix(".pyc")),
            dfile=name.as_posix(),
            doraise=True,
            invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
        )
        if not keep:
            source.unlink()


if __name__ == "__main__":
    for tree in json.loads(sys.argv[1]):
        compile_tree(Path(tree["root"]), tree["with_source"])
