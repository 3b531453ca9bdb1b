"""Finds the hint to give: as the author wrote it, as a model writes it, or what a rule says about the last run."""

from collections.abc import Callable
from datetime import datetime

from functions.algoitny import writer
from functions.algoitny.entities.executions import Hint, HintsSeen
from functions.algoitny.entities.problems import Problem
from functions.algoitny.repository.history import History
from functions.algoitny.repository.problems import Problems
from functions.algoitny.rules import hints as rules


class Hinting:
    def __init__(self, history: History, problems: Problems) -> None:
        self._history, self._problems = history, problems

    def hint(
        self, problem: Problem, seen: HintsSeen, wanted: int | None, may_ask: Callable[[], None], now: datetime
    ) -> tuple[int, Hint]:
        """The level and its hint. `may_ask` refuses who could not pay, before a model is troubled."""
        level = rules.level_wanted(seen, wanted)
        if level <= len(seen.hints):
            return level, seen.hints[level - 1]
        written = rules.authored(problem, level, now)
        if written is not None:
            return level, written
        run = self._history.last(seen.user_id, problem.platform, problem.problem_id)
        if level <= rules.MODEL_LEVELS and writer.model() is not None:
            may_ask()
            text = writer.hint_for(self._problems.whole(problem), [hint.text for hint in seen.hints], run)
            if text is not None:
                return level, Hint(text[: rules.LONGEST_HINT], rules.MODEL, now)
        explained = rules.about_run(seen, run)
        if explained is not None:
            return explained, seen.hints[explained - 1]
        return level, rules.explaining(run, now)
