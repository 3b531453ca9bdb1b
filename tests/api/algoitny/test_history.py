"""The history of runs, and the public feed: across midnight, across empty days, after withdrawal, at constant cost."""

import base64
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from functions.algoitny.entities.executions import SearchHistory
from singletable.ulid import new_ulid
from tests.api.algoitny.test_accounts import log_in
from tests.api.algoitny.working import A_PLUS_B, HERE, WRONG, ran, rows_of
from tests.api.harness import ANN, BOB, OPERATOR, Answer, App


@pytest.fixture
def app(algoitny: App) -> App:
    algoitny.call("register_problem", caller=OPERATOR, path=HERE, body=A_PLUS_B)
    log_in(algoitny, ANN)
    log_in(algoitny, BOB)
    return algoitny


def publish(app: App, history_id: str, is_public: bool = True, **more: Any) -> Answer:
    path, body = {"history_id": history_id}, {"is_public": is_public}
    return app.call("publish_history", **{"path": path, "body": body, **more})


def feed(app: App, **query: str) -> Any:
    answer = app.call("list_public_history", caller=None, query=query)
    assert answer.status == 200, answer.text
    return answer.body


def walk(app: App, limit: int) -> list[str]:
    """The whole feed, page by page."""
    ids: list[str] = []
    page = feed(app, limit=str(limit))
    while True:
        ids += [entry["history_id"] for entry in page["items"]]
        if page["next_cursor"] is None:
            return ids
        assert len(page["items"]) == limit
        page = feed(app, limit=str(limit), cursor=page["next_cursor"])


def public_run(app: App, at: datetime, user_id: str = "someone") -> str:
    """A run as published at a moment in the past."""
    run = SearchHistory(
        user_id=user_id,
        history_id=new_ulid(at),
        platform="baekjoon",
        problem_number="1000",
        problem_title="A+B",
        code="print(3)",
        is_public=True,
        published_at=at,
        created_at=at,
    )
    app.store.put(run)
    return run.history_id


def test_every_finished_execution_is_in_the_history_newest_first(app: App) -> None:
    first = ran(app, WRONG).body["history_id"]
    app.pass_time(seconds=1)
    second = ran(app).body["history_id"]
    mine = app.call("list_history").body["items"]
    assert [run["history_id"] for run in mine] == [second, first]
    assert (mine[1]["verdict"], mine[1]["passed"], mine[1]["failed"], mine[1]["total"]) == ("wrong_answer", 1, 1, 2)
    assert (mine[0]["language"], mine[0]["is_public"], mine[0]["title"]) == ("python", False, "A+B")
    assert app.call("list_history", caller=BOB).body["items"] == []
    of_problem = app.call("list_history", query=HERE).body["items"]
    assert of_problem == mine
    assert app.call("list_history", query=HERE | {"problem_id": "1"}).body["items"] == []


def test_half_a_problem_names_none(app: App) -> None:
    answer = app.call("list_history", query={"platform": "baekjoon"})
    assert (answer.status, answer.paths) == (400, ["query.problem_id"])


def test_a_private_run_is_its_owners_alone(app: App) -> None:
    path = {"history_id": ran(app).body["history_id"]}
    mine = app.call("show_history", path=path)
    assert (mine.status, mine.body["is_mine"], mine.headers["etag"]) == (200, True, '"1"')
    theirs = app.call("show_history", caller=BOB, path=path)
    assert (theirs.status, theirs.code) == (404, "no_such_run")
    taken = publish(app, path["history_id"], caller=BOB)
    assert (taken.status, taken.code) == (404, "no_such_run")


