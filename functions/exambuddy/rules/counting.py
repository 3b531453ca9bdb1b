"""How the stream of attempts becomes statistics: which change adds what to which sums."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from zlib import crc32

from functions.exambuddy import statistics
from functions.exambuddy.entities.attempts import Attempt, Status
from functions.exambuddy.entities.statistics import PARTS, DayTotals, ProjectTotals, QuestionTotals
from functions.exambuddy.rules.attempts import marks_of
from functions.exambuddy.statistics import Ending, ProjectSums, QuestionSums
from singletable.schema import evolve
from singletable.stream import Change

ENDINGS = {Status.COMPLETED: Ending.COMPLETED, Status.EXPIRED: Ending.EXPIRED, Status.CANCELLED: Ending.CANCELLED}


def begun(change: Change) -> Attempt | None:
    """An attempt that began; one that came back under a pseudonym was counted under its name."""
    after = change.after
    return after if change.before is None and isinstance(after, Attempt) and not after.erased else None


def over(change: Change) -> Attempt | None:
    """An attempt that was ended by this change."""
    before, after = change.before, change.after
    if not isinstance(after, Attempt) or after.is_open or after.erased:
        return None
    return after if before is None or (isinstance(before, Attempt) and before.is_open) else None


def project_home(change: Change) -> Mapping[str, str] | None:
    attempt = begun(change) or over(change)
    return {"project_id": attempt.project_id} if attempt else None


def project_fold(held: ProjectTotals, change: Change) -> ProjectTotals:
    sums = ProjectSums.of(held.sums or {})
    if begun(change):
        sums += statistics.begun()
    if ended := over(change):
        taken = (ended.time_taken_seconds or 0) * 1000
        sums += statistics.ended(ENDINGS[ended.status], marks_of(ended), taken)
    return evolve(held, sums=sums.counters())


def day_home(change: Change) -> Mapping[str, str | date] | None:
    """The day that a change happened on, by the attempt's own times: a late delivery does not move it."""
    ended, started = over(change), begun(change)
    if ended and ended.completed_at:
        return {"project_id": ended.project_id, "day": ended.completed_at.date()}
    return {"project_id": started.project_id, "day": started.started_at.date()} if started else None


def day_fold(held: DayTotals, change: Change) -> DayTotals:
    return evolve(
        held,
        started=held.started + (begun(change) is not None),
        finished=held.finished + (over(change) is not None),
    )


def part_of(question_id: str) -> int:
    return crc32(question_id.encode()) % PARTS


def questions_home(part: int) -> Callable[[Change], Mapping[str, str | int] | None]:
    def home(change: Change) -> Mapping[str, str | int] | None:
        ended = over(change)
        if ended is None or not any(part_of(mark.question_id) == part for mark in marks_of(ended)):
            return None
        return {"project_id": ended.project_id, "part": part}

    return home


def questions_fold(held: QuestionTotals, change: Change) -> QuestionTotals:
    ended = over(change)
    if ended is None:
        return held
    times = {d.question_id: d.seconds * 1000 for d in ended.questions or () if d.seconds is not None}
    kept = dict(held.questions or {})
    for question_id, added in statistics.asked(marks_of(ended), times).items():
        if part_of(question_id) == held.part:
            kept[question_id] = (QuestionSums.of(kept.get(question_id, {})) + added).counters()
    return evolve(held, questions=kept)


def question_sums(parts: Iterable[QuestionTotals]) -> dict[str, QuestionSums]:
    return {name: QuestionSums.of(sums) for part in parts for name, sums in (part.questions or {}).items()}
