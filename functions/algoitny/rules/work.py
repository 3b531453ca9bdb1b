"""When work behind a queue may begin, is sent again, or is given up; the same for executions, jobs and erasures."""

from datetime import datetime, timedelta
from enum import Enum
from typing import Protocol

from msgspec import Struct

from functions.algoitny.entities.work import Status


class Work(Protocol):
    @property
    def status(self) -> Status: ...
    @property
    def created_at(self) -> datetime: ...
    @property
    def updated_at(self) -> datetime: ...


class Next(Enum):
    """What a sweeper does with work that has not moved."""

    LEAVE = "its time has not come"
    SEND = "its message is lost, or its worker is"
    GIVE_UP = "it was tried long enough"


class Patience(Struct, frozen=True):
    unsent: timedelta
    """How long a message may be under way before another is sent."""
    lease: timedelta
    """How long one worker may work on it; afterwards it is taken for dead."""
    give_up: timedelta | None
    """How old unfinished work may become; None: it is tried for ever."""

    def may_begin(self, work: Work, now: datetime) -> bool:
        """Waiting, or left behind by a worker that died. A message that comes twice meets neither."""
        if work.status is Status.PROCESSING:
            return work.updated_at <= now - self.lease
        return work.status is Status.PENDING

    def next(self, work: Work, now: datetime) -> Next:
        if not work.status.is_open or work.updated_at > self.latest(work.status, now):
            return Next.LEAVE
        if self.give_up is not None and work.created_at <= now - self.give_up:
            return Next.GIVE_UP
        return Next.SEND

    def latest(self, status: Status, now: datetime) -> datetime:
        """What moved after this is left alone."""
        return now - (self.unsent if status is Status.PENDING else self.lease)
