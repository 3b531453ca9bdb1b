"""The problems of the demo are right: each reference solution is accepted on the cases of its problem."""

import pytest

from functions.algoitny import runner
from tools.demo.algoitny_problems import PROBLEMS, Exercise


@pytest.mark.parametrize("exercise", PROBLEMS, ids=lambda exercise: exercise.problem_id)
def test_a_solution_of_the_demo_is_accepted(exercise: Exercise) -> None:
    compare = {"numeric": 1e-6} if exercise.comparison == "numeric" else "trimmed"
    run = runner.run("python", exercise.solution, exercise.cases, {"compare": compare})
    assert (run.verdict, run.passed) == ("accepted", len(exercise.cases))
    assert exercise.hints
