"""Executions: charged once, run in the runner, answered with the right verdict, refunded when we fail."""

import json
from typing import Any

import boto3
import pytest

from functions.algoitny import dispatch, runner, waiting
from functions.algoitny_runner.execution import execute as run_on
from functions.algoitny_runner.languages import LANGUAGES
from functions.algoitny_runner.request import parse
from tests.api.algoitny.test_accounts import log_in
from tests.api.algoitny.working import (
    A_PLUS_B,
    HERE,
    RIGHT,
    WRONG,
    event_of,
    execute,
    messages,
    ran,
    rows_of,
    used,
    work,
)
from tests.api.harness import ANN, BOB, BUCKET, OPERATOR, App


@pytest.fixture
def app(algoitny: App) -> App:
    """Ann on the free plan, and a problem to solve."""
    made = algoitny.call("register_problem", caller=OPERATOR, path=HERE, body=A_PLUS_B)
    assert made.status == 201, made.text
    log_in(algoitny)
    return algoitny


def test_an_execution_is_charged_recorded_and_queued(app: App) -> None:
    begun = execute(app)
    assert begun.status == 202
    assert begun.body["status"] == "PENDING"
    assert begun.headers["ratelimit-limit"] == "10"
    assert begun.headers["ratelimit-remaining"] == "9"
    assert used(app) == 1
    [record] = rows_of(app, "tres")
    assert record["PK"]["S"] == f"TRES#{begun.body['execution_id']}"
    assert int(record["ttl"]["N"]) > 0
    [message] = messages("run_execution")
    assert json.loads(message["Records"][0]["body"]) == {"execution_id": begun.body["execution_id"]}


def test_right_code_is_accepted_and_counted_as_solved_once(app: App) -> None:
    for _ in range(2):
        done = ran(app)
        assert (done.body["status"], done.body["verdict"]) == ("COMPLETED", "accepted")
        assert (done.body["result"]["passed"], done.body["result"]["total"]) == (2, 2)
    assert app.call("show_profile").body["solved_count"] in (0, 1)
    app.pass_time(seconds=61)
    assert app.call("show_profile").body["solved_count"] == 1
    assert len(rows_of(app, "solv")) == 1
    assert len(rows_of(app, "shist")) == 2


def test_wrong_code_says_where_it_differs_and_not_what_was_expected(app: App) -> None:
    done = ran(app, WRONG)
    assert done.body["verdict"] == "wrong_answer"
    assert (done.body["result"]["passed"], done.body["result"]["failed"]) == (1, 1)
    case = done.body["result"]["cases"][1]
    assert (case["verdict"], case["difference"]["line"], case["difference"]["actual"]) == ("wrong_answer", 1, "3")
    assert "expected" not in case["difference"]


def test_an_exception_has_its_type_and_line(app: App) -> None:
    done = ran(app, "x = 1\nprint(undefined)\n")
    assert done.body["verdict"] == "runtime_error"
    assert done.body["result"]["error"]["type"] == "NameError"
    assert done.body["result"]["error"]["line"] == 2


def test_code_that_does_not_compile_runs_no_case(app: App) -> None:
    done = ran(app, "def f(:\n")
    assert done.body["verdict"] == "compile_error"
    assert {case["verdict"] for case in done.body["result"]["cases"]} == {"not_run"}


def test_the_limits_of_the_problem_are_those_of_the_run(app: App) -> None:
    app.call("register_problem", caller=OPERATOR, path=HERE, body=A_PLUS_B | {"time_limit_seconds": 0.2})
    done = ran(app, "while True: pass")
    assert done.body["verdict"] == "time_limit"
    assert "0.2 s" in done.body["result"]["reason"]


def test_numbers_are_compared_with_the_tolerance_of_the_problem(app: App) -> None:
    cases = [{"input": "1 3\n", "output": "0.3333\n"}]
    problem = A_PLUS_B | {"comparison": "numeric", "tolerance": 0.001, "test_cases": cases}
    app.call("register_problem", caller=OPERATOR, path=HERE, body=problem)
    assert ran(app, "print(1 / 3)").body["verdict"] == "accepted"
    assert ran(app, "print(0.34)").body["verdict"] == "wrong_answer"


def test_the_offered_languages_are_those_of_the_runner(app: App) -> None:
    assert app.service.settings["languages"].split(",") == list(LANGUAGES)
    assert ran(app, "const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number); console.log(a + b)",
               body={"language": "javascript"}).body["verdict"] == "accepted"  # fmt: skip


