"""Every goal that the benchmark measures, in the order of the report."""

from tools.bench import cold, runner, warm
from tools.bench.goals import Goal

GOALS: tuple[Goal, ...] = (*cold.GOALS, *warm.GOALS, *runner.GOALS)
