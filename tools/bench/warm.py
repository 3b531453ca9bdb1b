"""Warm calls: CPU of our client and store with the network taken away, beside a raw botocore client and others."""

from functools import cache
from pathlib import Path

from tools.bench.goals import Effort, Found, Goal, Part
from tools.bench.installed import OTHERS, PACKAGES, SOURCES, WITH_BYTECODE, others
from tools.bench.processes import ROOT, BrokenContender, Contender, Runs, in_turns
from tools.bench.programs.undo import PER_CALL

OPERATIONS = {"get": "get", "put": "put", "transact": "transact 3", "query": "query 20"}
SUBJECTS = ("raw", "client", "store", "boto3 Table")


@cache
def runs(effort: Effort) -> dict[str, Runs]:
    """All subjects in one go, so that their figures come from the same minutes of the same machine."""
    contenders = {subject: contender(subject) for subject in SUBJECTS}
    contenders |= {f"without {trick}": contender("client", trick) for trick in PER_CALL}
    beside = others()
    if beside is not None:
        contenders |= {subject: contender(subject, also=(beside,)) for subject in OTHERS if works(subject, beside)}
    return in_turns(contenders, effort.rounds)


def works(subject: str, beside: Path) -> bool:
    """Another library's trouble with this Python or botocore is no trouble of ours."""
    try:
        contender(subject, also=(beside,)).run()
    except BrokenContender:
        return False
    return True


def contender(*arguments: str, also: tuple[Path, ...] = ()) -> Contender:
    return Contender("warm", arguments, (SOURCES, PACKAGES, ROOT, *also), WITH_BYTECODE)


def compared(subject: str, operation: str, effort: Effort) -> Found:
    found = runs(effort)
    least = {name: figures.least(operation) for name, figures in found.items()}
    gains = {name: least[name] - least["client"] for name in least if name.startswith("without ")}
    subjects = (Part(name, least[name], "us") for name in least if name not in gains)
    tricks = (Part(name.replace("without", "gain:"), gain, "us") for name, gain in gains.items())
    medians = f"{found[subject].median(operation):.0f} / {found['raw'].median(operation):.0f}"
    return Found(
        measured=least[subject] / least["raw"],
        reference=f"raw botocore client {least['raw']:.0f} us",
        note=f"{least[subject]:.0f} us; medians {medians}",
        breakdown=tuple(tricks) if subject == "client" else tuple(subjects),
    )


def goal(subject: str, operation: str, limit: float) -> Goal:
    return Goal(
        f"warm {subject}, {OPERATIONS[operation]} / raw botocore",
        limit,
        lambda effort: compared(subject, operation, effort),
    )


GOALS = (
    *(goal("client", operation, 0.70) for operation in ("get", "put", "transact")),
    goal("client", "query", 0.35),
    *(goal("store", operation, 0.95) for operation in ("get", "put", "transact")),
    goal("store", "query", 0.60),
)
