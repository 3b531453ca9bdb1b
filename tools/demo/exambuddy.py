"""ExamBuddy's demo: two exams with their banks, twenty candidates, and a month of attempts."""

import json
import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from functions.exambuddy.entities.attempts import ActiveAttempt, Attempt, GivenAnswer, Status
from functions.exambuddy.entities.bank import StoredQuestion
from functions.exambuddy.entities.people import User
from functions.exambuddy.entities.projects import Project
from functions.exambuddy.questions.answers import Answer
from functions.exambuddy.questions.drawing import draw
from functions.exambuddy.questions.formats.json_list import write_json
from functions.exambuddy.questions.formats.reading import FileFormat, import_questions
from functions.exambuddy.questions.kinds import LABELS, Kind, Question
from functions.exambuddy.rules import attempts as rules
from functions.exambuddy.rules.bank import question_from, version_of
from functions.exambuddy.service import SERVICE
from singletable import clock
from singletable.ulid import new_ulid
from tools.build.targets import ROOT
from tools.demo.demo import OPERATOR, Demo

BANKS = ROOT / "tests" / "rules" / "exambuddy" / "samples"
TEACHER, CANDIDATE = "iris.vega@quartet.example", "leo.marsh@quartet.example"
EXAMS: dict[str, dict[str, Any]] = {
    "web_and_databases.gift": {
        "title": "Web and databases, final exam",
        "description": "Protocols, relational and key-value databases, some programming",
        "mode": "exam",
        "seconds_per_question": 90,
        "questions_per_attempt": 12,
        "attempts_allowed": 50,
        "review_policy": "answers",
        "response_credit": "proportional_minus_wrong",
        "ordering_credit": "longest_subsequence",
        "shuffle_options": True,
    },
    "general_knowledge.aiken": {
        "title": "General knowledge",
        "description": "Ten questions, ten minutes, as often as you like",
        "mode": "test",
        "total_seconds": 600,
        "questions_per_attempt": 10,
    },
}
NAMES = (
    "Ada Brook", "Ben Cole", "Cleo Dahl", "Dan Eames", "Eva Frost", "Finn Gale", "Gia Holt", "Hal Ivers", "Ida Jonas",
    "Jon Keller", "Kim Lund", "Lea Moss", "Max Novak", "Nia Orr", "Olaf Pike", "Pia Quist", "Ray Sand", "Sue Thorn",
    "Tim Ueda", "Una Voss",
)  # fmt: skip
ATTEMPTS = 110
CHANCE = random.Random(2026)  # noqa: S311  # the same demo every time


def load(demo: Demo) -> None:
    for email in (TEACHER, CANDIDATE):
        made = demo.call("exambuddy", "POST", "/users", email, {})
        if email == TEACHER:
            demo.call("exambuddy", "PUT", f"/admin/users/{made['user_id']}/role", OPERATOR, {"role": "ADMIN"})
    store, now = demo.store(SERVICE), clock.now()
    candidates = [candidate(name, now) for name in NAMES]
    store.batch_write(puts=candidates)
    for file, settings in EXAMS.items():
        project_id = publish(demo, file, settings)
        project = store.find(Project.by_id(project_id=project_id))
        if project is not None:
            questions = list(store.every(StoredQuestion.key(project_id=project_id)))
            store.batch_write(puts=month(project, questions, candidates, now))
    sit(demo, project_id)


def candidate(name: str, now: datetime) -> User:
    made = now - timedelta(days=40)
    email = f"{name.lower().replace(' ', '.')}@quartet.example"
    return User(user_id=new_ulid(made), email=email, name=name, created_at=made, updated_at=made)


def publish(demo: Demo, file: str, settings: dict[str, Any]) -> str:
    """As a teacher does it: make the project, import the file, publish."""
    project: str = demo.call("exambuddy", "POST", "/projects", TEACHER, settings)["project_id"]
    drafts = import_questions(FileFormat(file.rpartition(".")[2]), (BANKS / file).read_bytes()).accepted()
    bank = json.loads(write_json([draft.question for draft in drafts]))
    demo.call("exambuddy", "POST", f"/projects/{project}/questions/import?format=json", TEACHER, bank)
    demo.call("exambuddy", "PATCH", f"/projects/{project}", TEACHER, {"published": True})
    return project


