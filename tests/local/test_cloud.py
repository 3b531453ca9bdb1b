"""The local cloud in a block: real deployment, real tokens, and nothing left when the block ends."""

import json
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.local.process_groups import ends
from tools.local.cloud import LocalCloud, local_cloud, running_cloud
from tools.local.machine import NotReady

TOY_APP = f"{sys.executable} {Path(__file__).with_name('toy_app.py')}"


@pytest.fixture(scope="module")
def cloud(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCloud]:
    with local_cloud(state_dir=tmp_path_factory.mktemp("cloud"), app=TOY_APP) as running:
        yield running


def call(url: str, method: str = "GET", **headers: str) -> tuple[int, Any, dict[str, str]]:
    request = urllib.request.Request(url, method=method, headers=headers)
    try:
        with urllib.request.urlopen(request) as answer:
            body = answer.read()
            return answer.status, json.loads(body) if body else None, dict(answer.headers)
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read(), dict(refusal.headers)


def test_a_deployed_function_answers_at_the_address_of_its_service(cloud: LocalCloud) -> None:
    status, body, _ = call(f"{cloud.endpoints['toy']}/health")
    assert (status, body) == (200, {"path": "/health", "claims": None})


def test_the_addresses_are_written_down_for_other_programs(cloud: LocalCloud) -> None:
    assert json.loads((cloud.place / "endpoints.json").read_text()) == cloud.endpoints
    assert running_cloud(cloud.place) == cloud


def test_a_token_opens_a_guarded_route_and_carries_email_and_groups(cloud: LocalCloud) -> None:
    token = cloud.token("Ada@example.com", ["operators", "judges"], name="Ada")
    status, body, _ = call(f"{cloud.endpoints['toy']}/me", authorization=f"Bearer {token}")
    assert status == 200
    claims = body["claims"]
    assert (claims["email"], claims["email_verified"], claims["name"]) == ("Ada@example.com", "true", "Ada")
    assert claims["cognito:groups"] == "[operators judges]"


def test_asking_twice_for_one_user_gives_two_tokens_of_the_same_user(cloud: LocalCloud) -> None:
    tokens = [cloud.token("twice@example.com") for _ in range(2)]
    subjects = {
        call(f"{cloud.endpoints['toy']}/me", authorization=f"Bearer {token}")[1]["claims"]["sub"] for token in tokens
    }
    assert len(subjects) == 1


@pytest.mark.parametrize("token", ["", "Bearer nonsense", "Bearer a.b.c"])
def test_no_token_or_a_forged_one_is_refused(cloud: LocalCloud, token: str) -> None:
    assert call(f"{cloud.endpoints['toy']}/me", authorization=token)[0] == 401


def test_what_a_function_logs_can_be_read(cloud: LocalCloud) -> None:
    call(f"{cloud.endpoints['toy']}/health")
    assert any("asked for /health" in line for line in cloud.logs("function"))
    assert cloud.logs("no such function") == []


def test_the_table_has_the_lifetime_its_template_declares(cloud: LocalCloud) -> None:
    described = cloud.client("dynamodb").describe_time_to_live(TableName="toy")["TimeToLiveDescription"]
    assert described == {"TimeToLiveStatus": "ENABLED", "AttributeName": "ttl"}


def test_a_browser_of_a_declared_origin_may_call(cloud: LocalCloud) -> None:
    asking = {"origin": "https://toy.example", "access-control-request-method": "GET"}
    status, _, headers = call(f"{cloud.endpoints['toy']}/me", "OPTIONS", **asking)
    assert status in (200, 204)
    assert headers["Access-Control-Allow-Origin"] == "https://toy.example"


def test_a_second_cloud_in_the_same_place_is_refused(cloud: LocalCloud) -> None:
    with pytest.raises(NotReady, match="make down"), local_cloud(state_dir=cloud.place, app=TOY_APP):
        pass


def test_nothing_is_left_when_the_block_ends(tmp_path: Path) -> None:
    with local_cloud(state_dir=tmp_path, app=TOY_APP) as running:
        call(f"{running.endpoints['toy']}/health")
    assert ends(running.emulator.pid)
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", running.emulator.port)) != 0
    kept_for_the_next_run = {"assembly", "assembly.fingerprint", "gateway.port", "lock", "ministack.log"}
    assert {file.name for file in tmp_path.iterdir()} == kept_for_the_next_run
    with pytest.raises(NotReady, match="make run"):
        running_cloud(tmp_path)
