"""Projects: settings that make sense, a catalogue of what is published, and no way to pull a running exam away."""

from typing import Any

import pytest

from tests.api.exambuddy.school import ADA, ANN, BOB, OPERATOR, School
from tests.api.harness import App


def catalogue(school: School) -> list[str]:
    return [each["title"] for each in school.done("list_catalogue", caller=ANN)["items"]]


def rows(app: App, start: str) -> list[Any]:
    return [row for row in app.rows() if f"{row['PK']['S']}|{row['SK']['S']}".startswith(start)]


def test_a_project_is_made_with_its_gate_closed(school: School) -> None:
    body = {"title": "Maths", "description": "d", "mode": "exam", "seconds_per_question": 30, "attempts_allowed": 2}
    made = school.call("create_project", caller=ADA, body=body, headers={"Idempotency-Key": "k"})
    assert (made.status, made.headers["etag"]) == (201, '"1"')
    assert made.body["review_policy"] == "score"
    assert made.body["question_count"] == 0
    project = made.body["project_id"]
    [row] = rows(school.app, "ADMIN#")
    assert row["GSI3PK"]["S"] == f"ADMIN#{school.id_of(ADA)}#STATUS#false"
    [gate] = rows(school.app, f"PROJECT#{project}|GATE#")
    assert (gate["closed"]["BOOL"], gate["inside"]["N"]) == (True, "0")
    again = school.call("create_project", caller=ADA, body=body, headers={"Idempotency-Key": "k"})
    assert (again.body, len(rows(school.app, "ADMIN#"))) == (made.body, 1)


@pytest.mark.parametrize(
    ("settings", "path"),
    [
        ({}, "body.total_seconds"),
        ({"total_seconds": 60, "seconds_per_question": 10}, "body.total_seconds"),
        (
            {"total_seconds": 60, "opens_at": "2026-03-02T00:00:00Z", "closes_at": "2026-03-01T00:00:00Z"},
            "body.closes_at",
        ),
        ({"total_seconds": 60, "description": "x" * 201}, "body.description"),
        ({"total_seconds": 60, "opens_at": "2026-03-02T00:00:00"}, "body.opens_at"),
        ({"total_seconds": 60, "shards": 1}, "body.shards"),
    ],
)
def test_settings_that_make_no_sense_are_refused(school: School, settings: dict[str, Any], path: str) -> None:
    before = school.app.rows()
    refused = school.call("create_project", caller=ADA, body={"title": "T", **settings})
    assert (refused.status, refused.paths) == (400, [path])
    assert school.app.rows() == before


def test_what_is_published_is_in_the_catalogue_and_what_is_not_is_not(school: School) -> None:
    project = school.project(1, publish=False, title="Beta")
    assert catalogue(school) == []
    assert school.call("begin_attempt", caller=ANN, path={"project_id": project}).code == "project_closed"
    school.edit(project, published=True)
    school.project(1, title="Alpha")
    assert catalogue(school) == ["Alpha", "Beta"]
    school.edit(project, title="Aardvark")
    assert catalogue(school) == ["Aardvark", "Alpha"]
    school.edit(project, archived=True)
    assert catalogue(school) == ["Alpha"]
    assert school.call("begin_attempt", caller=ANN, path={"project_id": project}).code == "project_closed"
    school.edit(project, archived=False)
    assert catalogue(school) == ["Aardvark", "Alpha"]
    assert school.begin(project)["status"] == "IN_PROGRESS"


def test_a_project_without_enough_questions_is_not_published(school: School) -> None:
    project = school.project(2, publish=False, questions_per_attempt=3)
    refused = school.call("edit_project", caller=ADA, path={"project_id": project}, body={"published": True})
    assert (refused.status, refused.code) == (409, "too_few_questions")
    assert (refused.body["wanted"], refused.body["present"]) == (3, 2)


def test_an_edit_honours_if_match_and_keeps_what_it_does_not_name(school: School) -> None:
    project = school.project(attempts_allowed=3, closes_at="2030-01-01T00:00:00Z")
    path = {"project_id": project}
    edited = school.call(
        "edit_project", caller=ADA, path=path, body={"title": "New", "closes_at": None}, headers={"If-Match": '"1"'}
    )
    assert edited.body["title"] == "New"
    assert (edited.body["closes_at"], edited.body["attempts_allowed"], edited.headers["etag"]) == (None, 3, '"2"')
    stale = school.call("edit_project", caller=ADA, path=path, body={"title": "X"}, headers={"If-Match": '"1"'})
    assert (stale.status, stale.body["current_version"]) == (412, 2)
    timed = school.edit(project, seconds_per_question=20)
    assert (timed["total_seconds"], timed["seconds_per_question"]) == (None, 20)


