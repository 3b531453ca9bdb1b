"""The table that a declaration describes, as a CreateTable request: for tests, local tools and benchmarks."""

from typing import Any

from singletable.keys import PARTITION, SORT
from singletable.schema import Table


def table_request(table: Table, name: str, *, stream: bool = False) -> dict[str, Any]:
    """Time to live is not part of it: DynamoDB takes that in a request of its own."""
    kinds = {PARTITION: "S", SORT: "S"}
    for index in table.indexes:
        kinds[index.partition] = "S"
        if index.sort is not None:
            kinds[index.sort] = "N" if index.numeric else "S"
    request: dict[str, Any] = {
        "TableName": name,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [
            {"AttributeName": attribute, "AttributeType": kind} for attribute, kind in kinds.items()
        ],
        "KeySchema": _key_schema(PARTITION, SORT),
    }
    if table.indexes:
        request["GlobalSecondaryIndexes"] = [
            {
                "IndexName": index.name,
                "KeySchema": _key_schema(index.partition, index.sort),
                "Projection": {"ProjectionType": "ALL"},
            }
            for index in table.indexes
        ]
    if stream:
        request["StreamSpecification"] = {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
    return request


def _key_schema(partition: str, sort: str | None) -> list[dict[str, str]]:
    schema = [{"AttributeName": partition, "KeyType": "HASH"}]
    return schema if sort is None else [*schema, {"AttributeName": sort, "KeyType": "RANGE"}]