def test_every_refusal_changes_nothing(app: App) -> None:
    app.call("register_problem", caller=OPERATOR, path=HERE | {"problem_id": "2"}, body={"title": "Draft"})
    rows = app.rows()
    cases: list[tuple[int, str, dict[str, Any]]] = [
        (415, "language_not_offered", {"body": {"language": "cobol"}}),
        (413, "code_too_large", {"code": "é" * 40_000}),
        (404, "no_such_problem", {"path": HERE | {"problem_id": "999"}}),
        (409, "no_test_cases", {"path": HERE | {"problem_id": "2"}, "caller": OPERATOR}),
        (403, "no_session", {"caller": BOB}),
    ]
    for status, code, more in cases:
        answer = execute(app, **more)
        assert (answer.status, answer.code) == (status, code), answer.text
    assert app.rows() == rows
    assert messages("run_execution") == []


def test_the_eleventh_execution_of_a_day_is_refused_until_midnight(app: App) -> None:
    for _ in range(10):
        assert execute(app).status == 202
    rows = app.rows()
    refused = execute(app)
    assert (refused.status, refused.code) == (429, "quota_exhausted")
    assert (refused.body["limit"], refused.body["remaining"]) == (10, 0)
    assert refused.body["reset_at"].endswith("T00:00:00+00:00")
    assert int(refused.headers["retry-after"]) == 15 * 3600
    assert app.rows() == rows
    app.pass_time(hours=15)
    assert execute(app).status == 202


def test_the_same_key_is_charged_once_and_another_body_is_refused(app: App) -> None:
    first = execute(app, headers={"Idempotency-Key": "k1"})
    again = execute(app, headers={"Idempotency-Key": "k1"})
    assert (again.status, again.headers["idempotency-replayed"]) == (202, "true")
    assert again.body["execution_id"] == first.body["execution_id"]
    assert used(app) == 1
    assert len(messages("run_execution")) == 1
    other = execute(app, WRONG, headers={"Idempotency-Key": "k1"})
    assert (other.status, other.code) == (422, "idempotency_key_reused")


def test_a_key_answers_again_even_when_the_day_is_used_up(app: App) -> None:
    first = execute(app, headers={"Idempotency-Key": "k1"})
    for _ in range(9):
        execute(app)
    again = execute(app, headers={"Idempotency-Key": "k1"})
    assert (again.status, again.body["execution_id"]) == (202, first.body["execution_id"])


def test_waiting_answers_with_the_result(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "pause", lambda _: work(app, "run_execution"))
    answer = execute(app, query={"wait": "20"})
    assert (answer.status, answer.body["verdict"]) == (200, "accepted")


