"""The environment that handlers want before they can be imported; nothing is ever asked of what it names."""

import os
from collections.abc import Iterable, Iterator

from singletable.service import Service

NOWHERE = {
    "AWS_ACCESS_KEY_ID": "test",
    "AWS_SECRET_ACCESS_KEY": "test",
    "AWS_REGION": "us-east-1",
    "AWS_DEFAULT_REGION": "us-east-1",
    "TABLE_NAME": "table",
    "VAULT_NAME": "vault",
    "BUCKET_NAME": "bucket",
    "CURSOR_KEY": "key",
    "STAGE": "generate",
    "SERVICE": "quartet",
}


def surround(services: Iterable[Service]) -> None:
    """For this whole process, since what a handler makes of its environment outlives its import."""
    os.environ.update(NOWHERE)
    for service in services:
        os.environ.update(names_of(service))


def names_of(service: Service) -> dict[str, str]:
    """What the stack puts into a function's environment beside the table, the bucket and the stage."""
    return dict(_names(service))


def _names(service: Service) -> Iterator[tuple[str, str]]:
    for setting, default in service.settings.items():
        yield shout(setting), default
    for worker in service.workers:
        yield f"QUEUE_{shout(worker.name)}", f"https://sqs.us-east-1.amazonaws.com/000000000000/{worker.name}"
    for isolated in service.isolated:
        yield f"FUNCTION_{shout(isolated.name)}", isolated.name
    for function in service.functions():
        for extra in function.extras:
            yield f"{shout(extra.kind)}_{shout(extra.name)}", extra.name


def shout(name: str) -> str:
    return name.replace("-", "_").upper()
