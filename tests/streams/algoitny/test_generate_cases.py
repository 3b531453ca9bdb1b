"""A job whose worker dies around any call ends once: its lock is free, its cases are whole or not there."""

import pytest

from tests.api.algoitny.working import HERE, RIGHT, messages, rows_of
from tests.api.harness import OPERATOR, App, Crash

CALLS = 7
"""Of DynamoDB in one delivery: read, begin, report, problem, two reports, end; one more report follows."""


@pytest.mark.parametrize("step", range(1, CALLS + 1))
def test_a_job_whose_worker_dies_is_finished_by_the_next_delivery_or_given_up_whole(algoitny: App, step: int) -> None:
    algoitny.call("register_problem", caller=OPERATOR, path=HERE, body={"title": "A+B", "solution": RIGHT})
    wish = {"kind": "generation", **HERE, "generator_code": "n = int(input())\nprint(n, n)", "count": 2}
    job = algoitny.call("start_job", caller=OPERATOR, body=wish)
    [message] = messages("generate_cases")
    algoitny.die_after = algoitny.calls + step
    with pytest.raises(Crash):
        algoitny.invoke("generate_cases", message)
    algoitny.die_after = None
    algoitny.pass_time(minutes=17)
    for _ in range(2):
        algoitny.invoke("generate_cases", message)
    path = {"kind": "generation", "job_id": job.body["job_id"]}
    assert algoitny.call("show_job", caller=OPERATOR, path=path).body["status"] == "COMPLETED"
    assert [row["SK"]["S"] for row in rows_of(algoitny, "tc")] == ["TC#000001", "TC#000002"]
    assert rows_of(algoitny, "jlock") == []
    [problem] = rows_of(algoitny, "prob")
    assert problem["ver"]["N"] == "2"
