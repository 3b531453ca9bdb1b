"""A worker that calls the isolated runner: both from their own assets, through Lambda's API."""

import json
from pathlib import Path

import pytest

from functions.algoitny.service import SERVICE as ALGOITNY
from tests.sam.surroundings import client, runnable
from tools.local.emulator import Emulator

EVENT = Path(__file__).parents[2] / "events" / "algoitny" / "run_execution.json"

pytestmark = pytest.mark.xdist_group(ALGOITNY.name)


def test_a_learners_code_is_run_in_the_runner_and_its_verdict_stored(assembly: Path, aws: Emulator) -> None:
    event = json.loads(EVENT.read_text(encoding="utf-8"))
    execution_id = json.loads(event["Records"][0]["body"])["execution_id"]
    (worker,) = (each for each in ALGOITNY.workers if each.name == "run_execution")
    with runnable(assembly, aws, ALGOITNY, worker) as started:
        answer = started.invoke(event)
    key = {"PK": {"S": f"TRES#{execution_id}"}, "SK": {"S": "META"}}
    stored = client(aws, "dynamodb").get_item(TableName=started.environment["TABLE_NAME"], Key=key)["Item"]["dat"]["M"]
    assert (stored["sts"], stored["vrd"]) == ({"S": "COMPLETED"}, {"S": "accepted"}), answer.log
