"""Generated files: current, complete, valid; and a gap in the samples is named."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from openapi_schema_validator import OAS31Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from functions.catalogue import SERVICES
from singletable.service import Service
from tests.architecture.sources import ROOT
from tools.generate.pages import stale
from tools.generate.sample import Incomplete, Samples, check_samples
from tools.generate.samples import algoitny

each_service = pytest.mark.parametrize("service", SERVICES, ids=lambda service: service.name)


def description(service: Service) -> dict[str, Any]:
    return dict(json.loads((ROOT / f"docs/openapi/{service.name}.json").read_text()))


def test_every_generated_file_is_what_would_be_generated_now() -> None:
    """In a process of its own: a handler keeps the environment that it was imported in."""
    answer = subprocess.run(
        [sys.executable, "-m", "tools.generate", "--check"], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert (answer.returncode, answer.stderr) == (0, "")


@each_service
def test_the_description_is_valid_openapi_3_1(service: Service) -> None:
    described = description(service)
    assert described["openapi"].startswith("3.1.")
    OpenAPIV31SpecValidator(described).validate()


@each_service
def test_every_example_of_a_request_fits_its_schema(service: Service) -> None:
    described = description(service)
    for methods in described["paths"].values():
        for operation in methods.values():
            bodies = operation.get("requestBody", {}).get("content", {}).values()
            for given in [*bodies, *operation.get("parameters", ())]:
                if "example" in given:
                    schema = {**given["schema"], "components": described["components"]}
                    OAS31Validator(schema).validate(given["example"])


@each_service
def test_every_function_has_its_event(service: Service) -> None:
    events = {file.stem for file in (ROOT / "events" / service.name).glob("*.json")}
    assert events == {function.name for function in service.functions()}


def test_a_file_that_differs_is_missing_or_belongs_to_nothing_is_named(tmp_path: Path) -> None:
    (tmp_path / "events" / "bakery").mkdir(parents=True)
    (tmp_path / "events" / "bakery" / "bake.json").write_text("{}\n")
    (tmp_path / "events" / "bakery" / "burn.json").write_text("{}\n")
    wanted = {"events/bakery/bake.json": '{"loaves": 3}\n', "docs/openapi/bakery.json": "{}\n"}
    assert stale(tmp_path, wanted) == {
        "events/bakery/bake.json": "is out of date",
        "docs/openapi/bakery.json": "is missing",
        "events/bakery/burn.json": "belongs to nothing any more",
    }


def test_a_function_without_a_sample_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {name: sample for name, sample in algoitny.SAMPLES.by_function.items() if name != "log_in"}
    monkeypatch.setattr(algoitny, "SAMPLES", Samples({**kept, "bake": kept["show_profile"]}, lambda now: ()))
    with pytest.raises(Incomplete, match=r"samples/algoitny\.py lacks a sample for log_in and holds one for bake"):
        check_samples(SERVICES[0])
