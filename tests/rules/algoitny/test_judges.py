"""Judges: which addresses are theirs, and what is read from their pages."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.algoitny.rules.judges.addresses import Place, UnknownJudge, judge_of, place_of
from functions.algoitny.rules.judges.markup import tree_of
from functions.algoitny.rules.judges.pages import Unreadable, read_page

PAGES = Path(__file__).parent / "pages"


def html(name: str) -> str:
    return (PAGES / f"{name}.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("https://codeforces.com/problemset/problem/1520/E", ("codeforces", "1520E")),
        ("https://www.codeforces.com/contest/1520/problem/E1/", ("codeforces", "1520E1")),
        ("https://www.acmicpc.net/problem/1000", ("baekjoon", "1000")),
        ("https://acmicpc.net:443/problem/1000?x=1", ("baekjoon", "1000")),
    ],
)
def test_an_address_of_a_judge_means_a_problem(url: str, place: tuple[str, str]) -> None:
    found = place_of(url)
    assert (found.platform, found.problem_id) == place
    assert place_of(found.url) == found


@pytest.mark.parametrize(
    "url",
    [
        "http://codeforces.com/problemset/problem/1520/E",
        "https://codeforces.com:8443/problemset/problem/1520/E",
        "https://codeforces.com.evil.example/problemset/problem/1520/E",
        "https://evil.example/codeforces.com/problemset/problem/1520/E",
        "https://codeforces.com@evil.example/problemset/problem/1520/E",
        "https://user:word@codeforces.com/problemset/problem/1520/E",
        "https://codeforces.com/blog/entry/1",
        "https://codeforces.com/problemset/problem/1520/E/../../../etc",
        "https://www.acmicpc.net/problem/1000/../../user",
        "https://127.0.0.1/problem/1000",
        "https://[::1]/problem/1000",
        "https://[bad/problem/1000",
        "file:///etc/passwd",
        "//codeforces.com/problemset/problem/1520/E",
    ],
)
def test_an_address_that_is_not_a_judges_is_refused(url: str) -> None:
    with pytest.raises(UnknownJudge):
        place_of(url)


def test_the_canonical_address_is_the_samples() -> None:
    url = "https://codeforces.com/problemset/problem/1520/E"
    assert place_of("https://codeforces.com/contest/1520/problem/E") == Place("codeforces", "1520E", url)
    assert judge_of(url) == "codeforces"


def test_a_page_of_codeforces_is_read() -> None:
    page = read_page("codeforces", html("codeforces_1899C"))
    assert page.title == "Lanterns on a Quay"
    assert (page.time_limit_seconds, page.memory_limit_mb) == (1.5, 256)
    assert page.samples == (("2\n3\n1 -2 4\n1\n-7\n", "4\n-7\n"),)
    assert page.constraints.startswith("The first line holds t (1 \\le t \\le 10^4)")
    assert "largest total brightness of a non-empty run of neighbouring lanterns." in page.statement
    assert "a run has no gaps;\nbrightness may be negative — some lanterns swallow light." in page.statement
    assert "not this" not in page.statement


def test_an_old_page_of_codeforces_with_several_samples_is_read() -> None:
    page = read_page("codeforces", html("codeforces_4A"))
    assert page.samples == (("8\n", "YES\n"), ("3\n", "NO\n"))
    assert page.constraints == "One integer w (1 ≤ w ≤ 100)."


def test_a_page_of_baekjoon_is_read() -> None:
    page = read_page("baekjoon", html("baekjoon_1000"))
    assert page.title == "A+B"
    assert (page.time_limit_seconds, page.memory_limit_mb) == (0.5, 128)
    assert page.samples == (("1 2\n", "3\n"),)
    assert page.constraints == "첫째 줄에 A와 B가 주어진다. (0 < A, B < 10)"
    assert page.statement.startswith("두 정수 A와 B를")


@pytest.mark.parametrize("platform", ["codeforces", "baekjoon"])
@pytest.mark.parametrize(
    "text", ["", "<html>Please wait, we check your browser</html>", "<div class='problem-statement'>"]
)
def test_a_page_that_is_no_problem_is_said_to_be(platform: str, text: str) -> None:
    with pytest.raises(Unreadable):
        read_page(platform, text)


def test_half_a_sample_is_not_read() -> None:
    page = html("baekjoon_1000").replace("sample-output-1", "elsewhere")
    with pytest.raises(Unreadable):
        read_page("baekjoon", page)


@given(st.text(alphabet="<>/ abdivprespan=\"'&;!-\n", max_size=300))
def test_no_markup_is_too_broken_to_be_read(text: str) -> None:
    tree_of(text).text()
    tree_of(text).raw()


def test_deep_nesting_is_bounded() -> None:
    assert "x" in tree_of("<div>" * 50_000 + "x").text()
