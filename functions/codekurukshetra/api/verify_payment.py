"""POST /payments/verify: what Checkout told the customer's page, checked against the gateway itself."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.codekurukshetra.gateway import SignatureInvalid, verify_checkout
from functions.codekurukshetra.keyring import keyring
from functions.codekurukshetra.members import visitor
from functions.codekurukshetra.models.requests import VerifyPayment
from functions.codekurukshetra.models.views import PaymentView
from functions.codekurukshetra.repository.payments import Payments
from functions.codekurukshetra.rules import payments as rules
from functions.codekurukshetra.service import SERVICE
from functions.codekurukshetra.settlement import asked, asking
from singletable.clock import now
from singletable.idempotency import Once

payments = Payments(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(wish: VerifyPayment, caller: Caller, once: Once) -> PaymentView:
    who, payment = visitor(caller), rules.existing(payments.get(wish.razorpay_order_id))
    team = payments.team(payment.team_id)
    if team is None or who.participant_id != team.leader_participant_id:
        raise rules.NoSuchPayment("There is no such payment.")
    try:
        verify_checkout(
            payment.order_id,
            wish.razorpay_payment_id,
            wish.razorpay_signature,
            keyring.gateway_secrets("key_secret"),
        )
    except SignatureInvalid:
        raise rules.BadSignature("The gateway did not sign this.", field="body.razorpay_signature") from None
    with asking() as gateway:
        statements = asked(payment.order_id, gateway)
    for statement in statements:
        payment = payments.settle(statement, now())
    view = PaymentView.of(rules.existing(payments.get(payment.order_id)))
    payments.answered(once, 200, view.json())
    return view
