"""Exact numbers as people write them, and the intervals that a numeric question accepts.

An accepted answer is written `3.14` (exactly), `3.14:0.01` (give or take), `3.1..3.2` (from, to, both included) or `*`.
"""

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

# Bounded digits and exponent: an exact 1e999999999 would otherwise need gigabytes.
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,2})?")
_MINUS_SIGNS = str.maketrans("\u2212\u2010\u2011\u2012\u2013", "-----")
LONGEST = 100


class NotANumber(ValueError):
    pass


@dataclass(frozen=True, slots=True)
class Span:
    low: Fraction | None
    high: Fraction | None

    def holds(self, value: Fraction) -> bool:
        return (self.low is None or self.low <= value) and (self.high is None or value <= self.high)


def number(written: str) -> Decimal:
    plain = unicodedata.normalize("NFKC", written[: LONGEST + 1]).translate(_MINUS_SIGNS).strip()
    if len(plain) > LONGEST or not _NUMBER.fullmatch(plain):
        raise NotANumber(f"{written[:40]!r} is not a number")
    return Decimal(plain)


def plain(value: Decimal) -> str:
    """Digits without exponent or trailing zeros."""
    digits = format(value, "f")
    short = digits.rstrip("0").rstrip(".") if "." in digits else digits
    return "0" if short == "-0" else short


def span(written: str) -> Span:
    low, dots, high = written.partition("..")
    if dots:
        return _ordered(Fraction(number(low)), Fraction(number(high)), written)
    middle, colon, margin = written.partition(":")
    if not colon and middle.strip() == "*":
        return Span(None, None)
    value = Fraction(number(middle))
    tolerance = Fraction(number(margin)) if colon else Fraction(0)
    return _ordered(value - tolerance, value + tolerance, written)


def _ordered(low: Fraction, high: Fraction, written: str) -> Span:
    if low > high:
        raise NotANumber(f"{written[:40]!r} holds no number at all")
    return Span(low, high)
