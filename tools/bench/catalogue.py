"""Every goal that the benchmark measures, in the order of the report."""

from tools.bench import cold, growth, layer, load, quota, totals, warm
from tools.bench.goals import Goal

GOALS: tuple[Goal, ...] = (
    *cold.GOALS,
    *warm.GOALS,
    *quota.GOALS,
    *totals.GOALS,
    *layer.GOALS,
    *growth.GOALS,
    *load.GOALS,
)
