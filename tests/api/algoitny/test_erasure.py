"""Erasure: every row and object of a user goes, whatever the worker dies around; a record without a name stays."""

import json
from typing import Any

import boto3
import pytest

from functions.algoitny.entities.accounts import Action
from functions.algoitny.entities.usage import UsageLog
from tests.api.algoitny.test_accounts import log_in
from tests.api.algoitny.working import A_PLUS_B, HERE, RIGHT, event_of, execute, messages, ran, rows_of, work
from tests.api.harness import ANN, BOB, BUCKET, OPERATOR, App, Crash

CALLS = 17
"""Of DynamoDB in one erasure."""


def objects() -> list[str]:
    return sorted(found["Key"] for found in boto3.client("s3").list_objects_v2(Bucket=BUCKET).get("Contents", ()))


def live(app: App, caller: dict[str, str]) -> str:
    """A user who did everything there is to do, with texts long enough for the bucket; one run is under way."""
    user_id = log_in(app, caller)
    long = f"{RIGHT}\n#{'x' * 5000}"
    ran(app, long, caller, body={"is_public": True}, headers={"Idempotency-Key": "k"})
    app.call("take_hint", caller=caller, path=HERE, body={})
    execute(app, long, caller)
    for row in rows_of(app, "tres"):
        if row["dat"]["M"]["uid"]["S"] == user_id:
            log_id = row["PK"]["S"].removeprefix("TRES#")
            app.store.put(
                UsageLog(
                    user_id=user_id,
                    day=app.moment.date(),
                    log_id=log_id,
                    action=Action.EXECUTION,
                    created_at=app.moment,
                )
            )
    return user_id


@pytest.fixture
def app(algoitny: App) -> App:
    algoitny.call("register_problem", caller=OPERATOR, path=HERE, body=A_PLUS_B)
    return algoitny


def traces(app: App, user_id: str, caller: dict[str, str]) -> list[Any]:
    wanted = (user_id, caller["sub"], caller["email"])
    return [row for row in app.rows() if any(name in json.dumps(row) for name in wanted)]


def erase(app: App, caller: dict[str, str] = ANN) -> dict[str, Any]:
    answer = app.call("erase_me", caller=caller, headers={"Idempotency-Key": "bye"})
    assert (answer.status, answer.body["status"]) == (202, "PENDING"), answer.text
    return event_of({"erasure_id": answer.body["erasure_id"]})


def held_back() -> str:
    """Messages that wait until no warm function takes the user for active any more."""
    client = boto3.client("sqs")
    url = client.get_queue_url(QueueName="erase_user")["QueueUrl"]
    facts = client.get_queue_attributes(QueueUrl=url, AttributeNames=["All"])["Attributes"]
    return facts["ApproximateNumberOfMessagesDelayed"]


def test_a_user_who_asks_to_be_forgotten_is_out_at_once_and_gone_later(app: App) -> None:
    bob = live(app, BOB)
    messages("run_execution")
    before, kept = traces(app, bob, BOB), objects()
    ann = live(app, ANN)
    messages("run_execution")
    message = erase(app)
    assert held_back() == "1"
    assert app.call("show_profile").code == "deactivated"
    assert app.call("log_in").code == "deactivated"
    app.invoke("erase_user", message)
    assert traces(app, ann, ANN) == []
    assert traces(app, bob, BOB) == before
    assert objects() == kept
    [record] = rows_of(app, "erase")
    assert record["dat"]["M"] == {"sts": {"S": "COMPLETED"}}
    [free] = [row for row in rows_of(app, "plan") if row["PK"]["S"] == "PLAN#1"]
    assert free["usr"]["N"] == "1"
    assert log_in(app, ANN) != ann


def test_asking_twice_with_one_key_is_one_erasure(app: App) -> None:
    log_in(app)
    first = app.call("erase_me", headers={"Idempotency-Key": "bye"})
    again = app.call("erase_me", headers={"Idempotency-Key": "bye"})
    assert again.body == first.body
    assert len(rows_of(app, "erase")) == 1


def test_a_run_that_is_still_on_leaves_no_history_behind(app: App) -> None:
    ann = live(app, ANN)
    under_way = messages("run_execution")
    app.invoke("erase_user", erase(app))
    for message in under_way:
        assert app.invoke("run_execution", message)["batchItemFailures"] == []
    assert traces(app, ann, ANN) == []


@pytest.mark.parametrize("step", range(1, CALLS + 1))
def test_an_erasure_that_dies_between_any_two_calls_is_finished_by_the_next(app: App, step: int) -> None:
    ann = live(app, ANN)
    message = erase(app)
    app.die_after = app.calls + step
    with pytest.raises(Crash):
        app.invoke("erase_user", message)
    app.die_after = None
    app.pass_time(minutes=11)
    app.invoke("sweep_jobs", {})
    work(app, "erase_user")
    app.invoke("erase_user", message)
    assert traces(app, ann, ANN) == []
    assert not [key for key in objects() if not key.startswith("testcases/")]
    [free] = [row for row in rows_of(app, "plan") if row["PK"]["S"] == "PLAN#1"]
    assert free["usr"]["N"] == "0"
    assert [row["dat"]["M"]["sts"]["S"] for row in rows_of(app, "erase")] == ["COMPLETED"]


def test_an_erasure_takes_no_more_calls_than_the_test_thinks(app: App) -> None:
    live(app, ANN)
    message = erase(app)
    before = app.calls
    app.invoke("erase_user", message)
    assert app.calls - before == CALLS


def test_a_lost_message_is_sent_again_for_ever(app: App) -> None:
    live(app, ANN)
    erase(app)
    for _ in range(3):
        app.pass_time(hours=1)
        assert app.invoke("sweep_jobs", {})["sent"] == 1
    work(app, "erase_user")
    assert rows_of(app, "usr") == []
