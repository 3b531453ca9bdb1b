"""Letters go out once; who is gone leaves no key and no locked address behind."""

from typing import Any

import boto3
import pytest
from moto.sesv2.models import sesv2_backends

from edge.settings import settings
from functions.codekurukshetra.entities.records import Letter
from functions.codekurukshetra.entities.registration import Participant, Waiter
from singletable.items import decode
from singletable.schema import evolve
from tests.api.codekurukshetra.desk import Desk, login
from tests.api.harness import App, Crash
from tools.events.stream import stream_event, stream_record


@pytest.fixture
def desk(codekurukshetra: App) -> Desk:
    return Desk(codekurukshetra).open()


@pytest.fixture
def sender(codekurukshetra: App, monkeypatch: pytest.MonkeyPatch) -> None:
    boto3.client("sesv2").create_email_identity(EmailIdentity="desk@organisers.example")
    monkeypatch.setenv("EMAIL_RECEIPTS", "desk@organisers.example")
    settings.cache_clear()


def letters(desk: Desk) -> list[Letter]:
    return [decode(row, Letter) for row in desk.of_type("letter")]


def send(desk: Desk, times: int = 1) -> None:
    records = [stream_record(None, letter, number=number) for number, letter in enumerate(letters(desk), start=1)]
    for _ in range(times):
        assert desk.app.invoke("follow_up", stream_event(records, shard=None))["batchItemFailures"] == []


def sent() -> list[Any]:
    return list(sesv2_backends["123456789012"]["us-east-1"].core_backend.sent_messages)


def states(desk: Desk) -> dict[str, str]:
    return {row["SK"]["S"].partition("#")[0]: row["state"]["S"] for row in desk.of_type("letter")}


def test_without_a_sender_letters_are_recorded(desk: Desk) -> None:
    desk.paid("asha", "ravi")
    send(desk, times=2)
    assert states(desk) == {"receipt": "recorded"}


@pytest.mark.usefixtures("sender")
def test_a_receipt_goes_to_the_leader_once_however_often_the_stream_says_so(desk: Desk) -> None:
    desk.paid("asha", "ravi")
    send(desk, times=3)
    (message,) = sent()
    assert message.destinations["ToAddresses"] == ["asha@people.example"]
    assert "999.00 INR" in message.body
    assert states(desk) == {"receipt": "sent"}
    trail = [row for row in desk.of_type("audit") if row["action"]["S"] == "write_to"]
    assert len(trail) == 1


@pytest.mark.usefixtures("sender")
def test_who_was_erased_is_not_written_to(desk: Desk) -> None:
    desk.paid("asha", "ravi")
    me = desk.app.call("show_me", caller=login("asha")).body["participant_id"]
    desk.app.call("erase_personal_data", caller=login("asha"), path={"participant_id": me})
    send(desk)
    assert (sent(), states(desk)) == ([], {"receipt": "undeliverable"})


@pytest.mark.usefixtures("sender")
@pytest.mark.parametrize("step", range(1, 7))
def test_a_process_that_dies_anywhere_sends_no_letter_twice(desk: Desk, step: int) -> None:
    desk.paid("asha", "ravi")
    desk.app.die_after = desk.app.calls + step
    try:
        send(desk)
    except Crash:
        desk.app.die_after = None
        send(desk)
    desk.app.die_after = None
    assert len(sent()) <= 1
    assert states(desk)["receipt"] in ("sent", "sending")


@pytest.mark.usefixtures("sender")
def test_a_letter_that_is_refused_for_good_does_not_block_those_behind_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.paid("asha", "ravi")
    monkeypatch.setenv("EMAIL_RECEIPTS", "nobody@unverified.example")
    settings.cache_clear()
    send(desk)
    assert states(desk) == {"receipt": "refused"}


@pytest.mark.usefixtures("sender")
def test_an_offer_goes_to_who_waited(codekurukshetra: App) -> None:
    desk = Desk(codekurukshetra).open(max_teams=1)
    team_id = desk.team("asha", "ravi")
    desk.app.call("join_waitlist", caller=login("meera"))
    desk.app.call("delete_team", caller=login("asha"), path={"team_id": team_id})
    desk.run("offer_seats")
    send(desk)
    (message,) = sent()
    assert message.destinations["ToAddresses"] == ["meera@people.example"]


def test_who_left_leaves_no_key_behind(desk: Desk) -> None:
    desk.team("asha", "ravi")
    people = [decode(row, Participant) for row in desk.of_type("participant")]
    gone = [stream_record(person, None, number=number) for number, person in enumerate(people, start=1)]
    for _ in range(2):
        desk.app.invoke("follow_up", stream_event(gone, shard=None))
    left = {row["subject"]["S"] for row in desk.app.vault_rows()}
    assert not left & {person.participant_id for person in people}
    assert len(desk.of_type("email_lock")) == 2


def test_who_was_forgotten_leaves_the_address_free_unless_somebody_else_has_it_by_then(desk: Desk) -> None:
    desk.team("asha", "ravi")
    people = [decode(row, Participant) for row in desk.of_type("participant")]
    stranger = evolve(people[0], participant_id="0" * 26)
    for person, locks in ((stranger, 2), (people[0], 1)):
        record = stream_record(person, None, number=1, expired=True)
        desk.app.invoke("follow_up", stream_event([record], shard=None))
        assert len(desk.of_type("email_lock")) == locks


def test_who_no_longer_waits_leaves_no_key_behind(codekurukshetra: App) -> None:
    desk = Desk(codekurukshetra).open(max_teams=1)
    desk.team("asha", "ravi")
    waiter_id = desk.app.call("join_waitlist", caller=login("meera")).body["waiter_id"]
    waiter = decode(desk.of_type("waiter")[0], Waiter)
    desk.app.invoke("follow_up", stream_event([stream_record(waiter, None, number=1)], shard=None))
    assert waiter_id not in {row["subject"]["S"] for row in desk.app.vault_rows()}
