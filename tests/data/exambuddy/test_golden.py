"""The sample items of the design are what the store writes, but for the decisions named beside each difference."""

from datetime import UTC, datetime
from typing import Any

from boto3.dynamodb.types import TypeDeserializer

from functions.exambuddy.entities.attempts import ActiveAttempt, Attempt, GivenAnswer, Status
from functions.exambuddy.entities.bank import QuestionVersion, StoredQuestion
from functions.exambuddy.entities.catalogue import TABLE
from functions.exambuddy.entities.people import Role, User
from functions.exambuddy.entities.projects import CatalogueEntry, Gate, Mode, Override, Project
from singletable.items import decode, encode
from singletable.schema import evolve
from tests.engines import StoreFor

MORNING = datetime(2026, 2, 6, 10, tzinfo=UTC)
STARTED = datetime(2026, 2, 6, 14, 30, tzinfo=UTC)
ANY_CHANGE_HAS_A_VERSION = {"version": 1}


def stored(store_for: StoreFor, entity: object) -> dict[str, Any]:
    """Through the store and back as DynamoDB has it."""
    store = store_for(TABLE)
    store.create(entity)
    item: Any = store_for.client().scan(TableName=store.name)["Items"][0]
    assert decode(item, type(entity)) == entity
    assert item == encode(entity)
    read = TypeDeserializer().deserialize
    return {name: read(value) for name, value in item.items()}


def test_a_user_is_the_sample_user(store_for: StoreFor) -> None:
    user = User(
        user_id="user-uuid-123",
        email="admin@example.com",
        name="John Doe",
        role=Role.ADMIN,
        created_at=MORNING,
        updated_at=MORNING,
    )
    assert stored(store_for, user) == ANY_CHANGE_HAS_A_VERSION | {
        "PK": "USER#admin@example.com",
        "SK": "USER#admin@example.com",
        "GSI1PK": "USER#user-uuid-123",
        "GSI1SK": "USER#user-uuid-123",
        "EntityType": "USER",
        "user_id": "user-uuid-123",
        "email": "admin@example.com",
        "name": "John Doe",
        "role": "ADMIN",
        "created_at": "2026-02-06T10:00:00Z",
        "updated_at": "2026-02-06T10:00:00Z",
    }


PROJECT = Project(
    project_id="proj-uuid-456",
    admin_id="user-uuid-123",
    title="AWS Certification Exam",
    description="Practice questions for AWS Solutions Architect",
    question_count=50,
    created_at=MORNING,
    updated_at=MORNING,
)


def test_a_project_is_the_sample_project(store_for: StoreFor) -> None:
    assert stored(store_for, PROJECT) == ANY_CHANGE_HAS_A_VERSION | {
        "PK": "ADMIN#user-uuid-123",
        "SK": "PROJECT#proj-uuid-456",
        "GSI1PK": "PROJECT#proj-uuid-456",
        "GSI1SK": "PROJECT#proj-uuid-456",
        "GSI2PK": "ADMIN#user-uuid-123",
        "GSI2SK": "2026-02-06T10:00:00Z#proj-uuid-456",
        "GSI3PK": "ADMIN#user-uuid-123#STATUS#false",
        "GSI3SK": "PROJECT#proj-uuid-456",
        "EntityType": "PROJECT",
        "project_id": "proj-uuid-456",
        "admin_id": "user-uuid-123",
        "title": "AWS Certification Exam",
        "description": "Practice questions for AWS Solutions Architect",
        "archived": False,
        "question_count": 50,
        "created_at": "2026-02-06T10:00:00Z",
        "updated_at": "2026-02-06T10:00:00Z",
    }
    assert stored(store_for, evolve(PROJECT, archived=True))["GSI3PK"] == "ADMIN#user-uuid-123#STATUS#true"


QUESTION = StoredQuestion(
    question_id="quest-uuid-789",
    project_id="proj-uuid-456",
    question_text="What is Amazon S3?",
    question_type="multiple_choice",
    options=("A", "B", "C", "D"),
    correct_answer="C",
    explanation="Amazon S3 is object storage...",
    order=1,
    created_at=MORNING,
)


def test_a_question_is_the_sample_question(store_for: StoreFor) -> None:
    assert stored(store_for, QUESTION) == ANY_CHANGE_HAS_A_VERSION | {
        "PK": "PROJECT#proj-uuid-456",
        "SK": "QUESTION#quest-uuid-789",
        "GSI1PK": "QUESTION#quest-uuid-789",
        "GSI1SK": "QUESTION#quest-uuid-789",
        "EntityType": "QUESTION",
        "question_id": "quest-uuid-789",
        "project_id": "proj-uuid-456",
        "question_text": "What is Amazon S3?",
        "question_type": "multiple_choice",
        "options": ["A", "B", "C", "D"],
        "correct_answer": "C",
        "explanation": "Amazon S3 is object storage...",
        "order": 1,
        "created_at": "2026-02-06T10:00:00Z",
    }


