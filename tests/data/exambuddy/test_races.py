"""Races on an engine that is atomic under threads: one attempt, one score, no lost answer, one count."""

import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from functions.exambuddy.entities.attempts import ActiveAttempt, Attempt, Status
from functions.exambuddy.entities.bank import StoredQuestion
from functions.exambuddy.entities.catalogue import TABLE
from functions.exambuddy.entities.people import Answered, User
from functions.exambuddy.entities.projects import Gate, Project
from functions.exambuddy.finishing import finish
from functions.exambuddy.questions.kinds import Kind, Question
from functions.exambuddy.repository.attempts import Attempts, NotTaken
from functions.exambuddy.repository.bank import Bank
from functions.exambuddy.repository.projects import Projects
from functions.exambuddy.rules import attempts as rules
from functions.exambuddy.rules.attempts import AttemptActive, AttemptFinished, begin, given_answer
from functions.exambuddy.rules.bank import face_from, new_question
from functions.exambuddy.rules.projects import OpenAttempts, ProjectClosed, create
from singletable.errors import ConditionRefused
from singletable.idempotency import Once
from singletable.schema import evolve
from singletable.store import Store
from singletable.ulid import new_ulid
from tests.data.parallel import at_once
from tests.engines import StoreFor

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANN = User(user_id="ann", email="ann@example.com", created_at=NOON, updated_at=NOON)


def once(token: str | None = None) -> Once:
    return Once(Answered, "ann", token, "hash")


class Exam:
    """A published project with five questions, all true."""

    def __init__(self, store: Store, shards: int | None = None) -> None:
        self.store, self.now = store, NOON
        self.attempts, self.bank, self.projects = Attempts(store), Bank(store), Projects(store)
        settings = {"title": "T", "total_seconds": 600, **({"shards": shards} if shards else {})}
        self.project = create("p", "ada", settings, NOON)
        self.projects.create(self.project, once(), "{}")
        store.create(ANN)
        self.questions = [self.add(n) for n in range(5)]
        listed = self.current()
        self.project = self.projects.change(listed, evolve(listed, published=True))

    def current(self) -> Project:
        found = self.projects.get("ada", "p")
        assert found is not None
        return found

    def add(self, number: int) -> StoredQuestion:
        asked = Question(kind=Kind.TRUE_FALSE, text=f"{number}?", correct=("true",))
        question = new_question(self.project, new_ulid(NOON), asked, now=NOON, order=number)
        self.bank.add(self.project, question, once(), "{}")
        return question

    def attempt(self, user: User = ANN) -> Attempt:
        attempt_id = new_ulid(NOON)
        return begin(
            self.project,
            None,
            self.questions,
            attempt_id=attempt_id,
            candidate_id=user.user_id,
            seed=b"seed",
            now=NOON,
        )

    def begin(self, user: User = ANN, allowed: int | None = None) -> Attempt:
        made = self.attempt(user)
        self.attempts.begin(made, user, allowed=allowed, once=once(), answer="{}")
        return made

    def save(self, attempt: Attempt, number: int, sequence: int, *, right: bool = True) -> None:
        question = self.questions[number]
        drawn = rules.drawn_question(attempt, question.question_id)
        given = given_answer(
            attempt,
            drawn,
            face_from(question),
            right,
            answer_id="a",
            sequence=sequence,
            seconds_spent=None,
            now=self.now,
        )
        self.attempts.save(attempt, given, self.now)

    def finish(self, attempt: Attempt, status: Status, token: str | None = None) -> Attempt:
        return finish(
            self.attempts,
            self.bank,
            attempt,
            status,
            self.now,
            lambda over: once(token).answering(200, "{}", NOON),
        )

    def inside(self) -> int:
        return sum(gate.inside for gate in self.store.every(Gate.key(project_id="p"), consistent=True))

    def stored(self, attempt: Attempt) -> Attempt:
        found = self.attempts.get(attempt.candidate_id, attempt.attempt_id)
        assert found is not None
        return found


