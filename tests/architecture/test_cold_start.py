"""What a cold start loads: nothing that only the tests, the stacks or another function need."""

import json
import os
import subprocess
import sys

import pytest

from functions.catalogue import SERVICES
from singletable.service import Consumer, Deployable, Isolated, Service
from tests.architecture.sources import ROOT
from tools.generate.surroundings import NOWHERE, names_of

NEVER = {
    "aws_cdk",
    "aws_xray_sdk",
    "boto3",
    "constructs",
    "docutils",
    "fastjsonschema",
    "hypothesis",
    "jinja2",
    "jsii",
    "jsonschema",
    "moto",
    "multiprocessing",
    "openapi_spec_validator",
    "pip",
    "pkg_resources",
    "pytest",
    "rich",
    "s3transfer",
    "setuptools",
    "unittest",
    "yaml",
}
HEAVY = {"cryptography", "razorpay", "requests"}
"""Loaded by functions that need them, and by no other."""
FEWEST_NEEDED = ("check_health", "show_docs", "show_openapi")
MOST_MODULES_OF_AN_ENDPOINT = 480
"""The standard library, botocore, msgspec and a little of Powertools; nothing of it may grow unnoticed."""
MOST_MODULES_OF_A_CONSUMER = 480
SLOW_TO_START = {"asyncio", "aws_lambda_powertools.event_handler"}

PROGRAM = """
import importlib, json, sys
for module in sys.argv[1:]:
    importlib.import_module(module)
print(json.dumps(sorted(sys.modules)))
"""


def loaded(service: Service, *functions: Deployable) -> set[str]:
    modules = [service.handler(function).removesuffix(".handler") for function in functions]
    environment = {**NOWHERE, **names_of(service), "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'layers/shared/python'}"}
    answer = subprocess.run(
        [sys.executable, "-c", PROGRAM, *modules], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60
    )
    assert answer.returncode == 0, answer.stderr[-2000:]
    return set(json.loads(answer.stdout))


def ours(service: Service) -> list[Deployable]:
    return [function for function in service.functions() if not isinstance(function, Isolated)]


each_service = pytest.mark.parametrize("service", SERVICES, ids=lambda service: service.name)


@each_service
def test_no_function_loads_what_belongs_to_tests_stacks_or_tools(service: Service) -> None:
    packages = {module.partition(".")[0] for module in loaded(service, *ours(service))}
    assert packages & NEVER == set()
    assert packages & {"stacks", "tests", "tools"} == set()
    others = {f"functions.{other.name}" for other in SERVICES if other is not service}
    assert others & loaded(service, *ours(service)) == set()


@each_service
def test_a_function_that_answers_about_the_service_loads_the_least(service: Service) -> None:
    plain = [function for function in ours(service) if function.name in FEWEST_NEEDED]
    modules = loaded(service, *plain)
    assert {module.partition(".")[0] for module in modules} & HEAVY == set()
    assert not [module for module in modules if module.startswith(f"functions.{service.name}.repository")]
    assert len(modules) < MOST_MODULES_OF_AN_ENDPOINT


@each_service
def test_no_endpoint_loads_an_event_loop_or_the_http_resolver(service: Service) -> None:
    assert loaded(service, *service.routes) & SLOW_TO_START == set()


@each_service
def test_a_stream_consumer_loads_nothing_of_http_either(service: Service) -> None:
    consumers = [function for function in ours(service) if isinstance(function, Consumer)]
    modules = loaded(service, *consumers)
    assert modules & {"edge.binding", "edge.models", "edge.reading", "edge.request"} == set()
    assert modules & SLOW_TO_START == set()
    assert len(modules) < MOST_MODULES_OF_A_CONSUMER