def test_a_version_of_a_question_stands_beside_it_and_on_no_index(store_for: StoreFor) -> None:
    shared = ("question_id", "project_id", "question_text", "question_type", "options", "correct_answer", "explanation")
    version = QuestionVersion(number=3, created_at=MORNING, **{name: getattr(QUESTION, name) for name in shared})
    item = stored(store_for, version)
    # E19: attempts refer to versions
    assert (item["PK"], item["SK"]) == ("PROJECT#proj-uuid-456", "QVERSION#quest-uuid-789#000003")
    assert not [name for name in item if name.startswith("GSI")]


ATTEMPT = Attempt(
    attempt_id="attempt-uuid-111",
    candidate_id="user-uuid-999",
    project_id="proj-uuid-456",
    started_at=STARTED,
    completed_at=datetime(2026, 2, 6, 15, 45, tzinfo=UTC),
    status=Status.COMPLETED,
    score=42,
    total_questions=50,
    time_taken_seconds=4500,
)


def test_an_attempt_is_the_sample_attempt(store_for: StoreFor) -> None:
    assert stored(store_for, ATTEMPT) == ANY_CHANGE_HAS_A_VERSION | {
        "PK": "CANDIDATE#user-uuid-999",
        "SK": "ATTEMPT#attempt-uuid-111",
        "GSI1PK": "ATTEMPT#attempt-uuid-111",
        "GSI1SK": "ATTEMPT#attempt-uuid-111",
        "GSI2PK": "PROJECT#proj-uuid-456",
        "GSI2SK": "2026-02-06T14:30:00Z#attempt-uuid-111",
        "EntityType": "ATTEMPT",
        "attempt_id": "attempt-uuid-111",
        "candidate_id": "user-uuid-999",
        "project_id": "proj-uuid-456",
        "started_at": "2026-02-06T14:30:00Z",
        "completed_at": "2026-02-06T15:45:00Z",
        "status": "COMPLETED",
        "score": 42,
        "total_questions": 50,
        "time_taken_seconds": 4500,
    }


def test_an_attempt_is_due_only_while_it_runs_and_spread_only_where_its_project_is(store_for: StoreFor) -> None:
    running = evolve(ATTEMPT, status=Status.IN_PROGRESS, deadline_at=datetime(2026, 2, 6, 16, 5, 9, tzinfo=UTC))
    item = stored(store_for, evolve(running, shard=3))
    # E18: the sweeper's index; E9, E10: shards
    assert (item["GSI3PK"], item["GSI3SK"]) == ("OPEN#2026-02-06T16", "2026-02-06T16:05:09Z#attempt-uuid-111")
    assert (item["GSI2PK"], item["GSI2SK"]) == ("PROJECT#proj-uuid-456#S3", "2026-02-06T14:30:00Z#attempt-uuid-111")
    assert "GSI3PK" not in stored(store_for, ATTEMPT)


def test_an_answer_is_the_sample_answer_but_stands_on_no_index(store_for: StoreFor) -> None:
    answer = GivenAnswer(
        answer_id="answer-uuid-222",
        attempt_id="attempt-uuid-111",
        question_id="quest-uuid-789",
        selected_answer="C",
        is_correct=True,
        answered_at=datetime(2026, 2, 6, 14, 35, tzinfo=UTC),
    )
    # E1: by question, so that answering again overwrites; E15: no pattern uses an index of answers
    assert stored(store_for, answer) == {
        "PK": "ATTEMPT#attempt-uuid-111",
        "SK": "ANSWER#quest-uuid-789",
        "EntityType": "ANSWER",
        "answer_id": "answer-uuid-222",
        "attempt_id": "attempt-uuid-111",
        "question_id": "quest-uuid-789",
        "selected_answer": "C",
        "is_correct": True,
        "answered_at": "2026-02-06T14:35:00Z",
    }


def test_what_the_design_adds_has_its_keys(store_for: StoreFor) -> None:
    entry = CatalogueEntry(project_id="p", admin_id="a", title="C# basics", mode=Mode.EXAM)
    item = stored(store_for, entry)
    assert (item["PK"], item["SK"], item["GSI2PK"], item["GSI2SK"]) == (
        "PROJECT#p",
        "CATALOG",
        "CATALOG",
        "C%23 basics#p",
    )
    lock = stored(store_for, ActiveAttempt(candidate_id="c", project_id="p", owner="t"))
    assert (lock["PK"], lock["SK"]) == ("CANDIDATE#c", "ACTIVE#p")
    gate = stored(store_for, Gate(project_id="p", shard=0))
    assert (gate["PK"], gate["SK"]) == ("PROJECT#p", "GATE#00")
    override = stored(store_for, Override(project_id="p", candidate_id="c", created_at=MORNING, updated_at=MORNING))
    assert (override["PK"], override["SK"], override["GSI1PK"]) == ("PROJECT#p", "OVERRIDE#c", "CANDIDATE#c")
