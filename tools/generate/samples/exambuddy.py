"""A sample event for each function of ExamBuddy, and what its table holds so that all of them succeed."""

from datetime import UTC, datetime, timedelta

from functions.exambuddy.entities.attempts import ActiveAttempt, Attempt, Drawn, GivenAnswer, Status, Terms
from functions.exambuddy.entities.bank import StoredQuestion
from functions.exambuddy.entities.people import Erasure, Role, User
from functions.exambuddy.entities.projects import Mode, Project, ReviewPolicy
from functions.exambuddy.questions.kinds import Kind, Question
from functions.exambuddy.questions.scoring import OrderingCredit, ResponseCredit
from functions.exambuddy.rules.bank import new_question, version_of
from functions.exambuddy.rules.projects import catalogue_entry, gates
from singletable.schema import evolve
from tools.events.http import claims
from tools.generate.sample import ANN, Call, Changes, Messages, Samples, Tick

ADA = claims("ada@example.com", subject="ada", name="Ada")
NEW = claims("new@example.com", subject="new", name="Nell")
GOING = claims("gus@example.com", subject="gus", name="Gus")
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

PROJECT, DRAFT = "01K9YD9ABCDEFGHJKMNPQRST01", "01K9YD9ABCDEFGHJKMNPQRST02"
CAPITAL, PRIME = "01K9YD9ABCDEFGHJKMNPQRSTQ1", "01K9YD9ABCDEFGHJKMNPQRSTQ2"
RUNNING, OVER = "01K9YD9ABCDEFGHJKMNPQRSTA1", "01K9YD9ABCDEFGHJKMNPQRSTA2"
THE_PROJECT, THE_QUESTION = {"project_id": PROJECT}, {"project_id": PROJECT, "question_id": CAPITAL}
THE_DRAFT = {"project_id": DRAFT}
RANGE = {"from": "2026-03-01", "to": "2026-03-31"}

EXAM = Project(
    project_id=PROJECT,
    admin_id="01ADA",
    title="Geography, first term",
    description="Capitals and numbers",
    published=True,
    question_count=2,
    questions_added=2,
    mode=Mode.EXAM,
    total_seconds=3600,
    questions_per_attempt=2,
    review_policy=ReviewPolicy.ANSWERS,
    created_at=NOON,
    updated_at=NOON,
)
QUESTIONS = (
    new_question(
        EXAM,
        CAPITAL,
        Question(
            kind=Kind.SINGLE_CHOICE,
            text="Which city is the capital of Australia?",
            options=("Sydney", "Canberra", "Perth"),
            correct=("B",),
            explanation="Canberra was founded as the capital in 1913.",
        ),
        now=NOON,
        order=1000,
    ),
    new_question(
        EXAM, PRIME, Question(kind=Kind.TRUE_FALSE, text="91 is a prime.", correct=("false",)), now=NOON, order=2000
    ),
)
TERMS = Terms(EXAM.title, ReviewPolicy.ANSWERS, ResponseCredit.ALL_OR_NOTHING, OrderingCredit.ALL_OR_NOTHING, False)


def user(user_id: str, who: dict[str, str], role: Role = Role.CANDIDATE) -> User:
    return User(user_id=user_id, email=who["email"], name=who["name"], role=role, created_at=NOON, updated_at=NOON)


def running(now: datetime) -> Attempt:
    """Begun a moment ago, whenever that is."""
    began = now.replace(microsecond=0)
    return Attempt(
        attempt_id=RUNNING,
        candidate_id="01ANN",
        project_id=DRAFT,
        admin_id="01ADA",
        started_at=began,
        deadline_at=began + timedelta(hours=1),
        status=Status.IN_PROGRESS,
        total_questions=2,
        questions=(Drawn(CAPITAL, 1), Drawn(PRIME, 1)),
        terms=TERMS,
    )


def over(now: datetime) -> Attempt:
    return evolve(
        running(now),
        attempt_id=OVER,
        project_id=PROJECT,
        status=Status.COMPLETED,
        completed_at=running(now).started_at + timedelta(minutes=5),
        time_taken_seconds=300,
        score=1,
        points="1",
        points_possible="2",
        share=5000,
        questions=(
            Drawn(CAPITAL, 1, credit="1", points="1", answered=True, seconds=40),
            Drawn(PRIME, 1, credit="0", points="1", answered=False),
        ),
    )


BEGUN = evolve(over(NOON), status=Status.IN_PROGRESS)


def in_draft(question: StoredQuestion) -> StoredQuestion:
    return evolve(question, project_id=DRAFT)


