"""The two places an asset is built for: this machine, or Lambda."""

import sys
from enum import StrEnum
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NODE_MODULES = ROOT / "node_modules"


class Target(StrEnum):
    LOCAL = "local"
    CLOUD = "cloud"

    @property
    def platform_options(self) -> tuple[str, ...]:
        """How uv is told which wheels to take."""
        if self is Target.LOCAL:
            return ("--python", sys.executable)
        return (
            "--python-platform",
            "aarch64-manylinux2014",
            "--python-version",
            "3.13",
            "--only-binary",
            ":all:",
        )
