"""What a demo loader works with: calls as any client makes them, and the table for what lies in the past."""

import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from singletable.bucket import Bucket
from singletable.client import aws_client, dynamodb_client
from singletable.cursor import Cursors
from singletable.service import Service
from singletable.store import Store
from tools.local.cloud import LocalCloud

OPERATOR = "operator@quartet.example"


class DemoFailed(Exception):
    """A call that a demo needs was refused."""


@dataclass
class Demo:
    """A running local cloud, to be filled."""

    cloud: LocalCloud
    _tokens: dict[str, str] = field(default_factory=dict)

    def call(
        self,
        service: str,
        method: str,
        path: str,
        email: str | None = OPERATOR,
        body: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """One request as this person; the answer's JSON. Anything but a success ends the demo."""
        sent = {"content-type": "application/json", **(headers or {})}
        if email is not None:
            sent["authorization"] = f"Bearer {self.token(email)}"
        request = urllib.request.Request(  # the address is the local cloud's own
            self.cloud.endpoints[service].rstrip("/") + path,
            data=None if body is None else json.dumps(body).encode(),
            headers=sent,
            method=method,
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                text = answer.read()
        except urllib.error.HTTPError as refused:
            raise DemoFailed(f"{method} {path}: {refused.code} {refused.read().decode()}") from None
        return json.loads(text) if text else None

    def token(self, email: str) -> str:
        if email not in self._tokens:
            groups = ("operators",) if email == OPERATOR else ()
            name = email.partition("@")[0].replace(".", " ").title()
            self._tokens[email] = self.cloud.token(email, groups, name)
        return self._tokens[email]

    def store(self, service: Service) -> Store:
        """The service's table and bucket, for rows that only time could have made."""
        outputs = self.cloud.outputs[f"quartet-{service.name}-{self.cloud.stage}"]
        bucket = Bucket(outputs["BucketName"], lambda: aws_client("s3")) if "BucketName" in outputs else None
        return Store(
            service.table, dynamodb_client(), name=outputs["TableName"], cursors=Cursors(b"demo"), bucket=bucket
        )
