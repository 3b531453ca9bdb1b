"""What CodeKurukshetra's endpoints answer. Whatever is answered under an Idempotency-Key holds nothing personal."""

from datetime import datetime

from edge.models import Day, Moment, View
from functions.codekurukshetra.entities.payments import Payment
from functions.codekurukshetra.entities.records import AuditEntry, CheckIn, DailyStatistics
from functions.codekurukshetra.entities.registration import Config, Participant, PaymentStatus, Team, Waiter
from functions.codekurukshetra.rules.event import is_open
from functions.codekurukshetra.rules.profiles import Profile


class EventView(View):
    event_name: str
    is_open: bool
    registration_start: Moment
    registration_end: Moment
    event_start: Moment
    event_end: Moment
    team_fee: int
    currency: str
    min_team_size: int
    max_team_size: int
    max_teams: int
    seats_left: int
    tracks: list[str]

    @classmethod
    def of(cls, config: Config, seats_left: int, now: datetime) -> "EventView":
        own = ("is_open", "seats_left", "tracks")
        named = {name: getattr(config, name) for name in cls.__struct_fields__ if name not in own}
        return cls(**named, is_open=is_open(config, now), seats_left=seats_left, tracks=list(config.tracks))


class ConfigView(View):
    event_name: str
    registration_open: bool
    registration_start: Moment
    registration_end: Moment
    event_start: Moment
    event_end: Moment
    team_fee: int
    currency: str
    max_team_size: int
    min_team_size: int
    max_teams: int
    tracks: list[str]
    checkin_points: list[str]
    order_minutes: int
    offer_hours: int
    retention_days: int
    organiser_count: int
    updated_at: Moment
    version: int

    @classmethod
    def of(cls, config: Config) -> "ConfigView":
        lists = ("tracks", "checkin_points")
        named = {name: getattr(config, name) for name in cls.__struct_fields__ if hasattr(config, name)}
        named |= {name: list(named[name]) for name in lists}
        return cls(**named, organiser_count=len(config.organisers))


class EmailAvailability(View):
    available: bool


class TeamView(View):
    team_id: str
    name: str
    track: str
    leader_participant_id: str
    payment_status: PaymentStatus
    payment_order_id: str | None
    amount: int | None
    currency: str | None
    member_count: int
    max_members: int
    registration_complete: bool
    has_seat: bool
    created_at: Moment
    updated_at: Moment
    version: int

    @classmethod
    def of(cls, team: Team) -> "TeamView":
        return cls(**{name: getattr(team, name) for name in TeamView.__struct_fields__})


class ParticipantView(View):
    participant_id: str
    team_id: str
    is_leader: bool
    erased: bool
    first_name: str | None = None
    last_name: str | None = None
    email: str | None = None
    phone: str | None = None
    college: str | None = None
    year: str | None = None
    github_username: str | None = None
    linkedin: str | None = None
    student_status: bool | None = None
    created_at: Moment
    version: int

    @classmethod
    def of(cls, person: Participant, profile: Profile | None) -> "ParticipantView":
        """Without a profile, somebody who was erased."""
        plain = ("participant_id", "team_id", "is_leader", "college", "year", "student_status", "created_at", "version")
        named = {name: getattr(person, name) for name in plain}
        personal = {name: getattr(profile, name) for name in Profile.__struct_fields__} if profile else {}
        return cls(**named, **personal, erased=profile is None)


class TeamWithMembers(TeamView):
    members: list[ParticipantView]
    invite_code: str | None = None


class MembershipView(View):
    team_id: str
    participant_id: str
    member_count: int
    registration_complete: bool


class MyView(ParticipantView):
    team: TeamView
    pass_code: str | None = None
    """Shown at the door, once the team has paid."""


class OrderView(View):
    """What Checkout needs to take the money."""

    order_id: str
    team_id: str
    amount: int
    currency: str
    status: PaymentStatus
    pay_until: Moment
    gateway_key_id: str


class PaymentView(View):
    payment_id: str
    order_id: str
    gateway_payment_id: str | None
    team_id: str
    amount: int
    currency: str
    status: PaymentStatus
    payment_method: str | None
    webhook_verified: bool
    refund_id: str | None
    pay_until: Moment
    created_at: Moment
    updated_at: Moment
    version: int

    @classmethod
    def of(cls, payment: Payment) -> "PaymentView":
        return cls(**{name: getattr(payment, name) for name in cls.__struct_fields__})


class Received(View):
    status: str


class DayView(View):
    date: Day
    teams: int
    participants: int
    payments: int
    revenue: int
    refunds: int
    refunded: int
    expired: int
    by_track: dict[str, int]
    by_college: dict[str, int]

    @classmethod
    def of(cls, day: DailyStatistics) -> "DayView":
        return cls(date=day.day, **{name: getattr(day, name) for name in cls.__struct_fields__ if name != "date"})


class StatisticsView(View):
    days: list[DayView]
    teams: int
    participants: int
    payments: int
    revenue: int
    refunds: int
    refunded: int
    expired: int
    by_track: dict[str, int]
    by_college: dict[str, int]

    @classmethod
    def of(cls, days: list[DailyStatistics], total: DailyStatistics) -> "StatisticsView":
        named = {name: getattr(total, name) for name in cls.__struct_fields__ if name != "days"}
        return cls(**named, days=[DayView.of(day) for day in days])


class CheckInView(View):
    participant_id: str
    team_id: str
    point: str
    checked_in_at: Moment

    @classmethod
    def of(cls, seen: CheckIn, team: Team) -> "CheckInView":
        at = seen.created_at
        return cls(participant_id=seen.participant_id, team_id=team.team_id, point=seen.point, checked_in_at=at)


class WaiterView(View):
    waiter_id: str
    offered_until: Moment | None
    created_at: Moment

    @classmethod
    def of(cls, waiter: Waiter) -> "WaiterView":
        return cls(**{name: getattr(waiter, name) for name in cls.__struct_fields__})


class ErasedView(View):
    subject: str
    status: str = "erased"


class AuditView(View):
    at: Moment
    actor: str
    action: str
    facts: dict[str, str]

    @classmethod
    def of(cls, entry: AuditEntry) -> "AuditView":
        return cls(at=entry.at, actor=entry.actor, action=entry.action, facts=entry.facts or {})
