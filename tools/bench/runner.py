"""The runner: what one more case of an execution costs, beside a bare process that runs the same program."""

import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

from functions.algoitny_runner.execution import execute
from functions.algoitny_runner.languages import LANGUAGES
from functions.algoitny_runner.request import parse
from tools.bench.goals import Effort, Found, Goal, Part
from tools.bench.processes import BrokenContender

PROGRAMS = {
    "python": "print(int(input()) * 2)",
    "javascript": "console.log(parseInt(require('fs').readFileSync(0)) * 2)",
}
NO_GUARDS_MISSING: frozenset[str] = frozenset()
NAMESPACES_REFUSED = frozenset({"process_namespace", "network_namespace", "private_root", "own_user", "landlock"})
MORE = 25

Figures = dict[str, float]


@cache
def least(language: str, effort: Effort) -> Figures:
    """Milliseconds. Every round measures everything once; the first one warms the disk, uncounted."""
    rounds = [one_round(language) for _ in range(effort.rounds + 1)][1:]
    return {name: min(figures[name] for figures in rounds) for name in rounds[0]}


def one_round(language: str) -> Figures:
    figures = {"bare process": bare_process(language)}
    for name, without in (("every guard", NO_GUARDS_MISSING), ("namespaces refused", NAMESPACES_REFUSED)):
        first = execution(language, 1, without)
        figures[f"{name}: execution of one case"] = first
        figures[f"{name}: one more case"] = (execution(language, 1 + MORE, without) - first) / MORE
    return figures


def bare_process(language: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / LANGUAGES[language].source
        source.write_text(PROGRAMS[language])
        flags = ["-I", "-S", "-B"] if language == "python" else []
        command = [LANGUAGES[language].find() or sys.executable, *flags, str(source)]
        begun = time.perf_counter()
        for number in range(MORE):
            subprocess.run(command, input=str(number), env={}, capture_output=True, text=True, check=True)
        return (time.perf_counter() - begun) * 1000 / MORE


def execution(language: str, cases: int, without: frozenset[str]) -> float:
    numbered = [{"input": f"{number}\n", "expected": f"{number * 2}\n"} for number in range(cases)]
    request = parse({"language": language, "code": PROGRAMS[language], "cases": numbered})
    begun = time.perf_counter()
    answer = execute(request, without=without)
    if answer["verdict"] != "accepted":
        raise BrokenContender(f"{language} in the runner: {answer['verdict']}, {answer['reason']}")
    return (time.perf_counter() - begun) * 1000


def compared(language: str, effort: Effort) -> Found:
    if not LANGUAGES[language].find():
        raise BrokenContender(f"{language} is not installed here")
    figures = least(language, effort)
    case, bare = figures["every guard: one more case"], figures["bare process"]
    return Found(
        measured=case / bare,
        reference=f"bare process {bare:.1f} ms",
        note=f"{case:.1f} ms a case",
        breakdown=tuple(Part(name, value, "ms") for name, value in figures.items()),
    )


def goal(language: str, limit: float) -> Goal:
    return Goal(f"runner, one more {language} case / bare process", limit, lambda effort: compared(language, effort))


GOALS = (
    goal("python", 1.00),
    # a heap limit makes node throw away the code cache it was built with: 4 ms that a right memory limit costs
    goal("javascript", 1.50),
)
