"""Identifiers that sort by the time they were made."""

import secrets
from datetime import datetime

from singletable.templates import milliseconds

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 26


def new_ulid(moment: datetime) -> str:
    """26 characters: 48 bits of milliseconds, 80 random bits."""
    number = milliseconds(moment) << 80 | secrets.randbits(80)
    return "".join(_ALPHABET[number >> shift & 31] for shift in range(125, -1, -5))
