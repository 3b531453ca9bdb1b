"""Fresh processes, run in turns so that a noisy moment of the machine hits every contender alike."""

import json
import math
import os
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(__file__).parent / "programs"
PLACE = ROOT / ".build" / "bench"

Figures = dict[str, float]

# What a function finds in Lambda, and nothing of the developer's own.
SURROUNDINGS = {
    "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE",
    "AWS_SECRET_ACCESS_KEY": "x" * 40,
    "AWS_SESSION_TOKEN": "t" * 400,
    "AWS_REGION": "us-east-1",
    "AWS_DEFAULT_REGION": "us-east-1",
    "AWS_LAMBDA_FUNCTION_NAME": "bench",
    "PATH": os.environ["PATH"],
}


@dataclass(frozen=True)
class Contender:
    """A program with its arguments and the folders it imports from."""

    program: str
    arguments: tuple[str, ...] = ()
    imports: tuple[Path, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    may_break: bool = False
    """Another library's trouble with this Python or botocore, or its absence, is no trouble of ours."""

    def run(self, *options: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-S", "-P", *options, str(PROGRAMS / f"{self.program}.py"), *self.arguments]
        environment = SURROUNDINGS | {"PYTHONPATH": os.pathsep.join(map(str, self.imports))} | dict(self.environment)
        ran = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
        if ran.returncode != 0:
            raise BrokenContender(f"{self.program} {' '.join(self.arguments)}:\n{ran.stderr}")
        return ran

    def figures(self) -> Figures:
        return {name: float(value) for name, value in json.loads(self.run().stdout.splitlines()[-1]).items()}


class BrokenContender(Exception):
    """A program that was to be measured failed instead."""


@dataclass(frozen=True)
class Runs:
    """What one contender printed, run by run."""

    figures: Sequence[Figures]

    def least(self, name: str) -> float:
        return min(figures[name] for figures in self.figures)

    def median(self, name: str) -> float:
        return statistics.median(figures[name] for figures in self.figures)

    def median_within(self, name: str) -> tuple[float, float]:
        """Where the median of endless runs lies, in 95 of 100 such series: two of the runs, by their rank."""
        ordered = sorted(figures[name] for figures in self.figures)
        rank = max(0, int(len(ordered) / 2 - 0.98 * math.sqrt(len(ordered))))
        return ordered[rank], ordered[-1 - rank]


RATIO = "ratio"
"""What a run took beside the runs of the reference right before and after it."""


def in_turns(contenders: Mapping[str, Contender], rounds: int, uncounted: int = 1) -> dict[str, Runs]:
    """Each contender once per round, every other round in reverse. An uncounted round before them warms the disk."""
    figures: dict[str, list[Figures]] = {name: [] for name in contenders}
    for turn in range(-uncounted, rounds):
        for name in reversed(list(figures)) if turn % 2 and turn > 0 else list(figures):
            try:
                figures[name].append(contenders[name].figures())
            except BrokenContender as broken:
                if not contenders[name].may_break:
                    raise
                print(f"{name} is left out: {broken}", file=sys.stderr)
                del figures[name]
    return {name: Runs(each[uncounted:]) for name, each in figures.items()}


def beside(reference: Contender, contenders: Mapping[str, Contender], rounds: int) -> tuple[Runs, dict[str, Runs]]:
    """Each contender between two runs of the reference. A machine changes its pace from one second to the next, so a
    run is told as a ratio to its neighbours'; the median of these is what slow and fast seconds agree on."""
    figures: dict[str, list[Figures]] = {name: [] for name in contenders}
    for each in (reference, *contenders.values()):
        each.run()
    plain = [reference.figures()]
    for turn in range(rounds):
        for name in reversed(list(figures)) if turn % 2 else list(figures):
            found = contenders[name].figures()
            plain.append(reference.figures())
            neighbours = statistics.mean(run["total"] for run in plain[-2:])
            figures[name].append(found | {RATIO: found["total"] / neighbours})
    return Runs(plain), {name: Runs(each) for name, each in figures.items()}
