"""Which keys the code behind a function names: a reading of the source, on the generous side."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from singletable.service import Deployable, Isolated, Route, Service
from tools.build.targets import ROOT

Asked = tuple[str, str]
"""An entity and one of its keys, by name."""


@dataclass(frozen=True, slots=True)
class Part:
    """A function or method, or what a module does when it is imported: the names it uses, and the keys among them."""

    name: str
    uses: frozenset[str]
    keys: frozenset[Asked]


ON_IMPORT = ""


def asked(service: Service, function: Deployable) -> frozenset[Asked]:
    """The keys that it may ask by."""
    found = {key for part in reached(service, function) for key in part.keys}
    if isinstance(function, Route) and function.idempotent and service.idempotency is not None:
        found.add((service.idempotency.__name__, "key"))
    return frozenset(found)


def reached(service: Service, function: Deployable) -> Iterator[Part]:
    """Follows names from the handler through the service's modules; two methods of one name are both followed."""
    if isinstance(function, Isolated):
        return
    home = service.handler(function).removesuffix(".handler")
    parts: dict[str, list[Part]] = {}
    for part in (part for module in _closure(home, f"functions.{service.name}.") for part in parts_of(module)):
        parts.setdefault(part.name, []).append(part)
    waiting, seen = [ON_IMPORT, "handler"], set[str]()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            for part in parts.get(name, ()):
                yield part
                waiting += part.uses


@cache
def tree_of(module: str) -> ast.Module:
    file = _file(module)
    if file is None:
        raise ModuleNotFoundError(module)
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def parts_of(module: str) -> tuple[Part, ...]:
    return tuple(_parts(tree_of(module).body))


def _parts(statements: list[ast.stmt]) -> Iterator[Part]:
    for statement in statements:
        if isinstance(statement, ast.ClassDef):
            yield from _parts(statement.body)
        elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            always = statement.name.startswith("__")
            yield _part(ON_IMPORT if always else statement.name, statement)
        elif not isinstance(statement, ast.Import | ast.ImportFrom):
            yield _part(ON_IMPORT, statement)


def _part(name: str, statement: ast.stmt) -> Part:
    uses, keys = set(), set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Name | ast.Attribute) and not isinstance(node.ctx, ast.Load):
            continue
        if isinstance(node, ast.Name):
            uses.add(node.id)
        elif isinstance(node, ast.Attribute):
            uses.add(node.attr)
            if isinstance(node.value, ast.Name | ast.Attribute):
                keys.add((node.value.id if isinstance(node.value, ast.Name) else node.value.attr, node.attr))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.endswith("Aggregation"):
            # An aggregation finds its aggregate by the primary key, without naming it here.
            keys |= {(aggregate.id, "key") for aggregate in node.args[:1] if isinstance(aggregate, ast.Name)}
    return Part(name, frozenset(uses), frozenset(keys))


def _closure(module: str, prefix: str) -> set[str]:
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _imports(name, prefix)
    return found


@cache
def _imports(module: str, prefix: str) -> tuple[str, ...]:
    found = []
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.ImportFrom) and node.module and f"{node.module}.".startswith(prefix):
            found += [name for each in node.names if _file(name := f"{node.module}.{each.name}")]
            found.append(node.module)
        elif isinstance(node, ast.Import):
            found += [each.name for each in node.names if each.name.startswith(prefix)]
    return tuple(found)


def _file(module: str) -> Path | None:
    """Found without importing anything."""
    place = ROOT.joinpath(*module.split("."))
    return next((file for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file()), None)
