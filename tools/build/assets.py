"""The assets of a project: which there are, what each is made from, and how its folder is filled."""

import shutil
import sys
import sysconfig
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from json import loads
from pathlib import Path

from tools.build.fingerprint import files_below, fingerprint
from tools.build.packages import install, needless_packages, reduce
from tools.build.targets import NODE_MODULES, Target

RULES = Path(__file__).parent
NOT_SHIPPED = {".md", ".txt", ".lock"}


class NotLocked(Exception):
    """A folder names packages, and nothing says which versions of theirs come along."""


@dataclass(frozen=True)
class Asset:
    """A folder that CDK zips: a layer, or the code of one service."""

    name: str
    target: Target
    sources: tuple[Path, ...]
    fill: Callable[[Path], None]
    code: str
    """The sub-folder to compile, where import paths begin."""
    with_source: tuple[str, ...]

    @property
    def folder_name(self) -> str:
        return f"{self.name}-{self.target}"

    def fingerprint(self) -> str:
        return fingerprint((*self.sources, RULES), (self.folder_name, *interpreter_facts(self.target)))


def interpreter_facts(target: Target) -> tuple[str, ...]:
    if target is Target.LOCAL:
        return (version("uv"), sys.version, sysconfig.get_platform(), *needless_packages(target))
    pyodide = loads((NODE_MODULES / "pyodide" / "package.json").read_text())
    return (version("uv"), str(pyodide["version"]))


def assets(root: Path, target: Target) -> Iterator[Asset]:
    yield shared_layer(root / "layers" / "shared", target)
    for package in sorted(root.glob("functions/*/__init__.py")):
        folder = package.parent
        yield function_code(folder, target)
        if is_service(folder) and (lock := lock_of(folder)):
            yield service_layer(folder.name, lock, target)


def is_service(folder: Path) -> bool:
    """Any other folder below `functions` stands alone, and its functions have no layer."""
    return (folder / "service.py").exists()


def lock_of(folder: Path) -> Path | None:
    """The exact versions of what a folder's code needs beyond the shared layer, or beyond Python where it has none."""
    if not (folder / "requirements.txt").exists():
        return None
    lock = folder / "requirements.lock"
    if not lock.exists():
        raise NotLocked(f"{folder.name}/requirements.txt has no lock beside it: run `make lock`")
    return lock


def shared_layer(folder: Path, target: Target) -> Asset:
    own, lock = folder / "python", folder / "requirements.lock"

    def fill(into: Path) -> None:
        install(lock, into / "python", target)
        reduce(into / "python")
        copy(own, into / "python")

    names = tuple(sorted(package.parent.name for package in own.glob("*/__init__.py")))
    return Asset("layer", target, (own, lock), fill, code="python", with_source=names)


def service_layer(service: str, lock: Path, target: Target) -> Asset:
    def fill(into: Path) -> None:
        install(lock, into / "python", target)
        reduce(into / "python")

    return Asset(f"layer-{service}", target, (lock,), fill, code="python", with_source=())


def function_code(folder: Path, target: Target) -> Asset:
    """A folder that declares a service is the code of all its functions, and carries the service's description to
    serve it; one that stands alone carries its packages."""
    kind, carried = ("service", None) if is_service(folder) else ("isolated", lock_of(folder))
    root, name = folder.parents[1], folder.name
    parts = {
        root / "functions" / "__init__.py": "functions",
        folder: f"functions/{name}",
        root / "docs" / "openapi" / f"{name}.json": "docs/openapi",
    }
    there = {source: place for source, place in parts.items() if source.exists()}

    def fill(into: Path) -> None:
        if carried:
            install(carried, into, target)
            reduce(into)
        for source, place in there.items():
            copy(source, into / place)

    return Asset(f"{kind}-{name}", target, tuple(there), fill, code=".", with_source=("functions",))


def copy(source: Path, into: Path) -> None:
    top = source.parent if source.is_file() else source
    for file in files_below(source):
        name = file.relative_to(top)
        if file.suffix in NOT_SHIPPED or "tests" in name.parts:
            continue
        destination = into / name
        destination.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, destination)
