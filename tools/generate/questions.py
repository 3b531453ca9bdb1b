"""The questions a service asks its table, where each is answered, and which functions may ask it."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from singletable.keys import PARTITION, SORT, Key
from singletable.schema import EntitySpec
from singletable.service import Deployable, Need, Service
from tools.generate.reach import asked, tree_of

READS_OF_THE_TABLE = (Need("GetItem"), Need("BatchGetItem"), Need("Query"))


@dataclass(frozen=True, slots=True)
class Question:
    entity: str
    text: str
    index: str | None
    condition: str
    askers: tuple[str, ...]


def questions(service: Service) -> Iterator[Question]:
    asked_by = {function.name: asked(service, function) for function in service.functions()}
    for spec in (spec for table in service.tables for spec in table.entities.values()):
        for key in (spec.key, *spec.places):
            name, in_vault = (spec.cls.__name__, key.name), spec.table is service.vault
            may = tuple(f.name for f in service.functions() if name in asked_by[f.name] and _may_read(f, key, in_vault))
            yield Question(spec.cls.__name__, key.answers, key.index.name if key.index else None, condition(key), may)


def _may_read(function: Deployable, key: Key, in_vault: bool) -> bool:
    wanted = (Need("Query", key.index.name),) if key.index else READS_OF_THE_TABLE
    return any(replace(need, vault=in_vault) in function.needs for need in wanted)


def condition(key: Key) -> str:
    """As one reads it: the whole partition key, and as much of the sort key as is known."""
    partition, sort = (key.index.partition, key.index.sort) if key.index else (PARTITION, SORT)
    text = f"{partition} = {key.partition.text}"
    return text if key.sort is None or sort is None else f"{text}, {sort} = {key.sort.text}"


def place_conditions(spec: EntitySpec) -> dict[str, str]:
    """The condition under which an entity stands on an index, as its declaration writes it."""
    found: dict[str, str] = {}
    classes = (node for node in tree_of(spec.cls.__module__).body if isinstance(node, ast.ClassDef))
    declared = next(node for node in classes if node.name == spec.cls.__name__)
    for statement in declared.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(keywords=keywords)):
                for keyword in keywords:
                    if keyword.arg == "when":
                        found[name] = _said(keyword.value)
    return found


def _said(when: ast.expr) -> str:
    """`lambda problem: not problem.is_deleted` reads as `not is_deleted`."""
    if not isinstance(when, ast.Lambda):
        return ast.unparse(when)
    return ast.unparse(when.body).replace(f"{when.args.args[0].arg}.", "")
