"""What Razorpay checks of a request before it acts on it, with its own words for each fault."""

import re
from typing import Any

from tools.gateway.entities import Entity, invalid

CURRENCIES = frozenset({"INR", "USD", "EUR", "GBP", "SGD", "MYR", "AED"})
LEAST_AMOUNT = 100
MOST_RECEIPT = 40
MOST_NOTES = 15
MOST_NOTE = 256
MOST_LISTED = 100
ORDER_FIELDS = frozenset({"amount", "currency", "receipt", "notes", "payment_capture", "unique_receipt"})
CAPTURE_FIELDS = frozenset({"amount", "currency"})
REFUND_FIELDS = frozenset({"amount", "speed", "notes", "receipt"})
IDEMPOTENCY_KEY = re.compile(r"[A-Za-z0-9_-]{10,}")


def check_order(wish: Entity) -> None:
    _only(wish, ORDER_FIELDS)
    currency = wish.get("currency")
    if currency is None:
        raise invalid("The currency field is required.", "currency")
    if currency not in CURRENCIES:
        raise invalid("Currency is not supported", "currency")
    _amount(wish, currency)
    _texts(wish)


def check_capture(wish: Entity, payment: Entity) -> None:
    _only(wish, CAPTURE_FIELDS)
    _amount(wish, payment["currency"])
    if wish.get("currency", payment["currency"]) != payment["currency"]:
        raise invalid("The currency of the capture does not match that of the payment", "currency")
    if wish["amount"] != payment["amount"]:
        raise invalid("Capture amount must be equal to the amount authorized", "amount")


def check_refund(wish: Entity, payment: Entity, idempotency_key: str | None) -> None:
    _only(wish, REFUND_FIELDS)
    if "amount" in wish:
        _amount(wish, payment["currency"])
    if wish.get("speed", "normal") not in ("normal", "optimum"):
        raise invalid("The selected speed is invalid.", "speed")
    _texts(wish)
    if idempotency_key is not None and not IDEMPOTENCY_KEY.fullmatch(idempotency_key):
        raise invalid("The idempotency key must have at least 10 letters, digits, hyphens or underscores")


def page(query: dict[str, str]) -> slice:
    count, skip = _number(query, "count", 10), _number(query, "skip", 0)
    if not 1 <= count <= MOST_LISTED:
        raise invalid(f"The count must be between 1 and {MOST_LISTED}.", "count")
    return slice(skip, skip + count)


def _only(wish: Entity, known: frozenset[str]) -> None:
    extra = ", ".join(sorted(wish.keys() - known))
    if extra:
        raise invalid(f"{extra} is/are not required and should not be sent", reason="extra_field_sent")


def _amount(wish: Entity, currency: str) -> None:
    amount = wish.get("amount")
    if amount is None:
        raise invalid("The amount field is required.", "amount")
    if type(amount) is not int:
        raise invalid("The amount must be an integer.", "amount")
    if amount < LEAST_AMOUNT:
        raise invalid(f"The amount must be at least {currency} 1.00", "amount")


def _texts(wish: Entity) -> None:
    receipt: Any = wish.get("receipt")
    if receipt is not None and not isinstance(receipt, str):
        raise invalid("The receipt must be a string.", "receipt")
    if receipt is not None and len(receipt) > MOST_RECEIPT:
        raise invalid(f"receipt: the length must be no more than {MOST_RECEIPT}.", "receipt")
    notes: Any = wish.get("notes") or {}
    if not isinstance(notes, dict):
        raise invalid("The notes must be an object.", "notes")
    if len(notes) > MOST_NOTES:
        raise invalid(f"Number of fields in notes should be less than or equal to {MOST_NOTES}", "notes")
    if any(len(str(part)) > MOST_NOTE for pair in notes.items() for part in pair):
        raise invalid(f"notes: the length must be no more than {MOST_NOTE}.", "notes")


def _number(query: dict[str, str], name: str, default: int) -> int:
    text = query.get(name, str(default))
    if not text.isdecimal():
        raise invalid(f"The {name} must be an integer.", name)
    return int(text)
