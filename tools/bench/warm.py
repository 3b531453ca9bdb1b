"""Warm CPU per call."""

from tools.bench.goals import Goal

GOALS: tuple[Goal, ...] = ()
