"""The event's configuration, and who may change it."""

from datetime import timedelta

import pytest

from tests.api.codekurukshetra.desk import OPERATOR, Desk, login
from tests.api.harness import App


def test_an_event_that_is_not_set_up_says_so(codekurukshetra: App) -> None:
    assert codekurukshetra.call("show_event", caller=None).code == "not_configured"
    assert Desk(codekurukshetra).register().code == "not_configured"


def test_the_event_shows_its_seats_and_is_remembered_half_a_minute(desk: Desk) -> None:
    shown = desk.app.call("show_event", caller=None)
    assert (shown.body["seats_left"], shown.body["team_fee"], shown.body["is_open"]) == (500, 99_900, True)
    assert len(shown.body["tracks"]) == 6
    assert shown.headers["cache-control"] == "public, max-age=30"
    desk.team()
    assert desk.app.call("show_event", caller=None).body["seats_left"] == 500
    desk.app.pass_time(seconds=31)
    assert desk.app.call("show_event", caller=None).body["seats_left"] == 499


def test_the_configuration_is_changed_under_its_version_and_the_seats_with_it(desk: Desk) -> None:
    desk.team("asha", "ravi")
    assert desk.configure(max_teams=3).status == 200
    assert desk.seats() == {"free": 2, "reserved": 1, "offered": 0, "waiting": 0}
    assert desk.configure(max_teams=1).status == 200
    assert desk.register("meera", "bela").code == "event_full"
    now = desk.app.moment
    body = {
        "registration_start": now.isoformat(),
        "registration_end": (now + timedelta(days=1)).isoformat(),
        "event_start": (now + timedelta(days=2)).isoformat(),
        "event_end": (now + timedelta(days=3)).isoformat(),
    }
    stale = desk.app.call("configure_event", caller=OPERATOR, body=body, headers={"If-Match": '"1"'})
    assert stale.status == 412


def test_fewer_seats_than_are_taken_are_refused(desk: Desk) -> None:
    desk.team("asha", "ravi")
    desk.team("meera", "bela")
    rows = desk.app.rows()
    answer = desk.configure(max_teams=1)
    assert (answer.status, answer.code, answer.paths) == (409, "too_many_teams", ["body.max_teams"])
    assert desk.app.rows() == rows


@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ({"event_end": "2020-01-01T00:00:00Z"}, "bad_dates", "body.event_end"),
        ({"min_team_size": 5}, "bad_sizes", "body.min_team_size"),
        ({"tracks": ["a", "a"]}, "bad_sizes", "body.tracks"),
    ],
)
def test_a_configuration_that_contradicts_itself_is_refused(
    desk: Desk, changes: dict[str, object], code: str, path: str
) -> None:
    rows = desk.app.rows()
    answer = desk.configure(**changes)
    assert (answer.status, answer.code, answer.paths) == (422, code, [path])
    assert desk.app.rows() == rows


def test_organisers_are_named_by_address_and_no_address_is_stored(desk: Desk) -> None:
    refused = desk.app.call("list_teams", caller=login("olga"), query={"track": "ai-ml"})
    assert (refused.status, refused.code) == (403, "forbidden")
    assert desk.configure(organisers=["Olga@people.example"]).body["organiser_count"] == 1
    desk.app.pass_time(seconds=31)
    assert desk.app.call("list_teams", caller=login("olga"), query={"track": "ai-ml"}).status == 200
    assert "olga" not in desk.everything().lower()
    assert desk.configure().body["organiser_count"] == 1
