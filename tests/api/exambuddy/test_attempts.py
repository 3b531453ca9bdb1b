"""Attempts: one at a time, by the server's clock, with the last answer that was given, scored once."""

from typing import Any

import pytest

from functions.exambuddy.entities.attempts import ActiveAttempt, Attempt, GivenAnswer
from tests.api.exambuddy.school import ADA, ANN, BOB, EVE, SECONDS, School, choice


def row_of(school: School, attempt: Any, who: Any = ANN) -> Attempt:
    key = Attempt.key.item(candidate_id=school.id_of(who), attempt_id=attempt["attempt_id"])
    found = school.app.store.get(key)
    assert found is not None
    return found


def answers_of(school: School, attempt: Any) -> dict[str, object]:
    kept = school.app.store.every(GivenAnswer.key(attempt_id=attempt["attempt_id"]))
    return {answer.question_id: answer.selected_answer for answer in kept}


def test_an_attempt_begins_with_different_questions_and_a_deadline(school: School) -> None:
    project = school.project(5, questions_per_attempt=3)
    begun = school.call("begin_attempt", path={"project_id": project}, headers={"Idempotency-Key": "b"})
    assert begun.status == 201
    body = begun.body
    assert len({each["question_id"] for each in body["questions"]}) == 3
    assert (body["remaining_seconds"], body["status"], body["answers"]) == (SECONDS, "IN_PROGRESS", [])
    row = row_of(school, body)
    assert [(drawn.question_id, drawn.version) for drawn in row.questions or ()] == [
        (each["question_id"], 1) for each in body["questions"]
    ]
    assert row.deadline_hour is not None
    again = school.call("begin_attempt", path={"project_id": project}, headers={"Idempotency-Key": "b"})
    assert (again.body, again.headers["idempotency-replayed"]) == (body, "true")


def test_one_attempt_at_a_time_and_no_more_than_allowed(school: School) -> None:
    project = school.project(2, attempts_allowed=2)
    path = {"project_id": project}
    first = school.begin(project)
    refused = school.call("begin_attempt", path=path)
    assert (refused.status, refused.code, refused.body["attempt_id"]) == (409, "attempt_active", first["attempt_id"])
    school.submit(first)
    second = school.begin(project)
    assert school.call("cancel_attempt", path={"attempt_id": second["attempt_id"]}).status == 204
    used = school.call("begin_attempt", path=path)
    assert (used.status, used.code, used.body["used"]) == (429, "attempts_used", 2)
    assert school.begin(project, BOB)["status"] == "IN_PROGRESS"
    override = {"project_id": project, "candidate_id": school.id_of(ANN)}
    granted = school.call("grant_override", caller=ADA, path=override, body={"extra_attempts": 1, "extra_seconds": 60})
    assert (granted.status, granted.headers["etag"]) == (201, '"1"')
    assert school.begin(project)["remaining_seconds"] == SECONDS + 60
    changed = school.call("grant_override", caller=ADA, path=override, body={"extra_attempts": 2})
    assert (changed.status, changed.body["extra_seconds"], changed.headers["etag"]) == (200, 0, '"2"')
    stale = school.call("grant_override", caller=ADA, path=override, body={}, headers={"If-Match": '"1"'})
    assert stale.status == 412
    nobody = school.call("grant_override", caller=ADA, path={**override, "candidate_id": "nobody"}, body={})
    assert nobody.code == "no_such_user"


def test_a_project_is_open_from_its_opening_to_its_closing_and_the_deadline_ends_with_it(school: School) -> None:
    now = school.app.moment.replace(minute=0, second=0)
    opens, closes = now.replace(hour=10).isoformat(), now.replace(hour=10, minute=5).isoformat()
    project = school.project(2, opens_at=opens, closes_at=closes)
    early = school.call("begin_attempt", path={"project_id": project})
    assert (early.status, early.code) == (403, "project_closed")
    school.app.moment = now.replace(hour=10)
    assert school.begin(project)["remaining_seconds"] == 300
    school.app.moment = now.replace(hour=10, minute=5)
    late = school.call("begin_attempt", caller=BOB, path={"project_id": project})
    assert late.code == "project_closed"


def test_questions_that_went_leave_too_few(school: School) -> None:
    project = school.project(2, questions_per_attempt=2)
    listed = school.done("list_questions", caller=ADA, path={"project_id": project})["items"]
    school.done("delete_question", caller=ADA, path={"project_id": project, "question_id": listed[0]["question_id"]})
    refused = school.call("begin_attempt", path={"project_id": project})
    assert (refused.status, refused.code) == (409, "too_few_questions")
    assert school.call("begin_attempt", path={"project_id": "nothing"}).code == "no_such_project"


