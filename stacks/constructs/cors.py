"""Which browsers may call an API, and what of its answers they may read."""

from collections.abc import Sequence

from aws_cdk import Duration
from aws_cdk import aws_apigatewayv2 as apigateway

SENT = ("authorization", "content-type", "idempotency-key", "if-match")
READABLE = ("etag", "idempotency-replayed", "location", "retry-after", "x-request-id")


def preflight(origins: Sequence[str]) -> apigateway.CorsPreflightOptions:
    """No credentials: callers send a bearer token, and a cookie would mean nothing here."""
    return apigateway.CorsPreflightOptions(
        allow_origins=list(origins),
        allow_methods=[
            getattr(apigateway.CorsHttpMethod, method) for method in ("GET", "POST", "PUT", "PATCH", "DELETE")
        ],
        allow_headers=list(SENT),
        expose_headers=list(READABLE),
        max_age=Duration.hours(1),
    )
