"""Jobs: one active per problem, done once however often their message comes, failed when stale, tried again."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from functions.algoitny import runner
from functions.algoitny.service import SERVICE
from tests.api.algoitny.jobs_at_work import GENERATOR, extract, retry, show, start
from tests.api.algoitny.model_server import ModelServer
from tests.api.algoitny.test_accounts import log_in
from tests.api.algoitny.test_hints import model
from tests.api.algoitny.test_problems import author
from tests.api.algoitny.working import A_PLUS_B, HERE, RIGHT, messages, rows_of, work
from tests.api.harness import ANN, BOB, OPERATOR, Answer, App, running

__all__ = ["model"]


def draft(app: App) -> App:
    body = {"title": "A+B", "solution": RIGHT}
    assert app.call("register_problem", caller=OPERATOR, path=HERE, body=body).status == 201
    return app


@pytest.fixture
def app(algoitny: App) -> App:
    return draft(algoitny)


@pytest.fixture
def with_model(model: ModelServer, moto: Callable[[], None]) -> Iterator[App]:
    moto()
    with running(SERVICE) as app:
        yield draft(app)


def test_a_generation_makes_inputs_and_outputs_and_completes_the_problem(app: App) -> None:
    job = start(app)
    assert (job.status, job.body["status"]) == (202, "PENDING")
    work(app, "generate_cases")
    done = show(app, job)
    assert (done["status"], done["error"]) == ("COMPLETED", "")
    assert [step["step"] for step in done["progress"]] == ["Begin", "Make inputs", "Make outputs", "End"]
    assert [step["step"] for step in show(app, job, progress="latest")["progress"]] == ["End"]
    cases = app.call("show_test_cases", caller=OPERATOR, path=HERE).body["test_cases"]
    assert cases == [
        {"input": "1 1\n", "output": "2\n"},
        {"input": "2 4\n", "output": "6\n"},
        {"input": "3 9\n", "output": "12\n"},
    ]
    problem = app.call("show_problem", caller=OPERATOR, path=HERE).body
    assert (problem["is_completed"], problem["needs_review"], problem["test_case_count"]) == (True, False, 3)
    assert rows_of(app, "jlock") == []


def test_many_cases_go_to_the_bucket_and_equal_ones_are_one(app: App) -> None:
    job = start(app, generator_code="n = int(input())\nprint(n % 70, 1)", count=100)
    work(app, "generate_cases")
    assert show(app, job)["status"] == "COMPLETED"
    cases = app.call("show_test_cases", caller=OPERATOR, path=HERE).body
    assert (cases["count"], cases["test_cases"]) == (70, None)


def test_a_message_that_comes_again_does_nothing(app: App, runner_in_reach: list[str]) -> None:
    start(app)
    [message] = messages("generate_cases")
    app.invoke("generate_cases", message)
    rows, calls = app.rows(), len(runner_in_reach)
    app.invoke("generate_cases", message)
    assert app.rows() == rows
    assert len(runner_in_reach) == calls


@pytest.mark.parametrize(
    ("generator", "said"),
    [
        ("print(undefined)", "The generator failed for case 1: runtime_error, NameError in line 1"),
        ("pass", "The generator prints nothing"),
        ("print('x')", "The reference solution failed for case 1: runtime_error, ValueError in line 1"),
    ],
)
def test_a_failure_says_whose_it_is_and_frees_the_problem(app: App, generator: str, said: str) -> None:
    job = start(app, generator_code=generator)
    work(app, "generate_cases")
    done = show(app, job)
    assert done["status"] == "FAILED"
    assert said in done["error"]
    assert done["progress"][-1]["status"] == "failed"
    assert rows_of(app, "jlock") == rows_of(app, "tc") == []
    assert start(app).status == 202


def test_a_problem_has_one_active_job_of_any_kind(app: App) -> None:
    start(app)
    rows = app.rows()
    for second in (start(app), extract(app)):
        assert (second.status, second.code) == (409, "job_active")
    assert app.rows() == rows


def test_a_job_that_failed_is_tried_again_and_no_other(app: App) -> None:
    job = start(app, generator_code="pass")
    assert retry(app, job).code == "job_not_failed"
    work(app, "generate_cases")
    again = retry(app, job, headers={"Idempotency-Key": "r"})
    assert (again.status, again.body["status"]) == (202, "PENDING")
    assert retry(app, job, headers={"Idempotency-Key": "r"}).body == again.body
    assert len(messages("generate_cases")) == 1
    assert retry(app, job).code == "job_not_failed"


def test_a_retry_waits_for_the_lock_like_a_start(app: App) -> None:
    job = start(app, generator_code="pass")
    work(app, "generate_cases")
    start(app)
    assert (retry(app, job).status, retry(app, job).code) == (409, "job_active")


def test_the_same_key_starts_one_job(app: App) -> None:
    first, again = (start(app, headers={"Idempotency-Key": "j"}) for _ in range(2))
    assert again.body == first.body
    assert len(rows_of(app, "sgjob")) == 1


def test_every_refusal_of_a_start(app: App) -> None:
    log_in(app, BOB)
    author(app, ANN)
    app.call("register_problem", caller=OPERATOR, path=HERE | {"problem_id": "2"}, body={"title": "No solution"})
    app.call("register_problem", caller=OPERATOR, path=HERE | {"problem_id": "3"}, body=A_PLUS_B)
    rows = app.rows()
    cases: list[tuple[int, str, Answer]] = [
        (403, "plan_may_not_register", start(app, BOB)),
        (403, "not_your_problem", start(app, ANN)),
        (404, "no_such_problem", start(app, problem_id="99")),
        (409, "no_solution", start(app, problem_id="2")),
        (400, "invalid_request", start(app, generator_code=None)),
        (400, "invalid_request", start(app, platform=None)),
        (415, "language_not_offered", start(app, language="cobol")),
        (400, "unknown_judge", extract(app, url="https://evil.example/problem/1")),
        (409, "problem_exists", extract(app, url="https://www.acmicpc.net/problem/3")),
        (409, "problem_exists", extract(app, ANN)),
        (403, "plan_may_not_register", extract(app, BOB)),
    ]
    assert [(status, code) for status, code, _ in cases] == [(each.status, each.code) for _, _, each in cases]
    assert app.rows() == rows


def test_a_job_is_shown_to_who_started_it_and_to_staff(app: App) -> None:
    author(app, ANN)
    log_in(app, BOB)
    app.call("register_problem", caller=ANN, path=HERE | {"problem_id": "5"}, body={"title": "Mine", "solution": RIGHT})
    job = start(app, ANN, problem_id="5")
    assert show(app, job, ANN)["job_id"] == show(app, job)["job_id"]
    path = {"kind": "generation", "job_id": job.body["job_id"]}
    assert app.call("show_job", caller=BOB, path=path).code == "no_such_job"
    assert app.call("show_job", caller=ANN, path=path | {"kind": "extraction"}).code == "no_such_job"
    assert app.call("retry_job", caller=BOB, path=path).code == "no_such_job"
    work(app, "generate_cases")
    problem = app.call("show_problem", caller=ANN, path=HERE | {"problem_id": "5"}).body
    assert (problem["is_completed"], problem["needs_review"]) == (True, True)


def test_staff_lists_jobs_by_kind_and_status(app: App) -> None:
    log_in(app, BOB)
    job = start(app)
    listed = app.call("list_jobs", caller=OPERATOR, query={"kind": "generation", "status": "PENDING"})
    assert [each["job_id"] for each in listed.body["items"]] == [job.body["job_id"]]
    assert app.call("list_jobs", caller=OPERATOR, query={"kind": "extraction"}).body["items"] == []
    assert app.call("list_jobs", caller=BOB, query={"kind": "generation"}).code == "forbidden"


def test_a_lost_message_is_sent_again_and_a_stale_job_fails(app: App) -> None:
    job = start(app)
    messages("generate_cases")
    app.pass_time(minutes=6)
    assert app.invoke("sweep_jobs", {}) == {"sent": 1, "failed": 0}
    messages("generate_cases")
    app.pass_time(minutes=25)
    assert app.invoke("sweep_jobs", {}) == {"sent": 0, "failed": 1}
    assert app.invoke("sweep_jobs", {}) == {"sent": 0, "failed": 0}
    done = show(app, job)
    assert (done["status"], done["error"]) == ("FAILED", "It did not move for 30 minutes.")
    assert rows_of(app, "jlock") == []
    assert retry(app, job).status == 202


def test_a_worker_that_comes_back_after_its_job_was_given_up_changes_nothing(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = start(app)
    real = runner.call

    def slow(event: Any) -> dict[str, Any]:
        app.pass_time(minutes=31)
        app.invoke("sweep_jobs", {})
        return real(event)

    monkeypatch.setattr(runner, "call", slow)
    work(app, "generate_cases")
    assert show(app, job)["status"] == "FAILED"
    assert rows_of(app, "tc") == []


def test_steps_of_one_millisecond_stand_beside_each_other(app: App) -> None:
    start(app)
    work(app, "generate_cases")
    keys = [row["SK"]["S"] for row in rows_of(app, "prog")]
    assert len(keys) == 4
    assert [key.rpartition("#")[2] for key in keys] == ["0000", "0001", "0002", "0003"]


def test_a_full_runner_puts_the_job_back(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(event: object) -> dict[str, Any]:
        raise runner.RunnerBusy

    job = start(app)
    [message] = messages("generate_cases")
    with monkeypatch.context() as patched:
        patched.setattr(runner, "call", full)
        app.invoke("generate_cases", message)
    assert show(app, job)["status"] == "PENDING"
    app.invoke("generate_cases", message)
    assert show(app, job)["status"] == "COMPLETED"


def test_a_problem_that_changed_meanwhile_keeps_its_change(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    job = start(app)
    real = runner.call

    def meanwhile(event: Any) -> dict[str, Any]:
        monkeypatch.setattr(runner, "call", real)
        app.call("register_problem", caller=OPERATOR, path=HERE, body={"title": "Renamed"})
        return real(event)

    monkeypatch.setattr(runner, "call", meanwhile)
    work(app, "generate_cases")
    assert "changed at the same time" in show(app, job)["error"]
    assert app.call("show_problem", caller=OPERATOR, path=HERE).body["title"] == "Renamed"


def test_a_model_writes_the_generator_that_was_not_given(with_model: App, model: ModelServer) -> None:
    model.says = f"```python\n{GENERATOR}\n```"
    job = start(with_model, generator_code=None)
    work(with_model, "generate_cases")
    assert show(with_model, job)["status"] == "COMPLETED"
    [row] = rows_of(with_model, "sgjob")
    assert row["dat"]["M"]["gen"]["S"] == f"{GENERATOR}\n"
    assert len(rows_of(with_model, "tc")) == 3
