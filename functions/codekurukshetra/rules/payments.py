"""What a statement of the gateway means for an order, its team and its seat. The result does not depend on the order
in which statements come, nor on how often: every move goes forward."""

from datetime import datetime, timedelta
from enum import Enum

from msgspec import Struct

from functions.codekurukshetra.entities.payments import Payment, Refund
from functions.codekurukshetra.entities.records import Letter
from functions.codekurukshetra.entities.registration import Config, PaymentStatus, Team
from functions.codekurukshetra.rules.teams import TeamPaid
from singletable.refusal import Absent, Kind, Refused
from singletable.schema import evolve

OPEN = (PaymentStatus.CREATED, PaymentStatus.PENDING, PaymentStatus.FAILED, PaymentStatus.EXPIRED)
ONCE = "once"


class NoSuchPayment(Absent):
    code = "no_such_payment"


class BadSignature(Refused):
    kind, code = Kind.INVALID, "bad_signature"


class BadWebhook(Refused):
    kind, code = Kind.UNPROVEN, "bad_webhook"


class EventIdReused(Refused):
    kind, code = Kind.CONFLICT, "event_id_reused"


class PaymentRefused(Refused):
    kind, code = Kind.UNPAID, "payment_refused"


class GatewayBusy(Refused):
    kind, code = Kind.UNAVAILABLE, "gateway_unavailable"


class TeamIncomplete(Refused):
    kind, code = Kind.CONFLICT, "team_incomplete"


class NotPaid(Refused):
    kind, code = Kind.CONFLICT, "not_paid"


class AlreadyRefunded(Refused):
    kind, code = Kind.CONFLICT, "already_refunded"


class Said(Enum):
    AUTHORISED = "the bank agrees; no money has moved"
    CAPTURED = "the money is ours"
    FAILED = "the bank declined"
    REFUNDED = "all of the money went back"
    NOT_REFUNDED = "the bank would not take the money back"


class Statement(Struct, frozen=True):
    """What the gateway says of one payment."""

    said: Said
    order_id: str
    gateway_payment_id: str
    amount: int
    currency: str
    method: str | None = None
    refund_id: str | None = None
    by_webhook: bool = False


class Seat(Enum):
    KEEP = "it stays as it is"
    TAKE = "one is needed, if there is one"
    GIVE = "one is free again"


class Outcome(Struct, frozen=True):
    """What is to be written, all or nothing."""

    payment: Payment
    team: Team | None
    seat: Seat = Seat.KEEP
    refund: Refund | None = None
    letters: tuple[Letter, ...] = ()
    is_settled: bool = True
    """Nothing is due any more when time passes."""


def existing(payment: Payment | None) -> Payment:
    if payment is None:
        raise NoSuchPayment("There is no such payment.")
    return payment


def settle(
    payment: Payment, team: Team | None, statement: Statement, *, seat_left: bool, now: datetime
) -> Outcome | None:
    """None: the statement changes nothing. `seat_left`: whether one may still be tried for."""
    match statement.said:
        case Said.FAILED if payment.status is PaymentStatus.PENDING:
            return _moved(payment, team, PaymentStatus.FAILED, statement, now, is_settled=False)
        case Said.CAPTURED if not _is_what_was_ordered(payment, statement):
            return Outcome(payment, team, refund=_owed(payment, statement, "wrong_amount", now), is_settled=False)
        case Said.CAPTURED if payment.status in OPEN:
            return _accepted(payment, team, statement, seat_left, now)
        case Said.CAPTURED if payment.gateway_payment_id != statement.gateway_payment_id:
            return Outcome(payment, team, refund=_owed(payment, statement, "paid_twice", now), is_settled=False)
        case Said.REFUNDED if _is_what_was_ordered(payment, statement) and _concerns(payment, statement):
            return _refunded(payment, team, statement, now)
        case Said.NOT_REFUNDED if statement.refund_id not in (payment.failed_refunds or ()):
            return _not_refunded(payment, team, statement, now)
    return None


def _is_what_was_ordered(payment: Payment, statement: Statement) -> bool:
    return (payment.amount, payment.currency) == (statement.amount, statement.currency)


def _concerns(payment: Payment, statement: Statement) -> bool:
    """It is about the payment that was accepted, or would have been had the news of it not been overtaken."""
    accepted = payment.gateway_payment_id in (None, statement.gateway_payment_id)
    if statement.refund_id is not None and statement.refund_id in (payment.failed_refunds or ()):
        return False
    return accepted and payment.status is not PaymentStatus.REFUNDED


def _accepted(payment: Payment, team: Team | None, said: Statement, seat_left: bool, now: datetime) -> Outcome:
    """Money for a seat. Without one, the money goes back; a seat is never made up."""
    if team is None:
        return _returned(payment, None, said, "team_gone", now)
    if not team.has_seat and not seat_left:
        return _returned(payment, team, said, "no_seat", now)
    seat = Seat.KEEP if team.has_seat else Seat.TAKE
    held = evolve(team, has_seat=True)
    letters = (letter("receipt", payment, team, now),)
    return _moved(payment, held, PaymentStatus.PAID, said, now, seat=seat, letters=letters)


