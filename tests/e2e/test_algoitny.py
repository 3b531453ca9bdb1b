"""Practice over HTTP on the deployed local cloud: a learner, another user, an author and staff."""

import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.e2e.client import Client, Response
from tests.e2e.patience import eventually

PROBLEM = "/problems/e2e/sum"
SUM: dict[str, Any] = {
    "title": "Sum",
    "statement": "Print the sum of two numbers.",
    "solution": "print(sum(map(int, input().split())))",
    "hints": ["Read two numbers.", "Add them."],
    "time_limit_seconds": 0.5,
    "memory_limit_mb": 64,
    "is_completed": True,
    "test_cases": [{"input": "1 2\n", "output": "3\n"}, {"input": "4 5\n", "output": "9\n"}],
}
RIGHT = SUM["solution"]
FORK_BOMB = "import os\nwhile True:\n    os.fork()"
CASES_OF_CODE = {
    "right": (RIGHT, "python", "accepted"),
    "right, in JavaScript": (
        "const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number); console.log(a + b)",
        "javascript",
        "accepted",
    ),
    "wrong": ("print(3)", "python", "wrong_answer"),
    "slow": ("while True: pass", "python", "time_limit"),
    "memory-hungry": ("x = 'x' * 10 ** 9", "python", "memory_limit"),
    "crashing": ("[][0]", "python", "runtime_error"),
    "fork-bombing": (FORK_BOMB, "python", "runtime_error"),
    "talkative": ("while True: print('x' * 1000)", "python", "output_limit"),
    "no program": ("def f(:", "python", "compile_error"),
}


@dataclass(frozen=True)
class Person:
    client: Client
    token: str

    def call(self, method: str, path: str, body: object = None, **headers: str) -> Response:
        return self.client.call("algoitny", method, path, token=self.token, body=body, **headers)

    def log_in(self) -> Any:
        answer = self.call("POST", "/sessions")
        assert answer.status == 200, answer.text
        return answer.body["user"]

    def run(self, code: str = RIGHT, language: str = "python", **more: Any) -> Any:
        wish = {"code": code, "language": language, **more}
        answer = self.call("POST", f"{PROBLEM}/executions?wait=20", wish)
        assert answer.status in (200, 202), answer.text
        path = f"/executions/{answer.body['execution_id']}"
        finished = ("COMPLETED", "FAILED")
        return eventually(lambda: self.call("GET", path).body, lambda found: found["status"] in finished)


def person(client: Client, name: str) -> Person:
    who = Person(client, client.token(f"{name}-{uuid.uuid4().hex[:8]}@example.com"))
    who.log_in()
    return who


@pytest.fixture(scope="module")
def staff(client: Client) -> Person:
    who = Person(client, client.token("staff@example.com", "operators"))
    made = who.call("PUT", PROBLEM, SUM)
    assert made.status in (200, 201), made.text
    return who


@pytest.fixture
def ann(client: Client, staff: Person) -> Person:
    return person(client, "ann")


@pytest.fixture(scope="module")
def runs(client: Client, staff: Person) -> dict[str, Any]:
    """One learner runs all of it, several at a time; nine of the ten that the free plan has a day."""
    learner = person(client, "runner")
    with ThreadPoolExecutor(4) as threads:
        results = threads.map(lambda case: learner.run(case[0], case[1]), CASES_OF_CODE.values())
        return dict(zip(CASES_OF_CODE, results, strict=True))


@pytest.mark.parametrize("what", CASES_OF_CODE)
def test_code_gets_the_verdict_it_deserves(runs: dict[str, Any], what: str) -> None:
    assert (runs[what]["status"], runs[what]["verdict"]) == ("COMPLETED", CASES_OF_CODE[what][2]), runs[what]


def test_a_crash_says_its_type_and_line_and_a_kill_its_reason(runs: dict[str, Any]) -> None:
    assert runs["crashing"]["result"]["error"]["type"] == "IndexError"
    assert runs["crashing"]["result"]["error"]["line"] == 1
    assert "0.5 s" in runs["slow"]["result"]["reason"]
    assert "64 MB" in runs["memory-hungry"]["result"]["reason"]


