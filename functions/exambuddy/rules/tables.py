"""Attempts as a table for spreadsheets."""

import csv
import io
from collections.abc import Iterable

from functions.exambuddy.entities.attempts import Attempt
from singletable.refusal import Kind, Refused

COLUMNS = (
    "attempt_id",
    "candidate_id",
    "status",
    "started_at",
    "completed_at",
    "time_taken_seconds",
    "score",
    "total_questions",
    "percent",
)
MOST_ROWS = 100_000
LARGEST_ANSWER = 4_000_000
"""Lambda answers 6 MB at the most; what is larger is fetched from the bucket."""


class TooManyAttempts(Refused):
    kind, code = Kind.TOO_LARGE, "too_many_attempts"


def table_of(attempts: Iterable[Attempt]) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for count, attempt in enumerate(attempts):
        if count == MOST_ROWS:
            raise TooManyAttempts("Ask for a shorter time.", field="query.from", facts={"limit": MOST_ROWS})
        percent = None if attempt.share is None else attempt.share / 100
        cells = [getattr(attempt, name) for name in COLUMNS[:-1]]
        writer.writerow([_cell(cell) for cell in (*cells, percent)])
    return out.getvalue()


def _cell(value: object) -> object:
    stamp = getattr(value, "isoformat", None)
    return stamp() if stamp else "" if value is None else str(value)
