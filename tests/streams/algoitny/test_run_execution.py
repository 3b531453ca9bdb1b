"""One result, one charge, one history item: whichever call the worker dies around, however often the message comes."""

from typing import Any

import pytest

from functions.algoitny import runner
from tests.api.algoitny.test_accounts import log_in
from tests.api.algoitny.working import A_PLUS_B, HERE, execute, messages, rows_of, used
from tests.api.harness import OPERATOR, App, Crash

CALLS = 7
"""Of DynamoDB, in one delivery: read, claim, problem, cases, hints seen, solved before, finish."""
FAILING_CALLS = 5


@pytest.fixture
def app(algoitny: App) -> App:
    algoitny.call("register_problem", caller=OPERATOR, path=HERE, body=A_PLUS_B)
    log_in(algoitny)
    return algoitny


def begin(app: App) -> tuple[str, dict[str, Any]]:
    begun = execute(app)
    [message] = messages("run_execution")
    return begun.body["execution_id"], message


def die(app: App, step: int, function: str, event: dict[str, Any]) -> None:
    """Right after the call with this number was carried out, which is as good as right before the next."""
    app.die_after = app.calls + step
    with pytest.raises(Crash):
        app.invoke(function, event)
    app.die_after = None


def assert_done_once(app: App, execution_id: str) -> None:
    done = app.call("show_execution", path={"execution_id": execution_id})
    assert (done.body["status"], done.body["verdict"]) == ("COMPLETED", "accepted")
    assert len(rows_of(app, "tres")) == len(rows_of(app, "shist")) == len(rows_of(app, "solv")) == 1
    assert used(app) == 1
    [user] = rows_of(app, "usr")
    assert user["slv"]["N"] == "1"


@pytest.mark.parametrize("step", range(1, CALLS + 1))
def test_a_worker_that_dies_after_any_call_leaves_one_result_when_the_message_comes_again(app: App, step: int) -> None:
    execution_id, message = begin(app)
    die(app, step, "run_execution", message)
    app.pass_time(minutes=5)
    for _ in range(2):
        assert app.invoke("run_execution", message)["batchItemFailures"] == []
    assert_done_once(app, execution_id)


def test_a_delivery_takes_no_more_calls_than_the_test_thinks(app: App) -> None:
    _, message = begin(app)
    before = app.calls
    app.invoke("run_execution", message)
    assert app.calls - before == CALLS


def test_a_message_that_comes_while_the_run_is_on_does_nothing(
    app: App, monkeypatch: pytest.MonkeyPatch, runner_in_reach: list[str]
) -> None:
    execution_id, message = begin(app)
    real = runner.call

    def with_a_second_delivery(event: Any) -> dict[str, Any]:
        monkeypatch.setattr(runner, "call", real)
        assert app.invoke("run_execution", message)["batchItemFailures"] == []
        assert runner_in_reach == []
        return real(event)

    monkeypatch.setattr(runner, "call", with_a_second_delivery)
    app.invoke("run_execution", message)
    assert len(runner_in_reach) == 1
    assert_done_once(app, execution_id)


def test_a_worker_that_was_taken_for_dead_and_comes_back_changes_nothing(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    execution_id, message = begin(app)
    real = runner.call

    def slow(event: Any) -> dict[str, Any]:
        monkeypatch.setattr(runner, "call", real)
        app.pass_time(minutes=5)
        app.invoke("run_execution", message)
        return {**real(event), "verdict": "wrong_answer"}

    monkeypatch.setattr(runner, "call", slow)
    app.invoke("run_execution", message)
    assert_done_once(app, execution_id)


@pytest.mark.parametrize("step", range(1, FAILING_CALLS + 1))
def test_a_failure_is_refunded_once_whichever_call_the_worker_dies_after(
    app: App, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(event: object) -> dict[str, Any]:
        raise runner.RunnerFailed("no verdict")

    monkeypatch.setattr(runner, "call", broken)
    begin(app)
    execution_id, message = begin(app)
    die(app, step, "run_execution", message)
    app.pass_time(minutes=5)
    for _ in range(2):
        app.invoke("run_execution", message)
    assert app.call("show_execution", path={"execution_id": execution_id}).body["status"] == "FAILED"
    assert used(app) == 1


@pytest.mark.parametrize("step", range(1, 4))
def test_a_sweeper_that_dies_after_any_call_refunds_once(app: App, step: int) -> None:
    begin(app)
    app.pass_time(minutes=16)
    die(app, step, "sweep_executions", {})
    app.invoke("sweep_executions", {})
    assert used(app) == 0
    assert rows_of(app, "tres")[0]["dat"]["M"]["sts"]["S"] == "FAILED"
