"""What a thief of the tables, of a backup or of the logs could read: nothing about anybody."""

import re
from contextlib import suppress

import pytest

from edge.settings import settings
from functions.codekurukshetra.entities.records import Letter
from functions.codekurukshetra.entities.registration import Participant
from functions.codekurukshetra.privacy import Erased
from singletable.items import decode
from tests.api.codekurukshetra.desk import OPERATOR, Desk, login, member, person
from tests.api.harness import App, Crash, aws
from tools.events.stream import stream_event, stream_record
from tools.generate.samples.codekurukshetra import CODES_SECRET, GATEWAY_SECRET, INDEX_SECRET

PERSONAL = re.compile(r"asha|ravi|meera|people\.example|98765|192\.0\.2\.1|-codes|linkedin\.example", re.IGNORECASE)
SECRETS = (INDEX_SECRET, CODES_SECRET, *GATEWAY_SECRET.values())


def participant_id(desk: Desk, name: str) -> str:
    return str(desk.app.call("show_me", caller=login(name)).body["participant_id"])


def erase(desk: Desk, subject: str, caller: dict[str, str], **headers: str) -> tuple[int, str]:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    answer = desk.app.call("erase_personal_data", caller=caller, path={"participant_id": subject}, headers=sent)
    return answer.status, "" if answer.status == 202 else answer.code


def everything_happens(desk: Desk) -> str:
    """Every endpoint that meets personal data, its refusals, the money, the letters and the schedules."""
    team_id, order_id = desk.paid("asha", "ravi", key="k")
    desk.register("asha", "meera")
    desk.register("meera", members=[person("x", email="not an address"), member("ravi")])
    desk.app.call("check_email", caller=None, body={"email": "asha@people.example"})
    desk.app.call("show_team", caller=login("asha"), path={"team_id": team_id})
    desk.app.call("add_member", caller=login("asha"), path={"team_id": team_id}, body=member("meera"))
    subject = participant_id(desk, "ravi")
    desk.app.call(
        "edit_participant", caller=login("ravi"), path={"participant_id": subject}, body={"phone": "+91 98765 00000"}
    )
    desk.app.call("list_participants", caller=OPERATOR, query={"college": "Example University"})
    desk.app.call("export_registrations", caller=OPERATOR, query={"masked": "false"})
    desk.deliver(desk.events(order_id))
    desk.gateway.disturb("POST", "/v1/payments", status=500, times=3)
    desk.refund(team_id)
    letters = [decoded(desk, row) for row in desk.of_type("letter")]
    desk.app.invoke("follow_up", stream_event([stream_record(None, letter, number=1) for letter in letters]))
    for schedule in ("expire_orders", "reconcile_payments", "offer_seats", "apply_retention"):
        desk.run(schedule)
    return team_id


def decoded(desk: Desk, row: dict[str, object]) -> object:
    return decode(row, Letter)  # type: ignore[arg-type]


def test_a_dump_of_both_tables_shows_nothing_readable(desk: Desk) -> None:
    everything_happens(desk)
    dump = desk.everything()
    assert len(dump) > 10_000
    assert PERSONAL.findall(dump) == []
    assert [secret for secret in SECRETS if secret in dump] == []


def test_no_log_line_holds_personal_data_or_a_secret(desk: Desk) -> None:
    everything_happens(desk)
    log = desk.app.log.getvalue()
    assert log.count('"answered"') > 10
    assert PERSONAL.findall(log) == []
    assert [secret for secret in SECRETS if secret in log] == []


