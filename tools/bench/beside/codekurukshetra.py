"""What CodeKurukshetra's samples need: secrets that fit, a gateway that knows their orders, keys of their people."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import boto3

from edge.settings import settings
from tools.gateway.sampled import SECRETS, sampled_gateway, sampled_keys


@contextmanager
def beside(now: datetime) -> Iterator[tuple[object, ...]]:
    """Yields the rows that have to be made here."""
    for name, text in SECRETS.items():
        arn = os.environ[f"SECRET_{name.upper()}"]
        boto3.client("secretsmanager").put_secret_value(SecretId=arn, SecretString=text)
    with sampled_gateway() as gateway:
        os.environ["GATEWAY_URL"] = gateway.base_url
        settings.cache_clear()
        yield tuple(sampled_keys(boto3.client("kms"), os.environ["KEY_PERSONAL"], now))