def month(project: Project, questions: list[StoredQuestion], candidates: list[User], now: datetime) -> Iterator[object]:
    """Attempts of the last thirty days; some candidates know more, some questions are harder."""
    knowledge = {user.user_id: CHANCE.gauss(0.6, 0.2) for user in candidates}
    hardness = {question.question_id: CHANCE.gauss(0.0, 0.2) for question in questions}
    taken: dict[str, int] = {}
    for number in range(ATTEMPTS):
        user = CHANCE.choice(candidates)
        start = now - timedelta(days=30 * (1 - number / ATTEMPTS), minutes=CHANCE.randint(60, 600))
        begun = begin(project, questions, user, start)
        taken[user.user_id] = taken.get(user.user_id, 0) + 1
        yield from over(begun, questions, knowledge[user.user_id], hardness)
    for user_id, count in taken.items():
        yield ActiveAttempt(candidate_id=user_id, project_id=project.project_id, attempts=count)


def begin(project: Project, questions: list[StoredQuestion], user: User, start: datetime) -> Attempt:
    seed = CHANCE.randbytes(16)
    by_id = {question.question_id: question for question in questions}
    chosen = [by_id[name] for name in draw(tuple(by_id), project.questions_per_attempt or 10, seed)]
    return rules.begin(
        project, None, chosen, attempt_id=new_ulid(start), candidate_id=user.user_id, seed=seed, now=start
    )


def over(
    attempt: Attempt, questions: list[StoredQuestion], knowledge: float, hardness: dict[str, float]
) -> Iterator[object]:
    status = CHANCE.choices([Status.COMPLETED, Status.EXPIRED, Status.CANCELLED], [88, 8, 4])[0]
    by_id = {question.question_id: question for question in questions}
    at, answers = attempt.started_at, dict[str, GivenAnswer]()
    for sequence, drawn in enumerate(attempt.questions or (), start=1):
        seconds = max(3, int(CHANCE.gauss(30, 12)))
        at += timedelta(seconds=seconds)
        if CHANCE.random() < 0.95:
            question = question_from(by_id[drawn.question_id])
            knows = CHANCE.random() < knowledge - hardness[drawn.question_id]
            answers[drawn.question_id] = GivenAnswer(
                answer_id=new_ulid(at),
                attempt_id=attempt.attempt_id,
                question_id=drawn.question_id,
                selected_answer=right_answer(question) if knows else wrong_answer(question),
                answered_at=at,
                sequence=sequence,
                seconds_spent=seconds,
            )
    end = attempt.deadline_at or at if status is Status.EXPIRED else at
    yield from answers.values()
    yield rules.ended(attempt, status, {name: version_of(each) for name, each in by_id.items()}, answers, end)


def right_answer(question: Question) -> Answer:
    first = question.correct[0]
    match question.kind:
        case Kind.SINGLE_CHOICE:
            return first
        case Kind.MULTIPLE_RESPONSE | Kind.ORDERING:
            return list(question.correct)
        case Kind.TRUE_FALSE:
            return first == "true"
        case Kind.NUMERIC:
            return first.partition("..")[0].partition(":")[0]
    return first.replace("*", "")


def wrong_answer(question: Question) -> Answer:
    letters = LABELS[: len(question.options)]
    match question.kind:
        case Kind.SINGLE_CHOICE:
            return CHANCE.choice([letter for letter in letters if letter not in question.correct])
        case Kind.MULTIPLE_RESPONSE:
            return [CHANCE.choice(letters)]
        case Kind.ORDERING:
            return sorted(question.correct, reverse=True)
        case Kind.TRUE_FALSE:
            return question.correct[0] != "true"
        case Kind.NUMERIC:
            return "-1"
    return "no idea"


def sit(demo: Demo, project: str) -> None:
    """One attempt that is still running, to go on with."""
    attempt = demo.call("exambuddy", "POST", f"/projects/{project}/attempts", CANDIDATE)
    for number, question in enumerate(attempt["questions"][:3], start=1):
        path = f"/attempts/{attempt['attempt_id']}/answers/{question['question_id']}"
        demo.call("exambuddy", "PUT", path, CANDIDATE, {"selected_answer": "A", "sequence": number})
