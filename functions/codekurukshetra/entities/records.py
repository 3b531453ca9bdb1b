"""What is written beside the business itself: audit, letters, check-ins, daily figures, answers given once."""

from datetime import date, datetime

from msgspec import field

from functions.codekurukshetra.entities.table import TABLE
from singletable.keys import Key
from singletable.schema import KeyOnly, Text, entity


@entity(TABLE, tag="audit")
class AuditEntry:
    """Who did what to whom, by ids alone."""

    subject: KeyOnly[str]
    at: KeyOnly[datetime]
    entry_id: KeyOnly[str]
    actor: str
    action: str
    facts: dict[str, str] | None = None

    key = Key("AUDIT#{subject}", "{at:ms}#{entry_id}", answers="what was done to a person, team or list, newest first")


@entity(TABLE, tag="letter")
class Letter:
    """An e-mail to be sent once. Neither its address nor its text is here: both are made when it goes out."""

    about: KeyOnly[str]
    kind: KeyOnly[str]
    occasion: KeyOnly[str]
    reader: str
    """Whose address it goes to, by id."""
    facts: dict[str, str]
    state: str = "due"
    """due, sending, then sent; recorded where no sender is configured; undeliverable where the reader is gone."""
    created_at: datetime

    key = Key("LETTER#{about}", "{kind}#{occasion}", answers="the letters about an order, a team or an offer")


@entity(TABLE, tag="checkin")
class CheckIn:
    participant_id: str
    point: str
    by: str
    created_at: datetime

    key = Key("PARTICIPANT#{participant_id}", "CHECKIN#{point}", answers="where a participant was checked in")


@entity(TABLE, tag="stats")
class DailyStatistics:
    """One day as one shard of the stream saw it; a day is the sum over its shards."""

    day: KeyOnly[date]
    shard: KeyOnly[str]
    teams: int = 0
    participants: int = 0
    payments: int = 0
    revenue: int = 0
    refunds: int = 0
    refunded: int = 0
    expired: int = 0
    by_track: dict[str, int] = field(default_factory=dict)
    by_college: dict[str, int] = field(default_factory=dict)
    checkpoint: str
    created_at: datetime

    key = Key("STATS", "DAILY#{day:date}#{shard}", answers="the figures of a range of days, by shard")


@entity(TABLE, tag="answered")
class Answered:
    """The answer to a request that carried an Idempotency-Key. No such answer holds personal data."""

    caller: KeyOnly[str]
    token: KeyOnly[str]
    request_hash: str
    status: int
    body: Text
    created_at: datetime
    expires_at: datetime

    key = Key("IDEMPOTENCY#{caller}", "{token}", answers="the answer that an Idempotency-Key got")
