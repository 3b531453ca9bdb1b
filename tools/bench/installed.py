"""Where contenders import from: the packages as pip leaves them, or the layer as Lambda gets it."""

import sysconfig
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tools.bench.processes import BYTECODE, ROOT
from tools.build.builder import build
from tools.build.targets import Target

PACKAGES = Path(sysconfig.get_path("purelib"))
SOURCES = ROOT / "layers" / "shared" / "python"

# Bytecode is written once, by the first uncounted run: a plain installation has it too.
WITH_BYTECODE: Mapping[str, str] = {"PYTHONPYCACHEPREFIX": str(BYTECODE)}


@cache
def layer() -> Path:
    build([Target.LOCAL], say=lambda line: None)
    return ROOT / ".build" / f"layer-{Target.LOCAL}" / "python"
