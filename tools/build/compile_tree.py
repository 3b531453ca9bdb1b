"""Compiles a folder on the interpreter that will run it: bytecode without docstrings, never checked against its source.

Runs by itself, as a script of the host's Python and inside Pyodide; so it imports the standard library only.
"""

import ast
import json
import marshal
import sys
from importlib.util import MAGIC_NUMBER, cache_from_source, source_hash
from pathlib import Path

UNCHECKED_HASH = (0b01).to_bytes(4, "little")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def compile_tree(root: Path, with_source: list[str]) -> None:
    """Packages named in `with_source` keep their source, for readable tracebacks; others travel as bytecode alone."""
    for source in sorted(root.rglob("*.py")):
        name = source.relative_to(root)
        keep = name.parts[0] in with_source
        compiled = Path(cache_from_source(str(source))) if keep else source.with_suffix(".pyc")
        compiled.parent.mkdir(exist_ok=True)
        compiled.write_bytes(bytecode(source.read_bytes(), name.as_posix()))
        if not keep:
            source.unlink()


def bytecode(source: bytes, name: str, *, documented: bool = False) -> bytes:
    """Nobody asks a function in Lambda for its documentation, and a cold start reads every byte. Assertions stay."""
    tree = ast.parse(source, name)
    for node in () if documented else ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            text, *rest = node.body
            node.body = rest or [ast.copy_location(ast.Pass(), text)]
    code = compile(tree, name, "exec", dont_inherit=True, optimize=0)
    return MAGIC_NUMBER + UNCHECKED_HASH + source_hash(source) + marshal.dumps(code)


if __name__ == "__main__":
    for tree in json.loads(sys.argv[1]):
        compile_tree(Path(tree["root"]), tree["with_source"])
