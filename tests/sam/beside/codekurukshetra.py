"""The gateway, secrets and keys that CodeKurukshetra's events were made for."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime

from singletable.items import encode
from stacks.constructs.naming import pascal
from tools.gateway.sampled import SECRETS, sampled_gateway, sampled_keys
from tools.local.emulator import Emulator


@contextmanager
def beside(aws: Emulator, references: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Yields what the function's environment says otherwise."""
    for name, text in SECRETS.items():
        secret = references[f"{pascal(name)}Secret"]
        aws.client("secretsmanager").put_secret_value(SecretId=secret, SecretString=text)
    for key in sampled_keys(aws.client("kms"), references["PersonalKey.Arn"], datetime.now(UTC)):
        aws.client("dynamodb").put_item(TableName=references["Vault"], Item=encode(key))
    with sampled_gateway() as simulator:
        yield {"GATEWAY_URL": simulator.base_url}
