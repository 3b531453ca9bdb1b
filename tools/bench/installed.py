"""Where contenders import from: the packages as pip leaves them, the layer as Lambda gets it, other data layers."""

import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from functools import cache
from importlib.util import source_from_cache
from pathlib import Path

from tools.bench.processes import PLACE, ROOT
from tools.build.builder import build
from tools.build.compile_tree import bytecode
from tools.build.targets import Target

PACKAGES = Path(sysconfig.get_path("purelib"))
SOURCES = ROOT / "layers" / "shared" / "python"

# Bytecode is written once, by the first uncounted run: a plain installation has it too.
WITH_BYTECODE: Mapping[str, str] = {"PYTHONPYCACHEPREFIX": str(PLACE / "bytecode")}

OTHERS = {"PynamoDB": "pynamodb==6.1.0", "dyntastic": "dyntastic==0.18.0", "pydynox": "pydynox==1.8.0"}
THEIR_MODELS = ("pydantic==2.14.3", "pydantic-core==2.50.4", "annotated-types==0.8.0", "typing-inspection==0.4.5")


@cache
def built() -> Path:
    build([Target.LOCAL], say=lambda line: None)
    return ROOT / ".build"


def layer() -> Path:
    return built() / f"layer-{Target.LOCAL}" / "python"


@cache
def documented_layer() -> Path:
    """The same layer with its docstrings, from the same sources."""
    folder = PLACE / "documented"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(layer(), folder)
    for compiled in folder.rglob("*.pyc"):
        ours = compiled.parent.name == "__pycache__"
        source = Path(source_from_cache(str(compiled))) if ours else compiled.with_suffix(".py")
        name = source.relative_to(folder)
        written = (source if ours else PACKAGES / name).read_bytes()
        compiled.write_bytes(bytecode(written, name.as_posix(), documented=True))
    return folder


def service(name: str) -> tuple[Path, ...]:
    """Its code behind the layers it has: the shared one, and for some a second with packages of their own."""
    own = built() / f"layer-{name}-{Target.LOCAL}" / "python"
    return layer(), *((own,) if own.exists() else ()), built() / f"service-{name}-{Target.LOCAL}"


@cache
def others() -> Path | None:
    """Data layers to compare with, beside the project's own packages; None where the index cannot be reached."""
    folder = PLACE / "-".join(("others", *OTHERS.values()))
    if not folder.exists():
        install = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--no-deps", "--target", str(folder)]
        wanted = (*OTHERS.values(), *THEIR_MODELS)
        if subprocess.run([*install, *wanted], capture_output=True, check=False).returncode != 0:
            shutil.rmtree(folder, ignore_errors=True)
            return None
    return folder
