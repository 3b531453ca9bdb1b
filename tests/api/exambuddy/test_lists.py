"""Lists of attempts: half-open ranges, complete and ordered over all shards and projects, under one cursor; and CSV."""

import csv
import io
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from functions.exambuddy.entities.attempts import Attempt, Status
from singletable.ulid import new_ulid
from tests.api.exambuddy.school import ADA, ANN, School

FEBRUARY = datetime(2026, 2, 1, tzinfo=UTC)


def attempt_at(project: str, moment: datetime, shard: int | None = None, status: Status = Status.COMPLETED) -> Attempt:
    return Attempt(
        attempt_id=new_ulid(moment),
        candidate_id="c",
        project_id=project,
        shard=shard,
        started_at=moment,
        status=status,
        total_questions=2,
        score=1,
        share=5000,
        time_taken_seconds=60,
    )


def spread(shards: int | None) -> dict[str, Any]:
    return {"shards": shards} if shards else {}


def listed(school: School, project: str | None, limit: int = 100, /, **query: Any) -> list[Any]:
    """All pages of a list; every one but the last is full."""
    use_case, path = ("list_attempts", {"project_id": project}) if project else ("list_all_attempts", {})
    found: list[Any] = []
    cursor = None
    while True:
        more: dict[str, str] = {"cursor": cursor} if cursor else {}
        page = school.done(use_case, caller=ADA, path=path, query={**query, **more, "limit": str(limit)})
        found += page["items"]
        cursor = page["next_cursor"]
        if cursor is None:
            return found
        assert len(page["items"]) == limit


def starts(items: list[Any]) -> list[str]:
    return [each["started_at"].replace("Z", "+00:00") for each in items]


MOMENTS = {
    "before": FEBRUARY - timedelta(seconds=1),
    "first": FEBRUARY,
    "middle": FEBRUARY + timedelta(days=13, hours=5),
    "last day": FEBRUARY + timedelta(days=27),
    "last second": FEBRUARY + timedelta(days=28) - timedelta(seconds=1),
    "after": FEBRUARY + timedelta(days=28),
}


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        ("2026-02-01", "2026-02-28", ["last second", "last day", "middle", "first"]),
        ("2026-02-01T00:00:00Z", "2026-02-28T23:59:59Z", ["last second", "last day", "middle", "first"]),
        ("2026-02-01T00:00:01Z", "2026-02-28T23:59:58Z", ["last day", "middle"]),
        ("2026-02-28", "2026-03-01", ["after", "last second", "last day"]),
        ("2026-02-01", "2026-02-01T00:00:00Z", ["first"]),
    ],
)
@pytest.mark.parametrize("shards", [None, 4])
def test_a_range_holds_all_of_its_first_and_of_its_last_day_or_second(
    school: School, first: str, last: str, expected: list[str], shards: int | None
) -> None:
    project = school.project(**spread(shards))
    rows = [attempt_at(project, moment, at % shards if shards else None) for at, moment in enumerate(MOMENTS.values())]
    school.app.store.batch_write(puts=rows)
    found = listed(school, project, **{"from": first, "to": last})
    assert starts(found) == [MOMENTS[name].isoformat() for name in expected]


@pytest.mark.parametrize("limit", [1, 3, 7, 100])
def test_pages_are_complete_and_ordered_over_shards_and_what_stood_there_before(school: School, limit: int) -> None:
    project = school.project(shards=3)
    rows = [attempt_at(project, FEBRUARY + timedelta(seconds=n // 2), None if n < 5 else n % 3) for n in range(23)]
    school.app.store.batch_write(puts=rows)
    found = listed(school, project, limit, **{"from": "2026-02-01", "to": "2026-02-02"})
    newest = sorted(rows, key=lambda row: (row.started_at, row.attempt_id), reverse=True)
    assert [each["attempt_id"] for each in found] == [row.attempt_id for row in newest]


@pytest.mark.parametrize("shards", [None, 2])
def test_a_status_filters_without_gaps(school: School, shards: int | None) -> None:
    project = school.project(**spread(shards))
    rows = [
        attempt_at(
            project,
            FEBRUARY + timedelta(seconds=n),
            n % shards if shards else None,
            Status.EXPIRED if n % 7 == 0 else Status.COMPLETED,
        )
        for n in range(40)
    ]
    school.app.store.batch_write(puts=rows)
    found = listed(school, project, 2, **{"from": "2026-02-01", "to": "2026-02-01", "status": "EXPIRED"})
    assert [each["attempt_id"] for each in found] == [row.attempt_id for row in rows[::-1] if row.status == "EXPIRED"]


def test_all_projects_of_an_admin_are_one_list(school: School) -> None:
    projects = [school.project(), school.project(shards=2), school.project()]
    rows = [
        attempt_at(projects[n % 3], FEBRUARY + timedelta(minutes=n), n % 2 if n % 3 == 1 else None) for n in range(20)
    ]
    school.app.store.batch_write(puts=rows)
    found = listed(school, None, 6, **{"from": "2026-02-01", "to": "2026-02-01"})
    assert [each["attempt_id"] for each in found] == [row.attempt_id for row in rows[::-1]]


def test_an_admin_without_projects_has_an_empty_list(school: School) -> None:
    assert listed(school, None) == []


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ({"from": "2026-03-02", "to": "2026-03-01"}, "query.to"),
        ({"from": "2024-01-01", "to": "2026-01-01"}, "query.from"),
        ({"from": "yesterday"}, "query.from"),
        ({"status": "LOST"}, "query.status"),
    ],
)
def test_a_range_that_makes_no_sense_is_refused(school: School, query: dict[str, str], path: str) -> None:
    project = school.project()
    refused = school.call("list_attempts", caller=ADA, path={"project_id": project}, query=query)
    assert refused.status == 400
    assert all(found.startswith(path) for found in refused.paths), refused.paths


def test_a_cursor_belongs_to_its_own_list(school: School) -> None:
    project, other = school.project(), school.project()
    for each in (project, other):
        school.app.store.batch_write(puts=[attempt_at(each, FEBRUARY + timedelta(days=n)) for n in range(3)])
    february = {"from": "2026-02-01", "to": "2026-02-28", "limit": "1"}
    page = school.done("list_attempts", caller=ADA, path={"project_id": project}, query=february)
    wrong = school.call(
        "list_attempts",
        caller=ADA,
        path={"project_id": other},
        query={**february, "cursor": page["next_cursor"]},
    )
    assert wrong.code == "bad_cursor"


def test_the_table_has_a_row_for_every_attempt(school: School) -> None:
    project = school.project(2)
    attempt = school.sit(project, right=1)
    answer = school.call("export_attempts", caller=ADA, path={"project_id": project})
    assert answer.headers["content-type"].startswith("text/csv")
    [row] = csv.DictReader(io.StringIO(answer.text))
    assert (row["attempt_id"], row["candidate_id"]) == (attempt["attempt_id"], school.id_of(ANN))
    assert (row["score"], row["percent"], row["status"]) == ("1", "50.0", "COMPLETED")


def test_a_table_too_large_to_answer_is_fetched_from_the_bucket(
    school: School, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("functions.exambuddy.api.export_attempts.LARGEST_ANSWER", 100)
    project = school.project(1)
    school.sit(project, right=1)
    answer = school.call("export_attempts", caller=ADA, path={"project_id": project})
    assert (answer.status, answer.text) == (303, answer.headers["location"])
    assert f"exports/{project}/" in answer.headers["location"]
    bucket = school.app.store.bucket
    assert bucket is not None
    [key] = bucket.keys("exports/")
    assert bucket.read(key).decode().count("\n") == 2
