"""Decisions at the door."""

from functions.codekurukshetra.entities.records import CheckIn
from functions.codekurukshetra.entities.registration import Config, PaymentStatus, Team
from singletable.refusal import InvalidValue, Kind, Refused


class Unpaid(Refused):
    kind, code = Kind.FORBIDDEN, "unpaid"


class AlreadyCheckedIn(Refused):
    kind, code = Kind.CONFLICT, "already_checked_in"


def admit(team: Team, point: str, config: Config) -> None:
    if point not in config.checkin_points:
        points = list(config.checkin_points)
        raise InvalidValue("There is no such point.", field="body.point", facts={"points": points})
    if team.payment_status is not PaymentStatus.PAID:
        raise Unpaid("The team has not paid.")


def seen_before(found: CheckIn | None) -> AlreadyCheckedIn:
    at = found.created_at.isoformat() if found else None
    return AlreadyCheckedIn("This pass was shown here before.", facts={"checked_in_at": at})
