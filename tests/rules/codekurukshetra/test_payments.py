"""Statements of the gateway in every order and every repetition: one result, one payment, one seat, one receipt."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from functions.codekurukshetra.entities.payments import Payment, Refund
from functions.codekurukshetra.entities.registration import PaymentStatus, Team
from functions.codekurukshetra.rules.payments import Said, Seat, Statement, expired, settle
from singletable.schema import evolve

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ORDER, FIRST, SECOND = "order_1", "pay_1", "pay_2"


def said(what: Said, payment: str = FIRST, **more: Any) -> Statement:
    return replace(Statement(what, ORDER, payment, 99_900, "INR", "upi"), **more)


STATEMENTS = (said(Said.AUTHORISED), said(Said.CAPTURED), said(Said.FAILED, SECOND), said(Said.REFUNDED))


@dataclass
class Books:
    """What the table would hold, without the table."""

    payment: Payment = field(
        default_factory=lambda: Payment(
            payment_id="01P",
            order_id=ORDER,
            team_id="01T",
            amount=99_900,
            currency="INR",
            status=PaymentStatus.PENDING,
            pay_until=NOON + timedelta(minutes=30),
            created_at=NOON,
            updated_at=NOON,
        )
    )
    team: Team | None = field(
        default_factory=lambda: Team(
            team_id="01T",
            name="Code Warriors",
            track="ai-ml",
            leader_participant_id="01L",
            payment_status=PaymentStatus.PENDING,
            payment_order_id=ORDER,
            member_count=2,
            max_members=4,
            registration_complete=True,
            has_seat=True,
            created_at=NOON,
            updated_at=NOON,
        )
    )
    free: int = 0
    refunds: dict[tuple[str, int], Refund] = field(default_factory=dict)
    letters: Counter[str] = field(default_factory=Counter)

    def hear(self, statement: Statement) -> "Books":
        outcome = settle(self.payment, self.team, statement, seat_left=self.free > 0, now=NOON)
        if outcome is None:
            return self
        self.free += {Seat.TAKE: -1, Seat.GIVE: 1, Seat.KEEP: 0}[outcome.seat]
        if outcome.refund is not None:
            self.refunds.setdefault((outcome.refund.gateway_payment_id, outcome.refund.attempt), outcome.refund)
        self.payment, self.team = outcome.payment, outcome.team
        self.letters.update(letter.kind for letter in outcome.letters)
        assert self.free >= 0
        assert self.team is None or self.team.payment_status is self.payment.status
        return self

    def expire(self) -> "Books":
        outcome = expired(self.payment, self.team, NOON)
        if outcome is not None:
            self.free += 1 if outcome.seat is Seat.GIVE else 0
            self.payment, self.team = outcome.payment, outcome.team
        return self


def orders(counts: tuple[int, ...], beginning: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Every order of so many of each."""
    if not any(counts):
        yield beginning
    for which, left in enumerate(counts):
        if left:
            yield from orders((*counts[:which], left - 1, *counts[which + 1 :]), (*beginning, which))


def expected(heard: set[Said]) -> tuple[PaymentStatus, str | None, bool, Counter[str]]:
    if Said.REFUNDED in heard:
        return PaymentStatus.REFUNDED, FIRST, False, Counter(receipt=1, refund=1)
    if Said.CAPTURED in heard:
        return PaymentStatus.PAID, FIRST, True, Counter(receipt=1)
    if Said.FAILED in heard:
        return PaymentStatus.FAILED, None, True, Counter()
    return PaymentStatus.PENDING, None, True, Counter()


def test_up_to_four_statements_each_up_to_twice_in_every_order_end_alike() -> None:
    seen = 0
    for counts in product(range(3), repeat=4):
        heard = {statement.said for statement, times in zip(STATEMENTS, counts, strict=True) if times}
        for order in orders(counts):
            books, seen = Books(), seen + 1
            for which in order:
                books.hear(STATEMENTS[which])
            assert books.team is not None
            found = (books.payment.status, books.payment.gateway_payment_id, books.team.has_seat, books.letters)
            assert found == expected(heard), [STATEMENTS[which].said for which in order]
            assert books.free == (0 if books.team.has_seat else 1)
            assert books.refunds == {}
    assert seen > 5000


