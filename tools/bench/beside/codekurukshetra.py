"""What CodeKurukshetra's samples need: secrets that fit, a gateway that knows their orders, keys of their people."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from edge.settings import settings
from functions.codekurukshetra.entities.vault import SubjectKey
from singletable.client import aws_client
from tools.gateway.simulator import GatewaySimulator
from tools.gateway.webhooks import Road
from tools.generate.samples import codekurukshetra as samples

PEOPLE = (samples.ANNS, samples.BOBS, samples.CARLS, samples.DANS, samples.FLOS)


@contextmanager
def beside(now: datetime) -> Iterator[tuple[object, ...]]:
    """Yields the rows that have to be made here."""
    held = {"INDEX": samples.INDEX_SECRET, "CODES": samples.CODES_SECRET, "GATEWAY": json.dumps(samples.GATEWAY_SECRET)}
    for name, text in held.items():
        secret = os.environ[f"SECRET_{name}"]
        aws_client("secretsmanager").put_secret_value(SecretId=secret, SecretString=text)
    issued: dict[str, Any] = dict(samples.GATEWAY_SECRET)
    with GatewaySimulator(seed=samples.SEED, road=Road(hold=True), **issued) as gateway:
        for team_id, order_id in ((samples.UNPAID_TEAM, samples.ORDER), (samples.PAID_TEAM, samples.PAID_ORDER)):
            gateway.ledger.create_order({"amount": samples.FEE, "currency": samples.CURRENCY, "receipt": team_id})
            gateway.pay(order_id)
        os.environ["GATEWAY_URL"] = gateway.base_url
        settings.cache_clear()
        yield tuple(_key_of(person, now) for person in PEOPLE)


def _key_of(person: str, now: datetime) -> SubjectKey:
    key = os.environ["KEY_PERSONAL"]
    made = aws_client("kms").generate_data_key(KeyId=key, KeySpec="AES_256", EncryptionContext={"subject": person})
    until = now + timedelta(days=100)
    return SubjectKey(subject=person, wrapped=made["CiphertextBlob"], created_at=now, expires_at=until)
