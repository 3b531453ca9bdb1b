"""The bill as a table."""

from collections.abc import Iterable, Sequence

from tools.cost.bill import COMPONENTS, Bill
from tools.cost.designs import Comparison
from tools.cost.prices import MILLION, Prices
from tools.cost.workload import Profile


def report(
    profile: Profile, prices: Prices, bill: Bill, drafts: Sequence[Comparison], rejected: Sequence[Comparison]
) -> str:
    parts = [
        f"{profile.name}: {profile.about}",
        f"Prices of us-east-1 since {prices.since}, on demand, free tiers not counted.",
        _patterns(bill),
        _services(bill),
    ]
    if bill.unmeasured:
        parts.append("Not in the sum:\n" + "\n".join(f"  {what}" for what in bill.unmeasured))
    parts += [_compared(ways) for ways in (drafts, rejected) if ways]
    return "\n\n".join(parts)


def _patterns(bill: Bill) -> str:
    rows = [
        (
            line.service,
            line.pattern,
            f"{line.times:,.0f}" if line.times else "",
            f"{line.read_units:.2f}" if line.times else "",
            f"{line.write_units:.2f}" if line.times else "",
            f"{line.total / line.times * MILLION:,.2f}" if line.times else "",
            f"{line.total:,.2f}",
        )
        for line in sorted(bill.lines, key=lambda line: (line.service, -line.total))
    ]
    headings = ("service", "pattern", "a month", "read units", "write units", "$ a million", "$ a month")
    return _table(headings, rows)


def _services(bill: Bill) -> str:
    rows = []
    for service in (*bill.services(), None):
        components = bill.by_component(service)
        sums = (f"{components[component]:,.2f}" for component in COMPONENTS)
        rows.append((service or "all", *sums, f"{sum(components.values()):,.2f}"))
    return _table(("$ a month", *COMPONENTS, "sum"), rows)


def _compared(ways: Sequence[Comparison]) -> str:
    rows = [(way.name, f"{way.dollars:,.2f}", "built" if way.built else "", way.why) for way in ways]
    return _table(("requests and storage alone", "$ a month", "", ""), rows)


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    cells = [tuple(headings), *map(tuple, rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headings))]
    numeric = {column for column in range(len(headings)) if all(_is_number(row[column]) for row in cells[1:])}
    lines = [
        "  ".join(
            cell.rjust(width) if column in numeric else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    ]
    return "\n".join((lines[0], "-" * max(map(len, lines)), *lines[1:]))


def _is_number(text: str) -> bool:
    return text == "" or text.replace(",", "").replace(".", "").isdigit()
