"""Work that is done behind a queue: the states it goes through, one condition at a time."""

from enum import StrEnum


class Status(StrEnum):
    """PENDING -> PROCESSING -> COMPLETED or FAILED; what FAILED may be tried again."""

    PENDING = "PENDING"
    PROCESSING = "PROCESSING"
    COMPLETED = "COMPLETED"
    FAILED = "FAILED"

    @property
    def is_open(self) -> bool:
        return self in (Status.PENDING, Status.PROCESSING)
