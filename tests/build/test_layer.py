"""The shared layer: complete, small, and true to the packages it was cut from."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import grimp
import pytest
from botocore.loaders import Loader

from tools.build.builder import build, zipped_sizes
from tools.build.lock import SHARED, pinned
from tools.build.packages import BOTOCORE_SERVICES, UNUSED, without_prose
from tools.build.targets import ROOT, Target


def quietly(line: str) -> None:
    """A build's progress is of no interest to a test."""


@pytest.fixture(scope="module")
def layers() -> dict[Target, Path]:
    build(Target, say=quietly)
    return {target: ROOT / ".build" / f"layer-{target}" / "python" for target in Target}


def test_the_layer_for_lambda_stays_under_six_megabytes_zipped(layers: dict[Target, Path]) -> None:
    assert zipped_sizes(layers[Target.CLOUD].parent).total() <= 6_000_000


def test_the_layer_for_lambda_has_machine_code_for_its_processor_only(layers: dict[Target, Path]) -> None:
    machine_code = [file.name for file in layers[Target.CLOUD].rglob("*.so")]
    assert machine_code
    assert all("aarch64" in name for name in machine_code)


def test_third_party_packages_travel_as_bytecode_and_ours_with_their_source(layers: dict[Target, Path]) -> None:
    for layer in layers.values():
        sources = {file.relative_to(layer).parts[0] for file in layer.rglob("*.py")}
        assert sources == {"edge", "singletable"}
        assert (layer / "msgspec" / "__init__.pyc").exists()


def test_nothing_that_stays_in_the_layer_imports_what_was_dropped() -> None:
    graph = grimp.build_graph("aws_lambda_powertools", cache_dir=None)
    dropped = [path.replace("/", ".") for path in UNUSED if path.startswith("aws_lambda_powertools/")]
    for name in dropped:
        gone = {name} | graph.find_descendants(name)
        importers = {importer for module in gone for importer in graph.find_modules_that_directly_import(module)}
        assert {importer for importer in importers if not importer.startswith(tuple(dropped))} == set()


def test_the_layer_alone_serves_a_resolver_a_model_and_a_client_of_every_service(layers: dict[Target, Path]) -> None:
    program = f"""
import botocore.session, msgspec, aws_lambda_powertools.event_handler, aws_lambda_powertools.utilities.batch
msgspec.json.decode(b"5", type=int)
for service in {sorted(BOTOCORE_SERVICES)}:
    client = botocore.session.get_session().create_client(service, region_name="us-east-1")
    client.meta.service_model.client_context_parameters
"""
    alone = {"PYTHONPATH": str(layers[Target.LOCAL]), "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([sys.executable, "-S", "-P", "-c", program], env=alone, check=True)


@pytest.mark.parametrize("service", sorted(BOTOCORE_SERVICES))
def test_a_service_model_is_botocores_own_without_its_prose(service: str, layers: dict[Target, Path]) -> None:
    ours = Loader(
        extra_search_paths=[str(layers[Target.CLOUD] / "botocore" / "data")], include_default_search_paths=False
    )
    original = Loader().load_service_model(service, "service-2")
    shipped = ours.load_service_model(service, "service-2")
    assert shipped == without_prose(original)
    assert len(json.dumps(shipped)) < len(json.dumps(original))


def test_the_layer_knows_where_its_services_answer_in_every_partition(layers: dict[Target, Path]) -> None:
    shipped = json.loads((layers[Target.CLOUD] / "botocore" / "data" / "endpoints.json").read_text())
    original = Loader().load_data("endpoints")
    assert len(json.dumps(shipped)) < len(json.dumps(original)) / 10
    for ours, full in zip(shipped["partitions"], original["partitions"], strict=True):
        assert {**ours, "services": {}} == {**full, "services": {}}
        kept = {name: full["services"][name] for name in ours["services"]}
        assert ours["services"] == kept
        assert {"dynamodb", "kms", "lambda", "s3", "secretsmanager", "sqs", "ssm", "sts"} <= set(kept)


def test_prose_is_dropped_and_a_member_called_documentation_is_kept() -> None:
    shape = {"documentation": "<p>why</p>", "members": {"documentation": {"shape": "Text", "documentation": "what"}}}
    assert without_prose(shape) == {"members": {"documentation": {"shape": "Text"}}}


def test_each_lock_holds_every_pin_it_was_made_from() -> None:
    project = tomllib.loads((SHARED / "pyproject.toml").read_text())["project"]
    wishes = dict(wish.split("==") for wish in project["dependencies"])
    assert wishes.items() <= pinned(SHARED / "requirements.lock").items()
    for wanted in ROOT.glob("functions/*/requirements.txt"):
        assert pinned(wanted).items() <= pinned(wanted.with_suffix(".lock")).items()
