"""What the tuned client is held against: botocore's own client, in an environment without surprises."""

import os
from typing import Any

import pytest
from botocore.config import Config
from botocore.session import Session


def fresh_environment(monkeypatch: pytest.MonkeyPatch, **more: str) -> None:
    for name in [name for name in os.environ if name.startswith("AWS_") or name.endswith("_CA_BUNDLE")]:
        monkeypatch.delenv(name)
    settings = {
        "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_SESSION_TOKEN": "token",
        "AWS_REGION": "eu-west-1",
        "AWS_DEFAULT_REGION": "eu-west-1",
        "AWS_CONFIG_FILE": os.devnull,
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
    }
    for name, value in (settings | more).items():
        monkeypatch.setenv(name, value)


def plain_client(**arguments: Any) -> Any:
    retries: Any = {"mode": "standard", "total_max_attempts": 3}
    return Session().create_client("dynamodb", config=Config(retries=retries), **arguments)
