"""The table that a declaration describes."""

import pytest

from singletable.provision import table_request
from tests.data.tables import LIBRARY, WARDROBE
from tests.engines import Engine, StoreFor


def test_a_request_has_every_index_with_its_key_types() -> None:
    request = table_request(LIBRARY, "library-dev")
    kinds = {a["AttributeName"]: a["AttributeType"] for a in request["AttributeDefinitions"]}
    assert kinds == {
        "PK": "S",
        "SK": "S",
        "GSI1PK": "S",
        "GSI1SK": "S",
        "GSI2PK": "S",
        "GSI3PK": "S",
        "GSI3SK": "N",
    }
    keys = {
        index["IndexName"]: [key["AttributeName"] for key in index["KeySchema"]]
        for index in request["GlobalSecondaryIndexes"]
    }
    assert keys == {"GSI1": ["GSI1PK", "GSI1SK"], "GSI2": ["GSI2PK"], "GSI3": ["GSI3PK", "GSI3SK"]}
    assert all(index["Projection"] == {"ProjectionType": "ALL"} for index in request["GlobalSecondaryIndexes"])
    assert (request["TableName"], request["BillingMode"]) == ("library-dev", "PAY_PER_REQUEST")
    assert "StreamSpecification" not in request


def test_a_stream_carries_both_images() -> None:
    request = table_request(WARDROBE, "w", stream=True)
    assert request["StreamSpecification"] == {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}


@pytest.mark.parametrize("engine", [Engine.MOTO, Engine.DYNOXIDE])
def test_an_engine_makes_the_table(store_for: StoreFor, engine: str) -> None:
    store = store_for(LIBRARY, engine=engine)
    described = store_for.client(engine).describe_table(TableName=store.name)["Table"]
    assert {index["IndexName"] for index in described["GlobalSecondaryIndexes"]} == {"GSI1", "GSI2", "GSI3"}
