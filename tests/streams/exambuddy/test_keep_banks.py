"""Large banks as one object: what a draw and a list read, never older than it says, never trusted when it is behind."""

import pytest

from functions.exambuddy.entities.bank import StoredQuestion
from functions.exambuddy.entities.projects import Project
from functions.exambuddy.questions.kinds import Kind, Question
from functions.exambuddy.rules.bank import new_question, version_of
from singletable.store import Patch
from tests.api.exambuddy.school import ADA, ANN, School, choice
from tests.streams.exambuddy.tape import Tape
from tools.events.stream import stream_event

SEEN = (("ADMIN#", "PROJECT#"), ("PROJECT#", "QUESTION#"))
LARGE = 20
COUNT = LARGE + 1


@pytest.fixture(autouse=True)
def large_begins_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """At twenty questions instead of five hundred."""
    for place in ("rules.keeping", "repository.bank"):
        monkeypatch.setattr(f"functions.exambuddy.{place}.LARGE", LARGE)


def project_row(school: School, project: str) -> Project:
    found = school.app.store.get(Project.key.item(admin_id=school.id_of(ADA), project_id=project))
    assert found is not None
    return found


@pytest.fixture
def large(school: School) -> str:
    """A published project with a bank that is just large."""
    project = school.project(1, questions_per_attempt=3, publish=False)
    row = project_row(school, project)
    made = [
        new_question(
            row,
            f"Q{n:04d}",
            Question(kind=Kind.TRUE_FALSE, text=f"Is {n} even?", correct=("true",)),
            now=school.app.moment,
            order=n,
        )
        for n in range(COUNT - 1)
    ]
    school.app.store.batch_write(puts=[*made, *map(version_of, made)])
    school.app.store.patch(
        Patch(Project.key.item(admin_id=row.admin_id, project_id=project), add={"question_count": COUNT - 1})
    )
    school.edit(project, published=True)
    return project


def objects(school: School) -> list[str]:
    assert school.app.store.bucket is not None
    return list(school.app.store.bucket.keys("banks/"))


def test_a_large_bank_is_kept_as_one_object_and_drawn_from_it(school: School, large: str) -> None:
    tape = Tape(school.app, *SEEN)
    school.add(large, choice(7))
    school.app.invoke("keep_banks", stream_event(tape.look()))
    assert objects(school) == [f"banks/{large}.json.gz"]
    school.app.actions.clear()
    assert len({each["question_id"] for each in school.begin(large)["questions"]}) == 3
    assert school.app.actions.count("Query") == 1, "the project by its id, and no bank"
    page = school.done("list_questions", caller=ADA, path={"project_id": large}, query={"limit": "2"})
    assert [each["question_id"] for each in page["items"]] == ["Q0000", "Q0001"]


def test_an_object_that_is_behind_is_not_believed(school: School, large: str) -> None:
    tape = Tape(school.app, *SEEN)
    school.add(large, choice(7))
    school.app.invoke("keep_banks", stream_event(tape.look()))
    added = school.add(large, choice(8, order=0))
    first = school.done("list_questions", caller=ADA, path={"project_id": large}, query={"limit": "2"})["items"]
    assert added in [each["question_id"] for each in first]
    school.app.invoke("keep_banks", stream_event(tape.look()))
    again = school.done("list_questions", caller=ADA, path={"project_id": large}, query={"limit": "2"})["items"]
    assert again == first


def test_a_question_that_went_is_drawn_anew_even_where_the_object_still_names_it(school: School, large: str) -> None:
    tape = Tape(school.app, *SEEN)
    school.add(large, choice(7))
    school.app.invoke("keep_banks", stream_event(tape.look()))
    keys = [StoredQuestion.key.item(project_id=large, question_id=f"Q{n:04d}") for n in range(COUNT - 2)]
    school.app.store.batch_write(deletes=keys)
    drawn = school.begin(large)["questions"]
    assert len(drawn) == 3
    assert not {each["question_id"] for each in drawn} & {f"Q{n:04d}" for n in range(COUNT - 2)}


def test_a_new_order_reaches_the_object(school: School, large: str) -> None:
    tape = Tape(school.app, *SEEN)
    path = {"project_id": large, "question_id": "Q0015"}
    school.add(large, choice(7))
    school.app.invoke("keep_banks", stream_event(tape.look()))
    school.done("edit_question", caller=ADA, path=path, body={"order": 0})
    school.app.invoke("keep_banks", stream_event(tape.look()))
    page = school.done("list_questions", caller=ADA, path={"project_id": large}, query={"limit": "2"})
    assert [each["question_id"] for each in page["items"]] == ["Q0000", "Q0015"]


def test_a_bank_that_is_large_no_more_loses_its_object(school: School, large: str) -> None:
    tape = Tape(school.app, *SEEN)
    school.add(large, choice(7))
    school.app.invoke("keep_banks", stream_event(tape.look()))
    for n in range(2):
        school.done("delete_question", caller=ADA, path={"project_id": large, "question_id": f"Q{n:04d}"})
        school.app.invoke("keep_banks", stream_event(tape.look()))
    assert objects(school) == []


def test_a_deleted_project_leaves_versions_and_results_and_nothing_else(school: School) -> None:
    project = school.project(3)
    attempt = school.sit(project, right=2)
    path = {"project_id": project, "candidate_id": school.id_of(ANN)}
    school.done("grant_override", caller=ADA, path=path, body={"extra_seconds": 5})
    tape = Tape(school.app, *SEEN)
    school.done("delete_project", caller=ADA, path={"project_id": project})
    changes = tape.look()
    for _ in range(2):
        school.app.invoke("keep_banks", stream_event(changes))
    left = [row["SK"]["S"] for row in school.app.rows() if row["PK"]["S"] == f"PROJECT#{project}"]
    assert len(left) == 3
    assert all(sort.startswith("QVERSION#") for sort in left)
    assert school.result(attempt).body["score"] == 2


def test_a_small_bank_has_no_object(school: School) -> None:
    tape = Tape(school.app, *SEEN)
    project = school.project(2)
    school.app.invoke("keep_banks", stream_event(tape.look()))
    assert objects(school) == []
    assert project_row(school, project).question_count == 2
