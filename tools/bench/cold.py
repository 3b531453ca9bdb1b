"""Cold starts: fresh processes from nothing to the first answer of DynamoDB, ours beside a bare botocore client."""

from functools import partial

from tools.bench.goals import Effort, Found, Goal, Part
from tools.bench.handlers import HANDLERS, Handler
from tools.bench.starts import IN_LAYER, Starts, starts
from tools.bench.tricks import gains


def client_start(effort: Effort) -> Found:
    """The tuned client in the built layer against a plain one as pip installs it."""
    found = starts(effort)
    stages = [
        Part(f"{whose}: {stage}", runs.least(stage), "ms")
        for whose, runs in (("bare", found.bare), ("ours", found.runs[IN_LAYER]))
        for stage in ("import", "client", "call")
    ]
    return compared(found, IN_LAYER, (*stages, *(gains(effort) if effort.details else ())))


def handler_start(handler: Handler, effort: Effort) -> Found:
    found = starts(effort)
    stages = tuple(Part(stage, found.runs[handler.name].least(stage), "ms") for stage in ("init", "call"))
    return compared(found, handler.name, stages)


def compared(found: Starts, name: str, breakdown: tuple[Part, ...]) -> Found:
    return Found(
        measured=found.ratio(name),
        reference=f"bare botocore client {found.bare.least('total'):.1f} ms",
        note=f"ours {found.milliseconds(found.ratio(name)):.1f} ms at that pace; medians {found.medians(name)}",
        breakdown=(*breakdown, *found.imports.get(name, ())),
    )


GOALS = (
    Goal("cold start, our client to its first GetItem / bare botocore", 0.75, client_start),
    *(
        Goal(f"cold start, {handler.name} / bare botocore", 1.00, partial(handler_start, handler))
        for handler in HANDLERS
    ),
)
