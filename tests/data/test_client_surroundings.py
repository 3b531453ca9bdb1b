"""Where a client calls, whom it trusts, and what it loads: the same as a plain client in every region."""

import gc
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import botocore
import pytest
from botocore.awsrequest import AWSResponse
from botocore.config import Config
from botocore.exceptions import NoRegionError, UnknownServiceError
from botocore.loaders import Loader
from botocore.session import Session
from moto import mock_aws

from singletable import collector
from singletable.client import AMAZON_ROOTS, Models, aws_client, dynamodb_client
from tests.data.plain import fresh_environment

SERVICES = ("bedrock-runtime", "kms", "lambda", "s3", "secretsmanager", "ses", "sesv2", "sqs", "ssm", "sts")


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh_environment(monkeypatch)


class Reached(Exception):
    """A request was about to leave for an address."""


def destination(client: Any) -> tuple[str, str, str]:
    """The address a call would go to, with the region and the service it is signed for."""

    def stop(request: Any, **_: Any) -> AWSResponse:
        _, _, region, service, _ = request.headers["Authorization"].decode().split("Credential=")[1].split("/")
        raise Reached(request.url, region, service)

    client.meta.events.register_first("before-send.dynamodb", stop)
    with pytest.raises(Reached) as reached:
        client.get_item(TableName="t", Key={"PK": {"S": "x"}})
    url, region, service = reached.value.args
    return url, region, service


def partitions() -> Iterator[dict[str, Any]]:
    yield from Loader().load_data("partitions")["partitions"]


def test_every_region_is_reached_at_the_address_that_the_plain_client_reaches() -> None:
    plain = Session()
    regions = [name for partition in partitions() for name in partition["regions"] if not name.endswith("-global")]
    assert {"us-east-1", "cn-north-1", "us-gov-west-1", "eusc-de-east-1"} <= set(regions)
    for region in (*regions, "eu-west-99", "cn-south-99"):
        expected = destination(plain.create_client("dynamodb", region_name=region))
        assert destination(dynamodb_client(region=region)) == expected


@pytest.mark.parametrize("variant", [(True, False), (False, True), (True, True)], ids=["fips", "dualstack", "both"])
def test_fips_and_dual_stack_addresses_are_those_of_the_plain_client(variant: tuple[bool, bool]) -> None:
    plain = Session()
    settings: Any = {"use_fips_endpoint": variant[0], "use_dualstack_endpoint": variant[1]}
    for region in ("us-east-1", "eu-west-1", "cn-north-1", "us-gov-east-1", "us-iso-east-1"):
        expected = destination(plain.create_client("dynamodb", region_name=region, config=Config(**settings)))
        assert destination(dynamodb_client(region=region, **settings)) == expected


def test_fips_and_dual_stack_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_USE_FIPS_ENDPOINT", "true")
    monkeypatch.setenv("AWS_USE_DUALSTACK_ENDPOINT", "true")
    assert destination(dynamodb_client(region="us-gov-east-1"))[0] == "https://dynamodb-fips.us-gov-east-1.api.aws/"


def test_region_and_endpoint_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert destination(dynamodb_client()) == ("https://dynamodb.eu-west-1.amazonaws.com/", "eu-west-1", "dynamodb")
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:4566")
    assert destination(dynamodb_client()) == ("http://127.0.0.1:4566/", "eu-west-1", "dynamodb")
    monkeypatch.setenv("AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:8125")
    assert destination(dynamodb_client()) == ("http://127.0.0.1:8125/", "eu-west-1", "dynamodb")
    monkeypatch.delenv("AWS_REGION")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "ap-northeast-2")
    assert destination(dynamodb_client())[1] == "ap-northeast-2"


def test_without_a_region_the_error_is_the_plain_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AWS_REGION")
    monkeypatch.delenv("AWS_DEFAULT_REGION")
    with pytest.raises(NoRegionError):
        dynamodb_client()


def test_settings_of_the_caller_win_over_the_tuned_ones() -> None:
    tuned: Any = dynamodb_client(read_timeout=1, retries={"mode": "adaptive", "total_max_attempts": 7})
    settings = tuned.meta.config
    assert (settings.read_timeout, settings.connect_timeout, settings.max_pool_connections) == (1, 2, 32)
    assert settings.retries == {"mode": "adaptive", "total_max_attempts": 7}


def trusted_by(client: Any) -> Any:
    return client._endpoint.http_session._verify


def test_in_lambda_only_the_roots_of_amazon_are_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert trusted_by(dynamodb_client()) is True
    monkeypatch.setenv("AWS_LAMBDA_FUNCTION_NAME", "f")
    assert trusted_by(dynamodb_client()) == str(AMAZON_ROOTS)
    assert trusted_by(dynamodb_client(region="cn-north-1")) is True
    assert trusted_by(dynamodb_client(endpoint_url="https://proxy.example")) is True
    monkeypatch.setenv("AWS_CA_BUNDLE", "/own/roots.pem")
    assert trusted_by(dynamodb_client()) == "/own/roots.pem"
    monkeypatch.delenv("AWS_CA_BUNDLE")
    monkeypatch.setenv("AWS_ENDPOINT_URL_DYNAMODB", "https://proxy.example")
    assert trusted_by(dynamodb_client()) is True


