"""The judges whose pages are read, and which problem an address of theirs means."""

import re
from urllib.parse import urlsplit

from msgspec import Struct

from singletable.refusal import Kind, Refused

CODEFORCES, BAEKJOON = "codeforces", "baekjoon"
HOSTS = {
    "codeforces.com": CODEFORCES,
    "www.codeforces.com": CODEFORCES,
    "acmicpc.net": BAEKJOON,
    "www.acmicpc.net": BAEKJOON,
}
_CODEFORCES = re.compile(r"/(?:problemset/problem/(\d{1,6})|contest/(\d{1,6})/problem)/([A-Z]\d?)/?")
_BAEKJOON = re.compile(r"/problem/(\d{1,6})/?")


class UnknownJudge(Refused):
    kind, code = Kind.INVALID, "unknown_judge"


class Place(Struct, frozen=True):
    """A problem at its judge."""

    platform: str
    problem_id: str
    url: str


def judge_of(url: str) -> str | None:
    """The judge behind an address: encrypted, on the usual port, under its very name, with nobody's password."""
    try:
        parts = urlsplit(url)
        odd = parts.scheme != "https" or parts.port not in (None, 443) or parts.username is not None
    except ValueError:
        return None
    return None if odd else HOSTS.get(parts.hostname or "")


def place_of(url: str) -> Place:
    judge, path = judge_of(url), urlsplit(url).path if judge_of(url) else ""
    if judge == CODEFORCES and (found := _CODEFORCES.fullmatch(path)):
        contest, letter = found[1] or found[2], found[3]
        return Place(judge, f"{contest}{letter}", f"https://codeforces.com/problemset/problem/{contest}/{letter}")
    if judge == BAEKJOON and (found := _BAEKJOON.fullmatch(path)):
        return Place(judge, found[1], f"https://www.acmicpc.net/problem/{found[1]}")
    raise UnknownJudge("This is no problem of Codeforces or Baekjoon, by https.", field="body.url")
