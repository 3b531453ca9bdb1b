"""A school that uses ExamBuddy: an admin, candidates, and exams that can be sat."""

from dataclasses import dataclass, field
from typing import Any

from tests.api.harness import ANN, BOB, EVE, OPERATOR, Answer, App
from tools.events.http import claims

ADA = claims("ada@example.com", name="Ada")
SECONDS = 600

Json = dict[str, Any]


def choice(number: int, **more: object) -> Json:
    """B is right."""
    return {
        "question_type": "multiple_choice",
        "question_text": f"Question number {number}?",
        "options": [f"wrong {number}", f"right {number}", f"also wrong {number}"],
        "correct_answer": "B",
        "explanation": f"KEY explanation {number}",
        "feedback": {"B": f"KEY feedback {number}"},
        **more,
    }


@dataclass
class School:
    app: App
    ids: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for who in (ADA, ANN, BOB):
            self.ids[who["email"]] = self.done("register_user", caller=who, body={"name": who["email"]})["user_id"]
        self.done("set_role", caller=OPERATOR, path={"user_id": self.id_of(ADA)}, body={"role": "ADMIN"})
        self.app.pass_time(seconds=61)

    def id_of(self, who: Json) -> str:
        return self.ids[who["email"]]

    def call(self, use_case: str, **request: Any) -> Answer:
        return self.app.call(use_case, **request)

    def done(self, use_case: str, **request: Any) -> Any:
        """The body of a call that must succeed."""
        answer = self.call(use_case, **request)
        assert answer.status < 300, f"{use_case}: {answer.status} {answer.text}"
        return answer.body if answer.text else None

    def project(self, questions: int = 0, *, publish: bool = True, **settings: Any) -> str:
        body = {"title": "Exam", "total_seconds": SECONDS, **settings}
        made: str = self.done("create_project", caller=ADA, body=body)["project_id"]
        for number in range(questions):
            self.add(made, choice(number))
        if publish and questions:
            self.edit(made, published=True)
        return made

    def add(self, project: str, question: Json) -> str:
        added = self.done("add_question", caller=ADA, path={"project_id": project}, body=question)
        return str(added["question_id"])

    def edit(self, project: str, **changes: Any) -> Any:
        return self.done("edit_project", caller=ADA, path={"project_id": project}, body=changes)

    def show(self, project: str) -> Any:
        return self.done("show_project", caller=ADA, path={"project_id": project})

    def begin(self, project: str, who: Json = ANN) -> Any:
        return self.done("begin_attempt", caller=who, path={"project_id": project})

    def save(self, attempt: Json, number: int, answer: object, sequence: int = 1, who: Json = ANN) -> Answer:
        path = {"attempt_id": attempt["attempt_id"], "question_id": attempt["questions"][number]["question_id"]}
        return self.call("save_answer", caller=who, path=path, body={"selected_answer": answer, "sequence": sequence})

    def submit(self, attempt: Json, who: Json = ANN, **headers: str) -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.call("submit_attempt", caller=who, path={"attempt_id": attempt["attempt_id"]}, headers=named)

    def sit(self, project: str, right: int, who: Json = ANN) -> Any:
        """An attempt with so many right answers, the rest wrong."""
        attempt = self.begin(project, who)
        for number in range(len(attempt["questions"])):
            assert self.save(attempt, number, "B" if number < right else "A", who=who).status == 200
        assert self.submit(attempt, who).status == 200
        return attempt

    def result(self, attempt: Json, who: Json = ANN) -> Answer:
        return self.call("show_result", caller=who, path={"attempt_id": attempt["attempt_id"]})


__all__ = ["ADA", "ANN", "BOB", "EVE", "OPERATOR", "SECONDS", "Json", "School", "choice"]
