"""Building: the same bytes from the same sources, nothing twice, and bytecode that its interpreter takes as it is."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.build.toy_project import toy_project
from tools.build.assets import NotLocked
from tools.build.builder import build
from tools.build.bytecode import NotCompiled, check_bytecode
from tools.build.targets import NODE_MODULES, Target

RUN_IN_PYODIDE = f"""
import {{ loadPyodide }} from "{NODE_MODULES}/pyodide/pyodide.mjs";
const python = await loadPyodide();
python.FS.mkdir("/task");
python.FS.mount(python.FS.filesystems.NODEFS, {{ root: process.argv[1] }}, "/task");
python.runPython(`import sys; sys.path.insert(0, "/task")`);
python.runPython(process.argv[2]);
"""


def contents(folder: Path) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def built(root: Path, *targets: Target) -> list[str]:
    """The names of the assets that a build had to make."""
    lines: list[str] = []
    build(targets, root, lines.append)
    return [line.split()[1] for line in lines if line.endswith(")") and "/" in line]


def run_in_python_3_13(folder: Path, program: str) -> str:
    command = ["node", "--input-type=module", "--eval", RUN_IN_PYODIDE, str(folder), program]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def run_in_this_python(folder: Path, program: str) -> str:
    command = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(folder)!r})\n{program}"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("target", Target)
def test_two_builds_of_the_same_sources_are_the_same_bytes(target: Target, tmp_path: Path) -> None:
    here, there = toy_project(tmp_path / "here"), toy_project(tmp_path / "there")
    built(here, target)
    built(there, target)
    assert contents(here / ".build") == contents(there / ".build")


def test_an_asset_holds_what_its_service_runs_and_nothing_else(tmp_path: Path) -> None:
    build([Target.LOCAL], toy_project(tmp_path), lambda line: None)
    files = contents(tmp_path / ".build" / "service-bakery-local")
    assert sorted(name for name in files if name.endswith(".py")) == [
        "functions/__init__.py",
        "functions/bakery/__init__.py",
        "functions/bakery/api/__init__.py",
        "functions/bakery/api/bake.py",
        "functions/bakery/service.py",
    ]
    assert [name for name in files if not name.endswith((".py", ".pyc"))] == ["docs/openapi/bakery.json"]
    assert len(files) == 11


def test_packages_travel_in_a_layer_of_the_service_and_beside_code_that_has_no_layer(tmp_path: Path) -> None:
    build([Target.LOCAL], toy_project(tmp_path), lambda line: None)
    assert "python/six.pyc" in contents(tmp_path / ".build" / "layer-dairy-local")
    assert "six.pyc" not in contents(tmp_path / ".build" / "service-dairy-local")
    assert {name.split("/")[0] for name in contents(tmp_path / ".build" / "isolated-oven-local")} == {
        "functions",
        "six.pyc",
    }
    assert not (tmp_path / ".build" / "layer-oven-local").exists()


def test_a_second_build_makes_nothing_and_a_changed_service_makes_that_service_alone(tmp_path: Path) -> None:
    root = toy_project(tmp_path)
    assert built(root, Target.LOCAL) == [
        "layer-local",
        "service-bakery-local",
        "service-dairy-local",
        "layer-dairy-local",
        "isolated-oven-local",
    ]
    assert built(root, Target.LOCAL) == []
    (root / "functions/bakery/api/bake.py").write_text("LOAVES = 4\n")
    assert built(root, Target.LOCAL) == ["service-bakery-local"]
    assert (
        run_in_this_python(
            root / ".build/service-bakery-local", "import functions.bakery.api.bake as b; print(b.LOAVES)"
        )
        == "4\n"
    )


def test_a_service_that_is_gone_takes_its_asset_along(tmp_path: Path) -> None:
    root = toy_project(tmp_path)
    built(root, Target.LOCAL)
    shutil.rmtree(root / "functions/bakery")
    assert built(root, Target.LOCAL) == []
    assert not list((root / ".build").glob("service-bakery-*"))


def test_an_unfinished_build_is_made_again(tmp_path: Path) -> None:
    root = toy_project(tmp_path)
    (root / "functions/dairy/api.py").write_text("LITRES = (\n")
    with pytest.raises(NotCompiled, match=r"dairy/api\.py"):
        built(root, Target.LOCAL)
    (root / "functions/dairy/api.py").write_text("LITRES = 2\n")
    assert "service-dairy-local" in built(root, Target.LOCAL)


@pytest.mark.parametrize(("target", "run"), [(Target.LOCAL, run_in_this_python), (Target.CLOUD, run_in_python_3_13)])
def test_the_targets_interpreter_runs_the_bytecode_without_looking_at_the_source(
    target: Target, run: Callable[[Path, str], str], tmp_path: Path
) -> None:
    build([target], toy_project(tmp_path), lambda line: None)
    asset = tmp_path / ".build" / f"service-bakery-{target}"
    (asset / "functions/bakery/api/bake.py").write_text("LOAVES = 'read from the source'\n")
    assert run(asset, "from functions.bakery.api import bake; print(bake.LOAVES)") == "3\n"


def test_bytecode_of_another_interpreter_is_refused(tmp_path: Path) -> None:
    build([Target.LOCAL], toy_project(tmp_path), lambda line: None)
    asset = tmp_path / ".build" / "service-bakery-local"
    stale = next(asset.rglob("bake.*.pyc"))
    stale.write_bytes(b"\x00\x00\r\n" + stale.read_bytes()[4:])
    with pytest.raises(NotCompiled, match="bake"):
        check_bytecode(asset, Target.LOCAL)


@pytest.mark.parametrize("folder", ["dairy", "oven"])
def test_a_folder_with_packages_and_no_lock_is_refused_with_what_to_do(folder: str, tmp_path: Path) -> None:
    root = toy_project(tmp_path)
    (root / "functions" / folder / "requirements.lock").unlink()
    with pytest.raises(NotLocked, match="make lock"):
        built(root, Target.LOCAL)
