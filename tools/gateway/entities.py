"""Razorpay's entities and errors, in the shape that its API writes them."""

from collections.abc import Iterable
from typing import Any

Entity = dict[str, Any]

METHODS: dict[str, Entity] = {
    "upi": {"vpa": "payer@upi", "acquirer_data": {"rrn": "012583617700"}},
    "card": {"card_id": "card_DESp9fNnu0RoNc", "acquirer_data": {"auth_code": "828553"}},
    "netbanking": {"bank": "HDFC", "acquirer_data": {"bank_transaction_id": "0125836177"}},
    "wallet": {"wallet": "payzapp", "acquirer_data": {"transaction_id": None}},
}
FAILURE: Entity = {
    "error_code": "BAD_REQUEST_ERROR",
    "error_description": "Payment failed",
    "error_source": "bank",
    "error_step": "payment_authorization",
    "error_reason": "payment_failed",
}


class Refused(Exception):
    """An answer other than 200, with Razorpay's error body."""

    def __init__(self, status: int, error: Entity) -> None:
        super().__init__(error["description"])
        self.status = status
        self.body: Entity = {"error": error}


def refused(description: str, *, status: int = 400) -> Refused:
    error = {"code": "BAD_REQUEST_ERROR", "description": description, "source": "NA", "step": "NA", "reason": "NA"}
    return Refused(status, {**error, "metadata": {}})


def invalid(description: str, field: str | None = None, *, reason: str = "input_validation_failed") -> Refused:
    place = {"source": "business", "step": "payment_initiation", "reason": reason, "metadata": {}}
    error = {"code": "BAD_REQUEST_ERROR", "description": description, **place}
    return Refused(400, {**error, "field": field} if field else error)


def declined(payment: Entity) -> Refused:
    """What Checkout tells the customer's page when a payment fails."""
    error = {name.removeprefix("error_"): payment[name] for name in FAILURE}
    return Refused(400, {**error, "metadata": {"payment_id": payment["id"], "order_id": payment["order_id"]}})


def order(order_id: str, wish: Entity, created_at: int) -> Entity:
    return {
        "id": order_id,
        "entity": "order",
        "amount": wish["amount"],
        "amount_paid": 0,
        "amount_due": wish["amount"],
        "currency": wish["currency"],
        "receipt": wish.get("receipt"),
        "offer_id": None,
        "status": "created",
        "attempts": 0,
        # An empty set of notes is a list: the API is written in PHP.
        "notes": wish.get("notes") or [],
        "created_at": created_at,
    }


def payment(payment_id: str, order: Entity, method: str, payer: Entity, created_at: int) -> Entity:
    return {
        "id": payment_id,
        "entity": "payment",
        "amount": order["amount"],
        "currency": order["currency"],
        "status": "created",
        "order_id": order["id"],
        "invoice_id": None,
        "international": False,
        "method": method,
        "amount_refunded": 0,
        "refund_status": None,
        "captured": False,
        "description": None,
        "card_id": None,
        "bank": None,
        "wallet": None,
        "vpa": None,
        "email": payer["email"],
        "contact": payer["contact"],
        "notes": order["notes"],
        "fee": None,
        "tax": None,
        **dict.fromkeys(FAILURE),
        **METHODS[method],
        "created_at": created_at,
    }


def refund(refund_id: str, payment: Entity, amount: int, wish: Entity, created_at: int) -> Entity:
    return {
        "id": refund_id,
        "entity": "refund",
        "amount": amount,
        "currency": payment["currency"],
        "payment_id": payment["id"],
        "notes": wish.get("notes") or [],
        "receipt": wish.get("receipt"),
        "acquirer_data": {"arn": None},
        "created_at": created_at,
        "batch_id": None,
        "status": "pending",
        "speed_processed": "normal",
        "speed_requested": wish.get("speed", "normal"),
    }


def event(account_id: str, name: str, entities: Entity, created_at: int) -> Entity:
    return {
        "entity": "event",
        "account_id": account_id,
        "event": name,
        "contains": list(entities),
        "payload": {kind: {"entity": entity} for kind, entity in entities.items()},
        "created_at": created_at,
    }


def collection(items: Iterable[Entity]) -> Entity:
    listed = list(items)
    return {"entity": "collection", "count": len(listed), "items": listed}
