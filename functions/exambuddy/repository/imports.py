"""Whole files of questions: written in many steps, counted in one.

A transaction takes a hundred writes, and a file holds a thousand questions. So an import gets a number, which the
project notes; its questions are written under that number, and none of them counts. One last write takes the number
over into `imported`, adds to the count and answers the request: from then on all of them do. Whoever dies before
leaves questions that nobody sees, and the next import takes them away before it begins.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from functions.exambuddy.entities.bank import KEY_MATERIAL, QuestionVersion, StoredQuestion
from functions.exambuddy.entities.projects import Project
from functions.exambuddy.repository.projects import counted
from functions.exambuddy.rules.bank import MOST_QUESTIONS, ImportRunning, counts, full
from singletable.expressions import Condition, absent, below, is_
from singletable.idempotency import Once
from singletable.schema import evolve
from singletable.store import Patch, Store

LEASE = timedelta(minutes=3)
"""Longer than a function may run: after that, whoever held the number is dead."""


class Imports:
    def __init__(self, store: Store) -> None:
        self._store = store

    def rows(self, project: Project) -> list[StoredQuestion]:
        """What stands in the bank, with what an import may have left there."""
        whole = StoredQuestion.key(project_id=project.project_id)
        return list(self._store.every(whole, consistent=True, without=(*KEY_MATERIAL, "details", "media")))

    def begin(self, project: Project, now: datetime) -> Project:
        """Takes the next number, if nobody holds one, or who held it is dead."""
        number = max(project.imported or 0, project.importing or 0) + 1
        held: dict[str, Condition] = {"importing": absent}
        if project.importing is not None:
            held = {"importing": is_(project.importing), "importing_until": below(now)}
        return self._store.patch(
            Patch(
                Project.key.item(admin_id=project.admin_id, project_id=project.project_id),
                set={"importing": number, "importing_until": now + LEASE},
                when=held,
                otherwise=ImportRunning(
                    "Another import is running.", retry_at=project.importing_until or now + timedelta(seconds=5)
                ),
            )
        )

    def clear(self, project: Project, rows: Sequence[StoredQuestion]) -> None:
        """Takes away what imports left that were never finished. Only who holds the number may."""
        left = [row for row in rows if not counts(row, project)]
        for row in left:
            key = {"project_id": row.project_id, "question_id": row.question_id}
            versions = QuestionVersion.key.item(**key, number=row.version)
            self._store.batch_write(deletes=[StoredQuestion.key.item(**key), versions])

    def stage(self, made: Sequence[tuple[StoredQuestion, QuestionVersion]]) -> None:
        self._store.batch_write(puts=[entity for pair in made for entity in pair])

    def finish(self, project: Project, questions: int, once: Once, answer: str) -> Project:
        """From here on they all count."""
        number = project.importing
        taken_over = ImportRunning("The import took too long, and another one began.")
        commit = counted(
            project,
            questions,
            set={"imported": number},
            remove=("importing", "importing_until"),
            ceiling={"question_count": MOST_QUESTIONS},
            when={"importing": number},
            otherwise=lambda found: full(project) if found and found.importing == number else taken_over,
        )
        self._store.transact(*once.answering(201, answer, self._store.now()), commit)
        return evolve(project, importing=None, importing_until=None, imported=number)
