"""Decisions about projects: their settings, when they can be published, and what the catalogue shows of them."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from zlib import crc32

from functions.exambuddy.entities.projects import CatalogueEntry, Gate, Mode, Override, Project, ReviewPolicy
from functions.exambuddy.rules.moments import next_second
from singletable.refusal import Absent, InvalidValue, Kind, Refused
from singletable.schema import evolve

MOST_IN_AN_ATTEMPT = 200
MOST_PARTITIONS = 200
USUAL_REVIEW = {Mode.TEST: ReviewPolicy.ANSWERS, Mode.EXAM: ReviewPolicy.SCORE}


class NoSuchProject(Absent):
    code = "no_such_project"


class OpenAttempts(Refused):
    kind, code = Kind.CONFLICT, "open_attempts"


class ShardsOnlyGrow(Refused):
    kind, code = Kind.CONFLICT, "shards_only_grow"


class TooFewQuestions(Refused):
    kind, code = Kind.CONFLICT, "too_few_questions"


class TooManyProjects(Refused):
    kind, code = Kind.CONFLICT, "too_many_projects"


class ProjectClosed(Refused):
    kind, code = Kind.FORBIDDEN, "project_closed"


def existing(project: Project | None) -> Project:
    if project is None:
        raise NoSuchProject("There is no such project.")
    return project


def create(project_id: str, admin_id: str, settings: Mapping[str, Any], now: datetime) -> Project:
    project = Project(project_id=project_id, admin_id=admin_id, created_at=now, updated_at=now, **settings)
    return _checked(evolve(project, review_policy=project.review_policy or USUAL_REVIEW[mode_of(project)]))


def edit(project: Project, changes: Mapping[str, Any], now: datetime) -> Project:
    """A time for each question takes the place of one for all, and the other way round."""
    clock = {"total_seconds", "seconds_per_question"}
    given = {name for name in clock if changes.get(name) is not None}
    cleared = dict.fromkeys(clock - given) if len(given) == 1 else {}
    after = _checked(evolve(project, **{**cleared, **changes}, updated_at=now))
    if (after.shards or 0) < (project.shards or 0):
        raise ShardsOnlyGrow("Attempts stand in those shards already.", field="body.shards")
    if is_listed(after) and not is_listed(project):
        require_questions(after)
    return evolve(after, published=after.published or None)


def _checked(project: Project) -> Project:
    if (project.total_seconds is None) == (project.seconds_per_question is None):
        raise InvalidValue("Give `total_seconds` or `seconds_per_question`.", field="body.total_seconds")
    if project.opens_at and project.closes_at and project.closes_at <= project.opens_at:
        raise InvalidValue("It closes before it opens.", field="body.closes_at")
    return project


def require_questions(project: Project) -> None:
    wanted = project.questions_per_attempt or 1
    if project.question_count < wanted:
        raise too_few(wanted, project.question_count)


def too_few(wanted: int, present: int) -> TooFewQuestions:
    return TooFewQuestions(
        f"An attempt takes {wanted} questions; there are {present}.", facts={"wanted": wanted, "present": present}
    )


def mode_of(project: Project) -> Mode:
    return project.mode or Mode.TEST


def is_listed(project: Project) -> bool:
    """Published and not archived: candidates find it, and its gates are open."""
    return bool(project.published) and not project.archived


def catalogue_entry(project: Project) -> CatalogueEntry:
    shared = ("project_id", "admin_id", "title", "description", "total_seconds", "seconds_per_question")
    more = ("attempts_allowed", "opens_at", "closes_at")
    named = {name: getattr(project, name) for name in (*shared, *more)}
    return CatalogueEntry(**named, mode=mode_of(project), questions=project.questions_per_attempt)


def gates(project: Project) -> list[Gate]:
    """As many as there are shards, and one where there are none."""
    closed = None if is_listed(project) else True
    return [Gate(project_id=project.project_id, shard=n, closed=closed) for n in range(project.shards or 1)]


def shard_of(project: Project, attempt_id: str) -> int | None:
    """CRC32: the same on every machine, unlike Python's own hash."""
    return crc32(attempt_id.encode()) % project.shards if project.shards else None


def require_open(project: Project, now: datetime) -> None:
    """The window; whether it is published, its gate decides at the moment of beginning."""
    if project.opens_at and now < project.opens_at:
        raise ProjectClosed("It is not open yet.", facts={"opens_at": project.opens_at.isoformat()})
    if project.closes_at and now >= project.closes_at:
        raise ProjectClosed("It is closed.", facts={"closes_at": project.closes_at.isoformat()})


def deadline(project: Project, questions: int, extra_seconds: int, now: datetime) -> datetime:
    """The time allowed, but not beyond the closing of the project; what was granted extra comes on top of both."""
    allowed = project.total_seconds or (project.seconds_per_question or 0) * questions
    end = now + timedelta(seconds=allowed)
    if project.closes_at and project.closes_at < end:
        end = project.closes_at
    return next_second(end + timedelta(seconds=extra_seconds))


def attempts_allowed(project: Project, override: Override | None) -> int | None:
    if project.attempts_allowed is None:
        return None
    return project.attempts_allowed + (override.extra_attempts if override else 0)


def require_few(projects: list[Project]) -> list[Project]:
    """One page asks every one of their partitions."""
    partitions = sum((project.shards or 0) + 1 for project in projects)
    if partitions > MOST_PARTITIONS:
        raise TooManyProjects("There are too many to be read as one list: ask for one project at a time.")
    return projects


def overridden(
    before: Override | None, project_id: str, candidate_id: str, changes: Mapping[str, int], now: datetime
) -> Override:
    if before is not None:
        return evolve(before, **changes, updated_at=now)
    return Override(project_id=project_id, candidate_id=candidate_id, created_at=now, updated_at=now, **changes)
