"""The gateway's books: orders, the payments made on them and the refunds of those, and an event for each change."""

import hashlib
from collections.abc import Callable
from copy import deepcopy
from threading import RLock

from tools.gateway import entities, wishes
from tools.gateway.entities import FAILURE, Entity, refused

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
PAYER = {"email": "payer@example.com", "contact": "+919000090000"}
Publish = Callable[[str, Entity], None]


class Ids:
    """Ids that look like Razorpay's, the same in every run with the same seed."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._made = 0

    def __call__(self, prefix: str = "") -> str:
        self._made += 1
        number = int.from_bytes(hashlib.sha256(f"{self._seed}/{self._made}".encode()).digest())
        letters = (ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(14))
        return prefix + "".join(letters)


class Ledger:
    """Whatever it hands out is a copy; whatever it publishes is the state at that moment."""

    def __init__(
        self, ids: Ids, now: Callable[[], int], publish: Publish, *, auto_capture: bool, instant_refunds: bool
    ) -> None:
        self._ids = ids
        self._now = now
        self._publish = publish
        self._auto_capture = auto_capture
        self._instant_refunds = instant_refunds
        self._orders: dict[str, Entity] = {}
        self._payments: dict[str, Entity] = {}
        self._refunds: dict[str, Entity] = {}
        self._refunds_by_key: dict[str, tuple[str, Entity, str]] = {}
        self._lock = RLock()

    def create_order(self, wish: Entity) -> Entity:
        wishes.check_order(wish)
        with self._lock:
            if wish.get("unique_receipt") and wish.get("receipt") is not None:
                for known in self._orders.values():
                    if known["receipt"] == wish["receipt"]:
                        return deepcopy(known)
            order = entities.order(self._ids("order_"), wish, self._now())
            self._orders[order["id"]] = order
            return deepcopy(order)

    def order(self, order_id: str) -> Entity:
        with self._lock:
            return deepcopy(_known(self._orders, order_id))

    def orders(self, query: dict[str, str]) -> Entity:
        window = wishes.page(query)
        with self._lock:
            newest_first = reversed(self._orders.values())
            wanted = [order for order in newest_first if query.get("receipt", order["receipt"]) == order["receipt"]]
            return deepcopy(entities.collection(wanted[window]))

    def order_payments(self, order_id: str) -> Entity:
        with self._lock:
            _known(self._orders, order_id)
            return deepcopy(entities.collection(p for p in self._payments.values() if p["order_id"] == order_id))

    def payment(self, payment_id: str) -> Entity:
        with self._lock:
            return deepcopy(_known(self._payments, payment_id))

    def refund(self, refund_id: str) -> Entity:
        with self._lock:
            return deepcopy(_known(self._refunds, refund_id))

    def payment_refunds(self, payment_id: str) -> Entity:
        with self._lock:
            _known(self._payments, payment_id)
            return deepcopy(entities.collection(r for r in self._refunds.values() if r["payment_id"] == payment_id))

    def pay(self, order_id: str, method: str, payer: Entity, amount: int | None, currency: str | None) -> Entity:
        """The customer's bank agrees. An amount or currency other than the order's is a gateway gone wrong."""
        with self._lock:
            payment = self._attempt(order_id, method, payer)
            payment["amount"] = amount or payment["amount"]
            payment["currency"] = currency or payment["currency"]
            self._authorise(payment)
            return deepcopy(payment)

    def fail(self, order_id: str, method: str, payer: Entity) -> Entity:
        with self._lock:
            payment = self._attempt(order_id, method, payer)
            payment.update(FAILURE, status="failed")
            self._publish("payment.failed", {"payment": payment})
            return deepcopy(payment)

    def pay_again(self, payment_id: str) -> Entity:
        """A failed payment succeeds after all, under its old id: the customer retried inside the UPI application."""
        with self._lock:
            payment = _known(self._payments, payment_id)
            self._payable(payment["order_id"])
            if payment["status"] != "failed":
                raise refused("Only a failed payment can be retried")
            payment.update(dict.fromkeys(FAILURE))
            self._authorise(payment)
            return deepcopy(payment)

    def capture(self, payment_id: str, wish: Entity) -> Entity:
        with self._lock:
            payment = _known(self._payments, payment_id)
            wishes.check_capture(wish, payment)
            if payment["captured"]:
                raise refused("This payment has already been captured")
            if payment["status"] != "authorized":
                raise refused("Only payments which have been authorized and not yet captured can be captured")
            self._capture(payment)
            return deepcopy(payment)

    def give_back(self, payment_id: str, wish: Entity, key: str | None) -> Entity:
        with self._lock:
            payment = _known(self._payments, payment_id)
            wishes.check_refund(wish, payment, key)
            if key is not None and key in self._refunds_by_key:
                earlier_payment, earlier_wish, refund_id = self._refunds_by_key[key]
                if (earlier_payment, earlier_wish) != (payment_id, wish):
                    raise refused("Different request with the same idempotency key has already been processed.")
                return self.refund(refund_id)
            refund = self._refund(payment, wish)
            if key is not None:
                self._refunds_by_key[key] = (payment_id, deepcopy(wish), refund["id"])
            return deepcopy(refund)

    def settle_refund(self, refund_id: str, status: str) -> Entity:
        """The bank answers for a pending refund: processed, or failed and the money is the merchant's again."""
        with self._lock:
            refund = _known(self._refunds, refund_id)
            if refund["status"] != "pending" or status not in ("processed", "failed"):
                raise refused("Only a pending refund can become processed or failed")
            refund["status"] = status
            payment = self._payments[refund["payment_id"]]
            if status == "failed":
                self._count_refund(payment, -refund["amount"])
            self._publish(f"refund.{status}", {"refund": refund, "payment": payment})
            return deepcopy(refund)

    def _attempt(self, order_id: str, method: str, payer: Entity) -> Entity:
        order = self._payable(order_id)
        payment = entities.payment(self._ids("pay_"), order, method, {**PAYER, **payer}, self._now())
        self._payments[payment["id"]] = payment
        order["attempts"] += 1
        order["status"] = "attempted"
        return payment

    def _payable(self, order_id: str) -> Entity:
        order = _known(self._orders, order_id)
        if order["status"] == "paid":
            raise refused("Your payment has been declined as the order is already paid")
        if any(p["order_id"] == order_id and p["status"] == "authorized" for p in self._payments.values()):
            raise refused("Payment already done for this order.")
        return order

    def _authorise(self, payment: Entity) -> None:
        payment["status"] = "authorized"
        self._publish("payment.authorized", {"payment": payment})
        if self._auto_capture:
            self._capture(payment)

    def _capture(self, payment: Entity) -> None:
        fee = payment["amount"] * 2 // 100
        tax = fee * 18 // 100
        payment.update(status="captured", captured=True, fee=fee + tax, tax=tax)
        order = self._orders[payment["order_id"]]
        order.update(status="paid", amount_paid=payment["amount"], amount_due=order["amount"] - payment["amount"])
        self._publish("payment.captured", {"payment": payment})
        self._publish("order.paid", {"payment": payment, "order": order})

    def _refund(self, payment: Entity, wish: Entity) -> Entity:
        if payment["status"] == "refunded":
            raise refused("The payment has been fully refunded already")
        if payment["status"] != "captured":
            raise refused("The payment status should be captured for action to be taken")
        left = payment["amount"] - payment["amount_refunded"]
        amount = wish.get("amount", left)
        if amount > payment["amount"]:
            raise refused("The refund amount provided is greater than amount captured")
        if amount > left:
            raise refused("The total refund amount is greater than the refund payment amount")
        refund = entities.refund(self._ids("rfnd_"), payment, amount, wish, self._now())
        self._refunds[refund["id"]] = refund
        self._count_refund(payment, amount)
        self._publish("refund.created", {"refund": refund, "payment": payment})
        if self._instant_refunds:
            self.settle_refund(refund["id"], "processed")
        return refund

    def _count_refund(self, payment: Entity, amount: int) -> None:
        refunded = payment["amount_refunded"] + amount
        whole = refunded == payment["amount"]
        payment.update(
            amount_refunded=refunded,
            refund_status="full" if whole else "partial" if refunded else None,
            status="refunded" if whole else "captured",
        )


def _known(entries: dict[str, Entity], entry_id: str) -> Entity:
    if entry_id not in entries:
        raise refused("The id provided does not exist")
    return entries[entry_id]