@pytest.fixture
def exam(store_for: StoreFor) -> Exam:
    return Exam(store_for(TABLE, engine="dynoxide", now=lambda: NOON))


def kinds(results: list[object]) -> Counter[str]:
    return Counter(type(result).__name__ for result in results)


def test_fifty_parallel_starts_begin_one_attempt(exam: Exam) -> None:
    results = at_once(50, lambda number: exam.begin())
    assert kinds(results) == {"Attempt": 1, "AttemptActive": 49}
    [winner] = [result for result in results if isinstance(result, Attempt)]
    assert {result.facts["attempt_id"] for result in results if isinstance(result, AttemptActive)} == {
        winner.attempt_id
    }
    assert len(list(exam.store.every(Attempt.key(candidate_id="ann")))) == 1
    lock = exam.store.get(ActiveAttempt.key.item(candidate_id="ann", project_id="p"))
    assert lock is not None
    assert (lock.owner, lock.attempts, exam.inside()) == (winner.attempt_id, 1, 1)


def test_attempts_begun_and_ended_in_parallel_never_exceed_what_is_allowed(exam: Exam) -> None:
    def sit(number: int) -> str:
        try:
            attempt = exam.begin(allowed=7)
        except (AttemptActive, rules.AttemptsUsed) as refused:
            return refused.code
        exam.finish(attempt, Status.COMPLETED)
        return "sat"

    results = [str(result) for _ in range(8) for result in at_once(8, sit)]
    assert results.count("sat") == 7
    assert len(list(exam.store.every(Attempt.key(candidate_id="ann")))) == 7
    assert exam.inside() == 0


@pytest.mark.parametrize("token", [None, "the same"])
def test_ten_parallel_submits_score_once(exam: Exam, token: str | None) -> None:
    attempt = exam.begin()
    exam.save(attempt, 0, 1)
    results = at_once(10, lambda number: exam.finish(attempt, Status.COMPLETED, token))
    beaten = "AttemptFinished" if token is None else "AlreadyAnswered"
    assert kinds(results) == {"Attempt": 1, beaten: 9}
    stored = exam.stored(attempt)
    assert (stored.status, stored.score, stored.version) == (Status.COMPLETED, 1, 2)
    assert exam.inside() == 0


def _end(exam: Exam, attempt: Attempt, endings: list[Status], number: int) -> Attempt:
    return exam.finish(attempt, endings[number])


def test_sweeper_and_late_submit_never_make_two_results(exam: Exam) -> None:
    endings = [Status.EXPIRED, Status.COMPLETED, Status.EXPIRED, Status.CANCELLED]
    for _ in range(6):
        attempt = exam.begin()
        exam.save(attempt, 0, 1)
        results = at_once(4, partial(_end, exam, attempt, endings))
        [winner] = [result for result in results if isinstance(result, Attempt)]
        assert sum(isinstance(result, AttemptFinished) for result in results) == 3
        assert exam.stored(attempt) == winner
    assert exam.inside() == 0


def test_an_answer_that_was_taken_is_scored_however_it_races_the_submit(exam: Exam) -> None:
    for _ in range(8):
        attempt = exam.begin()

        def act(number: int, attempt: Attempt = attempt) -> object:
            if number == 5:
                return exam.finish(attempt, Status.COMPLETED)
            exam.save(attempt, number, 1)
            return "taken"

        results = at_once(6, act)
        taken = results.count("taken")
        assert taken + sum(isinstance(result, NotTaken) for result in results) == 5
        assert exam.stored(attempt).score == taken


def test_of_parallel_saves_the_highest_sequence_stands(exam: Exam) -> None:
    attempt = exam.begin()
    sequences = random.Random(5).sample(range(1, 100), 16)
    at_once(16, lambda number: exam.save(attempt, 0, sequences[number], right=sequences[number] % 2 == 0))
    kept = exam.attempts.answer(attempt.attempt_id, exam.questions[0].question_id)
    assert kept is not None
    assert (kept.sequence, kept.selected_answer) == (max(sequences), max(sequences) % 2 == 0)