@pytest.mark.parametrize("wrong", [{"amount": 100}, {"amount": 99_901}, {"currency": "USD"}])
def test_money_other_than_ordered_pays_nothing_and_goes_back(wrong: dict[str, Any]) -> None:
    books = Books().hear(said(Said.CAPTURED, **wrong)).hear(said(Said.CAPTURED, **wrong))
    assert books.payment.status is PaymentStatus.PENDING
    (owed,) = books.refunds.values()
    assert (owed.reason, owed.amount) == ("wrong_amount", wrong.get("amount", 99_900))
    assert not books.hear(said(Said.REFUNDED, **wrong)).letters
    assert books.payment.status is PaymentStatus.PENDING
    assert books.hear(said(Said.CAPTURED, SECOND)).payment.gateway_payment_id == SECOND


def test_a_second_payment_of_an_order_goes_back_and_the_first_one_stays() -> None:
    books = Books().hear(said(Said.CAPTURED)).hear(said(Said.CAPTURED, SECOND)).hear(said(Said.REFUNDED, SECOND))
    assert (books.payment.status, books.payment.gateway_payment_id) == (PaymentStatus.PAID, FIRST)
    assert [owed.reason for owed in books.refunds.values()] == ["paid_twice"]
    assert books.letters == Counter(receipt=1)


def test_late_money_takes_a_free_seat() -> None:
    books = Books().expire()
    assert (books.payment.status, books.free) == (PaymentStatus.EXPIRED, 1)
    books.hear(said(Said.CAPTURED))
    assert books.team is not None
    assert (books.payment.status, books.team.has_seat, books.free) == (PaymentStatus.PAID, True, 0)


def test_late_money_without_a_seat_goes_back_and_makes_none_up() -> None:
    books = Books().expire()
    books.free = 0
    books.hear(said(Said.CAPTURED)).hear(said(Said.CAPTURED))
    assert books.team is not None
    assert (books.payment.status, books.team.has_seat, books.free) == (PaymentStatus.REFUNDING, False, 0)
    assert [owed.reason for owed in books.refunds.values()] == ["no_seat"]
    books.hear(said(Said.REFUNDED)).hear(said(Said.CAPTURED))
    assert (books.payment.status, books.free) == (PaymentStatus.REFUNDED, 0)
    assert books.letters == Counter(refund=1)


def test_money_for_a_team_that_is_gone_goes_back() -> None:
    books = Books(team=None).hear(said(Said.CAPTURED))
    assert books.payment.status is PaymentStatus.REFUNDING
    assert [owed.reason for owed in books.refunds.values()] == ["team_gone"]


def test_a_decline_after_the_order_expired_or_was_paid_changes_nothing() -> None:
    for books in (Books().expire(), Books().hear(said(Said.CAPTURED))):
        before = books.payment
        assert books.hear(said(Said.FAILED, SECOND)).payment == before


def test_a_refund_that_the_bank_fails_is_owed_again_under_a_new_number() -> None:
    books = Books().hear(said(Said.CAPTURED)).hear(said(Said.REFUNDED, refund_id="rfnd_1"))
    books.hear(said(Said.NOT_REFUNDED, refund_id="rfnd_1")).hear(said(Said.NOT_REFUNDED, refund_id="rfnd_1"))
    assert books.payment.status is PaymentStatus.REFUNDING
    assert [(owed.reason, owed.attempt) for owed in books.refunds.values()] == [("refund_failed", 2)]
    books.hear(said(Said.REFUNDED, refund_id="rfnd_1"))
    assert books.payment.status is PaymentStatus.REFUNDING
    books.hear(said(Said.REFUNDED, refund_id="rfnd_2"))
    assert (books.payment.status, books.payment.refund_id) == (PaymentStatus.REFUNDED, "rfnd_2")
    assert (books.free, books.letters) == (1, Counter(receipt=1, refund=1))


def test_a_failed_refund_that_was_never_heard_of_leaves_the_payment_as_it_is() -> None:
    books = Books().hear(said(Said.CAPTURED)).hear(said(Said.NOT_REFUNDED, refund_id="rfnd_1"))
    assert books.payment.status is PaymentStatus.PAID
    assert books.hear(said(Said.REFUNDED, refund_id="rfnd_1")).payment.status is PaymentStatus.PAID


def test_an_order_expires_once() -> None:
    books = Books().expire().expire()
    assert books.free == 1
    paid = evolve(Books().payment, status=PaymentStatus.PAID)
    assert expired(paid, None, NOON) is None
