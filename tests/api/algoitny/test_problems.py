"""Problems: registering, reading, listing, deleting, reviewing."""

import gzip
import json
from typing import Any

import boto3
import pytest

from tests.api.algoitny.test_accounts import log_in
from tests.api.harness import ANN, BOB, BUCKET, EVE, OPERATOR, App

A_PLUS_B: dict[str, Any] = {
    "title": "A+B",
    "url": "https://www.acmicpc.net/problem/1000",
    "tags": ["math", "implementation"],
    "solution": "print(sum(map(int, input().split())))",
    "constraints": "1 ≤ A, B ≤ 10",
    "hints": ["Read two numbers.", "Add them."],
    "is_completed": True,
    "test_cases": [{"input": "1 2\n", "output": "3\n"}, {"input": "4 5\n", "output": "9\n"}],
}
HERE = {"platform": "baekjoon", "problem_id": "1000"}


def register(app: App, body: dict[str, Any] | None = None, **more: Any) -> Any:
    return app.call("register_problem", **{"caller": OPERATOR, "path": HERE, "body": body or A_PLUS_B, **more})


def author(app: App, caller: dict[str, str] = ANN) -> str:
    """A user on the plan that registers problems."""
    user = log_in(app, caller)
    app.call("administer_user", caller=OPERATOR, path={"user_id": user}, body={"plan_id": 3})
    app.pass_time(seconds=61)
    return user


def test_a_problem_and_its_small_cases_are_stored_in_one_partition(algoitny: App) -> None:
    made = register(algoitny)
    assert made.status == 201, made.text
    assert made.headers["etag"] == '"1"'
    assert [(row["SK"]["S"], row["tp"]["S"]) for row in algoitny.rows()] == [
        ("META", "prob"),
        ("TC#000001", "tc"),
        ("TC#000002", "tc"),
    ]


def test_a_learner_sees_the_problem_without_its_key(algoitny: App) -> None:
    register(algoitny)
    log_in(algoitny)
    shown = algoitny.call("show_problem", path=HERE)
    assert shown.status == 200
    assert shown.body["hint_count"] == 2
    assert shown.body["solution"] is None
    assert shown.body["hints"] is None
    assert "sum(map" not in shown.text
    refused = algoitny.call("show_test_cases", path=HERE)
    assert (refused.status, refused.code) == (403, "not_your_problem")


def test_large_cases_go_to_one_object_and_come_back_as_a_link(algoitny: App) -> None:
    cases = [{"input": f"{n}\n" * 100, "output": f"{n}"} for n in range(60)]
    made = register(algoitny, A_PLUS_B | {"test_cases": cases})
    assert made.status == 201
    shown = algoitny.call("show_test_cases", caller=OPERATOR, path=HERE)
    assert shown.body["count"] == 60
    assert shown.body["test_cases"] is None
    assert "X-Amz-Signature" in shown.body["download_url"] or "Signature" in shown.body["download_url"]
    [listed] = boto3.client("s3").list_objects_v2(Bucket=BUCKET)["Contents"]
    assert listed["Key"] == f"testcases/baekjoon/1000/{shown.body['sha256']}.json.gz"
    body = boto3.client("s3").get_object(Bucket=BUCKET, Key=listed["Key"])["Body"].read()
    assert json.loads(gzip.decompress(body)) == cases


def test_fewer_cases_than_before_leave_no_old_ones_behind(algoitny: App) -> None:
    register(algoitny)
    changed = register(algoitny, A_PLUS_B | {"test_cases": [{"input": "0 0", "output": "0"}]})
    assert (changed.status, changed.body["test_case_count"]) == (200, 1)
    cases = algoitny.call("show_test_cases", caller=OPERATOR, path=HERE).body["test_cases"]
    assert cases == [{"input": "0 0", "output": "0"}]


def test_what_is_left_out_of_a_change_stays(algoitny: App) -> None:
    register(algoitny)
    changed = register(algoitny, {"title": "A plus B"})
    assert (changed.body["title"], changed.body["test_case_count"], changed.body["tags"]) == (
        "A plus B",
        2,
        ["math", "implementation"],
    )