def stored(now: datetime) -> tuple[object, ...]:
    draft = evolve(EXAM, project_id=DRAFT, title="Drafts", published=None)
    inside = [evolve(gate, inside=1) for gate in gates(draft)]
    return (
        user("01ADA", ADA, Role.ADMIN),
        user("01ANN", ANN),
        user("01GUS", GOING),
        EXAM,
        draft,
        catalogue_entry(EXAM),
        *gates(EXAM),
        *inside,
        *QUESTIONS,
        *(version_of(each) for each in QUESTIONS),
        *(in_draft(each) for each in QUESTIONS),
        *(version_of(in_draft(each)) for each in QUESTIONS),
        running(now),
        ActiveAttempt(
            candidate_id="01ANN", project_id=DRAFT, owner=RUNNING, deadline_at=running(now).deadline_at, attempts=1
        ),
        over(now),
        GivenAnswer(
            answer_id="01ANSWER", attempt_id=OVER, question_id=CAPITAL, selected_answer="B", answered_at=now, sequence=1
        ),
        Erasure(user_id="01GONE", pseudonym="erased-01", created_at=now),
    )


AIKEN = "Which planet is the largest?\nA. Earth\nB. Jupiter\nC. Mars\nANSWER: B\n"
SETTINGS = {
    "title": "Chemistry, second term",
    "description": "Acids and bases",
    "mode": "exam",
    "seconds_per_question": 60,
    "questions_per_attempt": 20,
    "attempts_allowed": 2,
    "opens_at": "2026-03-01T08:00:00Z",
    "closes_at": "2026-03-08T20:00:00Z",
    "review_policy": "answers_after_close",
    "response_credit": "proportional",
    "shuffle_options": True,
}
PH = {
    "question_type": "multiple_choice",
    "question_text": "What is the pH of pure water at 25 °C?",
    "options": ["5", "7", "9"],
    "correct_answer": "B",
    "explanation": "It is neutral.",
}

SAMPLES = Samples(
    {
        "register_user": Call(caller=NEW, body={"name": "Nell N."}, headers={"Idempotency-Key": "register-nell"}),
        "show_me": Call(),
        "erase_me": Call(caller=GOING, headers={"Idempotency-Key": "leave"}),
        "create_project": Call(caller=ADA, body=SETTINGS, headers={"Idempotency-Key": "chemistry"}),
        "list_projects": Call(caller=ADA, query={"archived": "false", "limit": "20"}),
        "show_project": Call(caller=ADA, path=THE_PROJECT),
        "edit_project": Call(caller=ADA, path=THE_PROJECT, body={"title": "Geography", "published": True}),
        "delete_project": Call(caller=ADA, path=THE_PROJECT),
        "list_catalogue": Call(query={"limit": "20"}),
        "add_question": Call(caller=ADA, path=THE_PROJECT, body=PH, headers={"Idempotency-Key": "ph"}),
        "list_questions": Call(caller=ADA, path=THE_PROJECT, query={"limit": "20"}),
        "export_questions": Call(caller=ADA, path=THE_PROJECT, query={"format": "gift"}),
        "edit_question": Call(caller=ADA, path=THE_QUESTION, body={"explanation": "Since 1913."}),
        "delete_question": Call(caller=ADA, path=THE_QUESTION),
        "import_questions": Call(
            caller=ADA,
            path=THE_PROJECT,
            query={"format": "aiken"},
            body=AIKEN,
            headers={"content-type": "text/plain", "Idempotency-Key": "planets"},
        ),
        "offer_upload": Call(caller=ADA, path=THE_PROJECT, body={"content_type": "image/png", "size": 48_211}),
        "begin_attempt": Call(path=THE_PROJECT, headers={"Idempotency-Key": "begin"}),
        "show_attempt": Call(path={"attempt_id": RUNNING}),
        "save_answer": Call(
            path={"attempt_id": RUNNING, "question_id": CAPITAL},
            body={"selected_answer": "B", "sequence": 1, "seconds_spent": 12},
        ),
        "submit_attempt": Call(path={"attempt_id": RUNNING}, headers={"Idempotency-Key": "submit"}),
        "cancel_attempt": Call(path={"attempt_id": RUNNING}),
        "show_result": Call(path={"attempt_id": OVER}),
        "list_my_attempts": Call(query={"limit": "20"}),
        "list_attempts": Call(caller=ADA, path=THE_PROJECT, query={**RANGE, "status": "COMPLETED", "limit": "20"}),
        "list_all_attempts": Call(caller=ADA, query={**RANGE, "limit": "20"}),
        "show_statistics": Call(caller=ADA, path=THE_PROJECT),
        "grant_override": Call(
            caller=ADA,
            path={**THE_PROJECT, "candidate_id": "01ANN"},
            body={"extra_seconds": 900, "extra_attempts": 1},
        ),
        "export_attempts": Call(caller=ADA, path=THE_PROJECT, query=RANGE),
        "set_role": Call(caller=ADA, path={"user_id": "01ANN"}, body={"role": "ADMIN"}),
        "show_openapi": Call(),
        "show_docs": Call(),
        "check_health": Call(),
        "settle_attempts": Changes(((None, running(NOON)), (BEGUN, over(NOON)))),
        "keep_banks": Changes(((EXAM, evolve(EXAM, question_count=3)), (QUESTIONS[0], QUESTIONS[0]))),
        "erase_user": Messages(({"user_id": "01GONE"},)),
        "sweep_deadlines": Tick(),
        "resume_erasures": Tick(),
    },
    stored,
)
