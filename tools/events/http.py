"""HTTP API events (payload 2.0) as API Gateway sends them, for tests and for `sam local invoke`."""

import base64
import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from singletable.service import Route


def claims(
    email: str | None = "ann@example.com",
    *,
    subject: str | None = None,
    groups: tuple[str, ...] = (),
    verified: bool = True,
    **more: str,
) -> dict[str, str]:
    """What the JWT authoriser passes on: every claim as text."""
    out = {"sub": subject or f"sub-{email}", "email_verified": str(verified).lower(), **more}
    if email is not None:
        out["email"] = email
    if groups:
        out["cognito:groups"] = f"[{' '.join(groups)}]"
    return out


def http_event(
    route: Route,
    *,
    path: Mapping[str, str] | None = None,
    query: Mapping[str, str] | None = None,
    body: object = None,
    headers: Mapping[str, str] | None = None,
    caller: Mapping[str, str] | None = None,
    request_id: str = "request-1",
) -> dict[str, Any]:
    """One request to a route. `body` may be anything JSON, or text or bytes to send as they are."""
    values = dict(path or {})
    raw_path = re.sub(r"\{(\w+)\}", lambda hole: str(values.get(hole.group(1), "")), route.path)
    sent = {"host": "api.example.com", **{name.lower(): value for name, value in (headers or {}).items()}}
    event: dict[str, Any] = {
        "version": "2.0",
        "routeKey": f"{route.method} {route.path}",
        "rawPath": raw_path,
        "rawQueryString": urlencode(query or {}),
        "headers": sent,
        "requestContext": {
            "accountId": "000000000000",
            "apiId": "api",
            "domainName": "api.example.com",
            "http": {
                "method": route.method,
                "path": raw_path,
                "protocol": "HTTP/1.1",
                "sourceIp": "192.0.2.1",
                "userAgent": "example",
            },
            "requestId": request_id,
            "routeKey": f"{route.method} {route.path}",
            "stage": "$default",
            "time": "18/Nov/2026:00:00:00 +0000",
            "timeEpoch": 1795000000000,
        },
        "isBase64Encoded": False,
    }
    if values:
        event["pathParameters"] = values
    if query:
        event["queryStringParameters"] = dict(query)
    if caller is not None:
        event["requestContext"]["authorizer"] = {"jwt": {"claims": dict(caller), "scopes": None}}
    if isinstance(body, bytes):
        event |= {"body": base64.b64encode(body).decode(), "isBase64Encoded": True}
    elif body is not None:
        event["body"] = body if isinstance(body, str) else json.dumps(body)
        sent.setdefault("content-type", "application/json")
    return event
