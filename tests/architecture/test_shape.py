"""The shape of the source: the same names everywhere, short files, and nothing without its place."""

import ast

import pytest

from functions.catalogue import SERVICES
from singletable.service import Service
from tests.architecture.sources import (
    ENTRY_FOLDERS,
    PLACES,
    ROOT,
    SHIPPED,
    declared_entry_points,
    entry_points,
    folder,
    name,
    python_files,
    tree,
)

LONGEST_FILE = 300
LONGEST_ENTRY_POINT = 45
FILES = ("__init__.py", "service.py", "members.py", "models/requests.py", "models/views.py", "ACCESS_PATTERNS.md")
PACKAGES = ("models", "repository", "rules", *ENTRY_FOLDERS)
VAGUE = {"utils", "util", "common", "helpers", "helper", "misc", "manager", "base", "impl"}

each_service = pytest.mark.parametrize("service", SERVICES, ids=lambda service: service.name)


@each_service
def test_every_service_has_the_same_file_names(service: Service) -> None:
    wanted = [*FILES, *(f"{package}/__init__.py" for package in PACKAGES)]
    assert [file for file in wanted if not (folder(service) / file).is_file()] == []
    entities = [place for place in ("entities.py", "entities/__init__.py") if (folder(service) / place).is_file()]
    assert len(entities) == 1, "entities are a module or a package"


@each_service
def test_every_declared_function_has_its_file_and_every_file_its_function(service: Service) -> None:
    assert list(map(name, entry_points(service))) == list(map(name, declared_entry_points(service)))


@each_service
def test_no_two_functions_of_a_service_share_a_name_or_a_route(service: Service) -> None:
    names = [function.name for function in service.functions()]
    routes = [(route.method, route.path) for route in service.routes]
    assert sorted(set(names)) == sorted(names)
    assert sorted(set(routes)) == sorted(routes)


@each_service
def test_an_entry_point_fits_on_one_screen(service: Service) -> None:
    lengths = {name(file): len(file.read_text().splitlines()) for file in entry_points(service)}
    assert {file: lines for file, lines in lengths.items() if lines > LONGEST_ENTRY_POINT} == {}


@each_service
def test_a_route_says_its_method_and_path_in_the_first_line_of_its_file(service: Service) -> None:
    wrong = []
    for route in service.routes:
        said = ast.get_docstring(tree(folder(service) / "api" / f"{route.use_case}.py")) or ""
        if not said.startswith(f"{route.method} {route.path}: "):
            wrong.append(f"{route.use_case} opens with {said.splitlines()[0]!r}")
    assert wrong == []


def test_no_file_is_longer_than_three_hundred_lines() -> None:
    lengths = {name(file): len(file.read_text().splitlines()) for file in python_files(*PLACES)}
    assert {file: lines for file, lines in lengths.items() if lines > LONGEST_FILE} == {}


def test_every_package_file_is_empty() -> None:
    assert [name(file) for file in python_files(*PLACES) if file.name == "__init__.py" and file.read_text()] == []


def test_every_folder_of_ours_is_a_package() -> None:
    folders = {file.parent for file in python_files(*PLACES)} - {ROOT / "layers/shared/python"}
    assert [name(place) for place in sorted(folders) if not (place / "__init__.py").is_file()] == []


def test_every_module_opens_with_a_sentence_on_its_job() -> None:
    silent = [
        name(file)
        for file in (*python_files(*PLACES), ROOT / "app.py")
        if file.name != "__init__.py" and not ast.get_docstring(tree(file))
    ]
    assert silent == []


def test_no_module_has_a_name_that_says_nothing() -> None:
    assert [name(file) for file in python_files(*PLACES) if VAGUE & set(file.stem.lower().split("_"))] == []


def test_nothing_that_is_shipped_scans_a_table() -> None:
    scans = [
        f"{name(file)}:{node.lineno}"
        for file in python_files(*SHIPPED)
        for node in ast.walk(tree(file))
        if (isinstance(node, ast.Attribute) and node.attr == "scan")
        or (isinstance(node, ast.Constant) and node.value == "scan")
    ]
    assert scans == []


def test_nothing_that_is_shipped_prints() -> None:
    prints = [
        f"{name(file)}:{node.lineno}"
        for file in python_files(*SHIPPED)
        for node in ast.walk(tree(file))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert prints == []
