"""What CodeKurukshetra needs beside it: a payment gateway that knows the sample orders, and secrets that fit it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import boto3

from functions.codekurukshetra.entities.vault import SubjectKey
from singletable.items import encode
from tools.gateway.simulator import GatewaySimulator
from tools.gateway.webhooks import Road
from tools.generate.samples import codekurukshetra as samples


@contextmanager
def surroundings(environment: dict[str, str]) -> Iterator[GatewaySimulator]:
    issued: dict[str, Any] = dict(samples.GATEWAY_SECRET)
    secrets = boto3.client("secretsmanager")
    held = {
        "INDEX": samples.INDEX_SECRET,
        "CODES": samples.CODES_SECRET,
        "GATEWAY": json.dumps(samples.GATEWAY_SECRET),
    }
    for name, text in held.items():
        secrets.put_secret_value(SecretId=environment[f"SECRET_{name}"], SecretString=text)
    give_keys_to_the_sampled(environment)
    with GatewaySimulator(seed=samples.SEED, road=Road(hold=True), **issued) as simulator:
        for team_id, order_id in ((samples.UNPAID_TEAM, samples.ORDER), (samples.PAID_TEAM, samples.PAID_ORDER)):
            wish = {"amount": samples.FEE, "currency": samples.CURRENCY, "receipt": team_id}
            assert simulator.ledger.create_order(wish)["id"] == order_id
            simulator.pay(order_id)
        environment["GATEWAY_URL"] = simulator.base_url
        yield simulator


def give_keys_to_the_sampled(environment: dict[str, str]) -> None:
    key_id, until = environment["KEY_PERSONAL"], datetime.now(UTC) + timedelta(days=100_000)
    for subject in (samples.ANNS, samples.BOBS, samples.CARLS, samples.DANS, samples.FLOS):
        made = boto3.client("kms").generate_data_key(
            KeyId=key_id, KeySpec="AES_256", EncryptionContext={"subject": subject}
        )
        key = SubjectKey(subject=subject, wrapped=made["CiphertextBlob"], created_at=until, expires_at=until)
        boto3.client("dynamodb").put_item(TableName=environment["VAULT_NAME"], Item=encode(key))
