"""How an attempt comes by its questions, and past one that nobody ended."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from functions.exambuddy.entities.attempts import Status
from functions.exambuddy.entities.bank import StoredQuestion
from functions.exambuddy.entities.projects import Project
from functions.exambuddy.finishing import finish
from functions.exambuddy.questions import drawing
from functions.exambuddy.repository.attempts import Attempts
from functions.exambuddy.repository.bank import Bank
from functions.exambuddy.rules import attempts as rules
from functions.exambuddy.rules.projects import MOST_IN_AN_ATTEMPT, too_few


def drawn_questions(bank: Bank, project: Project, seed: bytes) -> list[StoredQuestion]:
    """Different ones, by chance, as they stand at this moment. What the list of a large bank still names although it
    is gone is drawn anew."""
    pool = {place.question_id for place in bank.index(project)}
    while True:
        wanted = project.questions_per_attempt or min(len(pool), MOST_IN_AN_ATTEMPT)
        if not pool or len(pool) < wanted:
            raise too_few(wanted or 1, len(pool))
        chosen = drawing.draw(tuple(pool), wanted, seed)
        found = bank.current_faces(project, chosen)
        if len(found) == len(chosen):
            return [found[question_id] for question_id in chosen]
        pool -= set(chosen) - found.keys()


def begin(attempts: Attempts, bank: Bank, candidate_id: str, now: datetime, enter: Callable[[], None]) -> None:
    """An attempt whose time is up is ended here, if the sweeper has not come by yet: it stands in nobody's way."""
    try:
        enter()
    except rules.AttemptActive as refused:
        left = attempts.get(candidate_id, str(refused.facts["attempt_id"]))
        if left is None or not rules.is_overdue(left, now):
            raise
        with suppress(rules.AttemptFinished):
            finish(attempts, bank, left, Status.EXPIRED, now)
        enter()
