"""Large texts live in S3, content-addressed; the item keeps a pointer with size, digest and the first lines."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Offload:
    """Marks a text field whose UTF-8 form goes to S3 once it is longer than `above` bytes."""

    above: int = 4096


@dataclass(frozen=True, slots=True)
class Offloaded:
    """Where a text went, and enough of it for a list."""

    key: str
    sha256: str
    size: int
    preview: str
