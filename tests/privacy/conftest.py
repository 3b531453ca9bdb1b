"""A real KMS interface to work against: moto's, which checks the encryption context as Amazon's does."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import boto3
import pytest
from moto import mock_aws

from functions.codekurukshetra.privacy import Vault

if TYPE_CHECKING:
    from mypy_boto3_kms import KMSClient

TABLE = "codekurukshetra_main"


@pytest.fixture(scope="module")
def kms() -> "Iterator[KMSClient]":
    with mock_aws():
        yield boto3.client("kms", region_name="ap-south-1", aws_access_key_id="test", aws_secret_access_key="test")


@pytest.fixture(scope="module")
def key_id(kms: "KMSClient") -> str:
    return kms.create_key()["KeyMetadata"]["KeyId"]


@pytest.fixture(scope="module")
def vault(kms: "KMSClient", key_id: str) -> Vault:
    return Vault(kms, key_id, TABLE)
