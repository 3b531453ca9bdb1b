"""The table that a run prints, and the same as JSON."""

import json
import math
import os
import platform
from collections.abc import Sequence
from pathlib import Path

import botocore

from tools.bench.goals import Result

HEADINGS = ("goal", "limit", "measured", "reference", "")


def table(results: Sequence[Result]) -> str:
    rows = [HEADINGS, *(row(result) for result in results)]
    widths = [max(len(cells[column]) for cells in rows) for column in range(len(HEADINGS))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip() for cells in rows]
    return "\n".join((lines[0], "-" * len(lines[0]), *lines[1:]))


def row(result: Result) -> tuple[str, ...]:
    goal, found = result.goal, result.found
    verdict = "pass" if result.met else "SHORT"
    return goal.name, f"{goal.sense} {goal.limit:g}", f"{found.measured:.2f}", found.reference, verdict


def breakdown(result: Result) -> str:
    """What the figure of one goal is made of."""
    parts = (f"  {part.value:9.2f} {part.unit}  {part.name}" for part in result.found.breakdown)
    return "\n".join((f"{result.goal.name}: {result.found.note}", *parts))


def as_json(results: Sequence[Result]) -> str:
    report = {
        "machine": {
            "processor": platform.machine(),
            "cores": os.cpu_count(),
            "python": platform.python_version(),
            "botocore": botocore.__version__,
        },
        "goals": [
            {
                "goal": result.goal.name,
                "limit": f"{result.goal.sense} {result.goal.limit:g}",
                "measured": round(result.found.measured, 3) if math.isfinite(result.found.measured) else None,
                "reference": result.found.reference,
                "pass": result.met,
                "note": result.found.note,
                "breakdown": [
                    {"part": part.name, "value": round(part.value, 2), "unit": part.unit}
                    for part in result.found.breakdown
                ],
            }
            for result in results
        ],
    }
    return json.dumps(report, indent=2, ensure_ascii=False) + "\n"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
