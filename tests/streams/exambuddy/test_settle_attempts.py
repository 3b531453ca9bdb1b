"""Statistics, marks and archives from the stream of attempts: exact however often, in whatever pieces it comes."""

import gzip
import json
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest

from functions.exambuddy.entities.attempts import Attempt, Drawn, GivenAnswer, Status
from functions.exambuddy.repository.statistics import Statistics
from functions.exambuddy.rules.attempts import marks_of
from functions.exambuddy.statistics import Ending, ProjectSums, asked, begun, ended, totals
from singletable.schema import evolve
from tests.api.exambuddy.school import ADA, ANN, BOB, School
from tests.api.harness import App, Crash
from tests.streams.exambuddy.tape import Tape
from tools.events.stream import stream_event, stream_record

ATTEMPTS = ("CANDIDATE#", "ATTEMPT#")


@dataclass
class Term:
    """A stream of attempts of two projects, and what it must amount to."""

    records: list[dict[str, Any]]
    over: list[Attempt]
    open: int

    @classmethod
    def of(cls, app: App, count: int, seed: int) -> "Term":
        chance, running = random.Random(seed), 0
        over: list[Attempt] = []
        records: list[tuple[Any, Attempt | None, Attempt]] = []
        for number in range(count):
            start = app.moment + timedelta(minutes=number * 7)
            chosen = chance.sample(range(12), 5)
            before = Attempt(
                attempt_id=f"a{number}",
                candidate_id=f"c{number % 9}",
                project_id=f"p{number % 2}",
                started_at=start,
                status=Status.IN_PROGRESS,
                total_questions=5,
                questions=tuple(Drawn(f"q{n}", 1) for n in chosen),
            )
            records.append((start, None, before))
            if chance.random() < 0.1:
                running += 1
                continue
            after = cls._ended(before, chance)
            over.append(after)
            records.append((after.completed_at, before, after))
        ordered = sorted(records, key=lambda record: record[0])
        return cls(
            [
                stream_record(before, after, number=10**20 + n * 3, at=at)
                for n, (at, before, after) in enumerate(ordered)
            ],
            over,
            running,
        )

    @staticmethod
    def _ended(attempt: Attempt, chance: random.Random) -> Attempt:
        status = chance.choice([Status.COMPLETED, Status.COMPLETED, Status.EXPIRED, Status.CANCELLED])
        end = attempt.started_at + timedelta(seconds=chance.randint(10, 4000))
        marked = tuple(
            evolve(
                drawn,
                credit=chance.choice(["0", "1", "1/3"]),
                points="1",
                answered=chance.random() < 0.9,
                seconds=chance.choice([None, 5, 30]),
            )
            for drawn in attempt.questions or ()
        )
        return evolve(
            attempt,
            status=status,
            completed_at=end,
            time_taken_seconds=int((end - attempt.started_at).total_seconds()),
            questions=attempt.questions if status is Status.CANCELLED else marked,
        )

    def expected(self, project: str) -> tuple[ProjectSums, Any]:
        sums, parts = ProjectSums(), []
        mine = [each for each in self.over if each.project_id == project]
        for attempt in mine:
            ending = Ending(attempt.status.value.lower())
            marks = marks_of(attempt)
            sums += begun() + ended(ending, marks, (attempt.time_taken_seconds or 0) * 1000)
            times = {d.question_id: d.seconds * 1000 for d in attempt.questions or () if d.seconds is not None}
            parts.append(asked(marks, times))
        return sums, totals(parts)


def assert_exact(app: App, term: Term) -> None:
    statistics = Statistics(app.store)
    running = 0
    for project in ("p0", "p1"):
        sums, questions = term.expected(project)
        found = statistics.of_project(project)
        running += found.open
        assert evolve_started(found, sums) == sums
        assert statistics.of_questions(project) == questions
    assert running == term.open


def evolve_started(found: ProjectSums, sums: ProjectSums) -> ProjectSums:
    """What still runs was begun, and is counted apart."""
    return evolve(found, started=sums.started) if found.started - found.open == sums.started else found


def deliveries(records: list[dict[str, Any]], chance: random.Random) -> Iterator[list[dict[str, Any]]]:
    """Batches with borders of their own; many records come again."""
    position = 0
    while position < len(records):
        start = max(0, position - chance.randint(5, 20)) if chance.random() < 0.8 else position
        end = min(len(records), position + chance.randint(1, 25))
        yield records[start:end]
        position = end


def test_statistics_are_exact_under_redelivery_with_changed_borders(exambuddy: App) -> None:
    term = Term.of(exambuddy, 30, seed=1)
    for batch in deliveries(term.records, random.Random(1)):
        assert exambuddy.invoke("settle_attempts", stream_event(batch))["batchItemFailures"] == []
    assert_exact(exambuddy, term)