def test_waiting_in_vain_answers_with_what_there_is(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    rested: list[float] = []
    monkeypatch.setattr(waiting, "pause", rested.append)
    answer = execute(app, query={"wait": "3"})
    assert (answer.status, answer.body["status"]) == (202, "PENDING")
    assert sum(rested) == pytest.approx(3)


def test_an_execution_is_its_owners_alone(app: App) -> None:
    log_in(app, BOB)
    mine = execute(app).body["execution_id"]
    theirs = app.call("show_execution", caller=BOB, path={"execution_id": mine})
    assert (theirs.status, theirs.code) == (404, "no_such_execution")


def test_a_result_is_gone_after_thirty_days(app: App) -> None:
    mine = ran(app).body["execution_id"]
    app.pass_time(days=29, hours=23)
    assert app.call("show_execution", path={"execution_id": mine}).status == 200
    app.pass_time(hours=2)
    assert app.call("show_execution", path={"execution_id": mine}).status == 404


def test_long_code_and_long_results_go_to_s3_and_the_history_keeps_copies_of_its_own(app: App) -> None:
    cases = [{"input": f"{n} {n}\n", "output": f"{2 * n}\n"} for n in range(60)]
    app.call("register_problem", caller=OPERATOR, path=HERE, body=A_PLUS_B | {"test_cases": cases})
    done = ran(app, f"{RIGHT}\n#{'x' * 5000}")
    assert done.body["verdict"] == "accepted", done.text
    assert len(done.body["result"]["cases"]) == 60
    listed = boto3.client("s3").list_objects_v2(Bucket=BUCKET)["Contents"]
    folders = sorted(found["Key"].split("/")[0] for found in listed)
    assert folders == ["shist", "shist", "testcases", "tres", "tres"]
    [record] = rows_of(app, "tres")
    assert len(json.dumps(record)) < 4096
    shown = app.call("show_history", path={"history_id": done.body["history_id"]})
    assert shown.body["code"].endswith("x" * 5000)


def test_two_hundred_cases_are_one_execution(app: App) -> None:
    cases = [{"input": f"{n} {n}\n", "output": f"{2 * n}\n"} for n in range(200)]
    app.call("register_problem", caller=OPERATOR, path=HERE, body=A_PLUS_B | {"test_cases": cases})
    done = ran(app)
    assert (done.body["verdict"], done.body["result"]["passed"]) == ("accepted", 200)


def test_cases_too_large_for_one_call_run_in_several(app: App, runner_in_reach: list[str]) -> None:
    """Registered in the bucket directly: one request could not carry them, but a job can make them."""
    cases = [{"input": "1 2" + " 0" * 450_000, "output": "3"} for _ in range(5)]
    body = A_PLUS_B | {"test_cases": cases}
    assert app.call("register_problem", caller=OPERATOR, path=HERE, body=body).status == 200
    done = ran(app)
    assert (done.body["verdict"], done.body["result"]["passed"]) == ("accepted", 5)
    assert len(runner_in_reach) == 2
    assert max(map(len, runner_in_reach)) < 6_000_000


def test_a_run_without_verdict_is_refunded_once(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(event: object) -> dict[str, Any]:
        raise runner.RunnerFailed("the sandbox is on fire")

    monkeypatch.setattr(runner, "call", broken)
    done = ran(app)
    assert (done.body["status"], done.body["error"], done.body["verdict"]) == ("FAILED", "internal_error", None)
    assert used(app) == 0
    app.invoke("run_execution", event_of({"execution_id": done.body["execution_id"]}))
    assert used(app) == 0
    assert rows_of(app, "shist") == []


def test_on_a_platform_without_the_filter_no_code_runs_and_nothing_is_charged(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: list[dict[str, Any]] = []

    def unfiltered(event: object) -> dict[str, Any]:
        answers.append(run_on(parse(event), without=frozenset({"seccomp"})))
        return answers[-1]

    monkeypatch.setattr(runner, "call", unfiltered)
    done = ran(app)
    assert (done.body["status"], done.body["error"], used(app)) == ("FAILED", "internal_error", 0)
    assert [answer["reason"] for answer in answers] == ["guards missing: seccomp"]
    assert {case["verdict"] for case in answers[0]["cases"]} == {"not_run"}


def test_a_full_runner_is_asked_again_later(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(event: object) -> dict[str, Any]:
        raise runner.RunnerBusy

    with monkeypatch.context() as patched:
        patched.setattr(runner, "call", full)
        begun = execute(app)
        [message] = messages("run_execution")
        assert app.invoke("run_execution", message)["batchItemFailures"] == []
    assert app.call("show_execution", path={"execution_id": begun.body["execution_id"]}).body["status"] == "PENDING"
    app.invoke("run_execution", message)
    assert app.call("show_execution", path={"execution_id": begun.body["execution_id"]}).body["verdict"] == "accepted"


def test_a_message_that_was_never_sent_is_sent_by_the_sweeper(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    class Down:
        def send(self, message: object, *, delay_seconds: int = 0) -> None:
            raise ConnectionError

    with monkeypatch.context() as patched:
        patched.setattr(dispatch, "queue_of", lambda worker: Down())
        begun = execute(app)
    assert begun.status == 202
    assert app.invoke("sweep_executions", {}) == {"sent": 0, "given_up": 0}
    app.pass_time(minutes=2, seconds=1)
    assert app.invoke("sweep_executions", {}) == {"sent": 1, "given_up": 0}
    assert app.invoke("sweep_executions", {}) == {"sent": 0, "given_up": 0}
    work(app, "run_execution")
    done = app.call("show_execution", path={"execution_id": begun.body["execution_id"]})
    assert done.body["verdict"] == "accepted"
    assert used(app) == 1


def test_a_stuck_execution_is_failed_and_refunded_once(app: App) -> None:
    begun = execute(app)
    [message] = messages("run_execution")
    app.pass_time(minutes=16)
    assert app.invoke("sweep_executions", {}) == {"sent": 0, "given_up": 1}
    assert app.invoke("sweep_executions", {}) == {"sent": 0, "given_up": 0}
    app.invoke("run_execution", message)
    done = app.call("show_execution", path={"execution_id": begun.body["execution_id"]})
    assert (done.body["status"], done.body["error"]) == ("FAILED", "stuck")
    assert used(app) == 0
    assert rows_of(app, "shist") == []
    assert execute(app, caller=ANN).status == 202
