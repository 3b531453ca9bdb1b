"""`python -m tools.build [--target local|cloud|all]`: the layers and code assets that the stacks deploy."""

import argparse
import sys

from tools.build.assets import NotLocked
from tools.build.builder import build
from tools.build.bytecode import NotCompiled
from tools.build.packages import NotInstalled
from tools.build.targets import Target


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.build", description=__doc__)
    parser.add_argument("--target", choices=[*Target, "all"], default="all")
    wanted = parser.parse_args().target
    try:
        build(list(Target) if wanted == "all" else [Target(wanted)])
    except (NotCompiled, NotInstalled, NotLocked) as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
