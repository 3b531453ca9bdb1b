"""Every few minutes: the gateway is asked about orders it was silent on, and given back is what is owed."""

from collections.abc import Mapping
from datetime import timedelta

from edge.resources import store_of
from edge.worker import schedule
from functions.codekurukshetra.entities.registration import PaymentStatus
from functions.codekurukshetra.reconciling import Reconciler
from functions.codekurukshetra.repository.payments import Payments
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now

SILENCE = timedelta(minutes=3)
"""A webhook is given this long before the gateway is asked."""
LONGEST_LATE = timedelta(days=7)
"""Money for an expired order is looked for this long; a webhook may tell of it at any time."""

payments = Payments(store_of(SERVICE))


@schedule(SERVICE, __name__)
def handler() -> Mapping[str, int]:
    reconciler, moment = Reconciler(payments), now()
    settled = 0
    for status in (PaymentStatus.PENDING, PaymentStatus.FAILED, PaymentStatus.EXPIRED):
        for payment in list(payments.open_between(status, moment - LONGEST_LATE, moment - SILENCE)):
            settled += reconciler.ask(payment, moment)
    given_back = sum(reconciler.give_back(refund, moment) for refund in list(payments.owed()))
    return {"settled": settled, "given_back": given_back, "unasked": reconciler.unasked}
