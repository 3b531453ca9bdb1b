"""What a handler answers when a plain body is not enough."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel


@dataclass(frozen=True, slots=True)
class Answer:
    """A body with a status or headers of its own."""

    body: BaseModel | Mapping[str, Any] | str | None = None
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "application/json"

    def text(self) -> str | None:
        return json_text(self.body) if not isinstance(self.body, str) else self.body


def json_text(body: object) -> str | None:
    if body is None:
        return None
    if isinstance(body, BaseModel):
        return body.model_dump_json()
    return json.dumps(body, separators=(",", ":"), ensure_ascii=False)