def _returned(payment: Payment, team: Team | None, said: Statement, reason: str, now: datetime) -> Outcome:
    letters = (letter("refund", payment, team, now),) if team else ()
    owed = _owed(payment, said, reason, now)
    return _moved(payment, team, PaymentStatus.REFUNDING, said, now, refund=owed, letters=letters)


def _refunded(payment: Payment, team: Team | None, said: Statement, now: datetime) -> Outcome:
    """Also where it is the first news: then the receipt is due as well, as it would have been."""
    letters: tuple[Letter, ...] = ()
    if team and payment.status in OPEN and team.has_seat:
        letters += (letter("receipt", payment, team, now),)
    if team and payment.status is not PaymentStatus.REFUNDING:
        letters += (letter("refund", payment, team, now),)
    seat = Seat.GIVE if team and team.has_seat else Seat.KEEP
    left = evolve(team, has_seat=False) if team else None
    return _moved(payment, left, PaymentStatus.REFUNDED, said, now, seat=seat, letters=letters)


def _not_refunded(payment: Payment, team: Team | None, said: Statement, now: datetime) -> Outcome:
    """What was to go back has not: it is owed again. A refund that we never heard of leaves the payment as it is."""
    failed = (*(payment.failed_refunds or ()), str(said.refund_id))
    noted = evolve(payment, failed_refunds=failed, updated_at=now)
    if payment.status is not PaymentStatus.REFUNDED or payment.gateway_payment_id != said.gateway_payment_id:
        return Outcome(noted, team, is_settled=False)
    status = PaymentStatus.REFUNDING
    owed = evolve(_owed(payment, said, "refund_failed", now), attempt=len(failed) + 1)
    with_team = team and evolve(team, payment_status=status, updated_at=now)
    return Outcome(evolve(noted, status=status), with_team, refund=owed)


def _moved(
    payment: Payment,
    team: Team | None,
    status: PaymentStatus,
    said: Statement,
    now: datetime,
    *,
    seat: Seat = Seat.KEEP,
    refund: Refund | None = None,
    letters: tuple[Letter, ...] = (),
    is_settled: bool = True,
) -> Outcome:
    accepted = None if status is PaymentStatus.FAILED else said.gateway_payment_id
    after = evolve(
        payment,
        status=status,
        gateway_payment_id=payment.gateway_payment_id or accepted,
        payment_method=said.method if accepted else payment.payment_method,
        webhook_verified=payment.webhook_verified or said.by_webhook,
        refund_id=said.refund_id or payment.refund_id,
        updated_at=now,
    )
    with_team = team and evolve(
        team, payment_status=status, gateway_payment_id=after.gateway_payment_id, updated_at=now
    )
    return Outcome(after, with_team, seat, refund, letters, is_settled)


def _owed(payment: Payment, said: Statement, reason: str, now: datetime) -> Refund:
    return Refund(
        order_id=payment.order_id,
        gateway_payment_id=said.gateway_payment_id,
        amount=said.amount,
        reason=reason,
        created_at=now,
    )


def letter(kind: str, payment: Payment, team: Team, now: datetime, occasion: str = ONCE) -> Letter:
    facts = {
        "team": team.name,
        "order": payment.order_id,
        "amount": f"{payment.amount / 100:.2f} {payment.currency}",
        "pay_until": payment.pay_until.isoformat(timespec="minutes"),
    }
    reader = team.leader_participant_id
    return Letter(about=payment.order_id, kind=kind, occasion=occasion, reader=reader, facts=facts, created_at=now)


def expired(payment: Payment, team: Team | None, now: datetime) -> Outcome | None:
    """Time is up: the seat is somebody else's, until money comes after all."""
    if payment.status not in (PaymentStatus.PENDING, PaymentStatus.FAILED):
        return None
    seat = Seat.GIVE if team and team.has_seat else Seat.KEEP
    status = PaymentStatus.EXPIRED
    left = team and evolve(team, payment_status=status, has_seat=False, updated_at=now)
    return Outcome(evolve(payment, status=status, updated_at=now), left, seat)


def payable(team: Team) -> None:
    if team.payment_status not in OPEN:
        raise TeamPaid("The team has paid already.", facts={"payment_status": team.payment_status.value})
    if not team.registration_complete:
        raise TeamIncomplete("The team has too few members to pay.", facts={"members": team.member_count})


def pay_until(config: Config, now: datetime) -> datetime:
    return now + timedelta(minutes=config.order_minutes)


def ordered(team: Team, payment: Payment, now: datetime) -> Team:
    return evolve(
        team,
        payment_status=PaymentStatus.PENDING,
        payment_order_id=payment.order_id,
        amount=payment.amount,
        currency=payment.currency,
        has_seat=True,
        updated_at=now,
    )


def refundable(payment: Payment | None) -> Payment:
    if payment is None or payment.status in OPEN:
        raise NotPaid("The team has not paid.")
    if payment.status is not PaymentStatus.PAID:
        raise AlreadyRefunded("The money went back already.", facts={"payment_status": payment.status.value})
    return payment
