"""What CodeKurukshetra needs beside it: a payment gateway that knows the sample orders, and secrets that fit it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from singletable.items import encode
from tests.api.harness import aws
from tools.gateway.sampled import SECRETS, sampled_gateway, sampled_keys
from tools.gateway.simulator import GatewaySimulator


@contextmanager
def surroundings(environment: dict[str, str]) -> Iterator[GatewaySimulator]:
    for name, text in SECRETS.items():
        arn = environment[f"SECRET_{name.upper()}"]
        aws("secretsmanager").put_secret_value(SecretId=arn, SecretString=text)
    for key in sampled_keys(aws("kms"), environment["KEY_PERSONAL"], datetime.now(UTC)):
        aws("dynamodb").put_item(TableName=environment["VAULT_NAME"], Item=encode(key))
    with sampled_gateway() as simulator:
        environment["GATEWAY_URL"] = simulator.base_url
        yield simulator
