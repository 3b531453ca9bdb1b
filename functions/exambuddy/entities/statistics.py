"""Statistics as the stream keeps them: exact sums without an end, each item with its checkpoints."""

from datetime import date, datetime

from functions.exambuddy.entities.table import TABLE
from singletable.keys import Key
from singletable.schema import KeyOnly, entity
from singletable.stream import Checkpoint

PARTS = 16
"""Over so many items the sums of a project's questions are spread, by CRC32: none outgrows what an item holds."""


@entity(TABLE, tag="STATS")
class ProjectTotals:
    project_id: KeyOnly[str]
    sums: dict[str, int] | None = None
    checkpoints: dict[str, Checkpoint]
    created_at: datetime
    version: int = 1

    key = Key("STATS#{project_id}", "TOTAL", answers="the statistics of a project")


@entity(TABLE, tag="QSTATS")
class QuestionTotals:
    """The questions of one part, each with its sums."""

    project_id: KeyOnly[str]
    part: KeyOnly[int]
    questions: dict[str, dict[str, int]] | None = None
    checkpoints: dict[str, Checkpoint]
    created_at: datetime
    version: int = 1

    key = Key("STATS#{project_id}", "SHARD#{part:02d}", answers="the statistics of a project's questions")


@entity(TABLE, tag="DAYSTATS")
class DayTotals:
    """What began and ended on one day."""

    project_id: KeyOnly[str]
    day: KeyOnly[date]
    started: int = 0
    finished: int = 0
    checkpoints: dict[str, Checkpoint]
    created_at: datetime
    version: int = 1

    key = Key("STATS#{project_id}", "DAILY#{day}", answers="a project's attempts per day")
