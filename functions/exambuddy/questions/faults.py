"""How a malformed question or answer is refused: every fault at once, each with the path of its field."""

from msgspec import Struct


class Fault(Struct, frozen=True):
    path: str
    code: str
    message: str


class Malformed(ValueError):
    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("; ".join(f"{fault.path}: {fault.message}" for fault in faults))
        self.faults = faults


class BadQuestion(Malformed):
    """The author's question is not one that could be asked and scored."""


class BadAnswer(Malformed):
    """The candidate's answer does not have the shape that the question asks for."""
