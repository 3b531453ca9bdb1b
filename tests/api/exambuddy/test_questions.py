"""Question banks: checked, counted, in their order, every version kept."""

from typing import Any

import pytest

from tests.api.exambuddy.school import ADA, School, choice


def bank(school: School, project: str, **query: str) -> Any:
    return school.done("list_questions", caller=ADA, path={"project_id": project}, query=query)


def versions(school: School, project: str) -> list[str]:
    rows = school.app.rows()
    return [row["SK"]["S"] for row in rows if row["PK"]["S"] == f"PROJECT#{project}" and "QVERSION" in row["SK"]["S"]]


def test_a_question_its_version_and_the_count_are_written_together(school: School) -> None:
    project = school.project()
    path, key = {"project_id": project}, {"Idempotency-Key": "q"}
    added = school.call("add_question", caller=ADA, path=path, body=choice(1), headers=key)
    assert (added.status, added.headers["etag"], added.body["question"]["correct_answer"]) == (201, '"1"', "B")
    assert school.call("add_question", caller=ADA, path=path, body=choice(1), headers=key).body == added.body
    assert school.show(project)["question_count"] == 1
    assert versions(school, project) == [f"QVERSION#{added.body['question_id']}#000001"]


@pytest.mark.parametrize(
    ("question", "path"),
    [
        (choice(1, correct_answer="D"), "body.correct_answer"),
        (choice(1, options=["only one"]), "body.options"),
        (choice(1, correct_answer=True), "body.correct_answer"),
        (choice(1, question_text="  "), "body.question_text"),
        (choice(1, points=-1), "body.points"),
        (choice(1, media=["media/elsewhere/x.png"]), "body.media[0]"),
        (choice(1, question_type="essay"), "body.question_type"),
    ],
)
def test_a_question_that_could_not_be_asked_is_refused(school: School, question: dict[str, Any], path: str) -> None:
    project = school.project()
    before = school.app.rows()
    refused = school.call("add_question", caller=ADA, path={"project_id": project}, body=question)
    assert refused.status == 400
    assert any(found.startswith(path) for found in refused.paths), refused.paths
    assert school.app.rows() == before


def test_every_kind_of_question_is_kept_as_it_was_given(school: School) -> None:
    project = school.project()
    given: list[dict[str, Any]] = [
        {"question_type": "multiple_response", "options": ["a", "b", "c"], "correct_answer": ["A", "C"]},
        {"question_type": "true_false", "correct_answer": False},
        {"question_type": "short_answer", "correct_answer": ["Paris", "City of *"], "case_sensitive": True},
        {"question_type": "numeric", "correct_answer": ["3.14:0.01"], "points": "2.5"},
        {"question_type": "ordering", "options": ["1 one", "2 two", "3 three"], "correct_answer": ["B", "A", "C"]},
    ]
    for number, question in enumerate(given):
        school.add(project, {"question_text": f"Q{number}", "tags": ["x"], **question})
    kept = [each["question"] for each in bank(school, project)["items"]]
    for question, found in zip(given, kept, strict=True):
        assert {name: found[name] for name in question} == question


def test_questions_come_in_their_order_page_by_page(school: School) -> None:
    project = school.project()
    for number, order in enumerate((5000, 1000, None, 1000, 3000)):
        more = {} if order is None else {"order": order}
        school.add(project, choice(number, **more))
        school.app.pass_time(seconds=1)
    found, cursor = [], None
    while True:
        page = bank(school, project, limit="2", **({"cursor": cursor} if cursor else {}))
        found += [(each["order"], each["question"]["question_text"][16]) for each in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    # Left out, the place is a thousand further for every question that was ever added.
    assert found == [(1000, "1"), (1000, "3"), (3000, "2"), (3000, "4"), (5000, "0")]


def test_an_edit_makes_a_version_and_the_old_one_stays(school: School) -> None:
    project = school.project()
    question = school.add(project, choice(1))
    path = {"project_id": project, "question_id": question}
    edited = school.call(
        "edit_question", caller=ADA, path=path, body={"correct_answer": "C", "order": 7}, headers={"If-Match": '"1"'}
    )
    assert (edited.headers["etag"], edited.body["question"]["correct_answer"], edited.body["order"]) == ('"2"', "C", 7)
    assert edited.body["question"]["explanation"] == "KEY explanation 1"
    assert versions(school, project) == [f"QVERSION#{question}#00000{n}" for n in (1, 2)]
    assert school.call("edit_question", caller=ADA, path=path, body={}, headers={"If-Match": '"1"'}).status == 412
    wrong = school.call("edit_question", caller=ADA, path=path, body={"options": ["a", "b"]})
    assert (wrong.status, wrong.paths) == (400, ["body.correct_answer"])
    assert school.show(project)["question_count"] == 1


def test_a_deleted_question_is_counted_off_once_and_its_versions_stay(school: School) -> None:
    project = school.project(2, publish=False)
    question = bank(school, project)["items"][0]["question_id"]
    path = {"project_id": project, "question_id": question}
    assert school.call("delete_question", caller=ADA, path=path, headers={"If-Match": '"9"'}).status == 412
    assert school.call("delete_question", caller=ADA, path=path).status == 204
    assert school.call("delete_question", caller=ADA, path=path).code == "no_such_question"
    assert school.call("edit_question", caller=ADA, path=path, body={}).code == "no_such_question"
    assert (school.show(project)["question_count"], len(bank(school, project)["items"])) == (1, 1)
    assert len(versions(school, project)) == 2


@pytest.mark.parametrize("file_format", ["csv", "json", "gift"])
def test_an_exported_bank_imports_into_another_project(school: School, file_format: str) -> None:
    project, other = school.project(3, publish=False), school.project()
    answer = school.call("export_questions", caller=ADA, path={"project_id": project}, query={"format": file_format})
    assert answer.status == 200
    school.done(
        "import_questions",
        caller=ADA,
        path={"project_id": other},
        query={"format": file_format},
        body=answer.text,
        headers={"content-type": "text/plain"},
    )
    first, second = (
        [each["question"] for each in bank(school, each_project)["items"]] for each_project in (project, other)
    )
    assert first == second
