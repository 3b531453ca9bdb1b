"""POST /webhooks/razorpay: what the gateway says, in any order, once or often; only if the gateway says it."""

import hashlib

from edge.endpoint import endpoint
from edge.observe import logger
from edge.request import Request
from edge.resources import store_of
from functions.codekurukshetra.entities.payments import EventLock
from functions.codekurukshetra.gateway import SignatureInvalid, verify_webhook
from functions.codekurukshetra.keyring import keyring
from functions.codekurukshetra.models.views import Received
from functions.codekurukshetra.repository.payments import Payments
from functions.codekurukshetra.rules.payments import BadWebhook, NoSuchPayment
from functions.codekurukshetra.service import SERVICE
from functions.codekurukshetra.settlement import heard
from singletable.clock import now

payments = Payments(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(request: Request) -> Received:
    signature, event_id = (request.headers.get(f"x-razorpay-{name}", "") for name in ("signature", "event-id"))
    try:
        said = verify_webhook(request.raw_body, signature, keyring.gateway_secrets("webhook_secret"))
    except SignatureInvalid:
        raise BadWebhook("The gateway did not sign this.") from None
    digest = hashlib.sha256(request.raw_body).hexdigest()
    statement = heard(said)
    if statement is None:
        return Received(status="ignored")
    lock = EventLock(event_id=event_id or digest, digest=digest, created_at=now())
    try:
        payment = payments.settle(statement, now(), event=lock)
    except NoSuchPayment:
        return Received(status="unknown_order")
    logger.info("heard", gateway_event=said.name, payment_status=payment.status.value)
    return Received(status="heard")
