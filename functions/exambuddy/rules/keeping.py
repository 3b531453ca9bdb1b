"""Which changes concern the objects that large banks are kept as."""

from collections.abc import Iterable

from functions.exambuddy.entities.bank import StoredQuestion
from functions.exambuddy.entities.projects import Project
from singletable.stream import Change

LARGE = 500
"""A bank with more questions than this is read from one object."""


def grown_or_shrunk(changes: Iterable[Change]) -> dict[str, Project]:
    """Projects with another number of questions than before, as they stand last, if large before or after."""
    found: dict[str, Project] = {}
    for change in changes:
        before, after = change.before, change.after
        if isinstance(before, Project) and isinstance(after, Project):
            moved = (before.question_count, before.imported) != (after.question_count, after.imported)
            if moved and max(before.question_count, after.question_count) > LARGE:
                found[after.project_id] = after
    return found


def reordered(changes: Iterable[Change]) -> set[str]:
    """Projects in which a question stands at another place."""
    return {
        change.after.project_id
        for change in changes
        if isinstance(change.before, StoredQuestion)
        and isinstance(change.after, StoredQuestion)
        and change.before.order != change.after.order
    }


def deleted(changes: Iterable[Change]) -> set[str]:
    return {
        change.before.project_id for change in changes if isinstance(change.before, Project) and change.after is None
    }
