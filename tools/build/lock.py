"""`make lock`: pins every package that travels to Lambda, so that a build today and one next year are the same."""

import subprocess
import sys
from pathlib import Path

from tools.build.assets import is_service
from tools.build.targets import ROOT

SHARED = ROOT / "layers" / "shared"
OPTIONS = ("--quiet", "--universal", "--python-version", "3.11", "--no-header", "--no-annotate")
FIRST_LINE = "# Everything this {carrier} carries, down to the last package: written by `make lock`.\n"


def lock(wanted: Path, into: Path, carrier: str, *options: str | Path) -> None:
    command = [sys.executable, "-m", "uv", "pip", "compile", *OPTIONS, *options, wanted]
    pins = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    into.write_text(FIRST_LINE.format(carrier=carrier) + pins)
    print(f"lock: {into.relative_to(ROOT)}, {len(pinned(into))} packages")


def pinned(lockfile: Path) -> dict[str, str]:
    """Package names and versions of a lock."""
    lines = (line.split(";")[0].strip() for line in lockfile.read_text().splitlines())
    return dict(line.split("==", 1) for line in lines if "==" in line)


def main() -> None:
    shared = SHARED / "requirements.lock"
    lock(SHARED / "pyproject.toml", shared, "layer")
    already_shared = [f"--no-emit-package={name}" for name in pinned(shared)]
    for wanted in sorted(ROOT.glob("functions/*/requirements.txt")):
        if is_service(wanted.parent):
            lock(wanted, wanted.with_suffix(".lock"), "layer", "--constraints", shared, *already_shared)
        else:
            lock(wanted, wanted.with_suffix(".lock"), "asset")


if __name__ == "__main__":
    main()
