"""`python -m tools.bench [--quick] [--only NAME]`: every goal beside its reference, measured here and now."""

import argparse
import json
import math
import sys
import time
import traceback

from tools.bench.catalogue import GOALS
from tools.bench.chart import chart
from tools.bench.goals import FULL, QUICK, Effort, Found, Goal, Result
from tools.bench.processes import PLACE, ROOT
from tools.bench.readme import placed
from tools.bench.report import as_json, breakdown, table, write

README = ROOT / "README.md"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer runs: under two minutes, figures less steady")
    parser.add_argument("--only", metavar="NAME", help="goals whose name contains this; writes nothing")
    wishes = parser.parse_args()
    goals = [goal for goal in GOALS if wishes.only is None or wishes.only in goal.name]
    if not goals:
        print(
            f"no goal is called {wishes.only!r}; there are: {', '.join(goal.name for goal in GOALS)}", file=sys.stderr
        )
        return 2
    results = [measure(goal, QUICK if wishes.quick else FULL) for goal in goals]
    print("\n\n".join(breakdown(result) for result in results if result.found.breakdown), end="\n\n")
    print(table(results))
    if wishes.only is None:
        # Figures that people read come from a whole run; a quick one leaves its own where nobody takes them for those.
        place = PLACE / "quick" if wishes.quick else ROOT / "docs"
        write(place / "bench.json", as_json(results))
        write(place / "bench.svg", chart(results))
        print(f"\nwritten to {place.relative_to(ROOT)}/bench.json and bench.svg", file=sys.stderr)
        if not wishes.quick:
            write(README, placed(README.read_text(), json.loads(as_json(results))))
    return 0 if all(result.met for result in results) else 1


def measure(goal: Goal, effort: Effort) -> Result:
    print(f"measuring {goal.name}", end=" ", flush=True, file=sys.stderr)
    begun = time.monotonic()
    try:
        found = goal.measure(effort)
    except Exception as broken:
        traceback.print_exception(broken, file=sys.stderr)
        found = Found(measured=math.inf, reference="", note=f"broken: {broken!r}")
    print(f"({time.monotonic() - begun:.1f} s)", file=sys.stderr)
    return Result(goal, found)


if __name__ == "__main__":
    sys.exit(main())
