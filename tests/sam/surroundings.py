"""What a function of a stack finds when it starts: its own copies of what the template refers to, on an emulator."""

import importlib
import importlib.util
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

from singletable.items import encode
from singletable.provision import table_request
from singletable.schema import spec_of
from singletable.service import Deployable, Service
from stacks.constructs.naming import pascal
from tests.sam.invoker import invoking
from tools.generate.sample import samples_of
from tools.local.emulator import Emulator
from tools.local.runtime_interface import LambdaFunction
from tools.local.templates import Template

STACK = {"AWS::StackId": "arn:aws:cloudformation:us-east-1:000000000000:stack/local/1"}


@cache
def client(aws: Emulator, service: str) -> Any:
    return aws.client(service)


def stack_template(assembly: Path, service: Service) -> Path:
    return assembly / f"quartet-{service.name}-local.template.json"


@contextmanager
def runnable(assembly: Path, aws: Emulator, service: Service, function: Deployable) -> Iterator[LambdaFunction]:
    """The function with its asset and layers from the stack, and a table of its own that holds the sample items."""
    template = stack_template(assembly, service)
    references = STACK | dict(_references(Template(template), aws, service))
    called = {name: LambdaFunction.from_template(template, name, references) for name in map(pascal, function.invokes)}
    with invoking(called) as lambda_api, _beside(service, aws, references) as further:
        places = {"AWS_ENDPOINT_URL": aws.url, "AWS_ENDPOINT_URL_LAMBDA": lambda_api, **further}
        yield LambdaFunction.from_template(template, pascal(function.name), references, **places)


@contextmanager
def _beside(service: Service, aws: Emulator, references: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """What else a service needs, such as a payment gateway; it is described in `beside/`."""
    module = f"tests.sam.beside.{service.name}"
    if importlib.util.find_spec(module) is None:
        yield {}
        return
    with importlib.import_module(module).beside(aws, references) as further:
        yield further


def _references(template: Template, aws: Emulator, service: Service) -> Iterator[tuple[str, str]]:
    """Each resource that an environment refers to, made for this function alone."""
    for logical_id, resource in template.resources.items():
        own = f"{logical_id}-{uuid4().hex[:12]}".lower()
        match resource["Type"]:
            case "AWS::DynamoDB::Table":
                yield logical_id, _table(aws, own, service, resource["Properties"]["TableName"])
            case "AWS::S3::Bucket":
                client(aws, "s3").create_bucket(Bucket=own)
                yield logical_id, own
            case "AWS::SQS::Queue":
                yield logical_id, client(aws, "sqs").create_queue(QueueName=own)["QueueUrl"]
            case "AWS::Lambda::Function":
                yield logical_id, logical_id
            case "AWS::SecretsManager::Secret":
                secret = client(aws, "secretsmanager").create_secret(Name=own, SecretString=own * 4)
                yield logical_id, secret["ARN"]
            case "AWS::KMS::Key":
                yield f"{logical_id}.Arn", client(aws, "kms").create_key()["KeyMetadata"]["Arn"]


def _table(aws: Emulator, name: str, service: Service, deployed_as: str) -> str:
    """The declared table behind a name of the stack, with the sample items that belong in it."""
    table = next(each for each in service.tables if deployed_as == f"{each.name}-local")
    client(aws, "dynamodb").create_table(**table_request(table, name))
    for entity in samples_of(service).stored(datetime.now(UTC)):
        if spec_of(entity).table is table:
            client(aws, "dynamodb").put_item(TableName=name, Item=encode(entity))
    return name
