"""Warm calls: CPU of our client and store with the network taken away, beside a raw botocore client and others."""

from functools import cache

from tools.bench.goals import Effort, Found, Goal, Part
from tools.bench.installed import OTHERS, PACKAGES, SOURCES, WITH_BYTECODE, others
from tools.bench.loopback import loopback
from tools.bench.processes import ROOT, Contender, Runs, in_turns
from tools.bench.programs.items import ITEMS
from tools.bench.programs.undo import PER_CALL

OPERATIONS = {"get": "get", "put": "put", "transact": "transact 3", "query": "query 20"}
SUBJECTS = ("client", "store", "boto3 Table")
OTHERS_ON_BOTOCORE = ("PynamoDB", "dyntastic")
# pydynox brings a network of its own, which cannot be taken away: it is compared over connections to this machine.
NETWORKED = ("store", "pydynox")
OVER_LOOPBACK = "over loopback: {}"


@cache
def runs(effort: Effort) -> dict[str, Runs]:
    """All subjects in one go, so that their figures come from the same minutes of the same machine."""
    contenders = {subject: contender("warm", subject) for subject in (*SUBJECTS, *OTHERS_ON_BOTOCORE)}
    if effort.details:
        contenders |= {f"without {trick}": contender("warm", "client", trick) for trick in PER_CALL}
    with loopback(ITEMS) as address:
        contenders |= {
            OVER_LOOPBACK.format(subject): contender("networked", subject, AWS_ENDPOINT_URL=address)
            for subject in NETWORKED
        }
        return in_turns(contenders, effort.rounds, uncounted=0)


def contender(program: str, subject: str, *tricks: str, **environment: str) -> Contender:
    beside = others() if subject in OTHERS else None
    return Contender(
        program,
        (subject, *tricks),
        (SOURCES, PACKAGES, ROOT, *((beside,) if beside else ())),
        {**WITH_BYTECODE, **environment},
        may_break=subject in OTHERS,
    )


def compared(subject: str, operation: str, effort: Effort) -> Found:
    """Every process has a raw client of its own beside its subject, so figures of several are told at one's pace."""
    found = runs(effort)
    raw = min(each.least(f"raw {operation}") for name, each in found.items() if not far(name))
    networked = min(each.least(f"raw {operation}") for name, each in found.items() if far(name))
    ratios = {name: each.median(operation) for name, each in found.items()}
    gains = {name: ratios[name] - ratios["client"] for name in ratios if name.startswith("without ")}
    tricks = (Part(name.replace("without", "gain:"), gain * raw, "us") for name, gain in gains.items())
    here = [Part(name, ratio * raw, "us") for name, ratio in ratios.items() if name not in gains and not far(name)]
    there = [Part(name, ratio * networked, "us") for name, ratio in ratios.items() if far(name)]
    beside = (Part("raw", raw, "us"), *here, Part(OVER_LOOPBACK.format("raw"), networked, "us"), *there)
    return Found(
        measured=ratios[subject],
        reference=f"raw botocore client {raw:.0f} us",
        note=f"{ratios[subject] * raw:.0f} us at that pace",
        breakdown=tuple(tricks) if subject == "client" else beside,
    )


def far(name: str) -> bool:
    return name.startswith(OVER_LOOPBACK.format(""))


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
