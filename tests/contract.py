"""What a service's OpenAPI description promises, held against what a function answered."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from openapi_schema_validator import OAS31Validator

DESCRIPTIONS = Path(__file__).parents[1] / "docs" / "openapi"


@dataclass(frozen=True)
class Contract:
    """One service's description, as it is served."""

    description: Mapping[str, Any]

    def broken_by(self, use_case: str, status: int, headers: Mapping[str, str], body: str) -> list[str]:
        """What an answer does that the description does not say; header names in lower case."""
        operation = self._operation(use_case)
        if operation is None:
            return [f"{use_case} is not described: run `make generate`"]
        promised = self._response(operation, status)
        if promised is None:
            return [f"{use_case} answers {status}, which is not described"]
        contents = promised.get("content", {})
        if not contents:
            return [f"{use_case} answers {status} with a body, which is not described"] if body else []
        media_type = headers.get("content-type", "").partition(";")[0]
        if media_type not in contents:
            return [f"{use_case} answers {status} as {media_type!r}, not as {' or '.join(contents)}"]
        broken = [
            f"{use_case} answers {status} without {name}"
            for name in promised.get("headers", {})
            if name == "ETag" and name.lower() not in headers
        ]
        if media_type.endswith("json"):
            schema = {**contents[media_type]["schema"], "components": self.description["components"]}
            faults = OAS31Validator(schema).iter_errors(json.loads(body))
            broken += [f"{use_case} answers {status}: {fault.json_path}: {fault.message}" for fault in faults]
        return broken

    def _operation(self, use_case: str) -> Any:
        operations = (each for methods in self.description["paths"].values() for each in methods.values())
        return next((each for each in operations if each["operationId"] == use_case), None)

    def _response(self, operation: Mapping[str, Any], status: int) -> Any:
        response = operation["responses"].get(str(status))
        if response is not None and "$ref" in response:
            return self.description["components"]["responses"][response["$ref"].rpartition("/")[2]]
        return response


@cache
def contract_of(service: str) -> Contract | None:
    """None for a service that is not described yet."""
    described = DESCRIPTIONS / f"{service}.json"
    return Contract(json.loads(described.read_text(encoding="utf-8"))) if described.exists() else None
