"""Imports: whole files in every format over the endpoint; a report by line; never a part of a file."""

from pathlib import Path
from typing import Any

import pytest

from functions.exambuddy.entities.projects import Project
from tests.api.exambuddy.school import ADA, School, choice
from tests.api.harness import Answer, Crash

SAMPLES = Path(__file__).parents[2] / "rules" / "exambuddy" / "samples"
TEXT = {"content-type": "text/plain"}
AIKEN = "".join(f"Question {n}?\nA. yes\nB. no\nANSWER: A\n\n" for n in range(15))


def send(school: School, project: str, text: str, file_format: str = "aiken", **headers: str) -> Answer:
    return school.call(
        "import_questions",
        caller=ADA,
        path={"project_id": project},
        query={"format": file_format},
        body=text,
        headers={**TEXT, **{name.replace("_", "-"): value for name, value in headers.items()}},
    )


def questions(school: School, project: str) -> list[Any]:
    found = school.done("list_questions", caller=ADA, path={"project_id": project}, query={"limit": "100"})
    return list(found["items"])


@pytest.mark.parametrize(
    ("name", "count"), [("web_and_databases.gift", 39), ("general_knowledge.aiken", 32)], ids=["gift", "aiken"]
)
def test_a_real_file_is_imported_in_its_order(school: School, name: str, count: int) -> None:
    project = school.project()
    report = send(school, project, (SAMPLES / name).read_text(), name.rpartition(".")[2])
    assert (report.status, report.body["imported"]) == (201, count)
    listed = questions(school, project)
    assert [each["question_id"] for each in listed] == [each["question_id"] for each in report.body["questions"]]
    assert school.show(project)["question_count"] == count
    assert [each["line"] for each in report.body["questions"]] == sorted(
        each["line"] for each in report.body["questions"]
    )
    versions = [row for row in school.app.rows() if row["SK"]["S"].startswith("QVERSION#")]
    assert len(versions) == count
    school.edit(project, published=True)
    assert len(school.begin(project)["questions"]) == count


def test_what_does_not_map_is_reported_by_line_and_nothing_is_imported(school: School) -> None:
    project = school.project()
    before = school.app.rows()
    refused = send(school, project, (SAMPLES / "not_mapping.gift").read_text(), "gift")
    assert (refused.status, refused.code) == (400, "invalid_request")
    report = refused.body["report"]
    assert len(report) > 3
    assert all(row["line"] > 0 and row["code"] and row["message"] for row in report)
    assert {"gift_essay", "gift_matching"} <= {row["code"] for row in report}
    assert school.app.rows() == before


def test_duplicates_in_the_bank_and_in_the_file_are_named(school: School) -> None:
    project = school.project(1, publish=False)
    twice = "question_type,question_text,option_a,option_b,option_c,correct_answer\n" + "".join(
        f"multiple_choice,{text},{options},B\n"
        for text, options in (
            ("QUESTION  number 0?", "wrong 0,right 0,also wrong 0"),
            ("New?", "a,b,c"),
            ("new?", "c,b,a"),
        )
    )
    refused = send(school, project, twice, "csv")
    assert [(row["line"], row["code"]) for row in refused.body["report"]] == [
        (2, "duplicate_in_bank"),
        (4, "duplicate_in_file"),
    ]
    assert len(questions(school, project)) == 1


@pytest.mark.parametrize(
    ("text", "file_format", "status", "code"),
    [
        ("".join(f"Q{n}?\nA. y\nB. n\nANSWER: A\n\n" for n in range(1001)), "aiken", 413, "too_large"),
        ("x" * (5 * 1024 * 1024 + 1), "gift", 413, "too_large"),
        ("", "gift", 400, "invalid_request"),
        ("[", "json", 400, "invalid_request"),
    ],
    ids=["too many", "too large", "empty", "broken"],
)
def test_a_file_that_cannot_be_read_is_refused(
    school: School, text: str, file_format: str, status: int, code: str
) -> None:
    project = school.project()
    before = school.app.rows()
    refused = send(school, project, text, file_format)
    assert (refused.status, refused.code) == (status, code)
    assert school.app.rows() == before


def test_an_unknown_media_type_and_format_are_refused(school: School) -> None:
    project = school.project()
    assert send(school, project, AIKEN, content_type="application/xml").status in (201, 415)
    assert send(school, project, AIKEN, "word").paths == ["query.format"]


def test_far_more_than_a_transaction_takes_is_imported_at_once(school: School) -> None:
    project = school.project()
    text = "".join(f"Question {n}?\nA. yes\nB. no\nANSWER: A\n\n" for n in range(250))
    report = send(school, project, text, Idempotency_Key="large")
    assert (report.status, report.body["imported"]) == (201, 250)
    again = send(school, project, text, Idempotency_Key="large")
    assert (again.body, again.headers["idempotency-replayed"]) == (report.body, "true")
    assert school.show(project)["question_count"] == 250


def steps_of_an_import(school: School) -> int:
    project, before = school.project(), school.app.calls
    assert send(school, project, AIKEN).status == 201
    return school.app.calls - before


@pytest.mark.parametrize("when", ["die_before", "die_after"])
def test_dying_at_any_step_imports_nothing_or_everything_and_a_retry_completes_it(school: School, when: str) -> None:
    steps = steps_of_an_import(school)
    assert steps > 5
    for step in range(1, steps + 1):
        project = school.project(1, publish=False)
        setattr(school.app, when, school.app.calls + step)
        with pytest.raises(Crash):
            send(school, project, AIKEN, Idempotency_Key=f"{when}-{step}")
        setattr(school.app, when, None)
        whole = when == "die_after" and step == steps
        count = school.show(project)["question_count"]
        assert (count, len(questions(school, project))) == ((16, 16) if whole else (1, 1))
        school.add(project, choice(7))
        school.app.pass_time(minutes=4)
        done = send(school, project, AIKEN, Idempotency_Key=f"{when}-{step}")
        assert (done.status, done.body["imported"]) == (201, 15)
        assert (school.show(project)["question_count"], len(questions(school, project))) == (17, 17)
        standing = [row for row in school.app.rows() if row["PK"]["S"] == f"PROJECT#{project}"]
        assert len([row for row in standing if row["SK"]["S"].startswith("QUESTION#")]) == 17
        assert len([row for row in standing if row["SK"]["S"].startswith("QVERSION#")]) == 17


def test_while_an_import_runs_another_is_told_to_wait_and_its_questions_do_not_count(school: School) -> None:
    project = school.project(1)
    path = {"project_id": project}
    steps = steps_of_an_import(school)
    school.app.die_before = school.app.calls + steps
    with pytest.raises(Crash):
        send(school, project, AIKEN)
    school.app.die_before = None
    staged = [row for row in school.app.rows() if row["PK"]["S"] == f"PROJECT#{project}" and "batch" in row]
    assert len(staged) == 15
    one = {"project_id": project, "question_id": staged[0]["question_id"]["S"]}
    assert school.call("edit_question", caller=ADA, path=one, body={}).code == "no_such_question"
    assert school.call("delete_question", caller=ADA, path=one).code == "no_such_question"
    assert len(school.begin(project)["questions"]) == 1
    waiting = send(school, project, AIKEN)
    assert (waiting.status, waiting.code) == (409, "import_running")
    assert int(waiting.headers["retry-after"]) > 60
    assert school.done("show_project", caller=ADA, path=path)["question_count"] == 1
    project_row = school.app.store.get(Project.key.item(admin_id=school.id_of(ADA), project_id=project))
    assert project_row is not None
    assert (project_row.importing, project_row.imported) == (1, None)
