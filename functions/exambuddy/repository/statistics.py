"""What the stream has counted."""

from datetime import date, timedelta

from functions.exambuddy.entities.statistics import DayTotals, ProjectTotals, QuestionTotals
from functions.exambuddy.rules.counting import question_sums
from functions.exambuddy.statistics import ProjectSums, QuestionSums
from singletable.store import Store


class Statistics:
    def __init__(self, store: Store) -> None:
        self._store = store

    def of_project(self, project_id: str) -> ProjectSums:
        totals = self._store.get(ProjectTotals.key.item(project_id=project_id))
        return ProjectSums.of(totals.sums or {}) if totals else ProjectSums()

    def of_questions(self, project_id: str) -> dict[str, QuestionSums]:
        return question_sums(self._store.every(QuestionTotals.key(project_id=project_id)))

    def days(self, project_id: str, last: date, count: int) -> list[DayTotals]:
        days = DayTotals.key(project_id=project_id).since(day=last - timedelta(days=count - 1))
        return list(self._store.every(days.until(day=last + timedelta(days=1))))
