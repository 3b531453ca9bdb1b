"""No answer to a candidate holds any key before the attempt is over: every endpoint of theirs is walked."""

import json
from collections.abc import Iterator
from typing import Any

from singletable.service import Who
from tests.api.exambuddy.school import ADA, ANN, School, choice

MARK = "KEY"
FIELDS = {"correct_answer", "explanation", "credits", "feedback", "is_correct", "credit", "fingerprint", "score"}
QUESTIONS: list[dict[str, Any]] = [
    choice(1, credits={"A": 50}),
    {
        "question_type": "multiple_response",
        "question_text": "Which?",
        "options": ["one", "two", "three"],
        "correct_answer": ["A", "C"],
        "feedback": {"A": f"{MARK} feedback"},
    },
    {"question_type": "true_false", "question_text": "Is it?", "correct_answer": True, "explanation": f"{MARK} true"},
    {"question_type": "short_answer", "question_text": "Name it.", "correct_answer": [f"{MARK} word", f"{MARK} *"]},
    {"question_type": "numeric", "question_text": "How many?", "correct_answer": ["987654321:0.5"]},
    {
        "question_type": "ordering",
        "question_text": "Order.",
        "options": ["b", "a", "c"],
        "correct_answer": ["C", "A", "B"],
        "explanation": f"{MARK} order",
    },
]
ANSWERS: dict[str, object] = {
    "multiple_choice": "A",
    "multiple_response": ["A"],
    "true_false": False,
    "short_answer": "guess",
    "numeric": 5,
    "ordering": ["A", "B", "C"],
}
FOR_ADMINS = {
    "create_project",
    "list_projects",
    "show_project",
    "edit_project",
    "delete_project",
    "add_question",
    "list_questions",
    "export_questions",
    "edit_question",
    "delete_question",
    "import_questions",
    "offer_upload",
    "list_attempts",
    "list_all_attempts",
    "show_statistics",
    "grant_override",
    "export_attempts",
    "set_role",
}


def names_in(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            if inner is not None:
                yield name
            yield from names_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from names_in(inner)


def test_no_endpoint_tells_a_candidate_any_key_before_the_end(school: School) -> None:
    project = school.project(publish=False, review_policy="answers", attempts_allowed=3, shuffle_options=True)
    for question in QUESTIONS:
        school.add(project, question)
    school.edit(project, published=True)
    answers, ends = [], []

    def seen(use_case: str, **request: Any) -> Any:
        answer = school.call(use_case, caller=ANN, **request)
        answers.append((use_case, answer))
        return answer

    given_up = seen("begin_attempt", path={"project_id": project}).body
    ends.append(seen("cancel_attempt", path={"attempt_id": given_up["attempt_id"]}))
    seen("show_attempt", path={"attempt_id": given_up["attempt_id"]})
    seen("show_result", path={"attempt_id": given_up["attempt_id"]})
    attempt = seen("begin_attempt", path={"project_id": project}, headers={"Idempotency-Key": "k"}).body
    seen("begin_attempt", path={"project_id": project}, headers={"Idempotency-Key": "k"})
    seen("begin_attempt", path={"project_id": project})
    path = {"attempt_id": attempt["attempt_id"]}
    for question in attempt["questions"]:
        one = {**path, "question_id": question["question_id"]}
        body = {"selected_answer": ANSWERS[question["question_type"]], "sequence": 1}
        assert seen("save_answer", path=one, body=body).status == 200
        seen("save_answer", path=one, body={**body, "selected_answer": "not at all"})
    for use_case in ("show_attempt", "show_result"):
        seen(use_case, path=path)
    for use_case in ("show_me", "list_catalogue", "list_my_attempts"):
        seen(use_case)
    seen("register_user", body={})
    for use_case in sorted(FOR_ADMINS):
        route = school.app.service.by_use_case[use_case]
        values = {"project_id": project, "question_id": attempt["questions"][0]["question_id"], "user_id": "x"}
        values["candidate_id"] = school.id_of(ANN)
        in_path = {name: value for name, value in values.items() if f"{{{name}}}" in route.path}
        refused = seen(use_case, path=in_path, query={"format": "json"} if "import" in use_case else {}, body={})
        assert refused.status in (400, 403, 415), use_case
    for use_case, answer in answers:
        assert MARK not in answer.text, use_case
        assert "987654321" not in answer.text, use_case
        told = set(names_in(json.loads(answer.text))) & FIELDS if answer.text else set()
        assert not told, f"{use_case} tells {told}"
    assert len([answer for _, answer in answers if answer.status == 200]) > 10

    assert seen("submit_attempt", path=path).status == 200
    assert MARK in school.call("show_result", caller=ANN, path=path).text
    walked = {use_case for use_case, _ in answers} | {"erase_me"}
    guarded = {route.use_case for route in school.app.service.routes if route.who is Who.USER}
    assert walked == guarded


def test_what_a_candidates_read_does_not_show_it_does_not_even_fetch(school: School) -> None:
    project = school.project(3)
    fetched: list[str] = []
    events = school.app.store.client.meta.events
    events.register("after-call.dynamodb", lambda parsed, **_: fetched.append(str(parsed)), unique_id="heard")
    try:
        attempt = school.begin(project)
        school.done("show_attempt", path={"attempt_id": attempt["attempt_id"]})
        school.save(attempt, 0, "A")
    finally:
        events.unregister("after-call.dynamodb", unique_id="heard")
    assert any("Question number" in answer for answer in fetched)
    assert not any(MARK in answer for answer in fetched)
    assert ADA["email"] not in "".join(fetched)
