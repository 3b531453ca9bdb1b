"""Errors, retries and damaged answers over a real connection: as a plain client, or stricter where data is at stake."""

import json
from binascii import crc32
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from botocore.exceptions import BotoCoreError, ChecksumError, ClientError
from botocore.parsers import ResponseParserError

from singletable.client import dynamodb_client
from tests.data.plain import fresh_environment, plain_client
from tests.data.scripted_server import Answer, serving

ITEM = {"PK": {"S": "ü"}}
FOUND = Answer(json.dumps({"Item": ITEM}).encode())
THROTTLED = Answer(
    b'{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException","message":"slow down"}',
    status=400,
)


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh_environment(monkeypatch)
    monkeypatch.setattr("time.sleep", lambda seconds: None)


def get(client: Any) -> Any:
    return client.get_item(TableName="t", Key={"PK": {"S": "ü"}})


def error(status: int, body: bytes, **headers: str) -> Answer:
    return Answer(body, status, headers)


FAILURES = {
    "throttled": THROTTLED,
    "throttled on demand": error(400, b'{"__type":"x#ThrottlingException","message":"Rate of requests exceeds"}'),
    "another transaction": error(400, b'{"__type":"x#TransactionInProgressException","Message":"still running"}'),
    "server error": error(500, b'{"__type":"x#InternalServerError","message":"sorry"}'),
    "html from a balancer": error(503, b"<html><body>Service Unavailable</body></html>"),
    "empty server error": error(502, b""),
    "denied": error(400, b'{"__type":"com.amazon.coral.service#AccessDeniedException","Message":"no"}'),
    "code in a header": error(400, b"{}", **{"x-amzn-errortype": "ValidationException:http://x/"}),
    "no code at all": error(400, b"{}"),
    "no json": error(400, b"what?"),
    "redirect": error(301, b"{}"),
    "conditional check": error(
        400, b'{"__type":"x#ConditionalCheckFailedException","message":"m","Item":{"PK":{"S":"a"},"b":{"B":"AP8="}}}'
    ),
    "cancelled transaction": error(
        400,
        b'{"__type":"x#TransactionCanceledException","Message":"m","CancellationReasons":[{"Code":"None"},'
        b'{"Code":"ConditionalCheckFailed","Message":"n","Item":{"b":{"B":"AP8="}}}]}',
    ),
    "nobody there": Answer(hang_up=True),
    "cut short": Answer(b'{"Item"', headers={"Content-Length": "400"}),
}


def outcome(make_client: Callable[..., Any], *answers: Answer) -> Any:
    """What the caller gets, and how often the server was asked for it."""
    with serving(*answers) as server:
        try:
            seen: Any = get(make_client(endpoint_url=server.url))
        except ClientError as refused:
            seen = type(refused).__name__, str(refused), refused.response
        except BotoCoreError as broken:
            seen = type(broken).__name__
        return seen, len(server.requests)


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES)
def test_a_lasting_failure_is_the_plain_clients_error_after_as_many_attempts(failure: Answer) -> None:
    assert outcome(dynamodb_client, failure) == outcome(plain_client, failure)


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES)
def test_a_passing_failure_is_survived_where_the_plain_client_survives_it(failure: Answer) -> None:
    assert outcome(dynamodb_client, failure, FOUND) == outcome(plain_client, failure, FOUND)


def test_a_throttled_request_is_tried_again_and_the_answer_says_how_often() -> None:
    with serving(THROTTLED, THROTTLED, FOUND) as server:
        answer = get(dynamodb_client(endpoint_url=server.url))
    assert answer["Item"] == ITEM
    assert answer["ResponseMetadata"]["RetryAttempts"] == 2
    assert answer["ResponseMetadata"]["HTTPStatusCode"] == 200
    assert answer["ResponseMetadata"]["RequestId"] == "REQUEST"


def test_an_answer_with_a_wrong_checksum_is_asked_for_again() -> None:
    for damaged in (b'{"Item":{"PK":{"S":"u"}}}', b'{"Item":{"PK', b""):
        wrong = Answer(damaged, headers={"x-amz-crc32": str(crc32(FOUND.body))})
        right = Answer(FOUND.body, headers={"x-amz-crc32": str(crc32(FOUND.body))})
        with serving(wrong, right) as server:
            answer = get(dynamodb_client(endpoint_url=server.url))
        assert (answer["Item"], answer["ResponseMetadata"]["RetryAttempts"]) == (ITEM, 1)