def test_a_run_is_published_and_withdrawn_under_its_version(app: App) -> None:
    path = {"history_id": ran(app).body["history_id"]}
    shown = publish(app, path["history_id"], headers={"If-Match": '"1"'})
    assert (shown.status, shown.body["is_public"], shown.headers["etag"]) == (200, True, '"2"')
    assert publish(app, path["history_id"], headers={"If-Match": '"1"'}).status == 412
    theirs = app.call("show_history", caller=BOB, path=path)
    assert (theirs.status, theirs.body["is_mine"]) == (200, False)
    [entry] = feed(app)["items"]
    assert entry["history_id"] == path["history_id"]
    again = publish(app, path["history_id"])
    assert again.headers["etag"] == '"2"'
    assert publish(app, path["history_id"], is_public=False).body["is_public"] is False
    app.pass_time(seconds=6)
    assert feed(app)["items"] == []
    assert app.call("show_history", caller=BOB, path=path).status == 404
    [row] = rows_of(app, "shist")
    assert "GSI1PK" not in row


def test_a_run_may_be_public_from_the_start(app: App) -> None:
    ran(app, body={"is_public": True})
    assert len(feed(app)["items"]) == 1


def test_the_feed_names_no_user_nor_does_its_cursor(app: App) -> None:
    ann = log_in(app, ANN)
    for _ in range(2):
        app.pass_time(seconds=1)
        public_run(app, app.moment, ann)
    answer = app.call("list_public_history", caller=None, query={"limit": "1"})
    assert answer.headers["cache-control"] == "public, max-age=5"
    cursor = answer.body["next_cursor"]
    plain = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    assert ann not in answer.text
    assert ann.encode() not in plain


def test_the_feed_goes_on_across_midnight_and_empty_days(app: App) -> None:
    midnight = app.moment.replace(hour=0)
    moments = [midnight + timedelta(milliseconds=n) for n in (-2, -1, 0, 1)]
    moments += [midnight - timedelta(days=9, hours=n) for n in range(5)]
    moments += [midnight - timedelta(days=20)]
    ids = [public_run(app, at) for at in moments]
    newest_first = [found for _, found in sorted(zip(moments, ids, strict=True), reverse=True)]
    for limit in (1, 3, 10, 100):
        assert walk(app, limit) == newest_first


def test_the_feed_ends_after_thirty_days(app: App) -> None:
    inside = public_run(app, app.moment - timedelta(days=29))
    public_run(app, app.moment - timedelta(days=30))
    assert walk(app, 1) == [inside]


def test_a_page_asked_for_after_midnight_continues_the_feed_that_was_opened_before(app: App) -> None:
    ids = [public_run(app, app.moment - timedelta(hours=n)) for n in range(4)]
    page = feed(app, limit="2")
    app.pass_time(days=1)
    public_run(app, app.moment)
    rest = feed(app, limit="2", cursor=page["next_cursor"])
    assert [entry["history_id"] for entry in rest["items"]] == ids[2:]
    assert rest["next_cursor"] is None


def test_runs_of_one_millisecond_are_each_shown_once(app: App) -> None:
    ids = {public_run(app, app.moment) for _ in range(7)}
    walked = walk(app, 2)
    assert len(walked) == 7
    assert set(walked) == ids


def test_a_cursor_that_was_altered_or_is_of_another_list_is_refused(app: App) -> None:
    for _ in range(3):
        app.pass_time(seconds=1)
        public_run(app, app.moment)
        ran(app)
    cursor = feed(app, limit="1")["next_cursor"]
    other = app.call("list_history", query={"limit": "1"}).body["next_cursor"]
    for bad in (cursor[:-2] + "AA", other):
        answer = app.call("list_public_history", caller=None, query={"cursor": bad})
        assert (answer.status, answer.code) == (400, "bad_cursor")


def test_a_page_of_the_feed_asks_as_often_whatever_was_published(app: App) -> None:
    def requests_of_a_page() -> int:
        before = app.calls
        app.pass_time(seconds=6)
        assert len(feed(app, limit="5")["items"]) == 5
        return app.calls - before

    noon = datetime.combine(app.moment.date(), datetime.min.time(), UTC) + timedelta(hours=3)
    for n in range(6):
        public_run(app, noon - timedelta(seconds=n))
    few = requests_of_a_page()
    for n in range(150):
        public_run(app, noon - timedelta(minutes=n))
    assert requests_of_a_page() == few == 1