def test_the_answer_with_the_highest_sequence_stands_in_whatever_order_they_arrive(school: School) -> None:
    attempt = school.begin(school.project(2))
    assert school.save(attempt, 0, "A", sequence=2).body["selected_answer"] == "A"
    late = school.save(attempt, 0, "C", sequence=1)
    assert (late.status, late.body["selected_answer"], late.body["sequence"]) == (200, "A", 2)
    again = school.save(attempt, 0, "A", sequence=2)
    assert (again.status, again.body["sequence"]) == (200, 2)
    assert school.save(attempt, 0, "B", sequence=3).body["remaining_seconds"] == SECONDS
    assert answers_of(school, attempt) == {attempt["questions"][0]["question_id"]: "B"}
    taken_back = school.save(attempt, 0, None, sequence=4)
    assert (taken_back.status, taken_back.body["selected_answer"]) == (200, None)
    assert school.submit(attempt).body["score"] == 0


def test_an_attempt_goes_on_elsewhere_with_what_was_saved(school: School) -> None:
    attempt = school.begin(school.project(3, shuffle_options=True))
    assert school.save(attempt, 1, "C", sequence=5).status == 200
    school.app.pass_time(seconds=100)
    resumed = school.done("show_attempt", path={"attempt_id": attempt["attempt_id"]})
    assert resumed["questions"] == attempt["questions"]
    assert resumed["remaining_seconds"] == SECONDS - 100
    [saved] = resumed["answers"]
    assert (saved["question_id"], saved["selected_answer"], saved["sequence"]) == (
        attempt["questions"][1]["question_id"],
        "C",
        5,
    )


@pytest.mark.parametrize(
    ("answer", "code"),
    [("D", "unknown_label"), (True, "wrong_type"), (["A"], "wrong_type"), (3, "wrong_type"), ("", "unknown_label")],
)
def test_an_answer_of_a_wrong_form_is_refused_and_changes_nothing(school: School, answer: Any, code: str) -> None:
    attempt = school.begin(school.project(1))
    before = school.app.rows()
    refused = school.save(attempt, 0, answer)
    assert (refused.status, refused.paths, refused.body["errors"][0]["code"]) == (400, ["body.selected_answer"], code)
    assert school.app.rows() == before


def test_a_question_that_is_not_in_the_attempt_is_refused(school: School) -> None:
    project = school.project(1)
    attempt = school.begin(project)
    other = school.add(project, choice(9))
    body = {"selected_answer": "A", "sequence": 1}
    path = {"attempt_id": attempt["attempt_id"], "question_id": other}
    refused = school.call("save_answer", path=path, body=body)
    assert (refused.status, refused.code) == (422, "not_in_attempt")


@pytest.mark.parametrize(("seconds", "status"), [(0, 200), (2, 200), (2.001, 410), (60, 410)])
def test_two_seconds_after_the_deadline_an_answer_comes_too_late_and_changes_nothing(
    school: School, seconds: float, status: int
) -> None:
    attempt = school.begin(school.project(2))
    school.app.pass_time(seconds=SECONDS + seconds)
    before = school.app.rows()
    answer = school.save(attempt, 0, "B")
    assert answer.status == status
    if status == 410:
        assert answer.code == "attempt_expired"
        assert school.app.rows() == before


def test_a_handed_in_attempt_is_scored_from_what_was_saved_and_takes_no_more(school: School) -> None:
    project = school.project(3, attempts_allowed=3)
    attempt = school.begin(project)
    school.save(attempt, 0, "B")
    school.save(attempt, 1, "A")
    school.app.pass_time(seconds=90)
    done = school.submit(attempt)
    assert done.status == 200
    assert (done.body["score"], done.body["total_questions"], done.body["percent"]) == (1, 3, 33.33)
    assert (done.body["status"], done.body["time_taken_seconds"]) == ("COMPLETED", 90)
    row = row_of(school, attempt)
    assert [(drawn.credit, drawn.answered) for drawn in row.questions or ()] == [("1", True), ("0", True), ("0", False)]
    lock = school.app.store.get(ActiveAttempt.key.item(candidate_id=row.candidate_id, project_id=project))
    assert lock is not None
    assert (lock.owner, lock.attempts, lock.saves) == (None, 1, 2)
    before = school.app.rows()
    assert school.save(attempt, 2, "B").code == "attempt_finished"
    assert school.submit(attempt).code == "attempt_finished"
    assert school.call("cancel_attempt", path={"attempt_id": attempt["attempt_id"]}).code == "attempt_finished"
    assert school.app.rows() == before


