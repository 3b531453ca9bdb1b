"""`python -m tools.generate [--check]`: the pages, descriptions and events that follow from the declarations."""

import argparse
import sys

from functions.catalogue import SERVICES
from tools.build.targets import ROOT
from tools.generate.pages import Incomplete, pages, stale, write


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.generate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; say what is not as it would be written")
    checking = parser.parse_args().check
    try:
        wanted = pages(SERVICES)
    except Incomplete as gap:
        print(gap, file=sys.stderr)
        return 1
    found = stale(ROOT, wanted)
    if checking:
        for path, why in found.items():
            print(f"{path}: {why}; run `make generate`", file=sys.stderr)
        return 1 if found else 0
    write(ROOT, wanted, found)
    print(f"generate: {len(wanted)} files for {len(SERVICES)} services, {len(found)} changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
