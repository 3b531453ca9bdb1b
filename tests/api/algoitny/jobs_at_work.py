"""Jobs as their tests start, show and retry them."""

from typing import Any

from tests.api.algoitny.working import HERE
from tests.api.harness import OPERATOR, Answer, App

GENERATOR = "n = int(input())\nprint(n, n * n)"
JUDGE = "https://www.acmicpc.net/problem/1000"


def start(app: App, caller: dict[str, str] = OPERATOR, headers: dict[str, str] | None = None, **body: Any) -> Answer:
    wish = {"kind": "generation", **HERE, "generator_code": GENERATOR, "count": 3} | body
    return app.call("start_job", caller=caller, body=wish, headers=headers)


def extract(app: App, caller: dict[str, str] = OPERATOR, url: str = JUDGE) -> Answer:
    return app.call("start_job", caller=caller, body={"kind": "extraction", "url": url})


def show(app: App, job: Answer, caller: dict[str, str] = OPERATOR, progress: str = "all") -> Any:
    path = {"kind": job.body["kind"], "job_id": job.body["job_id"]}
    answer = app.call("show_job", caller=caller, path=path, query={"progress": progress})
    assert answer.status == 200, answer.text
    return answer.body


def retry(app: App, job: Answer, caller: dict[str, str] = OPERATOR, **more: Any) -> Answer:
    path = {"kind": job.body["kind"], "job_id": job.body["job_id"]}
    return app.call("retry_job", caller=caller, path=path, **more)
