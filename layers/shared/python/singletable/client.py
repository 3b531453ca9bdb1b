"""botocore clients made fast: they read only the models they need, and DynamoDB's speaks its JSON directly."""

import gzip
import json
import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast, overload

from botocore import handlers
from botocore.config import Config
from botocore.exceptions import DataNotFoundError, UnknownServiceError
from botocore.loaders import JSONFileLoader, Loader
from botocore.session import Session
from botocore.utils import hyphenize_service_id

from singletable.wire import DirectParsers, DirectSerializer, refuse_damaged

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient
    from mypy_boto3_kms.client import KMSClient
    from mypy_boto3_lambda.client import LambdaClient
    from mypy_boto3_s3.client import S3Client
    from mypy_boto3_secretsmanager.client import SecretsManagerClient
    from mypy_boto3_sqs.client import SQSClient

RULES = "endpoint-rule-set-1"
AMAZON_ROOTS = Path(__file__).with_name("amazon_roots.pem")

SETTINGS: dict[str, Any] = {
    "connect_timeout": 2,
    "retries": {"mode": "standard", "total_max_attempts": 3},
    "tcp_keepalive": True,
}
# DynamoDB answers in milliseconds: who has waited five seconds is better served by a new connection.
DYNAMODB = SETTINGS | {"max_pool_connections": 32, "parameter_validation": False, "read_timeout": 5}

# Handlers of other services are not worth their registration; these may be asked for credentials.
OWN_EVENTS = frozenset({"*", "sso-oidc", "sts"})


def dynamodb_client(*, region: str | None = None, endpoint_url: str | None = None, **settings: Any) -> "DynamoDBClient":
    """A new client with the ordinary interface, but for binary values in answers: they stay base64 text.

    Region and endpoint come from the environment where none is given; `settings` are those of a botocore Config.
    """
    session, region = _session("dynamodb"), region or _region()
    # botocore would build the user agent anew twice per call, and it never changes.
    config = DYNAMODB | {"user_agent": session.user_agent()} | settings
    without = frozenset() if _needs_rules(session, config) else frozenset({("dynamodb", RULES)})
    session.register_component("data_loader", _models(without))
    session.register_component("response_parser_factory", DirectParsers())
    client: Any = session.create_client(
        "dynamodb",
        region_name=region,
        endpoint_url=endpoint_url,
        config=Config(**config),
        verify=_trusted(session, region, endpoint_url),
    )
    client.meta.events.register("after-call.dynamodb", refuse_damaged)
    # The one private name of botocore that is touched: no component or event replaces a serializer.
    client._serializer = DirectSerializer(client._serializer)
    return cast("DynamoDBClient", client)


@overload
def aws_client(service: Literal["kms"], *, read_timeout: float = ...) -> "KMSClient": ...
@overload
def aws_client(service: Literal["lambda"], *, read_timeout: float = ...) -> "LambdaClient": ...
@overload
def aws_client(service: Literal["s3"], *, read_timeout: float = ...) -> "S3Client": ...
@overload
def aws_client(service: Literal["secretsmanager"], *, read_timeout: float = ...) -> "SecretsManagerClient": ...
@overload
def aws_client(service: Literal["sqs"], *, read_timeout: float = ...) -> "SQSClient": ...
@overload
def aws_client(service: str, *, read_timeout: float = ...) -> Any: ...
def aws_client(service: str, *, read_timeout: float = 20) -> Any:
    """The process's client of any other service, made when first asked for, with the ordinary interface."""
    return _client(service, _region(), os.environ.get("AWS_ENDPOINT_URL"), read_timeout)


@cache
def _client(service: str, region: str | None, endpoint_url: str | None, read_timeout: float) -> Any:
    session = _session(_event_name(service))
    session.register_component("data_loader", _models())
    # Presigned S3 addresses would otherwise be signed by a version that encrypted buckets refuse.
    signature = "s3v4" if service == "s3" else None
    config = Config(**SETTINGS, read_timeout=read_timeout, signature_version=signature)
    trusted = _trusted(session, region, endpoint_url)
    return session.create_client(service, region_name=region, config=config, verify=trusted)


class ModelFiles(JSONFileLoader):
    """Plain dictionaries: they keep their order, and cost half of the OrderedDicts that botocore asks for."""

    def load_file(self, file_path: str) -> Any:
        plain, packed = Path(f"{file_path}.json"), Path(f"{file_path}.json.gz")
        if plain.is_file():
            return json.loads(plain.read_bytes())
        return json.loads(gzip.decompress(packed.read_bytes())) if packed.is_file() else None


class Models(Loader):
    """botocore's data, read as plain dictionaries, without what a client can do without."""

    FILE_LOADER_CLASS: type[JSONFileLoader] = ModelFiles

    def __init__(self, without: frozenset[tuple[str, str]] = frozenset()) -> None:
        super().__init__()
        self._without = without

    def load_service_model(self, service_name: str, type_name: str, api_version: str | None = None) -> Any:
        try:
            if (service_name, type_name) in self._without:
                raise DataNotFoundError(data_path=f"{service_name}/{type_name}")
            return super().load_service_model(service_name, type_name, api_version)
        except DataNotFoundError as absent:
            raise UnknownServiceError(service_name=service_name, known_service_names="") from absent


@cache
def _models(without: frozenset[tuple[str, str]] = frozenset()) -> Models:
    return Models(without)


def _session(own: str) -> Session:
    """A session whose clients serve one service: it has the handlers of that one, and of all."""
    session = Session(include_builtin_handlers=False)
    for event, handler, register in _general_handlers(session, own):
        register(event, handler)
    return session


def _event_name(service: str) -> str:
    model = _models().load_service_model(service, "service-2")
    return str(hyphenize_service_id(model["metadata"]["serviceId"]))


def _general_handlers(session: Session, own: str) -> Iterator[tuple[str, Any, Any]]:
    events = session.get_component("event_emitter")
    order = {handlers.REGISTER_FIRST: events.register_first, handlers.REGISTER_LAST: events.register_last}
    for event, handler, *when in handlers.BUILTIN_HANDLERS:
        kind, _, rest = event.partition(".")
        whose = rest.partition(".")[0]
        if kind != "docs" and (not rest or whose == own or whose in OWN_EVENTS):
            yield event, handler, order[when[0]] if when else events.register


def _needs_rules(session: Session, config: Mapping[str, Any]) -> bool:
    """Every region's ordinary endpoint is in botocore's list; evaluating rules at each call serves the rare ones."""
    return bool(
        config.get("use_fips_endpoint")
        or config.get("use_dualstack_endpoint")
        or session.get_config_variable("use_fips_endpoint")
        or session.get_config_variable("use_dualstack_endpoint")
        or session.get_config_variable("account_id_endpoint_mode") == "required"
    )


def _region() -> str | None:
    return os.environ.get("AWS_REGION")


def _trusted(session: Session, region: str | None, endpoint_url: str | None) -> str | None:
    """In Lambda, the roots that sign Amazon's endpoints; parsing all that the world trusts costs a cold start 12 ms."""
    if "AWS_LAMBDA_FUNCTION_NAME" not in os.environ or region is None or endpoint_url is not None:
        return None
    if any(name.startswith("AWS_ENDPOINT_URL") or name.endswith("_CA_BUNDLE") for name in os.environ):
        return None
    return str(AMAZON_ROOTS) if session.get_partition_for_region(region) == "aws" else None
