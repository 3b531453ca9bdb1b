"""Every minute: seats that were not paid for in time are free again; who still can pay is reminded."""

from collections.abc import Mapping
from datetime import timedelta

from edge.resources import store_of
from edge.worker import schedule
from functions.codekurukshetra.reconciling import Reconciler
from functions.codekurukshetra.repository.payments import Payments
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now

REMINDED_BEFORE = timedelta(minutes=10)

payments = Payments(store_of(SERVICE))


@schedule(SERVICE, __name__)
def handler() -> Mapping[str, int]:
    reconciler, moment = Reconciler(payments), now()
    expired = sum(reconciler.expire(marker, moment) for marker in list(payments.due(moment)))
    let_go = sum(payments.let_go(hold, moment) for hold in list(payments.held(moment)))
    soon = [marker for marker in payments.due(moment + REMINDED_BEFORE) if not marker.reminded]
    reminded = sum(reconciler.remind(marker, moment) for marker in soon if marker.until > moment)
    return {"expired": expired, "let_go": let_go, "reminded": reminded, "unasked": reconciler.unasked}
