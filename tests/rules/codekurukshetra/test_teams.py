"""Names, sizes, dates and codes."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.codekurukshetra.entities.registration import Config
from functions.codekurukshetra.rules import codes, event, teams
from functions.codekurukshetra.rules.profiles import Profile, harmless
from singletable.refusal import InvalidValue
from singletable.schema import evolve, spec_of

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
CONFIG = Config(
    event_name="CodeKurukshetra",
    registration_open=True,
    registration_start=NOON - timedelta(days=1),
    registration_end=NOON + timedelta(days=1),
    event_start=NOON + timedelta(days=2),
    event_end=NOON + timedelta(days=3),
    team_fee=99_900,
    max_team_size=4,
    min_team_size=2,
    max_teams=500,
    tracks=("ai-ml",),
    checkin_points=("entrance",),
    order_minutes=30,
    offer_hours=12,
    retention_days=90,
    updated_at=NOON,
)


@pytest.mark.parametrize(
    "other", ["code warriors", "CODE  WARRIORS", "Code-Warriors!", " Ｃｏｄｅ Ｗａｒｒｉｏｒｓ", "code\u00a0warriors"]
)
def test_names_that_look_alike_are_one_name(other: str) -> None:
    assert teams.name_slug(other) == teams.name_slug("Code Warriors")


@pytest.mark.parametrize(("one", "other"), [("Team 1", "Team 11"), ("टीम", "टिम"), ("über", "uber")])
def test_names_that_differ_stay_apart(one: str, other: str) -> None:
    assert teams.name_slug(one) != teams.name_slug(other)


@given(st.text())
def test_a_slug_is_a_slug_of_itself(text: str) -> None:
    assert teams.slug(teams.slug(text)) == teams.slug(text)


def test_a_name_needs_something_to_tell_it_by() -> None:
    with pytest.raises(InvalidValue):
        teams.name_slug("!!!")


def test_registration_is_open_from_its_first_moment_until_before_its_last() -> None:
    assert event.is_open(CONFIG, CONFIG.registration_start)
    assert not event.is_open(CONFIG, CONFIG.registration_end)
    assert not event.is_open(CONFIG, CONFIG.registration_start - timedelta(seconds=1))
    assert not event.is_open(evolve(CONFIG, registration_open=False), NOON)


@pytest.mark.parametrize(
    ("name", "value"),
    [("registration_end", -3), ("event_start", 0), ("event_end", 2)],
)
def test_dates_must_follow_each_other(name: str, value: int) -> None:
    fields = {f: getattr(CONFIG, f) for f in spec_of(Config).fields}
    for own in ("organisers", "updated_at", "version"):
        fields.pop(own)
    with pytest.raises(event.BadDates) as refusal:
        event.write_config(None, fields | {name: NOON + timedelta(days=value)}, None, NOON)
    assert refusal.value.field == f"body.{name}"


@given(st.text(alphabet="0123456789ABCDEFGHJKMNPQRSTVWXYZ", min_size=26, max_size=26))
def test_a_code_names_who_it_was_made_for_and_serves_one_purpose(subject: str) -> None:
    code = codes.code_for(codes.INVITE, subject, "a key")
    assert codes.invited_team(code.lower(), ["another key", "a key"]) == subject
    with pytest.raises(codes.NoSuchInvite):
        codes.invited_team(code, ["another key"])
    with pytest.raises(codes.BadPass):
        codes.passing_participant(code, ["a key"])


@pytest.mark.parametrize("place", [0, 10, 25, 27, 42])
def test_an_altered_code_is_no_code(place: int) -> None:
    code = codes.code_for(codes.PASS, "0" * 26, "a key")
    altered = code[:place] + ("A" if code[place] != "A" else "B") + code[place + 1 :]
    with pytest.raises(codes.BadPass):
        codes.passing_participant(altered, ["a key"])


def test_a_masked_profile_reaches_nobody() -> None:
    profile = Profile("Asha", "Rao", "asha@people.example", "+91 98765 43210", "asharao", "https://l.example/asha")
    masked = profile.masked()
    assert (masked.first_name, masked.email, masked.phone) == ("A***", "a***@p***", "***10")
    assert (masked.github_username, masked.linkedin) == ("a***", "***")
    assert "Asha" not in repr(profile)


@pytest.mark.parametrize("cell", ["=1+1", "+91", "-1", "@sum", "\t=1"])
def test_a_cell_that_begins_like_a_formula_is_text(cell: str) -> None:
    assert list(harmless([cell])) == [f"'{cell}"]
