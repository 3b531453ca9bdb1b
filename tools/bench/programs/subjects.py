"""Who is measured warm: each subject does the same four things to the same items, its own way."""

from collections.abc import Callable
from typing import Any

from tools.bench.programs.items import INDEX, ITEMS, KEY, TABLE
from tools.bench.programs.undo import PER_CALL

Calls = dict[str, Callable[[], object]]

NEW = "attribute_not_exists(PK)"
LISTED: dict[str, Any] = {
    "IndexName": INDEX,
    "KeyConditionExpression": "#p = :p",
    "ExpressionAttributeNames": {"#p": "GSI1PK"},
    "Limit": 20,
}
HARDER: dict[str, Any] = {
    "Key": {name: ITEMS[2][name] for name in ("PK", "SK")},
    "UpdateExpression": "SET #d.#f = :f",
    "ConditionExpression": "attribute_exists(PK)",
    "ExpressionAttributeNames": {"#d": "dat", "#f": "dif"},
}


def attribute_values(client: Any) -> Calls:
    """A client as botocore makes it, with attribute values in and out."""
    listed = LISTED | {"ExpressionAttributeValues": {":p": {"S": "PROB#LIST"}}}
    writes = [
        {"Put": {"TableName": TABLE, "Item": ITEMS[0], "ConditionExpression": NEW}},
        {"Put": {"TableName": TABLE, "Item": ITEMS[1]}},
        {"Update": {"TableName": TABLE, **HARDER, "ExpressionAttributeValues": {":f": {"N": "1500"}}}},
    ]
    return {
        "get": lambda: client.get_item(TableName=TABLE, Key=KEY),
        "query": lambda: client.query(TableName=TABLE, **listed),
        "put": lambda: client.put_item(TableName=TABLE, Item=ITEMS[0]),
        "transact": lambda: client.transact_write_items(TransactItems=writes),
    }


def raw() -> Calls:
    from botocore.session import Session

    return attribute_values(Session().create_client("dynamodb"))


def client(without: str | None = None) -> Calls:
    from singletable.client import dynamodb_client

    settings = PER_CALL[without]() if without else {}
    return attribute_values(dynamodb_client(**settings))


def store() -> Calls:
    from singletable.client import dynamodb_client
    from tools.bench.programs.entities import through_the_store

    return through_the_store(dynamodb_client())


def boto3_table() -> Calls:
    import boto3
    from boto3.dynamodb.types import TypeDeserializer

    read = TypeDeserializer().deserialize
    items = [{name: read(value) for name, value in item.items()} for item in ITEMS]
    keys = [{name: item[name] for name in ("PK", "SK")} for item in items]
    resource: Any = boto3.resource("dynamodb")
    table, client = resource.Table(TABLE), resource.meta.client
    harder = HARDER | {"Key": keys[2], "ExpressionAttributeValues": {":f": 1500}}
    writes: list[Any] = [
        {"Put": {"TableName": TABLE, "Item": items[0], "ConditionExpression": NEW}},
        {"Put": {"TableName": TABLE, "Item": items[1]}},
        {"Update": {"TableName": TABLE, **harder}},
    ]
    return {
        "get": lambda: table.get_item(Key=keys[0]),
        "query": lambda: table.query(**LISTED, ExpressionAttributeValues={":p": "PROB#LIST"}),
        "put": lambda: table.put_item(Item=items[0]),
        "transact": lambda: client.transact_write_items(TransactItems=writes),
    }
