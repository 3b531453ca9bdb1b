"""How to do without each trick of the tuned client, to see what it alone is worth."""

from collections.abc import Callable
from typing import Any

from botocore.loaders import JSONFileLoader

from singletable import client, wire


class Everything(frozenset[str]):
    def __contains__(self, _: object) -> bool:
        return True


def load_ordered_dictionaries() -> dict[str, Any]:
    client.Models.FILE_LOADER_CLASS = JSONFileLoader
    return {}


def register_every_handler() -> dict[str, Any]:
    client.OWN_EVENTS = Everything()
    return {}


def evaluate_endpoint_rules() -> dict[str, Any]:
    client._needs_rules = lambda *_: True
    return {}


def build_the_user_agent_at_each_call() -> dict[str, Any]:
    return {"user_agent": None}


def validate_and_walk_requests() -> dict[str, Any]:
    wire.DIRECT = frozenset()
    return {"parameter_validation": True}


def parse_answers_by_shape() -> dict[str, Any]:
    wire.OUTPUTS = frozenset()
    return {}


AT_START: dict[str, Callable[[], dict[str, Any]]] = {
    "plain dictionaries": load_ordered_dictionaries,
    "few handlers": register_every_handler,
    "no endpoint rules": evaluate_endpoint_rules,
}
PER_CALL: dict[str, Callable[[], dict[str, Any]]] = {
    "no endpoint rules": evaluate_endpoint_rules,
    "a fixed user agent": build_the_user_agent_at_each_call,
    "requests written directly": validate_and_walk_requests,
    "answers read directly": parse_answers_by_shape,
}
UNDO = AT_START | PER_CALL