def test_an_answer_after_the_deadline_is_refused_by_the_write_itself(exam: Exam) -> None:
    attempt = exam.begin()
    for seconds, is_taken in ((602, True), (602.001, False)):
        exam.now = NOON + timedelta(seconds=seconds)
        if is_taken:
            exam.save(attempt, 0, 1)
        else:
            with pytest.raises(NotTaken):
                exam.save(attempt, 0, 2)
    kept = exam.attempts.answer(attempt.attempt_id, exam.questions[0].question_id)
    assert kept is not None
    assert kept.sequence == 1


@pytest.mark.parametrize("shards", [None, 4])
def test_a_project_is_deleted_or_begun_but_never_both(store_for: StoreFor, shards: int | None) -> None:
    exam = Exam(store_for(TABLE, engine="dynoxide", now=lambda: NOON), shards)
    users = [evolve(ANN, user_id=f"u{n}", email=f"u{n}@example.com") for n in range(12)]
    for user in users:
        exam.store.create(user)

    def act(number: int) -> object:
        if number == 6:
            exam.projects.delete(exam.current())
            return None
        return exam.begin(users[number])

    results = at_once(12, act)
    begun = sum(isinstance(result, Attempt) for result in results)
    is_gone = exam.projects.get("ada", "p") is None
    assert is_gone == (results[6] is None)
    assert begun == 0 if is_gone else isinstance(results[6], OpenAttempts)
    assert exam.inside() == begun


def test_archiving_and_beginning_never_leave_an_attempt_in_an_archived_project(exam: Exam) -> None:
    users = [evolve(ANN, user_id=f"u{n}", email=f"u{n}@example.com") for n in range(8)]
    for user in users:
        exam.store.create(user)

    def act(number: int) -> object:
        if number == 4:
            before = exam.current()
            return exam.projects.change(before, evolve(before, archived=True))
        return exam.begin(users[number])

    results = at_once(8, act)
    if exam.current().archived:
        assert exam.inside() == 0
        assert all(isinstance(result, ProjectClosed) for at, result in enumerate(results) if at != 4)
    else:
        assert isinstance(results[4], OpenAttempts)


def test_the_count_of_questions_is_exact_after_any_interleaving_of_adds_and_deletes_with_retries(exam: Exam) -> None:
    chance = random.Random(11)
    plans = [chance.choice(["add", "add twice", "delete", "delete twice", "edit"]) for _ in range(40)]
    doomed = {number: exam.add(100 + number) for number, plan in enumerate(plans) if plan != "add"}

    def act(start: int, number: int) -> None:
        number += start
        plan = plans[number]
        if plan.startswith("add"):
            question = evolve(exam.questions[0], question_id=f"new-{number}")
            for _ in range(2 if "twice" in plan else 1):
                exam.bank.add(exam.project, question, once(f"key-{number}"), "{}")
        elif plan.startswith("delete"):
            for _ in range(2 if "twice" in plan else 1):
                exam.bank.delete(exam.project, doomed[number])
        else:
            exam.bank.change(doomed[number], evolve(doomed[number], question_text="changed?"))

    results: list[object] = []
    for start in range(0, 40, 10):
        results += at_once(10, partial(act, start))
    twice = sum("twice" in plan for plan in plans)
    assert sum(isinstance(result, ConditionRefused) for result in results) == twice
    assert kinds(results)["NoneType"] == 40 - twice
    places: list[Any] = exam.bank.places(exam.current())
    expected = 5 + len(doomed) + sum(p.startswith("add") for p in plans) - sum(p.startswith("delete") for p in plans)
    assert len(places) == exam.current().question_count == expected