def test_several_shards_add_up_however_they_take_turns(exambuddy: App) -> None:
    term = Term.of(exambuddy, 24, seed=2)
    shards: dict[str, list[dict[str, Any]]] = {}
    for record in term.records:
        candidate = record["dynamodb"]["Keys"]["PK"]["S"]
        shards.setdefault(f"shard-{int(candidate[-1]) % 3}", []).append(record)
    turns = [(shard, records[at : at + 9]) for shard, records in shards.items() for at in range(0, len(records), 9)]
    random.Random(3).shuffle(turns)
    ordered = sorted(turns, key=lambda turn: shards[turn[0]].index(turn[1][0]))
    for shard, records in ordered:
        exambuddy.invoke("settle_attempts", stream_event(records, shard=shard))
        exambuddy.invoke("settle_attempts", stream_event(records, shard=shard))
    assert_exact(exambuddy, term)


@pytest.mark.parametrize("where", ["die_before", "die_after"])
def test_statistics_are_exact_when_the_process_dies_around_any_call(exambuddy: App, where: str) -> None:
    term = Term.of(exambuddy, 4, seed=4)
    for step in range(1, 40):
        setattr(exambuddy, where, exambuddy.calls + step)
        with suppress(Crash):
            exambuddy.invoke("settle_attempts", stream_event(term.records[: step % len(term.records) + 1]))
        setattr(exambuddy, where, None)
    exambuddy.invoke("settle_attempts", stream_event(term.records))
    assert_exact(exambuddy, term)


def test_a_real_exam_ends_in_the_statistics_that_its_admin_reads(school: School) -> None:
    project = school.project(4)
    tape = Tape(school.app, ATTEMPTS)
    for who, right in ((ANN, 4), (BOB, 2)):
        school.sit(project, right, who)
        tape.look()
    school.begin(project)
    tape.look()
    for _ in range(2):
        school.app.invoke("settle_attempts", stream_event(tape.records))
    found = school.done("show_statistics", caller=ADA, path={"project_id": project})
    assert (found["attempts"], found["running"], found["completed"]) == (3, 1, 2)
    assert (found["average_percent"], found["distribution"]) == (75.0, [0, 0, 0, 0, 0, 1, 0, 0, 0, 1])
    assert sorted(each["asked"] for each in found["questions"]) == [2, 2, 2, 2]
    assert sum(each["correct_percent"] for each in found["questions"]) == 300.0
    assert found["days"] == [
        {"date": school.app.moment.date().isoformat(), "started": 3, "finished": 2},
    ]


def answers(school: School, attempt: Any) -> list[GivenAnswer]:
    return list(school.app.store.every(GivenAnswer.key(attempt_id=attempt["attempt_id"])))


def test_the_answers_of_an_attempt_that_is_over_are_marked(school: School) -> None:
    project, tape = school.project(2), Tape(school.app, ATTEMPTS)
    attempt = school.sit(project, right=1)
    tape.look()
    school.app.invoke("settle_attempts", stream_event(tape.records))
    assert {(each.selected_answer, each.is_correct) for each in answers(school, attempt)} == {("B", True), ("A", False)}
    before = school.app.rows()
    assert all(each.expires_at is None for each in answers(school, attempt))
    school.app.invoke("settle_attempts", stream_event(tape.records))
    assert school.app.rows() == before


def archive(school: School) -> dict[str, Any]:
    bucket = school.app.store.bucket
    assert bucket is not None
    return {key: json.loads(gzip.decompress(bucket.read(key))) for key in bucket.keys("archive/")}


def test_retention_archives_an_attempt_before_it_and_its_answers_get_their_time(school: School) -> None:
    project, tape = school.project(2, retention_days=30), Tape(school.app, ATTEMPTS)
    attempt = school.sit(project, right=1)
    tape.look()
    for _ in range(2):
        school.app.invoke("settle_attempts", stream_event(tape.records))
    [(key, kept)] = archive(school).items()
    assert key.startswith(f"archive/{project}/")
    assert (kept["attempt_id"], kept["score"], kept["candidate_id"]) == (attempt["attempt_id"], 1, school.id_of(ANN))
    assert sorted(each["selected_answer"] for each in kept["questions"]) == ["A", "B"]
    row = school.app.store.get(Attempt.key.item(candidate_id=school.id_of(ANN), attempt_id=attempt["attempt_id"]))
    assert row is not None
    assert row.expires_at == row.completed_at + timedelta(days=30)  # type: ignore[operator]  # it is over
    assert {each.expires_at for each in answers(school, attempt)} == {row.expires_at}
    school.app.pass_time(days=31)
    assert school.done("list_my_attempts")["items"] == []
    assert answers(school, attempt) == []


def test_who_leaves_is_not_counted_again_and_not_named_in_the_archive(school: School) -> None:
    project, tape = school.project(1, retention_days=30), Tape(school.app, ATTEMPTS)
    school.sit(project, right=1)
    tape.look()
    school.app.invoke("settle_attempts", stream_event(tape.records))
    tape.look()
    school.done("erase_me", caller=ANN)
    body = json.dumps({"user_id": school.id_of(ANN)})
    school.app.invoke("erase_user", {"Records": [{"messageId": "1", "body": body, "eventSource": "aws:sqs"}]})
    tape.look()
    school.app.invoke("settle_attempts", stream_event(tape.records))
    found = school.done("show_statistics", caller=ADA, path={"project_id": project})
    assert (found["attempts"], found["completed"]) == (1, 1)
    [kept] = archive(school).values()
    assert kept["candidate_id"].startswith("erased-")
