"""`python -m tools.cost [--profile launch|promise|FILE] [--prices 2026|2024]`: the monthly bill, as measured."""

import argparse
import sys

from functions.catalogue import SERVICES
from tools.build.targets import ROOT
from tools.cost.bill import Bill, bill
from tools.cost.chart import chart
from tools.cost.designs import DRAFTS, Comparison, rejected
from tools.cost.prices import SHEETS, Prices
from tools.cost.report import report
from tools.cost.workload import BadProfile, Profile, profile
from tools.generate.capacity import capacity_rows

CHART = ROOT / "docs" / "cost.svg"
PROMISE = "promise"


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.cost",
        description="The monthly bill: units as docs/capacity has them, times a workload, times a price sheet.",
        epilog="A profile is a JSON file as those in tools/cost/profiles. `--chart` draws what was reckoned.",
    )
    parser.add_argument("--profile", default=PROMISE, metavar="launch|promise|FILE", help="by default promise")
    parser.add_argument("--prices", choices=SHEETS, default="2026", help="before or after November 2024")
    parser.add_argument("--chart", action="store_true", help="write docs/cost.svg")
    wishes = parser.parse_args()
    try:
        chosen = profile(wishes.profile)
        prices = SHEETS[wishes.prices]
        made = bill(chosen, prices, SERVICES, {each.name: capacity_rows(each) or [] for each in SERVICES})
    except BadProfile as bad:
        print(bad, file=sys.stderr)
        return 2
    drafts = compared(chosen, prices, made)
    print(report(chosen, prices, made, drafts, list(rejected(prices)) if chosen.name == PROMISE else []))
    if wishes.chart:
        CHART.write_text(chart(f"A month under the profile {chosen.name}, prices of {wishes.prices}", made, drafts))
    return 0


def compared(chosen: Profile, prices: Prices, made: Bill) -> list[Comparison]:
    """Each service's draft beside what was built; AlgoItny's was reckoned for the promise alone."""
    found: list[Comparison] = []
    for service in SERVICES:
        drafted = DRAFTS.get(service.name)
        fits = chosen.name == PROMISE or (chosen.name == "launch" and service.name != "algoitny")
        if drafted and fits and service.name in made.services():
            found += [
                *drafted(prices),
                Comparison(f"{service.title}, built and measured", made.of_table(service.name), built=True),
            ]
    return found


if __name__ == "__main__":
    sys.exit(main())
