"""A function of a template under the Lambda runtime interface: it sees its asset and its layers, nothing of ours."""

import json
from pathlib import Path
from typing import Any

import pytest

from tools.local.runtime_interface import LambdaFunction
from tools.local.templates import Template, Unresolved, resolve

BAKE = """
import os, flour

print("oven is hot")
calls = 0

def handler(event, context):
    global calls
    calls += 1
    if event.get("burn"):
        raise ValueError("burnt")
    if event.get("leave"):
        os._exit(7)
    return {
        "loaves": event["dough"] * flour.STRENGTH,
        "calls": calls,
        "table": os.environ["TABLE_NAME"],
        "request": context.aws_request_id,
        "memory": context.memory_limit_in_mb,
        "names": sorted(os.environ),
    }
"""
TEMPLATE = {
    "Resources": {
        "Bake": {
            "Type": "AWS::Lambda::Function",
            "Properties": {
                "Runtime": "python3.13",
                "Handler": "functions.bakery.bake.handler",
                "Code": {"S3Bucket": "assets", "S3Key": "code.zip"},
                "Layers": [{"Ref": "Flour"}],
                "MemorySize": 512,
                "Timeout": 10,
                "Environment": {"Variables": {"TABLE_NAME": {"Ref": "Table"}, "STAGE": "local"}},
            },
        },
        "Flour": {"Type": "AWS::Lambda::LayerVersion", "Properties": {"Content": {"S3Key": "layer.zip"}}},
        "Table": {"Type": "AWS::DynamoDB::Table"},
    }
}


def write(assembly: Path, files: dict[str, str]) -> None:
    for name, content in files.items():
        (assembly / name).parent.mkdir(parents=True, exist_ok=True)
        (assembly / name).write_text(content)


@pytest.fixture
def template(tmp_path: Path) -> Path:
    assets = {name: {"source": {"path": f"asset.{name}"}} for name in ("code", "layer")}
    write(
        tmp_path,
        {
            "bakery.template.json": json.dumps(TEMPLATE),
            "bakery.assets.json": json.dumps({"files": assets}),
            "asset.code/functions/bakery/bake.py": BAKE,
            "asset.layer/python/flour.py": "STRENGTH = 2\n",
        },
    )
    return tmp_path / "bakery.template.json"


def bake(template: Path) -> LambdaFunction:
    return LambdaFunction.from_template(template, "Bake", {"Table": "bakery-local"})


def test_a_function_answers_its_event_from_its_asset_its_layer_and_its_environment(template: Path) -> None:
    answer = bake(template).invoke({"dough": 3})
    assert answer.failure is None
    assert (answer.payload["loaves"], answer.payload["table"], answer.payload["memory"]) == (6, "bakery-local", "512")
    assert "oven is hot" in answer.log


def test_nothing_of_the_callers_environment_reaches_the_function(
    template: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_PROFILE", "somebody")
    names = bake(template).invoke({"dough": 1}).payload["names"]
    assert "STAGE" in names
    assert "AWS_PROFILE" not in names
    assert "HOME" not in names


@pytest.mark.parametrize("package", ["msgspec", "boto3", "singletable", "tools"])
def test_a_package_that_no_layer_carries_cannot_be_imported(template: Path, package: str) -> None:
    write(template.parent, {"asset.layer/python/flour.py": f"import {package}\n"})
    failure = bake(template).invoke({"dough": 1}).failure
    assert failure is not None
    assert failure.type == "Runtime.ImportModuleError"
    assert f"No module named '{package}'" in failure.message


def test_a_later_layer_hides_an_earlier_one(template: Path) -> None:
    write(template.parent, {"asset.other/python/flour.py": "STRENGTH = 5\n"})
    plain = bake(template)
    other = template.parent / "asset.other"
    function = LambdaFunction(plain.handler, plain.asset, (*plain.layers, other), plain.environment)
    assert function.invoke({"dough": 3}).payload["loaves"] == 15


def test_a_warm_function_keeps_its_state_between_invocations_and_tells_them_apart(template: Path) -> None:
    with bake(template).started() as warm:
        answers = [warm.invoke({"dough": 1}).payload for _ in range(3)]
    assert [answer["calls"] for answer in answers] == [1, 2, 3]
    assert len({answer["request"] for answer in answers}) == 3


def test_an_exception_is_answered_with_its_type_and_the_function_lives_on(template: Path) -> None:
    with bake(template).started() as warm:
        failure = warm.invoke({"burn": True}).failure
        assert failure is not None
        assert (failure.type, failure.message) == ("ValueError", "burnt")
        assert "bake.py" in failure.trace[0]
        assert warm.invoke({"dough": 1}).payload["calls"] == 2


def test_a_function_that_leaves_without_an_answer_is_reported(template: Path) -> None:
    failure = bake(template).invoke({"leave": True}).failure
    assert failure is not None
    assert failure.type == "Runtime.ExitError"


def test_an_answer_of_megabytes_arrives_whole(template: Path) -> None:
    write(template.parent, {"asset.layer/python/flour.py": "STRENGTH = 'x' * 2_000_000\n"})
    assert len(bake(template).invoke({"dough": 2}).payload["loaves"]) == 4_000_000


def test_the_functions_of_a_template_are_listed(template: Path) -> None:
    assert Template(template).functions() == ["Bake"]


def test_a_reference_without_a_value_is_named(template: Path) -> None:
    with pytest.raises(Unresolved, match="Table"):
        LambdaFunction.from_template(template, "Bake", {})


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("plain", "plain"),
        ({"Ref": "AWS::Region"}, "us-east-1"),
        ({"Fn::GetAtt": ["Queue", "Arn"]}, "arn:queue"),
        ({"Fn::ImportValue": "identity:Pool"}, "pool"),
        ({"Fn::Join": ["/", ["https:", "", {"Ref": "Bucket"}]]}, "https://objects"),
        ({"Fn::Select": [1, {"Fn::Split": [":", {"Fn::GetAtt": ["Queue", "Arn"]}]}]}, "queue"),
    ],
)
def test_a_value_is_resolved_as_cloudformation_would(value: Any, text: str) -> None:
    references = {"Queue.Arn": "arn:queue", "identity:Pool": "pool", "Bucket": "objects"}
    assert resolve(value, references) == text
