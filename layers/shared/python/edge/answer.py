"""What a handler answers when a plain body is not enough."""

import edge.held  # noqa: F401  # a side effect is what it is for

from collections.abc import Mapping
from typing import Annotated, Any, Generic, TypeVar

from msgspec import Struct, field
from msgspec.json import encode

from edge.models import View

B = TypeVar("B", bound=View | Mapping[str, Any] | str)

# What a text is, for who reads a handler's signature: the description of the API does.
Csv = Annotated[str, "text/csv"]
Html = Annotated[str, "text/html"]
Json = Annotated[str, "application/json"]


class Answer(Struct, Generic[B], frozen=True):
    """A body with a status or headers of its own."""

    body: B | None = None
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "application/json"

    def text(self) -> str | None:
        return json_text(self.body) if not isinstance(self.body, str) else self.body


def json_text(body: object) -> str | None:
    return None if body is None else encode(body).decode()


class Response(Struct, frozen=True):
    """What goes back through API Gateway."""

    status: int
    content_type: str
    body: str
    headers: Mapping[str, str]

    def for_gateway(self) -> dict[str, Any]:
        headers = {**self.headers, "Content-Type": self.content_type} if self.body else dict(self.headers)
        return {"statusCode": self.status, "headers": headers, "body": self.body, "isBase64Encoded": False}