def test_handing_in_again_with_the_same_key_gives_the_same_answer(school: School) -> None:
    attempt = school.begin(school.project(1))
    first = school.submit(attempt, Idempotency_Key="s")
    again = school.submit(attempt, Idempotency_Key="s")
    assert (again.status, again.body, again.headers["idempotency-replayed"]) == (200, first.body, "true")


def test_the_sweeper_hands_in_what_was_saved_when_nobody_comes_back(school: School) -> None:
    project = school.project(2)
    attempt, other = school.begin(project), school.begin(project, BOB)
    school.save(attempt, 0, "B")
    school.app.pass_time(seconds=SECONDS + 2)
    assert school.app.invoke("sweep_deadlines", {})["ended"] == 0
    school.submit(other, BOB)
    school.app.pass_time(seconds=1)
    assert school.app.invoke("sweep_deadlines", {}) == {"ended": 1, "failed": 0, "finished_before": 0}
    row = row_of(school, attempt)
    assert (row.status, row.score, row.time_taken_seconds) == ("EXPIRED", 1, SECONDS)
    assert row.completed_at == row.deadline_at
    assert school.app.invoke("sweep_deadlines", {})["ended"] == 0
    late = school.submit(attempt)
    assert (late.status, late.body["attempt_status"]) == (409, "EXPIRED")
    assert school.save(attempt, 1, "B").code == "attempt_expired"
    assert school.result(attempt).body["score"] == 1


def test_a_late_submit_before_the_sweeper_ends_the_attempt_as_the_sweeper_would(school: School) -> None:
    attempt = school.begin(school.project(2))
    school.save(attempt, 0, "B")
    school.app.pass_time(seconds=SECONDS + 30)
    late = school.submit(attempt)
    assert (late.status, late.body["status"], late.body["score"]) == (200, "EXPIRED", 1)
    assert school.app.invoke("sweep_deadlines", {})["ended"] == 0


def test_an_attempt_whose_time_is_up_stands_in_nobodys_way(school: School) -> None:
    project = school.project(1)
    left = school.begin(project)
    school.app.pass_time(seconds=SECONDS + 3)
    assert school.begin(project)["attempt_id"] != left["attempt_id"]
    assert row_of(school, left).status == "EXPIRED"


@pytest.mark.parametrize("away", [{"minutes": 5}, {"hours": 7}, {"days": 9}])
def test_however_long_the_sweeper_was_away_it_finds_every_attempt(school: School, away: dict[str, float]) -> None:
    school.app.invoke("sweep_deadlines", {})
    project = school.project(1)
    attempts = [(school.begin(project, who), who) for who in (ANN, BOB)]
    school.app.pass_time(seconds=SECONDS, **away)
    assert school.app.invoke("sweep_deadlines", {})["ended"] == 2
    assert {row_of(school, attempt, who).status.value for attempt, who in attempts} == {"EXPIRED"}


def test_attempts_of_others_are_not_known(school: School) -> None:
    attempt = school.begin(school.project(1))
    before = school.app.rows()
    path = {"attempt_id": attempt["attempt_id"]}
    for use_case in ("show_attempt", "submit_attempt", "cancel_attempt", "show_result"):
        assert school.call(use_case, caller=BOB, path=path).code == "no_such_attempt", use_case
        assert school.call(use_case, caller=EVE, path=path).code in ("not_registered", "no_such_attempt"), use_case
    assert school.save(attempt, 0, "B", who=BOB).code == "no_such_attempt"
    assert school.app.rows() == before


def test_a_candidates_attempts_come_newest_first(school: School) -> None:
    project = school.project(1, attempts_allowed=9)
    begun = []
    for _ in range(3):
        begun.append(school.sit(project, right=1)["attempt_id"])
        school.app.pass_time(minutes=1)
    first = school.done("list_my_attempts", query={"limit": "2"})
    rest = school.done("list_my_attempts", query={"limit": "2", "cursor": first["next_cursor"]})
    assert [each["attempt_id"] for each in first["items"] + rest["items"]] == begun[::-1]
    assert rest["next_cursor"] is None
    assert {each["score"] for each in first["items"]} == {1}
    assert school.done("list_my_attempts", caller=BOB)["items"] == []
