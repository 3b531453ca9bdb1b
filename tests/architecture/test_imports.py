"""The import contracts: the code keeps them, and each of them would notice if it did not."""

import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

from grimp import build_graph

from tests.architecture.sources import ROOT

COPIED = ("functions", "layers", "stacks", "tools")
TUNES_THE_INTERPRETER = "singletable.collector"
VIOLATIONS = {
    "pure-engine": ("layers/shared/python/singletable/schema.py", "import botocore"),
    "engine-below-everything": ("layers/shared/python/singletable/store.py", "import edge.caller"),
    "edge-below-services": ("layers/shared/python/edge/caller.py", "import functions.algoitny.entities"),
    "powertools-in-the-edge": ("functions/algoitny/members.py", "import aws_lambda_powertools"),
    "clients-in-the-engine": ("functions/algoitny/sessions.py", "import boto3"),
    "declarations": ("functions/algoitny/entities/table.py", "import edge.reading"),
    "rules": ("functions/algoitny/rules/usage.py", "import singletable.store"),
    "rules-given-everything": ("functions/algoitny/rules/accounts.py", "import random"),
    "repositories": ("functions/algoitny/repository/usage.py", "import edge.caller"),
    "services-apart": ("functions/algoitny/models/views.py", "import functions.catalogue"),
    "entry-points-apart": ("functions/algoitny/api/show_profile.py", "import functions.algoitny.api.log_in"),
    "entry-points-on-top": ("functions/algoitny/models/requests.py", "import functions.algoitny.streams.count_usage"),
    "stacks": ("stacks/stages.py", "import singletable.store"),
    "shipped": ("layers/shared/python/edge/models.py", "import tools.build.targets"),
}


def contracts() -> dict[str, str]:
    """Each contract's name by its key."""
    read = ConfigParser()
    read.read(ROOT / ".importlinter")
    prefix = "importlinter:contract:"
    return {section.removeprefix(prefix): read[section]["name"] for section in read.sections() if prefix in section}


def verdicts(project: Path) -> dict[str, str]:
    """KEPT or BROKEN by the name of the contract; import-linter wraps long lines."""
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    search = f"{project}:{project / 'layers/shared/python'}"
    answer = subprocess.run(
        [sys.executable, "-P", "-c", program],
        cwd=project,
        env={"PYTHONPATH": search, "COLUMNS": "400", "PATH": ""},
        capture_output=True,
        text=True,
        timeout=120,
    )
    said = " ".join((answer.stdout + answer.stderr).split())
    assert "Contracts:" in said, said[-2000:]
    names = contracts().values()
    return {each: "BROKEN" if f"{each} BROKEN" in said else "KEPT" if f"{each} KEPT" in said else "?" for each in names}


def test_every_module_of_the_engine_that_touches_no_world_is_held_to_that() -> None:
    """A new module joins the contract of the pure ones, or imports what those may not."""
    read = ConfigParser()
    read.read(ROOT / ".importlinter")
    contract = read["importlinter:contract:pure-engine"]
    held, worldly = contract["source_modules"].split(), contract["forbidden_modules"].split()
    graph = build_graph("singletable", include_external_packages=True, exclude_type_checking_imports=True)
    free = [
        module
        for module in sorted(graph.find_children("singletable") - set(held) - set(worldly) - {TUNES_THE_INTERPRETER})
        if not any(each in graph.modules and graph.chain_exists(module, each) for each in worldly)
    ]
    assert free == []


def test_the_code_keeps_every_import_contract() -> None:
    assert verdicts(ROOT) == dict.fromkeys(contracts().values(), "KEPT")


def test_each_contract_notices_its_violation(tmp_path: Path) -> None:
    """A contract whose modules were renamed would be kept for ever."""
    assert VIOLATIONS.keys() == contracts().keys()
    for place in COPIED:
        shutil.copytree(ROOT / place, tmp_path / place, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    shutil.copy(ROOT / ".importlinter", tmp_path)
    for file, violation in VIOLATIONS.values():
        with (tmp_path / file).open("a") as source:
            source.write(f"\n{violation}\n")
    assert verdicts(tmp_path) == dict.fromkeys(contracts().values(), "BROKEN")
