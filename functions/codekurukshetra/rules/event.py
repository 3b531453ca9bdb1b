"""Decisions about the event itself: its configuration, when it is open, and for how long it remembers people."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from functions.codekurukshetra.entities.registration import Config
from singletable.refusal import Kind, Refused


class NotConfigured(Refused):
    kind, code = Kind.ABSENT, "not_configured"


class BadDates(Refused):
    kind, code = Kind.UNPROCESSABLE, "bad_dates"


class BadSizes(Refused):
    kind, code = Kind.UNPROCESSABLE, "bad_sizes"


class TooManyTeams(Refused):
    kind, code = Kind.CONFLICT, "too_many_teams"


class RegistrationClosed(Refused):
    kind, code = Kind.FORBIDDEN, "registration_closed"


def configured(config: Config | None) -> Config:
    if config is None:
        raise NotConfigured("The event is not set up yet.")
    return config


def write_config(
    before: Config | None, fields: Mapping[str, object], organisers: frozenset[str] | None, now: datetime
) -> Config:
    """The configuration as it shall be; who organises stays as it was unless it is said anew."""
    held = before.organisers if before else frozenset()
    chosen = held if organisers is None else organisers
    version = before.version if before else 1
    config = Config(**fields, organisers=chosen, updated_at=now, version=version)  # type: ignore[arg-type]  # validated
    _check_dates(config)
    _check_sizes(config)
    return config


def _check_dates(config: Config) -> None:
    order = ("registration_start", "registration_end", "event_start", "event_end")
    moments = [getattr(config, name) for name in order]
    for earlier, later, name in zip(moments, moments[1:], order[1:], strict=False):
        strictly = name != "event_start"
        if later < earlier or (strictly and later == earlier):
            previous = order[order.index(name) - 1]
            raise BadDates(f"`{name}` must come after `{previous}`.", field=f"body.{name}")


def _check_sizes(config: Config) -> None:
    if config.min_team_size > config.max_team_size:
        raise BadSizes("A team cannot need more members than it may have.", field="body.min_team_size")
    for name in ("tracks", "checkin_points"):
        values = getattr(config, name)
        if len(set(values)) != len(values):
            raise BadSizes(f"`{name}` names something twice.", field=f"body.{name}")


def is_open(config: Config, now: datetime) -> bool:
    return config.registration_open and config.registration_start <= now < config.registration_end


def require_open(config: Config, now: datetime) -> None:
    if is_open(config, now):
        return
    facts = {
        "registration_start": config.registration_start.isoformat(),
        "registration_end": config.registration_end.isoformat(),
    }
    raise RegistrationClosed("Registration is closed.", facts=facts)


def remembered_until(config: Config) -> datetime:
    """When personal data goes."""
    return config.event_end + timedelta(days=config.retention_days)


def organises(config: Config, email_index: str | None) -> bool:
    return email_index is not None and email_index in config.organisers


def resized(before: Config | None, after: Config) -> int:
    """By how many the seats grow; all of them, where there were none."""
    return after.max_teams - (before.max_teams if before else 0)
