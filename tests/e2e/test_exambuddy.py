"""An exam over HTTP on the deployed local cloud, from the empty bank to the statistics; then fifteen sit it at once."""

import uuid
from dataclasses import dataclass
from typing import Any

import pytest

from tests.e2e.client import Client, Response
from tests.e2e.patience import eventually
from tools.load.exambuddy import run

GIFT = """
::Capital:: Which city is the capital of Australia? { ~Sydney =Canberra#Founded for it. ~Perth }

::Prime:: 91 is a prime. {F}

::Water:: Water boils at how many °C at sea level? {#100:0.5}
"""


@dataclass(frozen=True)
class Person:
    client: Client
    token: str

    def call(self, method: str, path: str, body: object = None, **headers: str) -> Response:
        return self.client.call("exambuddy", method, path, token=self.token, body=body, **headers)

    def done(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        answer = self.call(method, path, body, **headers)
        assert answer.status < 300, f"{method} {path}: {answer.status} {answer.text}"
        return answer.body


def person(client: Client, name: str, *groups: str) -> Person:
    return Person(client, client.token(f"{name}-{uuid.uuid4().hex[:8]}@example.com", *groups))


@pytest.fixture
def teacher(client: Client) -> Person:
    """Registered, and made an admin by an operator."""
    made = person(client, "teacher")
    user = made.done("POST", "/users", {"name": "T"})
    person(client, "boss", "operators").done("PUT", f"/admin/users/{user['user_id']}/role", {"role": "ADMIN"})
    return made


@pytest.fixture
def candidate(client: Client) -> Person:
    made = person(client, "candidate")
    made.done("POST", "/users", {})
    return made


def test_an_exam_from_the_file_to_the_statistics(teacher: Person, candidate: Person) -> None:
    settings = {"title": f"Exam {uuid.uuid4().hex}", "total_seconds": 600, "review_policy": "answers"}
    project = teacher.done("POST", "/projects", settings, idempotency_key=uuid.uuid4().hex)["project_id"]
    path = f"/projects/{project}/questions/import?format=gift"
    imported = teacher.call("POST", path, GIFT, content_type="text/plain")
    assert (imported.status, imported.body["imported"]) == (201, 3)
    assert candidate.call("POST", f"/projects/{project}/attempts").status == 403
    teacher.done("PATCH", f"/projects/{project}", {"published": True})
    titles = [entry["title"] for entry in candidate.done("GET", "/catalog?limit=100")["items"]]
    assert settings["title"] in titles

    attempt = candidate.done("POST", f"/projects/{project}/attempts")
    assert candidate.call("POST", f"/projects/{project}/attempts").status == 409
    right = {"multiple_choice": "B", "true_false": False, "numeric": "100"}
    for sequence, question in enumerate(attempt["questions"], start=1):
        path = f"/attempts/{attempt['attempt_id']}/answers/{question['question_id']}"
        body = {"selected_answer": right[question["question_type"]], "sequence": sequence, "seconds_spent": 5}
        assert candidate.done("PUT", path, body)["selected_answer"] == body["selected_answer"]
    assert len(candidate.done("GET", f"/attempts/{attempt['attempt_id']}")["answers"]) == 3
    submitted = candidate.done("POST", f"/attempts/{attempt['attempt_id']}/submit")
    assert (submitted["status"], submitted["score"], submitted["percent"]) == ("COMPLETED", 3, 100.0)
    result = candidate.done("GET", f"/attempts/{attempt['attempt_id']}/result")
    assert {question["is_correct"] for question in result["questions"]} == {True}

    [listed] = teacher.done("GET", f"/projects/{project}/attempts")["items"]
    assert listed["attempt_id"] == attempt["attempt_id"]
    assert attempt["attempt_id"] in teacher.call("GET", f"/projects/{project}/attempts.csv").text
    found = eventually(
        lambda: teacher.done("GET", f"/projects/{project}/stats"), lambda stats: len(stats["questions"]) == 3
    )
    assert (found["attempts"], found["completed"], found["average_percent"]) == (1, 1, 100.0)


def test_fifteen_candidates_at_once_lose_no_answer_and_see_no_server_error(client: Client) -> None:
    report = run(client.cloud, candidates=15, questions=10)
    assert (report.saved, report.lost, report.wrong_scores, report.server_errors) == (150, 0, 0, 0), report.lines()