def test_a_fault_of_ours_logs_nothing_of_whom_it_befell(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEY_PERSONAL", "arn:aws:kms:us-east-1:123456789012:key/gone")
    settings.cache_clear()
    answer = desk.register("asha", "ravi")
    assert (answer.status, answer.code) == (500, "internal")
    assert '"failed"' in desk.app.log.getvalue()
    assert PERSONAL.findall(desk.app.log.getvalue() + answer.text) == []


def test_after_erasure_no_copy_can_be_read_and_the_address_may_register_again(desk: Desk) -> None:
    # A module of functions is read in the environment of a function.
    from functions.codekurukshetra.people import keys, vault

    _, order_id = desk.paid("asha", "ravi")
    subject = participant_id(desk, "ravi")
    backup = next(row for row in desk.of_type("participant") if row["participant_id"]["S"] == subject)
    money = desk.payment(order_id)
    assert erase(desk, subject, login("ravi"), Idempotency_Key="e") == (202, "")
    assert subject not in {row["subject"]["S"] for row in desk.app.vault_rows()}
    aws("dynamodb").put_item(TableName=desk.app.store.name, Item=backup)
    restored = desk.app.store.get(Participant.key.item(participant_id=subject))
    assert restored is not None
    assert restored.email is not None
    with pytest.raises(Erased):
        vault().subject(subject, keys.wrapped(subject))
    shown = desk.app.call("show_team", caller=OPERATOR, path={"team_id": restored.team_id}).body["members"]
    (erased,) = (member for member in shown if member["participant_id"] == subject)
    assert (erased["erased"], erased["first_name"], erased["email"]) == (True, None, None)
    assert desk.payment(order_id) == money
    assert desk.register("ravi", "meera").status == 201


def test_what_is_left_of_somebody_erased_says_nothing_but_that_there_was_somebody(desk: Desk) -> None:
    desk.paid("asha", "ravi")
    subject = participant_id(desk, "ravi")
    assert erase(desk, subject, OPERATOR) == (202, "")
    (left,) = (row for row in desk.of_type("participant") if row["participant_id"]["S"] == subject)
    assert not {"first_name", "last_name", "email", "phone", "college", "email_index", "GSI1PK", "GSI3PK"} & set(left)
    assert left["GSI2PK"]["S"].startswith("TEAM#")
    assert len(desk.of_type("email_lock")) == 1
    assert desk.app.call("show_me", caller=login("ravi")).code == "not_registered"
    edited = desk.app.call("edit_participant", caller=OPERATOR, path={"participant_id": subject}, body={"year": "1"})
    assert edited.status == 404
    assert erase(desk, subject, OPERATOR) == (202, "")


def test_an_erasure_that_died_half_way_has_erased_and_can_be_completed(desk: Desk) -> None:
    desk.paid("asha", "ravi")
    subject = participant_id(desk, "ravi")
    desk.app.die_before = desk.app.calls + 6
    with suppress(Crash):
        erase(desk, subject, login("ravi"))
    desk.app.die_before = None
    assert subject not in {row["subject"]["S"] for row in desk.app.vault_rows()}
    assert desk.app.call("show_me", caller=login("ravi")).body["erased"] is True
    edited = desk.app.call("edit_participant", caller=OPERATOR, path={"participant_id": subject}, body={"year": "1"})
    assert edited.status == 404
    assert erase(desk, subject, login("ravi")) == (202, "")
    assert desk.app.call("show_me", caller=login("ravi")).status == 404


def test_erasure_waits_for_money_on_its_way(desk: Desk) -> None:
    desk.ordered("asha", "ravi")
    subject = participant_id(desk, "asha")
    vault_before = desk.app.vault_rows()
    assert erase(desk, subject, login("asha")) == (409, "open_payment")
    assert desk.app.vault_rows() == vault_before


def test_nobody_erases_somebody_else(desk: Desk) -> None:
    desk.team("asha", "ravi")
    subject = participant_id(desk, "ravi")
    for caller in (login("asha"), login("eve")):
        assert erase(desk, subject, caller) == (404, "no_such_participant")
    assert desk.app.call("show_me", caller=login("ravi")).status == 200


def test_the_same_person_in_two_rows_is_sealed_differently_and_a_moved_field_is_unreadable(desk: Desk) -> None:
    desk.team("asha", "ravi")
    rows = desk.of_type("participant")
    assert rows[0]["last_name"]["S"] != rows[1]["last_name"]["S"]
    first, second = rows
    forged = {**first, "first_name": second["first_name"]}
    aws("dynamodb").put_item(TableName=desk.app.store.name, Item=forged)
    answer = desk.app.call("show_team", caller=OPERATOR, path={"team_id": first["team_id"]["S"]})
    assert (answer.status, answer.code) == (500, "internal")
    assert PERSONAL.findall(answer.text) == []


def test_retention_moves_with_the_event(desk: Desk) -> None:
    desk.team("asha", "ravi")
    before = {row["ttl"]["N"] for row in desk.of_type("participant")}
    desk.open(retention_days=10)
    assert desk.run("apply_retention") == {"moved": 2}
    after = {row["ttl"]["N"] for row in desk.of_type("participant")}
    assert int(after.pop()) == int(before.pop()) - 80 * 86_400
    ours = {row["participant_id"]["S"] for row in desk.of_type("participant")}
    kept = {row["ttl"]["N"] for row in desk.app.vault_rows() if row["subject"]["S"] in ours}
    assert kept == {row["ttl"]["N"] for row in desk.of_type("participant")}
    assert desk.run("apply_retention") == {"moved": 0}


def test_when_the_retention_ends_nobody_is_shown_any_more(desk: Desk) -> None:
    team_id = desk.team("asha", "ravi")
    desk.app.pass_time(days=42 + 91)
    shown = desk.app.call("show_team", caller=OPERATOR, path={"team_id": team_id})
    assert shown.body["members"] == []


def test_printing_what_is_personal_shows_nothing(codekurukshetra: App) -> None:
    from functions.codekurukshetra.keyring import Secret

    assert "s3cret" not in repr(Secret("s3cret", codekurukshetra.moment))
