"""The runner's folder stands alone: the standard library, and nothing else of ours."""

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import functions.algoitny_runner.handler as runner

FOLDER = Path(runner.__file__).parent
OURS = "functions.algoitny_runner"

ALONE = """
import json, sys
sys.path.append(sys.argv[1])
from functions.algoitny_runner.handler import handler
event = {"language": "python", "code": "print(1)", "cases": [{"input": "", "expected": "1"}]}
print(json.dumps(handler(event, None)))
"""


def imported_by(file: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


def test_the_runner_imports_the_standard_library_and_itself() -> None:
    imported = {name for file in FOLDER.glob("*.py") for name in imported_by(file)}
    foreign = {name for name in imported if not (name == OURS or name.startswith(f"{OURS}."))}
    assert {name.partition(".")[0] for name in foreign} <= set(sys.stdlib_module_names)


def test_the_folder_alone_runs_a_program(tmp_path: Path) -> None:
    asset = tmp_path / "functions" / FOLDER.name
    shutil.copytree(FOLDER, asset, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "functions" / "__init__.py").touch()
    alone = subprocess.run(
        [sys.executable, "-I", "-S", "-B", "-c", ALONE, str(tmp_path)],
        env={},
        cwd="/",
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(alone.stdout)["verdict"] == "accepted"
