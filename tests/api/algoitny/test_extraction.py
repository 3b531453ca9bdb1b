"""Extraction jobs: a page of a judge becomes a draft, or a failure that says why."""

from pathlib import Path

import pytest

from functions.algoitny.fetching import Fetcher, FetchFailed
from tests.api.algoitny.jobs_at_work import JUDGE, extract, show
from tests.api.algoitny.test_problems import author
from tests.api.algoitny.working import HERE, rows_of, work
from tests.api.harness import ANN, OPERATOR, App

PAGE = (Path(__file__).parents[2] / "rules/algoitny/pages/baekjoon_1000.html").read_text(encoding="utf-8")


@pytest.fixture
def judge(algoitny: App, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Answers with a page of Baekjoon; says what was fetched."""
    fetched: list[str] = []

    class Judge(Fetcher, frozen=True):
        def page(self, url: str) -> str:
            fetched.append(url)
            return PAGE

    monkeypatch.setattr("functions.algoitny.extraction.fetcher", Judge())
    return fetched


def test_an_extraction_saves_a_draft_with_limits_and_samples(algoitny: App, judge: list[str]) -> None:
    author(algoitny, ANN)
    job = extract(algoitny, ANN, "https://acmicpc.net/problem/1000")
    work(algoitny, "extract_problem")
    assert judge == [JUDGE]
    done = show(algoitny, job, ANN)
    assert (done["status"], done["title"]) == ("COMPLETED", "A+B")
    problem = algoitny.call("show_problem", caller=ANN, path=HERE).body
    assert (problem["is_completed"], problem["test_case_count"]) == (False, 1)
    assert (problem["time_limit_seconds"], problem["memory_limit_mb"]) == (0.5, 128)
    assert problem["statement"].startswith("두 정수")
    [user] = [row for row in rows_of(algoitny, "usr") if row["dat"]["M"]["em"]["S"] == "ann@example.com"]
    assert user["prb"]["N"] == "1"
    again = extract(algoitny, ANN)
    work(algoitny, "extract_problem")
    assert show(algoitny, again, ANN)["status"] == "COMPLETED"
    assert rows_of(algoitny, "usr") == [user] or user in rows_of(algoitny, "usr")


def test_an_extraction_that_finds_nothing_says_why(algoitny: App, monkeypatch: pytest.MonkeyPatch) -> None:
    class Down(Fetcher, frozen=True):
        def page(self, url: str) -> str:
            raise FetchFailed("the judge answered 503")

    monkeypatch.setattr("functions.algoitny.extraction.fetcher", Down())
    job = extract(algoitny)
    work(algoitny, "extract_problem")
    assert show(algoitny, job)["error"] == "Nothing was fetched: the judge answered 503."
    assert rows_of(algoitny, "prob") == []


def test_an_extraction_counts_towards_the_plan_and_stops_at_its_limit(algoitny: App, judge: list[str]) -> None:
    author(algoitny, ANN)
    plan = {"name": "Author", "max_hints_per_day": 1, "max_executions_per_day": 1, "can_register_problems": True}
    algoitny.call("write_plan", caller=OPERATOR, path={"plan_id": "3"}, body=plan | {"max_problems": 0})
    algoitny.pass_time(seconds=61)
    job = extract(algoitny, ANN)
    work(algoitny, "extract_problem")
    assert "0 problems at the most" in show(algoitny, job, ANN)["error"]
    assert rows_of(algoitny, "prob") == []