def test_a_learner_reads_runs_takes_hints_until_refused_and_publishes(client: Client, ann: Person) -> None:
    problem = ann.call("GET", PROBLEM).body
    assert (problem["title"], problem["hint_count"], problem["solution"]) == ("Sum", 2, None)
    done = ann.run("print(3)")
    assert done["verdict"] == "wrong_answer"
    texts = [ann.call("POST", f"{PROBLEM}/hints", {}).body["text"] for _ in range(3)]
    assert texts[:2] == SUM["hints"]
    assert texts[2] == "Case 2 of 2: line 1 of the output is '3' where '9' is expected."
    for number in (1, 2):
        assert ann.run(f"print({number})")["verdict"] == "wrong_answer"
        assert ann.call("POST", f"{PROBLEM}/hints", {}).status == 200
    assert ann.run("print(0)")["verdict"] == "wrong_answer"
    refused = ann.call("POST", f"{PROBLEM}/hints", {})
    assert (refused.status, refused.body["code"], refused.body["limit"]) == (429, "quota_exhausted", 5)
    midnight = datetime.fromisoformat(refused.body["reset_at"])
    assert 0 < int(refused.headers["retry-after"]) <= (midnight - datetime.now(UTC)).total_seconds() + 60

    solved = ann.run()
    assert solved["verdict"] == "accepted"
    mine = ann.call("GET", "/history?platform=e2e&problem_id=sum").body["items"]
    assert mine[0]["history_id"] == solved["history_id"]
    assert len(mine) == 5
    path = f"/history/{solved['history_id']}"
    bob = person(client, "bob")
    assert bob.call("GET", path).status == 404
    assert ann.call("PATCH", path, {"is_public": True}, if_match='"1"').status == 200
    feed = client.call("algoitny", "GET", "/history/public?limit=50")
    assert solved["history_id"] in [entry["history_id"] for entry in feed.body["items"]]
    shown = bob.call("GET", path)
    assert (shown.status, shown.body["code"], shown.body["is_mine"]) == (200, RIGHT, False)


def test_one_key_sent_twenty_times_at_once_is_one_execution_and_one_charge(ann: Person) -> None:
    def send(_: int) -> Response:
        return ann.call("POST", f"{PROBLEM}/executions", {"code": RIGHT}, idempotency_key="once")

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(send, range(20)))
    assert {answer.status for answer in answers} <= {202, 409, 503}
    ids = {answer.body["execution_id"] for answer in answers if answer.status == 202}
    assert len(ids) == 1
    assert ann.call("GET", "/me/usage").body["today"]["execution"]["used"] == 1
    path = f"/executions/{ids.pop()}"
    done = eventually(lambda: ann.call("GET", path).body, lambda found: found["status"] == "COMPLETED")
    assert done["verdict"] == "accepted"
    assert len(ann.call("GET", "/history").body["items"]) == 1


def test_what_was_done_comes_through_the_stream_into_log_and_statistics(ann: Person, staff: Person) -> None:
    user = ann.call("GET", "/me").body
    ann.run()
    ann.call("POST", f"{PROBLEM}/hints", {})
    today = datetime.now(UTC).date().isoformat()
    log = eventually(
        lambda: staff.call("GET", f"/admin/users/{user['user_id']}/usage?date={today}").body["items"],
        lambda found: len(found) == 2,
    )
    assert [entry["action"] for entry in log] == ["hint", "execution"]
    stats = eventually(
        lambda: staff.call("GET", f"/admin/stats?from={today}&to={today}").body,
        lambda found: found["executions"] >= 1 and found["hints"] >= 1,
    )
    assert stats["days"][0]["active_users"] >= 1
    assert ann.call("GET", "/admin/stats").status == 403


def test_an_author_registers_generates_cases_and_staff_verifies(client: Client, staff: Person) -> None:
    author = person(client, "author")
    user = author.call("GET", "/me").body
    granted = staff.call("PATCH", f"/admin/users/{user['user_id']}", {"plan_id": 3})
    assert granted.status == 200
    place = {"platform": "e2e", "problem_id": f"own-{uuid.uuid4().hex[:6]}"}
    path = f"/problems/{place['platform']}/{place['problem_id']}"
    draft = eventually(
        lambda: author.call("PUT", path, {"title": "Own", "solution": RIGHT}), lambda answer: answer.status != 403
    )
    assert draft.status == 201, draft.text
    script = "n = int(input())\nprint(n, n * n)"
    job = author.call("POST", "/jobs", {"kind": "generation", **place, "generator_code": script, "count": 4})
    assert job.status == 202, job.text
    shown = eventually(
        lambda: author.call("GET", f"/jobs/generation/{job.body['job_id']}?progress=all").body,
        lambda found: found["status"] in ("COMPLETED", "FAILED"),
    )
    assert (shown["status"], shown["error"]) == ("COMPLETED", "")
    problem = author.call("GET", path).body
    assert (problem["test_case_count"], problem["is_completed"], problem["needs_review"]) == (4, True, True)
    awaiting = staff.call("GET", "/admin/review?limit=100").body["items"]
    assert place["problem_id"] in [each["problem_id"] for each in awaiting]
    review = f"/admin/review/{place['platform']}/{place['problem_id']}"
    assert staff.call("PATCH", review, {"decision": "verify"}).body["verified_by_admin"] is True
    completed = staff.call("GET", "/problems?limit=100").body["items"]
    assert place["problem_id"] in [each["problem_id"] for each in completed]


def test_an_address_that_is_no_judges_is_never_fetched(staff: Person) -> None:
    wish = {"kind": "extraction", "url": "http://169.254.169.254/latest/meta-data/"}
    refused = staff.call("POST", "/jobs", wish)
    assert (refused.status, refused.body["code"]) == (400, "unknown_judge")


def test_who_asks_to_be_forgotten_is_out_at_once(ann: Person) -> None:
    asked = ann.call("DELETE", "/me", idempotency_key="bye")
    assert asked.status == 202, asked.text
    assert ann.call("POST", "/sessions").body["code"] == "deactivated"
