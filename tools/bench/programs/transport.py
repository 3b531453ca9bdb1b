"""The network of a warm contender: every request is answered at once, just above the socket."""

from binascii import crc32
from collections.abc import Iterator
from typing import Any

from botocore.awsrequest import AWSResponse, HeadersDict
from botocore.httpsession import URLLib3Session

from tools.bench.programs.items import ANSWERS


class _Body:
    def __init__(self, body: bytes) -> None:
        self._body = body

    def stream(self) -> Iterator[bytes]:
        yield self._body


class Transport:
    """Takes the place of all connections of the process, once it is made."""

    def __init__(self) -> None:
        self._operation = "get"
        self._headers = {
            operation: {
                "Server": "Server",
                "Date": "Tue, 18 Nov 2025 06:44:32 GMT",
                "Content-Type": "application/x-amz-json-1.0",
                "Content-Length": str(len(body)),
                "Connection": "keep-alive",
                "x-amzn-RequestId": "2T6N3V1J5Q0K8M7R4P9S2U6W1Y3A5C7E9G1I3K5M7O9Q1S3U5W7Y",
                "x-amz-crc32": str(crc32(body)),
            }
            for operation, body in ANSWERS.items()
        }
        network: Any = URLLib3Session
        network.send = lambda _, request: self.answer(request)

    def expect(self, operation: str) -> None:
        """From now on its answer comes back."""
        self._operation = operation

    def answer(self, request: Any) -> AWSResponse:
        headers: Any = HeadersDict(self._headers[self._operation])
        body: Any = _Body(ANSWERS[self._operation])
        return AWSResponse(request.url, 200, headers, body)
