"""Fetching pages: allowed hosts only, redirects checked again, private addresses refused, bounded in size and time."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from functions.algoitny.fetching import Fetcher, FetchFailed, is_public

JUDGE = "https://codeforces.com/problemset/problem/1/A"
PUBLIC = "93.184.216.34"
Serve = Callable[[BaseHTTPRequestHandler], None]


@contextmanager
def judge(serve: Serve) -> Iterator[tuple[Fetcher, list[tuple[str, str]]]]:
    """A web server on this machine in the place of a judge; connections say where they would have gone."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            serve(self)

        def log_message(self, *_: object) -> None:
            """Silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    gone: list[tuple[str, str]] = []

    def connect(host: str, address: str, seconds: float) -> HTTPConnection:
        gone.append((host, address))
        return HTTPConnection("127.0.0.1", server.server_port, timeout=seconds)

    try:
        yield Fetcher(resolve=lambda host: [PUBLIC], connect=connect), gone
    finally:
        server.shutdown()
        server.server_close()


def answer(to: BaseHTTPRequestHandler, body: bytes = b"", status: int = 200, **headers: str) -> None:
    to.send_response(status)
    for name, value in {"content_type": "text/html; charset=utf-8", **headers}.items():
        to.send_header(name.replace("_", "-"), value)
    to.end_headers()
    to.wfile.write(body)


def test_a_page_is_fetched_from_the_address_that_was_checked() -> None:
    with judge(lambda to: answer(to, "<p>é</p>".encode())) as (fetcher, gone):
        assert fetcher.page(JUDGE) == "<p>é</p>"
    assert gone == [("codeforces.com", PUBLIC)]


def test_a_redirect_within_the_judge_is_followed() -> None:
    def serve(to: BaseHTTPRequestHandler) -> None:
        if to.path == "/problemset/problem/1/A":
            answer(to, status=302, location="/contest/1/problem/A")
        else:
            answer(to, to.path.encode())

    with judge(serve) as (fetcher, gone):
        assert fetcher.page(JUDGE) == "/contest/1/problem/A"
    assert len(gone) == 2


@pytest.mark.parametrize(
    "location",
    [
        "http://codeforces.com/x",
        "https://evil.example/x",
        "http://169.254.169.254/latest/meta-data/",
        "https://codeforces.com:22/x",
        "file:///etc/passwd",
    ],
)
def test_a_redirect_out_of_the_judge_is_not_followed(location: str) -> None:
    with (
        judge(lambda to: answer(to, status=302, location=location)) as (fetcher, gone),
        pytest.raises(FetchFailed, match="not allowed"),
    ):
        fetcher.page(JUDGE)
    assert len(gone) == 1


def test_redirects_without_end_are_given_up() -> None:
    with (
        judge(lambda to: answer(to, status=301, location=to.path)) as (fetcher, _),
        pytest.raises(FetchFailed, match="too often"),
    ):
        fetcher.page(JUDGE)


@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"],
        ["10.0.0.7"],
        ["192.168.1.1"],
        ["169.254.169.254"],
        ["100.64.0.1"],
        ["0.0.0.0"],
        ["::1"],
        ["fe80::1%eth0"],
        ["fd00::1"],
        ["::ffff:10.0.0.1"],
        [PUBLIC, "10.0.0.7"],
        [],
    ],
)
def test_a_judge_whose_name_leads_inside_is_not_asked(addresses: list[str]) -> None:
    def connect(*_: object) -> Any:
        pytest.fail("a connection was made")

    with pytest.raises(FetchFailed, match="private network"):
        Fetcher(resolve=lambda host: addresses, connect=connect).page(JUDGE)


def test_public_addresses_are_told_from_others() -> None:
    assert is_public(PUBLIC)
    assert is_public("2606:4700::1111")
    assert not is_public("224.0.0.1")


def test_a_name_that_cannot_be_resolved_is_a_failure_of_the_fetch() -> None:
    def nowhere(host: str) -> list[str]:
        raise OSError

    with pytest.raises(FetchFailed, match="resolved"):
        Fetcher(resolve=nowhere).page(JUDGE)


def test_a_page_that_is_too_large_is_not_read_to_its_end() -> None:
    with judge(lambda to: answer(to, b"x" * 3_000_000)) as (fetcher, _), pytest.raises(FetchFailed, match="too large"):
        fetcher.page(JUDGE)


def test_a_judge_that_drips_is_left_when_the_time_is_up() -> None:
    def drip(to: BaseHTTPRequestHandler) -> None:
        answer(to)
        while True:
            to.wfile.write(b"x")
            time.sleep(0.02)

    with judge(drip) as (fetcher, _):
        hurried = Fetcher(fetcher.resolve, fetcher.connect, seconds=0.3)
        with pytest.raises(FetchFailed, match="too long"):
            hurried.page(JUDGE)


def test_a_judge_that_says_nothing_is_left_when_the_time_is_up() -> None:
    with judge(lambda to: time.sleep(1)) as (fetcher, _), pytest.raises(FetchFailed, match="too long"):
        Fetcher(fetcher.resolve, fetcher.connect, seconds=0.2).page(JUDGE)


@pytest.mark.parametrize(
    ("status", "kind", "said"),
    [
        (404, "text/html", "answered 404"),
        (503, "text/html", "answered 503"),
        (200, "application/pdf", "no page"),
        (200, "text/html; charset=klingon", "encoding"),
    ],
)
def test_what_is_no_page_is_refused(status: int, kind: str, said: str) -> None:
    with (
        judge(lambda to: answer(to, b"x", status, content_type=kind)) as (fetcher, _),
        pytest.raises(FetchFailed, match=said),
    ):
        fetcher.page(JUDGE)
