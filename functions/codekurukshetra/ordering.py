"""The order of a team at the gateway: made once, and opened again where it has expired."""

from datetime import datetime

from msgspec import Struct

from edge.resources import store_of
from functions.codekurukshetra.entities.payments import Payment
from functions.codekurukshetra.entities.registration import Config, PaymentStatus, Team
from functions.codekurukshetra.keyring import keyring
from functions.codekurukshetra.models.views import OrderView
from functions.codekurukshetra.people import seal_for
from functions.codekurukshetra.repository.payments import Payments
from functions.codekurukshetra.repository.records import entry
from functions.codekurukshetra.rules import payments as rules
from functions.codekurukshetra.service import SERVICE
from functions.codekurukshetra.settlement import asking
from singletable.idempotency import Once
from singletable.schema import evolve
from singletable.ulid import new_ulid

payments = Payments(store_of(SERVICE))


class Origin(Struct, frozen=True):
    """Where an order was asked from: kept sealed, as the leader's own."""

    ip_address: str
    user_agent: str


def order_for(team: Team, config: Config, origin: Origin, actor: str, once: Once, now: datetime) -> OrderView:
    held = payments.get(team.payment_order_id) if team.payment_order_id else None
    audited = entry(team.team_id, actor, "order_payment", now)
    if held is None:
        made = _new_order(team, config, origin, now)
        payments.ordered(team, made, audited, once, _json(made))
        return _view(made)
    if held.status is PaymentStatus.EXPIRED:
        until = rules.pay_until(config, now)
        opened = evolve(held, status=PaymentStatus.PENDING, pay_until=until, updated_at=now)
        payments.reopened(team, held, opened, audited, once, _json(opened))
        return _view(opened)
    payments.answered(once, 201, _json(held))
    return _view(held)


def _new_order(team: Team, config: Config, origin: Origin, now: datetime) -> Payment:
    """The team's id is the receipt: asked again, the gateway answers with the same order."""
    with asking() as gateway:
        order = gateway.create_order(config.team_fee, config.currency, team.team_id, {"team_id": team.team_id})
    given = {"ip_address": origin.ip_address, "user_agent": origin.user_agent}
    return Payment(
        payment_id=new_ulid(now),
        order_id=order.id,
        team_id=team.team_id,
        amount=order.amount,
        currency=order.currency,
        status=PaymentStatus.PENDING,
        pay_until=rules.pay_until(config, now),
        metadata=seal_for(team.leader_participant_id, given) or None,
        created_at=now,
        updated_at=now,
    )


def _view(payment: Payment) -> OrderView:
    named = {name: getattr(payment, name) for name in OrderView.__struct_fields__ if name != "gateway_key_id"}
    return OrderView(**named, gateway_key_id=keyring.gateway()["key_id"])


def _json(payment: Payment) -> str:
    return _view(payment).json()
