"""What the README says of speed: the goals as the last whole run measured them, between two marks."""

from typing import Any

BEGIN, END = "<!-- measured by `make bench` -->", "<!-- end of what was measured -->"


class NoPlace(Exception):
    """The README lost the marks between which the figures stand."""


def placed(readme: str, report: dict[str, Any]) -> str:
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise NoPlace(f"the README has no {BEGIN} or no {END}")
    return f"{before}{BEGIN}\n{markdown(report)}\n{END}{after}"


def markdown(report: dict[str, Any]) -> str:
    machine, goals = report["machine"], report["goals"]
    met = sum(goal["pass"] for goal in goals)
    said = (
        f"{met} of {len(goals)} goals are met, measured on {machine['cores']} cores ({machine['processor']}), "
        f"Python {machine['python']}, botocore {machine['botocore']}:"
    )
    rows = [
        f"| {goal['goal']} | {goal['limit']} | {_figure(goal)} | {goal['reference']} | {_verdict(goal)} |"
        for goal in goals
    ]
    return "\n".join((said, "", "| goal | limit | measured | beside | |", "|---|---|---|---|---|", *rows))


def _figure(goal: dict[str, Any]) -> str:
    return "broken" if goal["measured"] is None else f"{goal['measured']:.2f}"


def _verdict(goal: dict[str, Any]) -> str:
    return "pass" if goal["pass"] else "**short**"
