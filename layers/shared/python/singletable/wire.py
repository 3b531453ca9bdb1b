"""DynamoDB's JSON, written and read as it stands: attribute values need no walk through a service model."""

import base64
import json
from binascii import crc32
from collections.abc import Mapping
from typing import Any

from botocore.awsrequest import AWSResponse
from botocore.exceptions import ChecksumError
from botocore.model import OperationModel, Shape
from botocore.parsers import JSONParser, ResponseParser, ResponseParserError, ResponseParserFactory
from botocore.serialize import Serializer

# Their bodies hold names, expressions and attribute values only. Others hold dates too, and stay modelled.
DIRECT = frozenset(
    {
        "BatchGetItem",
        "BatchWriteItem",
        "DeleteItem",
        "GetItem",
        "PutItem",
        "Query",
        "Scan",
        "TransactGetItems",
        "TransactWriteItems",
        "UpdateItem",
    }
)
OUTPUTS = frozenset(f"{operation}Output" for operation in DIRECT)
UNREADABLE = "UnreadableResponse"


def _binary(value: object) -> str:
    if isinstance(value, bytes | bytearray | memoryview):
        return base64.b64encode(value).decode("ascii")
    raise TypeError(f"{type(value).__name__} is not an attribute value")


_encode = json.JSONEncoder(separators=(",", ":"), check_circular=False, default=_binary).encode


class DirectSerializer(Serializer):
    """Dumps a request as it is; bytes become base64, and base64 that came from a response goes back unchanged."""

    def __init__(self, modelled: Serializer) -> None:
        super().__init__()
        self._modelled = modelled

    def serialize_to_request(self, parameters: Mapping[str, Any], operation_model: OperationModel) -> dict[str, Any]:
        if operation_model.name not in DIRECT:
            return self._modelled.serialize_to_request(parameters, operation_model)
        metadata = operation_model.metadata
        return {
            "url_path": "/",
            "query_string": "",
            "method": "POST",
            "headers": {
                "X-Amz-Target": f"{metadata['targetPrefix']}.{operation_model.name}",
                "Content-Type": f"application/x-amz-json-{metadata['jsonVersion']}",
            },
            "body": _encode(parameters).encode("ascii"),
        }


class DirectParser(JSONParser):
    """Hands out the JSON of an answer as it is; errors are parsed by their model, as in any client."""

    def parse(self, response: Mapping[str, Any], shape: Shape) -> Any:
        if response["status_code"] != 200 or shape is None or shape.name not in OUTPUTS:
            return super().parse(response, shape)
        headers = response["headers"]
        metadata = {
            "HTTPStatusCode": 200,
            "HTTPHeaders": {name.lower(): value for name, value in headers.items()},
        }
        if "x-amzn-requestid" in headers:
            metadata["RequestId"] = headers["x-amzn-requestid"]
        parsed = _decode(response["body"])
        parsed["ResponseMetadata"] = metadata
        return parsed


def _decode(body: bytes) -> dict[str, Any]:
    try:
        parsed = json.loads(body or b"{}")
    except ValueError as malformed:
        return _unreadable(str(malformed))
    return parsed if isinstance(parsed, dict) else _unreadable("not an object")


def _unreadable(why: str) -> dict[str, Any]:
    # Raising here would skip the retry that a body with a wrong checksum deserves: see `refuse_damaged`.
    return {"Error": {"Code": UNREADABLE, "Message": why}}


def refuse_damaged(parsed: Mapping[str, Any], http_response: AWSResponse, **_: object) -> None:
    """After the last attempt: a damaged answer is an error, never an absent item. A plain client lets it pass."""
    if parsed.get("Error", {}).get("Code") == UNREADABLE:
        raise ResponseParserError(f"unreadable answer from DynamoDB: {parsed['Error']['Message']}")
    if parsed.get("ResponseMetadata", {}).get("MaxAttemptsReached") and "x-amz-crc32" in http_response.headers:
        expected, actual = http_response.headers["x-amz-crc32"], str(crc32(http_response.content))
        if expected != actual:
            raise ChecksumError(checksum_type="crc32", expected_checksum=expected, actual_checksum=actual)


class DirectParsers(ResponseParserFactory):
    """Gives the client one parser for all its calls; a parser holds no state."""

    def __init__(self) -> None:
        super().__init__()
        self._json = DirectParser()

    def create_parser(self, protocol_name: str) -> ResponseParser:
        return self._json if protocol_name == "json" else super().create_parser(protocol_name)