def test_while_attempts_run_a_project_is_neither_archived_nor_deleted(school: School) -> None:
    project = school.project(1)
    attempt, path = school.begin(project), {"project_id": project}
    before = school.app.rows()
    assert school.call("edit_project", caller=ADA, path=path, body={"archived": True}).code == "open_attempts"
    assert school.call("delete_project", caller=ADA, path=path).code == "open_attempts"
    assert school.app.rows() == before
    school.edit(project, published=False)
    assert school.call("begin_attempt", caller=BOB, path=path).code == "project_closed"
    assert school.save(attempt, 0, "B").status == 200
    assert school.submit(attempt).status == 200
    assert school.call("delete_project", caller=ADA, path=path, headers={"If-Match": '"1"'}).status == 412
    assert school.call("delete_project", caller=ADA, path=path).status == 204
    assert rows(school.app, f"PROJECT#{project}|GATE#") == []
    assert school.call("show_project", caller=ADA, path=path).code == "no_such_project"
    assert school.call("begin_attempt", caller=BOB, path=path).code == "no_such_project"
    assert school.result(attempt).body["score"] == 1


def test_a_spread_project_has_a_gate_for_every_shard_and_never_fewer(school: School) -> None:
    project = school.project(1)
    school.edit(project, shards=4)
    gates = rows(school.app, f"PROJECT#{project}|GATE#")
    assert [(gate["SK"]["S"], "closed" in gate) for gate in gates] == [(f"GATE#0{n}", False) for n in range(4)]
    refused = school.call("edit_project", caller=ADA, path={"project_id": project}, body={"shards": 2})
    assert refused.code == "shards_only_grow"
    attempt = school.begin(project)
    assert sum(int(gate["inside"]["N"]) for gate in rows(school.app, f"PROJECT#{project}|GATE#")) == 1
    assert school.call("delete_project", caller=ADA, path={"project_id": project}).code == "open_attempts"
    school.submit(attempt)
    assert school.call("delete_project", caller=ADA, path={"project_id": project}).status == 204


def test_projects_are_listed_by_state_and_by_day_of_creation(school: School) -> None:
    old = school.project(title="old")
    school.app.pass_time(days=2)
    new, gone = school.project(title="new"), school.project(title="gone")
    school.edit(gone, archived=True)

    def titles(**query: str) -> list[str]:
        return [each["title"] for each in school.done("list_projects", caller=ADA, query=query)["items"]]

    assert titles() == ["gone", "new", "old"] or titles() == ["new", "gone", "old"]
    assert (titles(archived="true"), sorted(titles(archived="false"))) == (["gone"], ["new", "old"])
    today, before = school.app.moment.date().isoformat(), school.show(old)["created_at"][:10]
    assert sorted(titles(created_from=today)) == ["gone", "new"]
    assert titles(created_from=before, created_to=before) == ["old"]
    assert titles(created_from=today, archived="false") == ["new"]
    first = school.done("list_projects", caller=ADA, query={"limit": "2"})
    rest = school.done("list_projects", caller=ADA, query={"limit": "2", "cursor": first["next_cursor"]})
    found = [each["project_id"] for each in first["items"] + rest["items"]]
    assert (sorted(found), rest["next_cursor"]) == (sorted([old, new, gone]), None)


def test_projects_of_another_admin_are_not_known_but_to_operators(school: School) -> None:
    project = school.project(1)
    school.done("set_role", caller=ADA, path={"user_id": school.id_of(BOB)}, body={"role": "ADMIN"})
    school.app.pass_time(seconds=61)
    before = school.app.rows()
    path = {"project_id": project}
    for use_case, more in (
        ("show_project", {}),
        ("edit_project", {"body": {"title": "mine"}}),
        ("delete_project", {}),
        ("list_questions", {}),
        ("list_attempts", {}),
        ("show_statistics", {}),
        ("export_attempts", {}),
        ("offer_upload", {"body": {"content_type": "image/png", "size": 1}}),
    ):
        assert school.call(use_case, caller=BOB, path=path, **more).code == "no_such_project", use_case
        assert school.call(use_case, caller=ANN, path=path, **more).code == "forbidden", use_case
    assert school.app.rows() == before
    assert school.done("show_project", caller=OPERATOR, path=path)["project_id"] == project


def test_an_upload_is_offered_for_media_of_a_known_kind_and_size(school: School) -> None:
    path = {"project_id": school.project()}
    offered = school.done("offer_upload", caller=ADA, path=path, body={"content_type": "image/png", "size": 100})
    assert offered["key"].startswith(f"media/{path['project_id']}/")
    assert offered["fields"]["Content-Type"] == "image/png"
    wrong_kind = school.call("offer_upload", caller=ADA, path=path, body={"content_type": "text/html", "size": 100})
    assert (wrong_kind.status, wrong_kind.code) == (415, "media_type_not_taken")
    large = school.call("offer_upload", caller=ADA, path=path, body={"content_type": "image/png", "size": 10**8})
    assert (large.status, large.code) == (413, "media_too_large")
