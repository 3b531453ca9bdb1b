"""The page of a problem at its judge, read into what a draft needs."""

import re
from collections.abc import Callable

from msgspec import Struct

from functions.algoitny.rules.judges.addresses import BAEKJOON, CODEFORCES
from functions.algoitny.rules.judges.markup import Node, tree_of

LONGEST_TITLE, LONGEST_STATEMENT, LONGEST_CONSTRAINTS = 300, 100_000, 10_000
MOST_SAMPLES = 20
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_LETTER = re.compile(r"^[A-Z]\d?\.\s*")


class Unreadable(Exception):
    """The page is not a problem, or its judge has changed it beyond recognition."""


class Page(Struct, frozen=True):
    title: str
    statement: str
    constraints: str
    time_limit_seconds: float | None
    memory_limit_mb: int | None
    samples: tuple[tuple[str, str], ...]


def read_page(platform: str, html: str) -> Page:
    return READERS[platform](tree_of(html))


def _codeforces(page: Node) -> Page:
    problem = _needed(page.first("problem-statement"), "the statement")
    header = _needed(problem.first("header"), "the header")
    title = _LETTER.sub("", _needed(header.first("title"), "the title").text())
    parts = [part for part in problem.children if isinstance(part, Node) and part.tag == "div"]
    named = ("header", "input-specification", "output-specification", "sample-tests", "note")
    body = [part for part in parts if part.attributes.get("class", "") not in named]
    sections = (*body, problem.first("input-specification"), problem.first("output-specification"))
    return _page(
        title,
        "\n\n".join(_without_dollars(part.text()) for part in sections if part is not None),
        _without_dollars(_section(problem.first("input-specification"))),
        _number_in(header.first("time-limit")),
        _number_in(header.first("memory-limit")),
        [_pre(node) for node in problem.by_class("input")],
        [_pre(node) for node in problem.by_class("output")],
    )


def _baekjoon(page: Node) -> Page:
    title = _needed(page.by_id("problem_title"), "the title").text()
    sections = [page.by_id(f"problem_{name}") for name in ("description", "input", "output")]
    limits = [_section(page.by_id(f"problem_{name}")) for name in ("limit", "input")]
    facts = _cells(page.by_id("problem-info"))
    numbers = range(1, MOST_SAMPLES + 1)
    inputs = [node for number in numbers if (node := page.by_id(f"sample-input-{number}"))]
    outputs = [node for number in numbers if (node := page.by_id(f"sample-output-{number}"))]
    return _page(
        title,
        "\n\n".join(part.text() for part in sections if part is not None),
        "\n".join(filter(None, limits)),
        _number_in(facts[0] if facts else None),
        _number_in(facts[1] if len(facts) > 1 else None),
        [node.raw() for node in inputs],
        [node.raw() for node in outputs],
    )


READERS: dict[str, Callable[[Node], Page]] = {CODEFORCES: _codeforces, BAEKJOON: _baekjoon}


def _page(
    title: str,
    statement: str,
    constraints: str,
    seconds: float | None,
    megabytes: float | None,
    inputs: list[str],
    outputs: list[str],
) -> Page:
    if not title or len(inputs) != len(outputs):
        raise Unreadable("a title, or the other half of a sample, is missing")
    return Page(
        title=title[:LONGEST_TITLE],
        statement=statement[:LONGEST_STATEMENT],
        constraints=constraints[:LONGEST_CONSTRAINTS],
        time_limit_seconds=min(max(seconds, 0.1), 10.0) if seconds else None,
        memory_limit_mb=int(min(max(megabytes, 16), 512)) if megabytes else None,
        samples=tuple((_sample(given), _sample(wanted)) for given, wanted in zip(inputs, outputs, strict=True))[
            :MOST_SAMPLES
        ],
    )


def _needed(node: Node | None, what: str) -> Node:
    if node is None:
        raise Unreadable(f"{what} is not where it used to be")
    return node


def _section(node: Node | None) -> str:
    """Without its heading."""
    if node is None:
        return ""
    lines = node.text().split("\n")
    heading = node.first("section-title")
    return "\n".join(lines[1:] if heading is not None and lines[0] == heading.text() else lines)


def _pre(node: Node) -> str:
    return _needed(next((each for each in node.walk() if each.tag == "pre"), None), "a sample").raw()


def _sample(text: str) -> str:
    lines = text.replace("\r\n", "\n").strip("\n").split("\n")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _cells(table: Node | None) -> list[Node]:
    return [node for node in table.walk() if node.tag == "td"] if table is not None else []


def _number_in(node: Node | None) -> float | None:
    """The first number of a text such as `2 seconds`, `0.5 초 (추가 시간 없음)` or `256 megabytes`."""
    found = _NUMBER.search(node.text()) if node is not None else None
    return float(found[0]) if found else None


def _without_dollars(text: str) -> str:
    """Codeforces marks formulas with three of them."""
    return text.replace("$$$", "")
