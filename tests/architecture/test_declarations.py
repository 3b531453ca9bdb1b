"""What services declare: exact permissions, refusals with stable codes, headers that handlers really read."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from edge.problems import STATUS
from functions.catalogue import SERVICES
from singletable.refusal import Kind
from singletable.service import Route, Service
from tests.architecture.sources import ROOT, folder, name, python_files, tree
from tools.generate.reach import reached

ACTIONS = {
    "BatchGetItem",
    "BatchWriteItem",
    "ConditionCheckItem",
    "DeleteItem",
    "GetItem",
    "PutItem",
    "Query",
    "UpdateItem",
}
ANYWHERE = {"not_found", "forbidden", "stale_version", "invalid_request", "refused"}
"""Codes of the engine's own refusals: any route may answer them."""

each_service = pytest.mark.parametrize("service", SERVICES, ids=lambda service: service.name)


@each_service
def test_needs_name_single_actions_on_the_table_or_a_declared_index(service: Service) -> None:
    tables = {table is service.vault: table for table in service.tables}
    for function in service.functions():
        for need in function.needs:
            assert need.action in ACTIONS, f"{function.name} wants {need.action}"
            assert need.vault in tables, f"{function.name} uses a vault that {service.name} has not"
            indexes = {None, *(index.name for index in tables[need.vault].indexes)}
            assert need.index in indexes, f"{function.name} queries {need.index}"
            assert need.index is None or need.action == "Query", f"{function.name}: an index is only queried"


@each_service
def test_no_permission_is_a_wildcard(service: Service) -> None:
    for function in service.functions():
        assert not [action for extra in function.extras for action in extra.actions if "*" in action], function.name


@each_service
def test_what_functions_send_to_and_invoke_exists(service: Service) -> None:
    workers, isolated = {worker.name for worker in service.workers}, {each.name for each in service.isolated}
    for function in service.functions():
        assert set(function.sends) <= workers, function.name
        assert set(function.invokes) <= isolated, function.name
        assert service.bucket or not function.bucket, f"{function.name}: {service.name} has no bucket"


ENLISTED = """
import importlib, pkgutil, sys
service = importlib.import_module(f"functions.{sys.argv[1]}.service").SERVICE
known = {tag for table in service.tables for tag in table.entities}
entities = importlib.import_module(f"functions.{sys.argv[1]}.entities")
for module in pkgutil.walk_packages(getattr(entities, "__path__", ()), f"{entities.__name__}."):
    importlib.import_module(module.name)
print(*sorted({tag for table in service.tables for tag in table.entities} - known))
"""


@each_service
def test_whoever_has_the_service_can_read_every_item_of_its_tables(service: Service) -> None:
    """A stream consumer meets them all. In a process of its own: here somebody has imported everything already."""
    paths = f"{ROOT}{os.pathsep}{ROOT / 'layers/shared/python'}"
    command = [sys.executable, "-c", ENLISTED, service.name]
    answer = subprocess.run(command, env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True, timeout=60)
    assert (answer.stdout.split(), answer.stderr) == ([], "")


def parameter_types(service: Service, route: Route) -> set[str]:
    """The names in the annotations of a handler's parameters."""
    module = tree(folder(service) / "api" / f"{route.use_case}.py")
    handler = next(node for node in module.body if isinstance(node, ast.FunctionDef) and node.name == "handler")
    hints = (argument.annotation for argument in handler.args.args if argument.annotation)
    return {node.id for hint in hints for node in ast.walk(hint) if isinstance(node, ast.Name)}


@each_service
def test_a_route_is_idempotent_exactly_where_its_handler_takes_the_key(service: Service) -> None:
    declared = {route.use_case for route in service.routes if route.idempotent}
    assert declared == {route.use_case for route in service.routes if "Once" in parameter_types(service, route)}


@each_service
def test_a_handler_that_honours_if_match_answers_versions(service: Service) -> None:
    honouring = {route.use_case for route in service.routes if "IfMatch" in parameter_types(service, route)}
    assert honouring <= {route.use_case for route in service.routes if route.versioned}


@each_service
def test_a_handler_takes_every_value_in_its_path(service: Service) -> None:
    for route in service.routes:
        module = tree(folder(service) / "api" / f"{route.use_case}.py")
        handler = next(node for node in module.body if isinstance(node, ast.FunctionDef) and node.name == "handler")
        taken = {argument.arg for argument in handler.args.args}
        in_path = {part[1:-1] for part in route.path.split("/") if part.startswith("{")}
        assert in_path <= taken, route.use_case


def refusals(service: Service) -> Iterator[tuple[str, str]]:
    """The class and code of every refusal that the service declares: `kind, code = Kind.X, "code"` or `code = ...`."""
    for file in python_files(f"functions/{service.name}"):
        for node in ast.walk(tree(file)):
            if isinstance(node, ast.ClassDef):
                yield from ((f"{name(file)}: {node.name}", code) for code in _codes(node))


def _codes(node: ast.ClassDef) -> Iterator[str]:
    for statement in node.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id="code")], value=ast.Constant(value=str(code))):
                yield code
            case ast.Assign(
                targets=[ast.Tuple(elts=[ast.Name(id="kind"), ast.Name(id="code")])],
                value=ast.Tuple(elts=[_, ast.Constant(value=str(code))]),
            ):
                yield code


@each_service
def test_every_refusal_has_a_code_of_its_own(service: Service) -> None:
    by_code: dict[str, list[str]] = {}
    for where, code in refusals(service):
        by_code.setdefault(code, []).append(where)
    assert {code: places for code, places in by_code.items() if len(places) > 1} == {}
    assert [code for code in by_code if not code.isidentifier() or code != code.lower()] == []


@each_service
def test_every_refusal_is_documented_by_a_route_or_the_service(service: Service) -> None:
    documented = {code for route in service.routes for code in route.problems} | set(service.problems) | ANYWHERE
    named = {used for route in service.routes for part in reached(service, route) for used in part.uses}
    raised = {code for where, code in refusals(service) if where.rpartition(" ")[2] in named}
    assert sorted(raised - documented) == []


@each_service
def test_every_documented_problem_is_one_that_the_service_raises(service: Service) -> None:
    raised = {code for _, code in refusals(service)} | ANYWHERE
    named = {code for route in service.routes for code in route.problems} | set(service.problems)
    assert sorted(named - raised) == []


def test_every_kind_of_refusal_has_its_status() -> None:
    assert set(STATUS) == set(Kind)


@each_service
def test_the_description_of_the_api_names_every_route_once(service: Service) -> None:
    described: dict[str, Any] = json.loads((ROOT / f"docs/openapi/{service.name}.json").read_text())["paths"]
    operations = {
        operation["operationId"]: (method.upper(), path)
        for path, methods in described.items()
        for method, operation in methods.items()
    }
    assert operations == {route.use_case: (route.method, route.path) for route in service.routes}
