"""Orders at the gateway, what is owed back, and the events that were heard already."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated

from functions.codekurukshetra.entities.registration import PaymentStatus
from functions.codekurukshetra.entities.table import GSI1, GSI2, GSI3, TABLE
from singletable.keys import Key
from singletable.schema import entity

EVENTS_KEPT = timedelta(days=30)


@entity(TABLE, tag="payment")
class Payment:
    """The one order of a team and what became of it. It outlives the team and everybody's personal data."""

    payment_id: str
    order_id: Annotated[str, "razorpay_order_id"]
    gateway_payment_id: Annotated[str | None, "razorpay_payment_id"] = None
    """The payment that was accepted; there is one at the most."""
    team_id: str
    amount: int
    currency: str
    status: PaymentStatus
    payment_method: str | None = None
    webhook_verified: bool = False
    refund_id: str | None = None
    failed_refunds: tuple[str, ...] | None = None
    """Refunds that the bank would not carry out."""
    pay_until: datetime
    metadata: dict[str, object] | None = None
    created_at: datetime
    updated_at: datetime
    version: int = 1

    @property
    def day(self) -> date:
        return self.created_at.astimezone(UTC).date()

    key = Key("PAYMENT#{order_id}", "TRANSACTION", answers="a payment by its order")
    of_team = Key("TEAM#{team_id}", "{created_at:s}#{order_id}", index=GSI1, answers="the payments of a team")
    by_status = Key(
        "STATUS#{status}", "{created_at:s}#{order_id}", index=GSI2, answers="the payments in a status, newest first"
    )
    on_day = Key("DATE#{day:date}", "{created_at:s}#{order_id}", index=GSI3, answers="the payments ordered on a day")


@entity(TABLE, tag="expiry")
class Expiry:
    """An order that is not paid yet; gone as soon as it is settled."""

    order_id: str
    team_id: str
    until: datetime
    reminded: bool = False

    key = Key("PAYMENT#{order_id}", "EXPIRY", answers="until when an order keeps its seat")
    due = Key("UNPAID", "{until:s}#{order_id}", index=GSI3, answers="unpaid orders, the next to expire first")


@entity(TABLE, tag="refund")
class Refund:
    """Money that goes back: owed until the gateway has taken the order for it."""

    order_id: str
    gateway_payment_id: str
    amount: int
    reason: str
    attempt: int = 1
    refund_id: str | None = None
    created_at: datetime

    key = Key("PAYMENT#{order_id}", "REFUND#{gateway_payment_id}#{attempt:02d}", answers="what of an order goes back")
    owed = Key(
        "REFUNDS#OWED",
        "{created_at:s}#{gateway_payment_id}",
        index=GSI2,
        when=lambda refund: refund.refund_id is None,
        answers="refunds that the gateway does not know of yet, the oldest first",
    )


@entity(TABLE, tag="event_lock", lifetime=EVENTS_KEPT)
class EventLock:
    """An event of the gateway that was heard; the digest tells a repeat from another event under the same id."""

    event_id: str
    digest: str
    created_at: datetime

    key = Key("EVENT#{event_id}", "LOCK", answers="whether an event of the gateway was heard already")
