"""Hints: by level, each charged once; as authored, as a model writes them, or by rule about the last run."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from functions.algoitny.service import SERVICE
from singletable import client
from tests.api.algoitny.model_server import ModelServer, model_server
from tests.api.algoitny.test_accounts import log_in
from tests.api.algoitny.working import A_PLUS_B, HERE, RIGHT, WRONG, ran, rows_of, used
from tests.api.harness import ANN, OPERATOR, Answer, App, running


def prepared(app: App) -> App:
    app.call("register_problem", caller=OPERATOR, path=HERE, body=A_PLUS_B)
    log_in(app)
    return app


@pytest.fixture
def app(algoitny: App) -> App:
    return prepared(algoitny)


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    with model_server() as served:
        monkeypatch.setenv("MODEL_WRITER", "house.model-v1:0")
        monkeypatch.setenv("AWS_ENDPOINT_URL_BEDROCK_RUNTIME", served.url)
        client._client.cache_clear()
        yield served
    client._client.cache_clear()


@pytest.fixture
def with_model(model: ModelServer, moto: Callable[[], None]) -> Iterator[App]:
    moto()
    with running(SERVICE) as app:
        yield prepared(app)


def hint(app: App, level: int | None = None, **more: Any) -> Answer:
    body = {} if level is None else {"level": level}
    return app.call("take_hint", **{"caller": ANN, "path": HERE, "body": body, **more})


def test_authored_hints_come_one_by_one_and_are_charged_with_their_record(app: App) -> None:
    first, second = hint(app), hint(app)
    assert (first.status, first.body["level"], first.body["text"]) == (200, 1, "Read two numbers.")
    assert (second.body["level"], second.body["text"], second.body["source"]) == (2, "Add them.", "authored")
    assert second.headers["ratelimit-remaining"] == "3"
    assert used(app, "hint") == 2
    [seen] = rows_of(app, "hint")
    assert [each["M"]["txt"]["S"] for each in seen["dat"]["M"]["hints"]["L"]] == ["Read two numbers.", "Add them."]


def test_a_level_that_was_seen_is_free(app: App) -> None:
    hint(app)
    rows = app.rows()
    again = hint(app, 1)
    assert (again.body["text"], again.body["charged"]) == ("Read two numbers.", False)
    assert app.rows() == rows


def test_levels_come_in_order(app: App) -> None:
    answer = hint(app, 2)
    assert (answer.status, answer.code, answer.body["next_level"]) == (409, "hint_out_of_order", 1)
    assert used(app, "hint") == 0


def test_the_same_key_is_one_hint(app: App) -> None:
    first = hint(app, headers={"Idempotency-Key": "h"})
    again = hint(app, headers={"Idempotency-Key": "h"})
    assert again.body == first.body
    assert again.headers["idempotency-replayed"] == "true"
    assert used(app, "hint") == 1


def test_without_a_failing_run_there_is_nothing_left_to_say(app: App) -> None:
    hint(app), hint(app)
    assert (hint(app).status, hint(app).code) == (409, "no_hint_left")
    ran(app, RIGHT)
    assert hint(app).code == "no_hint_left"
    assert used(app, "hint") == 2


def test_the_last_failing_run_is_explained_once_and_a_new_one_anew(app: App) -> None:
    hint(app), hint(app)
    ran(app, WRONG)
    told = hint(app)
    assert (told.body["level"], told.body["source"], told.body["charged"]) == (3, "rule", True)
    assert told.body["text"] == "Case 2 of 2: line 1 of the output is '3' where '9' is expected."
    again = hint(app)
    assert (again.body["level"], again.body["charged"]) == (3, False)
    app.pass_time(seconds=1)
    ran(app, "raise KeyError('x')")
    assert "KeyError in line 1" in hint(app).body["text"]
    assert used(app, "hint") == 4


def test_hints_that_were_seen_are_noted_in_the_history_of_the_next_run(app: App) -> None:
    hint(app)
    shown = app.call("show_history", path={"history_id": ran(app).body["history_id"]})
    assert shown.body["hints"] == ["Read two numbers."]


def test_the_sixth_hint_of_a_day_is_refused_until_midnight(app: App) -> None:
    others = [HERE | {"problem_id": str(number)} for number in range(3)]
    for path in others:
        app.call("register_problem", caller=OPERATOR, path=path, body=A_PLUS_B)
    for path in (*others, *others[:2]):
        assert hint(app, path=path).status == 200
    rows = app.rows()
    refused = hint(app)
    assert (refused.status, refused.code, refused.body["limit"]) == (429, "quota_exhausted", 5)
    assert int(refused.headers["retry-after"]) == 15 * 3600
    assert app.rows() == rows
    assert hint(app, 1, path=others[0]).status == 200


def test_a_model_writes_the_levels_that_the_author_left_open(with_model: App, model: ModelServer) -> None:
    hint(with_model), hint(with_model)
    ran(with_model, WRONG)
    written = hint(with_model)
    assert (written.body["level"], written.body["source"], written.body["text"]) == (3, "model", model.says)
    [asked] = model.asked
    assert asked["model"] == "house.model-v1:0"
    said = asked["messages"][0]["content"][0]["text"]
    assert "Print the sum" in said
    assert "Add them." in said
    assert f"<code>\n{WRONG}\n</code>" in said
    assert RIGHT not in said
    assert hint(with_model, 3).body["text"] == model.says
    assert len(model.asked) == 1
    assert used(with_model, "hint") == 3


def test_where_the_model_fails_the_rule_speaks(with_model: App, model: ModelServer) -> None:
    model.fails = True
    hint(with_model), hint(with_model)
    ran(with_model, WRONG)
    assert hint(with_model).body["source"] == "rule"


def test_who_cannot_pay_does_not_trouble_the_model(with_model: App, model: ModelServer) -> None:
    bare = HERE | {"problem_id": "7"}
    with_model.call("register_problem", caller=OPERATOR, path=bare, body=A_PLUS_B | {"hints": []})
    others = [HERE | {"problem_id": str(number)} for number in range(2)]
    for path in others:
        with_model.call("register_problem", caller=OPERATOR, path=path, body=A_PLUS_B)
    for path in (HERE, HERE, *others, others[0]):
        assert hint(with_model, path=path).body["source"] == "authored"
    assert hint(with_model, path=bare).code == "quota_exhausted"
    assert model.asked == []