def test_a_completed_problem_needs_test_cases(algoitny: App) -> None:
    answer = register(algoitny, {"title": "A+B", "is_completed": True})
    assert (answer.status, answer.code, answer.paths) == (409, "no_test_cases", ["body.test_cases"])
    assert algoitny.rows() == []


def test_the_free_plan_registers_nothing(algoitny: App) -> None:
    log_in(algoitny)
    rows = algoitny.rows()
    answer = register(algoitny, caller=ANN)
    assert (answer.status, answer.code) == (403, "plan_may_not_register")
    assert algoitny.rows() == rows


def test_an_author_registers_within_the_plan_and_only_changes_what_is_theirs(algoitny: App) -> None:
    author(algoitny, ANN)
    author(algoitny, BOB)
    plan = {"name": "Author", "max_hints_per_day": 1, "max_executions_per_day": 1, "max_problems": 1}
    algoitny.call("write_plan", caller=OPERATOR, path={"plan_id": "3"}, body=plan | {"can_register_problems": True})
    algoitny.pass_time(seconds=61)
    made = register(algoitny, caller=ANN)
    assert (made.status, made.body["needs_review"]) == (201, True)
    second = algoitny.call("register_problem", path=HERE | {"problem_id": "1001"}, body=A_PLUS_B)
    assert (second.status, second.code, second.body["limit"]) == (403, "plan_problem_limit", 1)
    foreign = register(algoitny, {"title": "Mine"}, caller=BOB)
    assert (foreign.status, foreign.code) == (403, "not_your_problem")


def test_the_same_key_registers_once_and_answers_alike(algoitny: App) -> None:
    key = {"Idempotency-Key": "k-1"}
    first = register(algoitny, headers=key)
    rows = algoitny.rows()
    again = register(algoitny, headers=key)
    assert (again.status, again.text) == (first.status, first.text)
    assert again.headers["idempotency-replayed"] == "true"
    assert again.headers["etag"] == first.headers["etag"]
    assert algoitny.rows() == rows
    other = register(algoitny, A_PLUS_B | {"title": "Other"}, headers=key)
    assert (other.status, other.code) == (422, "idempotency_key_reused")
    assert algoitny.rows() == rows


def test_a_stale_version_changes_nothing(algoitny: App) -> None:
    register(algoitny)
    assert register(algoitny, {"title": "Two"}, headers={"If-Match": '"1"'}).status == 200
    rows = algoitny.rows()
    stale = register(algoitny, {"title": "Three"}, headers={"If-Match": '"1"'})
    assert (stale.status, stale.code) == (412, "stale_version")
    assert register(algoitny, path=HERE | {"problem_id": "9"}, headers={"If-Match": '"1"'}).status == 412
    assert algoitny.rows() == rows


