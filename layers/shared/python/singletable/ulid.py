"""Identifiers that sort by the time they were made."""

import secrets
from datetime import datetime, timedelta

from singletable.templates import EPOCH, milliseconds

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 26
PATTERN = f"^[0-7][{_ALPHABET}]{{{LENGTH - 1}}}\\Z"
"""What one looks like, as a regular expression."""


def new_ulid(moment: datetime) -> str:
    """26 characters: 48 bits of milliseconds, 80 random bits."""
    number = milliseconds(moment) << 80 | secrets.randbits(80)
    return "".join(_ALPHABET[number >> shift & 31] for shift in range(125, -1, -5))


def moment_of(ulid: str) -> datetime:
    """When an identifier was made."""
    number = 0
    for character in ulid[:10]:
        number = number << 5 | _ALPHABET.index(character)
    return EPOCH + timedelta(milliseconds=number)