def test_the_roots_of_amazon_are_among_those_that_botocore_trusts() -> None:
    def certificates(file: Path) -> set[bytes]:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.load_verify_locations(file)
        return set(context.get_ca_certs(binary_form=True))

    assert len(certificates(AMAZON_ROOTS)) == 7
    assert certificates(AMAZON_ROOTS) <= certificates(Path(botocore.__file__).with_name("cacert.pem"))


@pytest.mark.parametrize("service", SERVICES)
def test_any_other_service_has_an_ordinary_client_made_once(service: str) -> None:
    client, plain = aws_client(service), Session().create_client(service)
    assert aws_client(service) is client
    assert client.meta.endpoint_url == plain.meta.endpoint_url
    assert sorted(client.meta.method_to_api_mapping) == sorted(plain.meta.method_to_api_mapping)


MOMENTS = (
    "after-call",
    "before-call",
    "before-endpoint-resolution",
    "before-parameter-build",
    "before-parse",
    "before-send",
    "before-sign",
    "choose-signer",
    "creating-client-class",
    "needs-retry",
    "provide-client-params",
    "request-created",
    "response-received",
)


@pytest.mark.parametrize("service", ["dynamodb", *SERVICES])
def test_no_handler_is_missing_that_botocore_has_for_the_service(service: str) -> None:
    client: Any = dynamodb_client() if service == "dynamodb" else aws_client(service)
    same = Config(retries={"mode": "standard"}, signature_version="s3v4" if service == "s3" else None)
    plain: Any = Session().create_client(service, config=same)
    name = client.meta.service_model.service_id.hyphenize()
    operations = client.meta.service_model.operation_names
    events = [f"{moment}.{name}.{operation}" for moment in MOMENTS for operation in operations]
    missing = {(event, each) for event in events for each in fired(plain, event) - fired(client, event)}
    assert missing == set()


def fired(client: Any, event: str) -> set[str]:
    """What answers an event, by name: most are functions, some are methods of what a client is made with."""
    found = client.meta.events._emitter._handlers.prefix_search(event)
    return {getattr(each, "__qualname__", type(each).__name__) for each in found}


def test_a_client_made_for_one_endpoint_is_not_handed_out_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    cloud = aws_client("sqs")
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:4566")
    assert aws_client("sqs").meta.endpoint_url == "http://127.0.0.1:4566"
    monkeypatch.delenv("AWS_ENDPOINT_URL")
    assert aws_client("sqs") is cloud


def test_ordinary_clients_keep_dates_and_binary_values() -> None:
    with mock_aws():
        kms, secrets, s3 = aws_client("kms"), aws_client("secretsmanager"), aws_client("s3")
        key = kms.create_key()["KeyMetadata"]
        assert key["CreationDate"].tzinfo is not None
        sealed = kms.encrypt(KeyId=key["KeyId"], Plaintext=b"\x00\xff")["CiphertextBlob"]
        assert kms.decrypt(CiphertextBlob=sealed)["Plaintext"] == b"\x00\xff"
        secrets.create_secret(Name="s", SecretBinary=b"\xfe")
        assert secrets.get_secret_value(SecretId="s")["SecretBinary"] == b"\xfe"
        s3.create_bucket(Bucket="bucket", CreateBucketConfiguration={"LocationConstraint": "eu-west-1"})
        s3.put_object(Bucket="bucket", Key="k", Body=b"\x00body")
        assert s3.get_object(Bucket="bucket", Key="k")["Body"].read() == b"\x00body"


def test_presigned_addresses_are_signed_by_the_version_that_encrypted_buckets_accept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("AWS_REGION", "us-east-1")
    address = aws_client("s3").generate_presigned_url("get_object", Params={"Bucket": "bucket", "Key": "k"})
    assert "X-Amz-Algorithm=AWS4-HMAC-SHA256" in address


def test_an_unknown_service_is_refused_as_botocore_refuses_it() -> None:
    with pytest.raises(UnknownServiceError):
        aws_client("no-such-service")


def test_narrow_models_hold_what_botocore_loads() -> None:
    plain, narrow = Loader(), Models()
    for name in ("endpoints", "partitions", "_retry", "sdk-default-configuration"):
        assert narrow.load_data(name) == plain.load_data(name)
    for service in ("dynamodb", *SERVICES):
        for kind in ("service-2", "endpoint-rule-set-1", "paginators-1"):
            try:
                expected = plain.load_service_model(service, kind)
            except UnknownServiceError:
                with pytest.raises(UnknownServiceError):
                    narrow.load_service_model(service, kind)
            else:
                assert narrow.load_service_model(service, kind) == expected


def test_the_collector_rests_during_a_start_and_forgets_what_the_start_made() -> None:
    try:
        collector.hold()
        assert not gc.isenabled()
        kept: list[list[int]] = [[] for _ in range(10)]
        collector.resume()
        assert gc.isenabled()
        assert gc.get_freeze_count() >= len(kept)
    finally:
        gc.enable()
        gc.unfreeze()
