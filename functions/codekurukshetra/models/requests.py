"""What CodeKurukshetra's endpoints take."""

from typing import Annotated, Self

from pydantic import Field, StringConstraints, model_validator

from edge.models import Body, Day, Moment, Paging, Query
from functions.codekurukshetra.entities.registration import PaymentStatus

Id = Annotated[str, StringConstraints(pattern=r"^[0-9A-Z]{26}$")]
OrderId = Annotated[str, StringConstraints(pattern=r"^order_[A-Za-z0-9]{1,40}$")]
PaymentId = Annotated[str, StringConstraints(pattern=r"^pay_[A-Za-z0-9]{1,40}$")]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]
Email = Annotated[str, StringConstraints(min_length=3, max_length=254, pattern=r"^[^@\s]+@[^@\s]+$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=100)]
TeamName = Annotated[str, StringConstraints(min_length=1, max_length=80)]
Phone = Annotated[str, StringConstraints(pattern=r"^\+?[0-9][0-9 ()-]{5,24}$")]
College = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Year = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Account = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9-]{1,39}$")]
Page = Annotated[str, StringConstraints(max_length=500, pattern=r"^https?://[^\s]+$")]
Subject = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Code = Annotated[str, StringConstraints(min_length=1, max_length=100)]


class WriteConfig(Body):
    """The event; what is left out is as the event began: six tracks, teams of two to four, 500 of them."""

    event_name: Name = "CodeKurukshetra"
    registration_open: bool = True
    registration_start: Moment
    registration_end: Moment
    event_start: Moment
    event_end: Moment
    team_fee: Annotated[int, Field(ge=100, le=100_000_000, description="In the smallest unit of the currency")] = 99_900
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] = "INR"
    max_team_size: Annotated[int, Field(ge=1, le=20)] = 4
    min_team_size: Annotated[int, Field(ge=1, le=20)] = 2
    max_teams: Annotated[int, Field(ge=1, le=100_000)] = 500
    tracks: Annotated[tuple[Slug, ...], Field(min_length=1, max_length=30)] = (
        "ai-ml",
        "web-mobile",
        "blockchain",
        "iot-hardware",
        "social-impact",
        "open-innovation",
    )
    checkin_points: Annotated[tuple[Slug, ...], Field(min_length=1, max_length=30)] = ("entrance",)
    order_minutes: Annotated[int, Field(ge=5, le=1440)] = 30
    offer_hours: Annotated[int, Field(ge=1, le=168)] = 12
    retention_days: Annotated[int, Field(ge=7, le=3650)] = 90
    organisers: Annotated[tuple[Email, ...], Field(max_length=100)] | None = None

    def fields(self) -> dict[str, object]:
        return self.model_dump(exclude={"organisers"})


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
        return self.model_dump(exclude_none=True, exclude={"email"})


class Member(Person):
    email: Email


class RegisterTeam(Body):
    """The leader is the caller, under the address that the login proves."""

    name: TeamName
    track: Slug
    leader: Person
    members: Annotated[tuple[Member, ...], Field(max_length=20)] = ()


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
        return self.model_dump(exclude_none=True)


class VerifyPayment(Body):
    """What Checkout hands to the customer's page, under its own names."""

    razorpay_order_id: OrderId
    razorpay_payment_id: PaymentId
    razorpay_signature: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class OneOf(Paging):
    """A list by exactly one of several things."""

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        choices = [name for name in type(self).model_fields if name not in Paging.model_fields]
        if sum(getattr(self, name) is not None for name in choices) != 1:
            raise ValueError(f"give exactly one of {', '.join(choices)}")
        return self


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

    first: Annotated[Day | None, Field(alias="from")] = None
    last: Annotated[Day | None, Field(alias="to")] = None


class Export(Query):
    masked: bool = True


class CheckInWish(Body):
    code: Code
    point: Slug


class AskAudit(Paging):
    subject: Subject
