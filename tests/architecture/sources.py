"""The project's own Python files, and the modules of its services."""

import ast
from functools import cache
from pathlib import Path

from singletable.service import Isolated, Service

ROOT = Path(__file__).parents[2]
SHIPPED = ("functions", "layers/shared/python")
PLACES = (*SHIPPED, "stacks", "tests", "tools")
ENTRY_FOLDERS = ("api", "streams", "workers", "schedules")


def python_files(*places: str) -> list[Path]:
    return sorted(file for place in places for file in (ROOT / place).rglob("*.py"))


def name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def folder(service: Service) -> Path:
    return ROOT / "functions" / service.name


def entry_points(service: Service) -> list[Path]:
    """The files that Lambda starts, as they stand in the service's folders."""
    found = (file for kind in ENTRY_FOLDERS for file in (folder(service) / kind).glob("*.py"))
    return sorted(file for file in found if file.name != "__init__.py")


def declared_entry_points(service: Service) -> list[Path]:
    """The same, as the service declares them."""
    declared = (function for function in service.functions() if not isinstance(function, Isolated))
    return sorted(folder(service) / function.folder / f"{function.name}.py" for function in declared)