def test_an_answer_that_stays_damaged_is_an_error_and_never_an_absent_item() -> None:
    with serving(Answer(b"{}", headers={"x-amz-crc32": "1"})) as server, pytest.raises(ChecksumError):
        get(dynamodb_client(endpoint_url=server.url))
    assert len(server.requests) == 3
    for body in (b'{"Item":{"PK', b"[]", b"\xff\xfe"):
        with serving(Answer(body)) as server, pytest.raises(ResponseParserError):
            get(dynamodb_client(endpoint_url=server.url))


def test_an_empty_answer_is_an_answer_without_an_item() -> None:
    with serving(Answer(b"")) as server:
        assert list(get(dynamodb_client(endpoint_url=server.url))) == ["ResponseMetadata"]


def test_many_calls_share_one_connection() -> None:
    with serving(FOUND) as server:
        client = dynamodb_client(endpoint_url=server.url)
        for _ in range(5):
            get(client)
    assert (len(server.requests), server.connections) == (5, 1)


def test_a_request_has_the_headers_and_the_meaning_that_the_plain_client_gives_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("AWS_LAMBDA_FUNCTION_NAME", "f")
    monkeypatch.setenv("_X_AMZN_TRACE_ID", "Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1")
    items: Any = [{"Put": {"TableName": "t", "Item": {"PK": {"S": "é"}, "b": {"B": b"\x00\xff"}}}}]
    sent = []
    for make_client in (dynamodb_client, plain_client):
        with serving(Answer()) as server:
            make_client(endpoint_url=server.url).transact_write_items(TransactItems=items)
        headers, body = server.requests[0]
        read = json.loads(body)
        assert len(read.pop("ClientRequestToken")) == 36
        assert headers["User-Agent"].startswith("Botocore/")
        assert "Signature=" in headers["Authorization"]
        sent.append((sorted(headers), headers["X-Amz-Target"], headers["Content-Type"], read))
    assert sent[0] == sent[1]


def granted(operation: str) -> Answer:
    return Answer(
        f"<{operation}Response><{operation}Result><Credentials><AccessKeyId>AKIDROLE</AccessKeyId>"
        "<SecretAccessKey>y</SecretAccessKey><SessionToken>z</SessionToken><Expiration>2999-01-01T00:00:00Z</Expiration>"
        f"</Credentials></{operation}Result></{operation}Response>".encode()
    )


@pytest.fixture
def without_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"):
        monkeypatch.delenv(name)


@pytest.mark.usefixtures("without_keys")
def test_a_profile_that_assumes_a_role_still_signs_with_what_the_role_was_given(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    config, credentials = tmp_path / "config", tmp_path / "credentials"
    config.write_text("[profile role]\nrole_arn=arn:aws:iam::123456789012:role/reader\nsource_profile=user\n")
    credentials.write_text("[user]\naws_access_key_id=AKIDUSER\naws_secret_access_key=x\n")
    monkeypatch.setenv("AWS_PROFILE", "role")
    monkeypatch.setenv("AWS_CONFIG_FILE", str(config))
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(credentials))
    with serving(granted("AssumeRole")) as sts, serving(FOUND) as dynamodb:
        monkeypatch.setenv("AWS_ENDPOINT_URL_STS", sts.url)
        assert get(dynamodb_client(endpoint_url=dynamodb.url))["Item"] == ITEM
    assert "Credential=AKIDUSER/" in sts.requests[0][0]["Authorization"]
    assert "Credential=AKIDROLE/" in dynamodb.requests[0][0]["Authorization"]


@pytest.mark.usefixtures("without_keys")
def test_a_web_identity_is_still_exchanged_without_a_signature(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "token").write_text("a-web-token")
    monkeypatch.setenv("AWS_ROLE_ARN", "arn:aws:iam::123456789012:role/reader")
    monkeypatch.setenv("AWS_WEB_IDENTITY_TOKEN_FILE", str(tmp_path / "token"))
    with serving(granted("AssumeRoleWithWebIdentity")) as sts, serving(FOUND) as dynamodb:
        monkeypatch.setenv("AWS_ENDPOINT_URL_STS", sts.url)
        assert get(dynamodb_client(endpoint_url=dynamodb.url))["Item"] == ITEM
    assert "Authorization" not in sts.requests[0][0]
    assert "Credential=AKIDROLE/" in dynamodb.requests[0][0]["Authorization"]
