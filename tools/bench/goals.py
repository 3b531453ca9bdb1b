"""What a benchmark is: a goal with its limit, and a measurement that says what was found beside which reference."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum


class Sense(StrEnum):
    AT_MOST = "<="
    EXACTLY = "="

    def met(self, measured: float, limit: float) -> bool:
        return measured <= limit if self is Sense.AT_MOST else measured == limit


@dataclass(frozen=True)
class Effort:
    """How often to measure; enough for a figure that does not move, or enough to see that nothing broke."""

    starts: int
    pairs: int
    """Starts with and without one trick, whose gain is a few hundredths of a start."""
    rounds: int
    sizes: tuple[int, ...]
    """Items in a growing table."""
    load_seconds: int
    steps: tuple[float, ...]
    """Multiples of the promised rate, tried on the way to the highest."""
    step_seconds: int
    events: int
    """Changes of a stream."""
    details: bool
    """Also what each trick alone is worth and each import takes: nothing that a few runs could tell."""


FULL = Effort(
    starts=15,
    pairs=60,
    rounds=5,
    sizes=(1_000, 100_000, 1_000_000),
    load_seconds=300,
    steps=(1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0),
    step_seconds=10,
    events=40_000,
    details=True,
)
QUICK = Effort(
    starts=4,
    pairs=4,
    rounds=1,
    sizes=(1_000, 5_000),
    load_seconds=5,
    steps=(1.0, 2.0, 4.0),
    step_seconds=1,
    events=5_000,
    details=False,
)


@dataclass(frozen=True)
class Part:
    """One line of what a figure is made of."""

    name: str
    value: float
    unit: str


@dataclass(frozen=True)
class Found:
    measured: float
    reference: str
    note: str = ""
    breakdown: tuple[Part, ...] = ()


@dataclass(frozen=True)
class Goal:
    name: str
    limit: float
    measure: Callable[[Effort], Found]
    sense: Sense = Sense.AT_MOST


@dataclass(frozen=True)
class Result:
    goal: Goal
    found: Found
    met: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "met", self.goal.sense.met(self.found.measured, self.goal.limit))
