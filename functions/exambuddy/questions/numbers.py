"""Exact numbers as people write them, and the intervals that a numeric question accepts.

An accepted answer is written `3.14` (exactly), `3.14:0.01` (give or take), `3.1..3.2` (from, to, both included) or `*`.
"""

import re
import unicodedata
from decimal import Decimal
from fractions import Fraction

from msgspec import Struct

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
_MINUS_SIGNS = str.maketrans("\u2212\u2010\u2011\u2012\u2013", "-----")
# Bounded, because an exact 1e999999999 would need gigabytes; a number's plain digits are within the bounds again.
LONGEST, LARGEST_EXPONENT, MOST_DECIMALS = 250, 99, 120


class NotANumber(ValueError):
    pass


class Span(Struct, frozen=True):
    low: Fraction | None
    high: Fraction | None

    def holds(self, value: Fraction) -> bool:
        return (self.low is None or self.low <= value) and (self.high is None or value <= self.high)


def number(written: str) -> Decimal:
    digits = unicodedata.normalize("NFKC", written[: LONGEST + 1]).translate(_MINUS_SIGNS).strip()
    if len(digits) > LONGEST or not _NUMBER.fullmatch(digits):
        raise NotANumber(f"{written[:40]!r} is not a number")
    value = Decimal(digits)
    if not value:
        return Decimal(0)
    if abs(value.adjusted()) > LARGEST_EXPONENT or -int(value.as_tuple().exponent) > MOST_DECIMALS:
        raise NotANumber(f"{written[:40]!r} is too large, too small or too fine")
    return value


def plain(value: Decimal) -> str:
    """Digits without exponent or trailing zeros."""
    digits = format(value, "f")
    short = digits.rstrip("0").rstrip(".") if "." in digits else digits
    return "0" if short == "-0" else short


def tidy(written: str) -> str:
    """An accepted number as written, without white space around its parts."""
    mark = ".." if ".." in written else ":"
    return mark.join(part.strip() for part in written.split(mark))


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
