"""Results: what the project shows of them, in the letters that the candidate saw, and untouched by later edits."""

from typing import Any

import pytest

from tests.api.exambuddy.school import ADA, ANN, BOB, OPERATOR, School, choice


@pytest.mark.parametrize(
    ("policy", "status", "with_questions"),
    [("nothing", 403, False), ("score", 200, False), ("answers", 200, True), ("answers_after_close", 200, False)],
)
def test_a_candidate_sees_what_the_policy_allows_and_the_admin_all(
    school: School, policy: str, status: int, with_questions: bool
) -> None:
    attempt = school.sit(school.project(2, review_policy=policy), right=1)
    own = school.result(attempt)
    assert own.status == status
    if status == 403:
        assert own.code == "result_withheld"
        assert "KEY" not in own.text
        [listed] = school.done("list_my_attempts")["items"]
        assert (listed["score"], listed["percent"]) == (None, None)
    else:
        assert (own.body["score"], own.body["percent"]) == (1, 50.0)
        assert (own.body["questions"] is not None) == with_questions
        assert ("KEY" in own.text) == with_questions
    for who in (ADA, OPERATOR):
        seen = school.result(attempt, who).body
        assert (seen["score"], len(seen["questions"])) == (1, 2)


def test_answers_are_shown_once_the_project_is_closed(school: School) -> None:
    closes = school.app.moment.replace(hour=12).isoformat()
    attempt = school.sit(school.project(1, review_policy="answers_after_close", closes_at=closes), right=1)
    assert school.result(attempt).body["questions"] is None
    school.app.moment = school.app.moment.replace(hour=12)
    assert len(school.result(attempt).body["questions"]) == 1


def test_an_admin_may_release_the_answers_later(school: School) -> None:
    project = school.project(1, review_policy="score")
    attempt = school.sit(project, right=1)
    school.edit(project, review_policy="answers")
    assert len(school.result(attempt).body["questions"]) == 1


def test_a_running_attempt_and_one_that_was_given_up_have_no_result(school: School) -> None:
    attempt = school.begin(school.project(1))
    assert (school.result(attempt).status, school.result(attempt).code) == (409, "attempt_running")
    assert school.result(attempt, ADA).code == "attempt_running"
    school.done("cancel_attempt", path={"attempt_id": attempt["attempt_id"]})
    assert school.result(attempt).code == "attempt_cancelled"


def test_shuffled_options_are_answered_and_reviewed_in_the_letters_that_were_shown(school: School) -> None:
    project = school.project(6, shuffle_options=True, review_policy="answers")
    attempt = school.begin(project)
    for number, question in enumerate(attempt["questions"]):
        wanted = "right" if number < 4 else "wrong"
        letter = "ABC"[next(at for at, text in enumerate(question["options"]) if text.startswith(wanted))]
        assert school.save(attempt, number, letter).body["selected_answer"] == letter
    assert len({tuple(text.split()[0] for text in each["options"]) for each in attempt["questions"]}) > 1
    assert school.submit(attempt).body["score"] == 4
    for shown, question in zip(attempt["questions"], school.result(attempt).body["questions"], strict=True):
        assert question["options"] == shown["options"]
        right = question["options"]["ABC".index(question["correct_answer"])]
        given = question["options"]["ABC".index(question["selected_answer"])]
        assert right.startswith("right")
        assert (given == right) == question["is_correct"]
        assert question["feedback"] == ([f"KEY feedback {right.split()[1]}"] if question["is_correct"] else [])


ORDER: dict[str, Any] = {"question_type": "ordering", "options": ["1", "2", "3"], "correct_answer": ["B", "A", "C"]}
KINDS: list[tuple[dict[str, Any], object, float]] = [
    ({"question_type": "multiple_response", "options": ["a", "b", "c"], "correct_answer": ["A", "C"]}, ["A"], 0.5),
    ({"question_type": "true_false", "correct_answer": False}, False, 1.0),
    ({"question_type": "short_answer", "correct_answer": ["Paris"]}, "  paris ", 1.0),
    ({"question_type": "numeric", "correct_answer": ["3.14:0.01"], "points": 2}, 3.145, 1.0),
    (
        {"question_type": "ordering", "options": ["1", "2", "3"], "correct_answer": ["B", "A", "C"]},
        ["B", "C", "A"],
        0.5,
    ),
]


def test_every_kind_earns_partial_credit_as_the_project_says(school: School) -> None:
    project = school.project(
        response_credit="proportional", ordering_credit="longest_subsequence", review_policy="answers"
    )
    answers = {}
    for number, (question, answer, credit) in enumerate(KINDS):
        answers[school.add(project, {"question_text": f"Q{number}", **question})] = (answer, credit)
    school.edit(project, published=True)
    attempt = school.begin(project)
    for number, question in enumerate(attempt["questions"]):
        assert school.save(attempt, number, answers[question["question_id"]][0]).status == 200
    assert school.submit(attempt).body["score"] == 3
    result = school.result(attempt).body
    assert {each["question_id"]: each["credit"] for each in result["questions"]} == {
        name: credit for name, (_, credit) in answers.items()
    }
    assert (result["points"], result["points_possible"], result["percent"]) == (5.0, 6.0, 83.33)


def test_editing_or_deleting_a_question_never_changes_a_finished_or_running_attempt(school: School) -> None:
    project = school.project(2, review_policy="answers")
    over, running = school.sit(project, right=2), school.begin(project, BOB)
    before = school.result(over).body
    questions = school.done("list_questions", caller=ADA, path={"project_id": project})["items"]
    edited, deleted = ({"project_id": project, "question_id": each["question_id"]} for each in questions)
    school.done("edit_question", caller=ADA, path=edited, body={"correct_answer": "A", "question_text": "Changed?"})
    school.done("delete_question", caller=ADA, path=deleted)
    assert school.result(over).body == before
    assert school.done("show_attempt", caller=BOB, path={"attempt_id": running["attempt_id"]}) == running
    for number in range(2):
        school.save(running, number, "B", who=BOB)
    assert school.submit(running, BOB).body["score"] == 2
    school.edit(project, negative_marking=True)
    assert school.result(over).body == before


def test_the_draw_takes_the_current_version(school: School) -> None:
    project = school.project(1)
    [question] = school.done("list_questions", caller=ADA, path={"project_id": project})["items"]
    path = {"project_id": project, "question_id": question["question_id"]}
    school.done("edit_question", caller=ADA, path=path, body={"question_text": "Changed?", "correct_answer": "A"})
    attempt = school.begin(project)
    assert attempt["questions"][0]["question_text"] == "Changed?"
    school.save(attempt, 0, "A")
    assert school.submit(attempt).body["score"] == 1


def test_media_of_a_question_reach_the_candidate_as_links(school: School) -> None:
    project = school.project()
    offered = school.done(
        "offer_upload", caller=ADA, path={"project_id": project}, body={"content_type": "image/png", "size": 9}
    )
    school.add(project, choice(1, media=[offered["key"]]))
    school.edit(project, published=True)
    [media] = school.begin(project, ANN)["questions"][0]["media"]
    assert media["key"] == offered["key"]
    assert offered["key"] in media["url"]
