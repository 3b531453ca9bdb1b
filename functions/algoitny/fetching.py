"""Fetches the page of a problem: from allowed hosts only, never from inside a network, within a size and a time."""

import ipaddress
import socket
import ssl
import time
from collections.abc import Callable, Sequence
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from urllib.parse import urljoin, urlsplit

from msgspec import Struct

from functions.algoitny.rules.judges.addresses import judge_of

AGENT = {"User-Agent": "AlgoItny problem import", "Accept": "text/html", "Accept-Encoding": "identity"}
REDIRECTS = (301, 302, 303, 307, 308)
CHUNK = 65_536


class FetchFailed(Exception):
    """There is no page to read; the message says why, and quotes nothing of what came."""


def resolve(host: str) -> list[str]:
    return sorted({str(found[4][0]) for found in socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)})


class _Pinned(HTTPSConnection):
    """Speaks to the address that was checked: a name could mean another one by the time of the connection."""

    def __init__(self, host: str, address: str, seconds: float) -> None:
        super().__init__(host, timeout=seconds, context=ssl.create_default_context())
        self._address, self._trust = address, ssl.create_default_context()

    def connect(self) -> None:
        plain = socket.create_connection((self._address, 443), self.timeout)
        self.sock = self._trust.wrap_socket(plain, server_hostname=self.host)


def is_public(address: str) -> bool:
    found = ipaddress.ip_address(address.partition("%")[0])
    inner = getattr(found, "ipv4_mapped", None) or found
    return bool(inner.is_global and not inner.is_multicast)


class Fetcher(Struct, frozen=True):
    resolve: Callable[[str], Sequence[str]] = resolve
    connect: Callable[[str, str, float], HTTPConnection] = _Pinned
    seconds: float = 10.0
    most_bytes: int = 2_000_000
    most_redirects: int = 3

    def page(self, url: str) -> str:
        """The text of a page; every address on the way to it is checked as the first one was."""
        latest = time.monotonic() + self.seconds
        for _ in range(self.most_redirects + 1):
            connection = self._connection(url, latest)
            try:
                answer = self._ask(connection, url)
                if answer.status not in REDIRECTS:
                    return self._text(answer, connection, latest)
                url = urljoin(url, answer.headers.get("Location", ""))
            except TimeoutError:
                raise FetchFailed("the judge took too long") from None
            except (OSError, HTTPException) as error:
                raise FetchFailed(f"the judge could not be reached ({type(error).__name__})") from None
            finally:
                connection.close()
        raise FetchFailed("the judge redirects too often")

    def _connection(self, url: str, latest: float) -> HTTPConnection:
        if judge_of(url) is None:
            raise FetchFailed("the address leads to a host that is not allowed")
        host = urlsplit(url).hostname or ""
        try:
            addresses = self.resolve(host)
        except OSError:
            raise FetchFailed("the name of the judge cannot be resolved") from None
        if not addresses or not all(map(is_public, addresses)):
            raise FetchFailed("the name of the judge leads into a private network")
        return self.connect(host, addresses[0], _left(latest))

    def _ask(self, connection: HTTPConnection, url: str) -> HTTPResponse:
        parts = urlsplit(url)
        connection.request("GET", parts.path + (f"?{parts.query}" if parts.query else ""), headers=AGENT)
        return connection.getresponse()

    def _text(self, answer: HTTPResponse, connection: HTTPConnection, latest: float) -> str:
        if answer.status != 200:
            raise FetchFailed(f"the judge answered {answer.status}")
        if answer.headers.get_content_type() != "text/html":
            raise FetchFailed("the judge answered with something that is no page")
        body = bytearray()
        while chunk := self._chunk(answer, connection, latest):
            body += chunk
            if len(body) > self.most_bytes:
                raise FetchFailed("the page is too large")
        try:
            return body.decode(answer.headers.get_content_charset("utf-8"), "replace")
        except LookupError:
            raise FetchFailed("the page is written in an unknown encoding") from None

    def _chunk(self, answer: HTTPResponse, connection: HTTPConnection, latest: float) -> bytes:
        """At most one read of the network at a time: who sends a byte a second must not hold us for ever."""
        left = _left(latest)
        if connection.sock is not None:
            connection.sock.settimeout(left)
        return answer.read1(CHUNK)


def _left(latest: float) -> float:
    left = latest - time.monotonic()
    if left <= 0:
        raise FetchFailed("the judge took too long")
    return left
