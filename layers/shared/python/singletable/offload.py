"""Large texts live in S3, content-addressed; the item keeps a pointer with size, digest and the first lines."""

from msgspec import Struct


class Offload(Struct, frozen=True):
    """Marks a text field whose UTF-8 form goes to S3 once it is longer than `above` bytes."""

    above: int = 4096


class Offloaded(Struct, frozen=True):
    """Where a text went, and enough of it for a list."""

    key: str
    sha256: str
    size: int
    preview: str


def loaded(text: "str | Offloaded | None") -> str | None:
    """A text as it is: whoever forgot to fetch one that was offloaded learns of it here."""
    if isinstance(text, Offloaded):
        raise TypeError(f"{text.key} was not fetched")
    return text
