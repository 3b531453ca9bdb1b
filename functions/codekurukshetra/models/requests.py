"""What CodeKurukshetra's endpoints take."""

from typing import Annotated

from msgspec import Meta, field

from edge.models import Body, Day, Moment, Paging, Query
from functions.codekurukshetra.entities.registration import PaymentStatus

Id = Annotated[str, Meta(pattern=r"^[0-9A-Z]{26}\Z")]
OrderId = Annotated[str, Meta(pattern=r"^order_[A-Za-z0-9]{1,40}\Z")]
PaymentId = Annotated[str, Meta(pattern=r"^pay_[A-Za-z0-9]{1,40}\Z")]
Slug = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,39}\Z")]
Email = Annotated[str, Meta(min_length=3, max_length=254, pattern=r"^[^@\s]+@[^@\s]+\Z")]
Name = Annotated[str, Meta(min_length=1, max_length=100)]
TeamName = Annotated[str, Meta(min_length=1, max_length=80)]
Phone = Annotated[str, Meta(pattern=r"^\+?[0-9][0-9 ()-]{5,24}\Z")]
College = Annotated[str, Meta(min_length=1, max_length=200)]
Year = Annotated[str, Meta(min_length=1, max_length=40)]
Account = Annotated[str, Meta(pattern=r"^[A-Za-z0-9-]{1,39}\Z")]
Page = Annotated[str, Meta(max_length=500, pattern=r"^https?://[^\s]+\Z")]
Subject = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")]
Code = Annotated[str, Meta(min_length=1, max_length=100)]


class WriteConfig(Body):
    """The event; what is left out is as the event began: six tracks, teams of two to four, 500 of them."""

    event_name: Name = "CodeKurukshetra"
    registration_open: bool = True
    registration_start: Moment
    registration_end: Moment
    event_start: Moment
    event_end: Moment
    team_fee: Annotated[int, Meta(ge=100, le=100_000_000, description="In the smallest unit of the currency")] = 99_900
    currency: Annotated[str, Meta(pattern=r"^[A-Z]{3}\Z")] = "INR"
    max_team_size: Annotated[int, Meta(ge=1, le=20)] = 4
    min_team_size: Annotated[int, Meta(ge=1, le=20)] = 2
    max_teams: Annotated[int, Meta(ge=1, le=100_000)] = 500
    tracks: Annotated[tuple[Slug, ...], Meta(min_length=1, max_length=30)] = (
        "ai-ml",
        "web-mobile",
        "blockchain",
        "iot-hardware",
        "social-impact",
        "open-innovation",
    )
    checkin_points: Annotated[tuple[Slug, ...], Meta(min_length=1, max_length=30)] = ("entrance",)
    order_minutes: Annotated[int, Meta(ge=5, le=1440)] = 30
    offer_hours: Annotated[int, Meta(ge=1, le=168)] = 12
    retention_days: Annotated[int, Meta(ge=7, le=3650)] = 90
    organisers: Annotated[tuple[Email, ...], Meta(max_length=100)] | None = None

    def fields(self) -> dict[str, object]:
        return {name: value for name, value in self.sent().items() if name != "organisers"}


class CheckEmail(Body):
    email: Email


class Person(Body):
    first_name: Name
    last_name: Name
    phone: Phone | None = None
    college: College | None = None
    year: Year | None = None
    github_username: Account | None = None
    linkedin: Page | None = None
    student_status: bool | None = None

    def fields(self) -> dict[str, object]:
        return {name: value for name, value in self.given().items() if name != "email"}


class Member(Person):
    email: Email


class RegisterTeam(Body):
    """The leader is the caller, under the address that the login proves."""

    name: TeamName
    track: Slug
    leader: Person
    members: Annotated[tuple[Member, ...], Meta(max_length=20)] = ()


class EditTeam(Body):
    name: TeamName | None = None
    track: Slug | None = None


class JoinTeam(Body):
    invite_code: Code
    person: Person


class EditParticipant(Body):
    first_name: Name | None = None
    last_name: Name | None = None
    email: Email | None = None
    phone: Phone | None = None
    college: College | None = None
    year: Year | None = None
    github_username: Account | None = None
    linkedin: Page | None = None
    student_status: bool | None = None

    def changes(self) -> dict[str, object]:
        return self.given()


class VerifyPayment(Body):
    """What Checkout hands to the customer's page, under its own names."""

    razorpay_order_id: OrderId
    razorpay_payment_id: PaymentId
    razorpay_signature: Annotated[str, Meta(min_length=1, max_length=200)]


class OneOf(Paging):
    """A list by exactly one of several things."""

    def __post_init__(self) -> None:
        choices = [name for name in self.__struct_fields__ if name not in Paging.__struct_fields__]
        if sum(getattr(self, name) is not None for name in choices) != 1:
            raise ValueError(f"Give exactly one of {', '.join(choices)}.")


class ListTeams(OneOf):
    payment_status: PaymentStatus | None = None
    track: Slug | None = None


class ListParticipants(Paging):
    college: College


class ListPayments(OneOf):
    team: Id | None = None
    status: PaymentStatus | None = None
    date: Day | None = None


class Days(Query):
    """A range of days, both included; by default the last 30."""

    first: Day | None = field(name="from", default=None)
    last: Day | None = field(name="to", default=None)


class Export(Query):
    masked: bool = True


class CheckInWish(Body):
    code: Code
    point: Slug


class AskAudit(Paging):
    subject: Subject
