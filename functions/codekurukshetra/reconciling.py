"""What schedules do about money: ask the gateway, believe it, and go on with the next when it does not answer."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from edge.observe import count, log_fault
from functions.codekurukshetra.entities.payments import Expiry, Payment, Refund
from functions.codekurukshetra.gateway import GatewayRefused, GatewayUnavailable
from functions.codekurukshetra.refunding import give_back
from functions.codekurukshetra.repository.payments import Payments
from functions.codekurukshetra.rules.payments import GatewayBusy
from functions.codekurukshetra.settlement import asked, gateway


class Reconciler:
    def __init__(self, payments: Payments) -> None:
        self._payments = payments
        self.unasked = 0
        """How often the gateway gave no answer: those are left to the next run."""

    def ask(self, payment: Payment, now: datetime) -> bool:
        """Whether the gateway knew something that we did not."""
        after = payment
        with self._patiently():
            for statement in asked(payment.order_id, gateway()):
                after = self._payments.settle(statement, now)
        return after.status is not payment.status

    def expire(self, marker: Expiry, now: datetime) -> bool:
        """Only if the gateway says that no money came: its webhook may have been lost."""
        payment = self._payments.get(marker.order_id)
        if payment is None:
            return False
        before = self.unasked
        if self.ask(payment, now) or self.unasked > before:
            return False
        return self._payments.expire(payment, now)

    def remind(self, marker: Expiry, now: datetime) -> bool:
        payment = self._payments.get(marker.order_id)
        team = self._payments.team(marker.team_id)
        return payment is not None and team is not None and self._payments.remind(marker, payment, team, now)

    def give_back(self, refund: Refund, now: datetime) -> bool:
        with self._patiently():
            said = give_back(refund.gateway_payment_id, refund.amount, refund.attempt, gateway())
            self._payments.settle(said, now)
            self._payments.given_back(refund, said.refund_id or "elsewhere")
            return True
        return False

    @contextmanager
    def _patiently(self) -> Iterator[None]:
        try:
            yield
        except (GatewayBusy, GatewayRefused, GatewayUnavailable) as silence:
            self.unasked += 1
            log_fault(silence)
            count("GatewayUnasked")
