"""The event, its seats, teams and the people in them; what of a person is personal is sealed before it comes here."""

from datetime import datetime
from enum import StrEnum

from functions.codekurukshetra.entities.table import GSI1, GSI2, GSI3, TABLE
from singletable.keys import Key
from singletable.schema import Counter, entity


class PaymentStatus(StrEnum):
    """How far the money of a team or an order has come."""

    CREATED = "created"
    PENDING = "pending"
    FAILED = "failed"
    EXPIRED = "expired"
    PAID = "paid"
    REFUNDING = "refunding"
    REFUNDED = "refunded"


@entity(TABLE, tag="config")
class Config:
    """The event as its organisers set it up."""

    event_name: str
    registration_open: bool
    registration_start: datetime
    registration_end: datetime
    event_start: datetime
    event_end: datetime
    team_fee: int
    currency: str = "INR"
    max_team_size: int
    min_team_size: int
    max_teams: int
    tracks: tuple[str, ...]
    checkin_points: tuple[str, ...]
    order_minutes: int
    """How long a seat waits for its money."""
    offer_hours: int
    """How long a seat waits for who was next on the waiting list."""
    retention_days: int
    """How long after the event personal data is kept."""
    organisers: frozenset[str] = frozenset()
    """Blind indexes of their e-mail addresses."""
    updated_at: datetime
    version: int = 1

    key = Key("CONFIG", "HACKATHON", answers="the configuration of the event")


@entity(TABLE, tag="seats")
class Seats:
    """Every seat is free, reserved by a team, or offered to somebody who waited: their sum is what the event has."""

    free: Counter[int]
    reserved: Counter[int] = 0
    offered: Counter[int] = 0
    waiting: Counter[int] = 0
    """People on the waiting list without an offer: while there are any, a free seat is theirs."""

    key = Key("CONFIG", "SEATS", answers="how many seats are left")


@entity(TABLE, tag="team")
class Team:
    team_id: str
    name: str
    track: str
    leader_participant_id: str
    payment_status: PaymentStatus = PaymentStatus.CREATED
    payment_order_id: str | None = None
    gateway_payment_id: str | None = None
    amount: int | None = None
    currency: str | None = None
    member_count: int
    max_members: int
    registration_complete: bool
    """It has as many members as the event demands, so it may pay."""
    has_seat: bool
    created_at: datetime
    updated_at: datetime
    version: int = 1

    key = Key("TEAM#{team_id}", "PROFILE", answers="a team by id")
    by_status = Key(
        "PAYMENT_STATUS#{payment_status}",
        "{created_at:s}#{team_id}",
        index=GSI1,
        answers="the teams in a payment status, newest first",
    )
    on_track = Key(
        "TRACK#{track}", "{created_at:s}#{team_id}", index=GSI2, answers="the teams on a track, newest first"
    )
    led_by = Key(
        "LEADER#{leader_participant_id}", "{created_at:s}#{team_id}", index=GSI3, answers="the team that a person leads"
    )


@entity(TABLE, tag="participant")
class Participant:
    """One person. Names, addresses and numbers are sealed under the person's own key; None once they were erased."""

    participant_id: str
    first_name: str | None
    last_name: str | None
    email: str | None
    phone: str | None = None
    college: str | None = None
    college_slug: str | None = None
    year: str | None = None
    github_username: str | None = None
    linkedin: str | None = None
    student_status: bool | None = None
    registration_type: str = "team_member"
    team_id: str
    is_leader: bool = False
    firebase_uid: str | None = None
    """The person at the identity provider, sealed: known of who registered or joined under an own login."""
    email_index: str | None
    erased_at: datetime | None = None
    created_at: datetime
    updated_at: datetime
    expires_at: datetime
    """The end of the event, and the retention after it."""
    version: int = 1

    key = Key("PARTICIPANT#{participant_id}", "PROFILE", answers="a participant by id")
    by_email = Key(
        "EMAIL#{email_index}", "{created_at:s}#{participant_id}", index=GSI1, answers="a participant by e-mail address"
    )
    in_team = Key(
        "TEAM#{team_id}", "{created_at:s}#{participant_id}", index=GSI2, answers="the members of a team, oldest first"
    )
    of_college = Key(
        "COLLEGE#{college_slug}",
        "{created_at:s}#{participant_id}",
        index=GSI3,
        answers="the participants from a college, newest first",
    )


@entity(TABLE, tag="email_lock")
class EmailLock:
    """An e-mail address is in one team; also the strongly consistent way from a login to its participant."""

    email_index: str
    owner: str

    key = Key("EMAIL#{email_index}", "LOCK", answers="which participant has an e-mail address")


@entity(TABLE, tag="name_lock")
class NameLock:
    slug: str
    owner: str

    key = Key("TEAMNAME#{slug}", "LOCK", answers="which team has a name")


@entity(TABLE, tag="hold")
class Hold:
    """The seat of a team that has not asked for an order yet; it goes with the order."""

    team_id: str
    until: datetime

    key = Key("TEAM#{team_id}", "HOLD", answers="until when a team without an order has its seat")
    due = Key("UNORDERED", "{until:s}#{team_id}", index=GSI3, answers="seats held without an order, the oldest first")


@entity(TABLE, tag="waiter")
class Waiter:
    """Somebody who waits for a seat, or has been offered one. The address is sealed under a key of its own."""

    waiter_id: str
    email: str
    email_index: str
    offered_until: datetime | None = None
    created_at: datetime
    expires_at: datetime
    version: int = 1

    @property
    def state(self) -> str:
        return "WAITING" if self.offered_until is None else "OFFERED"

    @property
    def order(self) -> datetime:
        return self.offered_until or self.created_at

    key = Key("WAITER#{waiter_id}", "ENTRY", answers="an entry of the waiting list")
    in_line = Key(
        "WAITLIST#{state}",
        "{order:s}#{waiter_id}",
        index=GSI1,
        answers="who waits, the longest first; who has an offer, the next to lapse first",
    )


@entity(TABLE, tag="waiter_lock")
class WaiterLock:
    email_index: str
    owner: str

    key = Key("EMAIL#{email_index}", "WAITING", answers="whether an e-mail address is on the waiting list")
