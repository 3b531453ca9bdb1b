"""The tuned DynamoDB client gives what botocore's own client gives, operation by operation."""

import base64
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from botocore.config import Config
from botocore.exceptions import ClientError
from botocore.serialize import JSONSerializer
from botocore.session import Session
from moto import mock_aws

from singletable.client import dynamodb_client
from singletable.wire import DIRECT
from tests.data.plain import fresh_environment, plain_client

TABLE = "twins"
ITEM: dict[str, Any] = {
    "PK": {"S": "USER#1"},
    "SK": {"S": "META"},
    "text": {"S": 'café 안녕 🙂 \u0000"\\/'},
    "empty": {"S": ""},
    "number": {"N": "123456789012345678901234567890.12345678"},
    "yes": {"BOOL": True},
    "nothing": {"NULL": True},
    "binary": {"B": b"\x00\xff\xfe binary"},
    "binaries": {"BS": [b"\x01", b"\x02\xff"]},
    "numbers": {"NS": ["1", "2.5"]},
    "words": {"SS": ["a", "ü"]},
    "nested": {"M": {"list": {"L": [{"N": "1"}, {"M": {"deep": {"B": b"\xde\xad"}}}, {"L": []}]}, "none": {"M": {}}}},
}
KEY = {"PK": ITEM["PK"], "SK": ITEM["SK"]}


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh_environment(monkeypatch)


def create_table(client: Any) -> None:
    names = ("PK", "SK")
    client.create_table(
        TableName=TABLE,
        AttributeDefinitions=[{"AttributeName": name, "AttributeType": "S"} for name in names],
        KeySchema=[{"AttributeName": n, "KeyType": kind} for n, kind in zip(names, ("HASH", "RANGE"), strict=True)],
        BillingMode="PAY_PER_REQUEST",
    )


def row(number: int) -> dict[str, Any]:
    return {"PK": {"S": "LIST#1"}, "SK": {"S": f"{number:03d}"}, "payload": {"B": bytes([number])}}


def fill(client: Any, count: int) -> None:
    client.batch_write_item(RequestItems={TABLE: [{"PutRequest": {"Item": row(n)}} for n in range(count)]})


def listed(client: Any, **more: Any) -> Any:
    values = {":p": {"S": "LIST#1"}}
    return client.query(TableName=TABLE, KeyConditionExpression="PK = :p", ExpressionAttributeValues=values, **more)


def get(client: Any, **more: Any) -> Any:
    return client.get_item(TableName=TABLE, Key=KEY, **more)


def put(client: Any, **more: Any) -> Any:
    return client.put_item(TableName=TABLE, Item=ITEM, **more)


def put_twice(client: Any) -> Any:
    put(client)
    return put(client, ReturnValues="ALL_OLD", ReturnConsumedCapacity="TOTAL")


def get_stored(client: Any) -> Any:
    put(client)
    return get(client, ConsistentRead=True)


def get_part(client: Any) -> Any:
    put(client)
    return get(client, ProjectionExpression="#t, nested", ExpressionAttributeNames={"#t": "text"})


def update(client: Any) -> Any:
    put(client)
    return client.update_item(
        TableName=TABLE,
        Key=KEY,
        UpdateExpression="SET #b = :b ADD hits :one REMOVE empty",
        ExpressionAttributeNames={"#b": "binary"},
        ExpressionAttributeValues={":b": {"B": b"\x80new"}, ":one": {"N": "1"}},
        ReturnValues="ALL_NEW",
    )


def delete(client: Any) -> Any:
    put(client)
    return client.delete_item(TableName=TABLE, Key=KEY, ReturnValues="ALL_OLD")


def query_page(client: Any) -> Any:
    fill(client, 5)
    return listed(client, Limit=2, ScanIndexForward=False)


def query_from_a_key_that_was_handed_out(client: Any) -> Any:
    fill(client, 5)
    first = listed(client, Limit=2)
    return listed(client, Limit=2, ExclusiveStartKey=first["LastEvaluatedKey"])


def query_nothing(client: Any) -> Any:
    return listed(client)


def query_paginated(client: Any) -> Any:
    fill(client, 9)
    pages = client.get_paginator("query").paginate(
        TableName=TABLE,
        KeyConditionExpression="PK = :p",
        ExpressionAttributeValues={":p": {"S": "LIST#1"}},
        PaginationConfig={"PageSize": 4},
    )
    return [page["Items"] for page in pages]


def scan(client: Any) -> Any:
    fill(client, 3)
    return client.scan(TableName=TABLE)


def batch_get(client: Any) -> Any:
    fill(client, 3)
    keys = [{name: row(n)[name] for name in ("PK", "SK")} for n in (0, 2, 7)]
    return client.batch_get_item(RequestItems={TABLE: {"Keys": keys}}, ReturnConsumedCapacity="TOTAL")


def batch_write(client: Any) -> Any:
    put(client)
    return client.batch_write_item(
        RequestItems={TABLE: [{"PutRequest": {"Item": row(1)}}, {"DeleteRequest": {"Key": KEY}}]}
    )


def transact_get(client: Any) -> Any:
    put(client)
    absent = {"PK": {"S": "no"}, "SK": {"S": "no"}}
    return client.transact_get_items(TransactItems=[{"Get": {"TableName": TABLE, "Key": k}} for k in (KEY, absent)])