def test_lists_are_newest_first_and_page_exactly(algoitny: App) -> None:
    log_in(algoitny)
    for number in range(7):
        algoitny.pass_time(seconds=1)
        register(algoitny, path=HERE | {"problem_id": str(number)})
    seen, cursor = [], None
    while True:
        query = {"limit": "3"} | ({"cursor": cursor} if cursor else {})
        page = algoitny.call("list_problems", query=query).body
        seen += [problem["problem_id"] for problem in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert seen == ["6", "5", "4", "3", "2", "1", "0"]


def test_a_tag_filter_fills_its_pages(algoitny: App) -> None:
    log_in(algoitny)
    for number in range(12):
        algoitny.pass_time(seconds=1)
        tags = ["graph"] if number % 3 == 0 else ["math"]
        register(algoitny, A_PLUS_B | {"tags": tags}, path=HERE | {"problem_id": str(number)})
    page = algoitny.call("list_problems", query={"tag": "graph", "limit": "3"}).body
    assert [problem["problem_id"] for problem in page["items"]] == ["9", "6", "3"]
    rest = algoitny.call("list_problems", query={"tag": "graph", "limit": "3", "cursor": page["next_cursor"]}).body
    assert [problem["problem_id"] for problem in rest["items"]] == ["0"]
    assert rest["next_cursor"] is None


@pytest.mark.parametrize("spoil", [lambda c: c[:-2] + "AA", lambda c: "%%%", lambda c: c[::-1], lambda c: "é"])
def test_a_tampered_cursor_is_refused(algoitny: App, spoil: Any) -> None:
    log_in(algoitny)
    for number in range(3):
        register(algoitny, path=HERE | {"problem_id": str(number)})
    cursor = algoitny.call("list_problems", query={"limit": "1"}).body["next_cursor"]
    answer = algoitny.call("list_problems", query={"limit": "1", "cursor": spoil(cursor)})
    assert (answer.status, answer.code, answer.paths) == (400, "bad_cursor", ["query.cursor"])
    elsewhere = algoitny.call("list_problems", caller=OPERATOR, query={"status": "draft", "cursor": cursor})
    assert (elsewhere.status, elsewhere.code) == (400, "bad_cursor")


def test_drafts_are_for_who_registers(algoitny: App) -> None:
    register(algoitny, {"title": "Draft"})
    log_in(algoitny)
    assert algoitny.call("list_problems", query={"status": "draft"}).code == "plan_may_not_register"
    assert algoitny.call("show_problem", path=HERE).code == "no_such_problem"
    author(algoitny, BOB)
    listed = algoitny.call("list_problems", caller=BOB, query={"status": "draft"}).body
    assert [problem["title"] for problem in listed["items"]] == ["Draft"]


def test_a_plan_without_all_problems_sees_only_verified_ones(algoitny: App) -> None:
    author(algoitny, ANN)
    register(algoitny, caller=ANN)
    log_in(algoitny, EVE)
    algoitny.call("choose_plan", caller=EVE, body={"plan_id": 5})
    algoitny.pass_time(seconds=61)
    assert algoitny.call("show_problem", caller=EVE, path=HERE).status == 404
    assert algoitny.call("list_problems", caller=EVE).body["items"] == []
    algoitny.call("review_problem", caller=OPERATOR, path=HERE, body={"decision": "verify"})
    assert algoitny.call("show_problem", caller=EVE, path=HERE).status == 200
    assert len(algoitny.call("list_problems", caller=EVE).body["items"]) == 1


def test_a_deleted_problem_is_gone_from_every_list_until_restored(algoitny: App) -> None:
    register(algoitny)
    log_in(algoitny)
    deleted = algoitny.call("delete_problem", caller=OPERATOR, path=HERE, query={"reason": "duplicate"})
    assert (deleted.status, deleted.body["deleted_reason"]) == (200, "duplicate")
    assert algoitny.call("show_problem", path=HERE).status == 404
    assert algoitny.call("list_problems").body["items"] == []
    [row] = [row for row in algoitny.rows() if row["tp"]["S"] == "prob"]
    assert "GSI3PK" not in row
    assert algoitny.call("delete_problem", caller=OPERATOR, path=HERE, query={"reason": "x"}).status == 404
    assert algoitny.call("restore_problem", caller=OPERATOR, path=HERE).status == 200
    assert algoitny.call("restore_problem", caller=OPERATOR, path=HERE).code == "not_deleted"
    assert algoitny.call("show_problem", path=HERE).status == 200


def test_reviews_wait_in_order_and_end_one_way_or_the_other(algoitny: App) -> None:
    author(algoitny)
    for number in range(3):
        algoitny.pass_time(seconds=1)
        register(algoitny, caller=ANN, path=HERE | {"problem_id": str(number)})
    waiting = algoitny.call("list_reviews", caller=OPERATOR).body["items"]
    assert [problem["problem_id"] for problem in waiting] == ["0", "1", "2"]
    back = algoitny.call(
        "review_problem",
        caller=OPERATOR,
        path=HERE | {"problem_id": "0"},
        body={"decision": "send_back", "notes": "Case 2 is wrong."},
    )
    assert (back.body["is_completed"], back.body["review_notes"]) == (False, "Case 2 is wrong.")
    algoitny.call("review_problem", caller=OPERATOR, path=HERE | {"problem_id": "1"}, body={"decision": "verify"})
    twice = algoitny.call(
        "review_problem", caller=OPERATOR, path=HERE | {"problem_id": "1"}, body={"decision": "verify"}
    )
    assert (twice.status, twice.code) == (409, "not_awaiting_review")
    left = algoitny.call("list_reviews", caller=OPERATOR).body["items"]
    assert [problem["problem_id"] for problem in left] == ["2"]