def transact_write(client: Any) -> Any:
    token = "a-token-of-our-own"
    puts = [{"Put": {"TableName": TABLE, "Item": item}} for item in (ITEM, row(1))]
    client.transact_write_items(TransactItems=puts, ClientRequestToken=token)
    return get(client)


def put_where_one_stands(client: Any) -> Any:
    put(client)
    return put(client, ConditionExpression="attribute_not_exists(PK)", ReturnValuesOnConditionCheckFailure="ALL_OLD")


def transact_where_one_is_refused(client: Any) -> Any:
    put(client)
    refused: dict[str, Any] = {"TableName": TABLE, "Item": ITEM, "ConditionExpression": "attribute_not_exists(PK)"}
    refused["ReturnValuesOnConditionCheckFailure"] = "ALL_OLD"
    return client.transact_write_items(TransactItems=[{"Put": {"TableName": TABLE, "Item": row(1)}}, {"Put": refused}])


def get_from_no_table(client: Any) -> Any:
    return client.get_item(TableName="absent", Key=KEY)


def update_with_a_wrong_expression(client: Any) -> Any:
    return client.update_item(TableName=TABLE, Key=KEY, UpdateExpression="SET SET x")


def describe(client: Any) -> Any:
    table = client.describe_table(TableName=TABLE)["Table"]
    return {
        name: type(value) if name == "CreationDateTime" else value for name, value in table.items() if name != "TableId"
    }


def wait_for_the_table(client: Any) -> Any:
    return client.get_waiter("table_exists").wait(TableName=TABLE)


SCENARIOS = (
    put,
    put_twice,
    get,
    get_stored,
    get_part,
    update,
    delete,
    query_page,
    query_from_a_key_that_was_handed_out,
    query_nothing,
    query_paginated,
    scan,
    batch_get,
    batch_write,
    transact_get,
    transact_write,
    put_where_one_stands,
    transact_where_one_is_refused,
    get_from_no_table,
    update_with_a_wrong_expression,
    describe,
    wait_for_the_table,
)


def outcome(scenario: Callable[[Any], Any], make_client: Callable[[], Any]) -> Any:
    """What a caller sees on a fresh table: the answer, or the error with all it carries."""
    with mock_aws():
        client = make_client()
        create_table(client)
        try:
            return comparable(scenario(client))
        except ClientError as error:
            modelled = getattr(client.exceptions, type(error).__name__, ClientError)
            return type(error).__name__, isinstance(error, modelled), str(error), comparable(error.response)


def comparable(value: Any) -> Any:
    """The same with binary values as bytes, and without what differs between any two calls."""
    if isinstance(value, list):
        return [comparable(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    if isinstance(value.get("B"), str):
        return {"B": base64.b64decode(value["B"])}
    if "BS" in value:
        return {"BS": sorted(base64.b64decode(v) if isinstance(v, str) else v for v in value["BS"])}
    if "RequestId" in value and "HTTPHeaders" in value:
        return value | {"RequestId": len(value["RequestId"]), "HTTPHeaders": sorted(value["HTTPHeaders"])}
    return {name: comparable(entry) for name, entry in value.items()}


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.__name__)
def test_the_tuned_client_answers_as_the_plain_one(scenario: Callable[[Any], Any]) -> None:
    assert outcome(scenario, dynamodb_client) == outcome(scenario, plain_client)


def test_a_binary_value_comes_back_as_base64_and_can_be_written_back_as_it_came() -> None:
    with mock_aws():
        client: Any = dynamodb_client()
        create_table(client)
        put(client)
        read = get(client)["Item"]
        assert read["binary"] == {"B": base64.b64encode(ITEM["binary"]["B"]).decode()}
        client.put_item(TableName=TABLE, Item=read)
        assert get(plain_client())["Item"] == {**ITEM, "binaries": get(plain_client())["Item"]["binaries"]}


def test_what_is_no_attribute_value_is_refused_before_it_is_sent() -> None:
    client: Any = dynamodb_client()
    with pytest.raises(TypeError, match="set is not an attribute value"):
        client.put_item(TableName=TABLE, Item={"PK": {"SS": {"a", "b"}}})


def test_directly_written_operations_hold_no_dates_and_no_renamed_members() -> None:
    """What makes it right to skip the model; a botocore that changes this fails here first."""

    def shapes(shape: Any, seen: set[str]) -> Iterator[Any]:
        if shape is not None and shape.name not in seen:
            seen.add(shape.name)
            yield shape
            below = [
                *getattr(shape, "members", {}).values(),
                getattr(shape, "member", None),
                getattr(shape, "value", None),
            ]
            for child in below:
                yield from shapes(child, seen)

    model = Session().get_service_model("dynamodb")
    for name in sorted(DIRECT):
        operation: Any = model.operation_model(name)
        assert operation.output_shape.name == f"{name}Output"
        assert operation.http == {"method": "POST", "requestUri": "/"}
        assert not operation.has_streaming_input
        assert operation.endpoint is None
        for shape in (*shapes(operation.input_shape, set()), *shapes(operation.output_shape, set())):
            assert shape.type_name != "timestamp", f"{name} holds a date: {shape.name}"
            for member in getattr(shape, "members", {}).values():
                assert "name" not in member.serialization
                assert "location" not in member.serialization


def test_the_private_name_the_client_replaces_still_holds_the_serializer() -> None:
    plain: Any = Session().create_client("dynamodb", config=Config(parameter_validation=False))
    assert type(plain._serializer) is JSONSerializer
