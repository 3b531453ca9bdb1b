"""pydynox on the same items: its core and its network are Rust, so that only a connection reaches it."""

from importlib import import_module
from typing import Any

from tools.bench.programs.items import INDEX, NUMBERS, TABLE, UPDATED
from tools.bench.programs.others import data, place
from tools.bench.programs.subjects import Calls
from tools.bench.programs.with_pydantic import data_model


def pydynox() -> Calls:
    library: Any = import_module("pydynox")
    attributes: Any = import_module("pydynox.attributes")
    index: Any = import_module("pydynox.indexes").GlobalSecondaryIndex
    client = library.DynamoDBClient()
    text, number_of = attributes.StringAttribute, attributes.NumberAttribute

    Data = data_model()  # noqa: N806  # a class

    class Problem(library.Model):  # type: ignore[misc]
        model_config = library.ModelConfig(table=TABLE, client=client)
        partition, sort = text(partition_key=True, alias="PK"), text(sort_key=True, alias="SK")
        tp, crt, upd = text(), number_of(), number_of()
        dat = attributes.MapAttribute(Data)
        list_partition, list_sort = text(alias="GSI1PK"), text(alias="GSI1SK")
        listed = index(INDEX, partition_key="list_partition", sort_key="list_sort")

    first, second = (
        Problem(
            partition=f"PROB#baekjoon#{number}",
            sort="META",
            tp="prob",
            dat=Data(**data(number), lim={"time": 2, "memory": 256}),
            crt=1_750_000_000,
            upd=UPDATED,
            list_partition="PROB#LIST",
            list_sort=place(number),
        )
        for number in NUMBERS[:2]
    )

    def transact() -> None:
        with library.SyncTransaction(client) as writes:
            writes.save_model(first, condition=Problem.partition.not_exists())
            writes.save_model(second)
            writes.update(
                TABLE,
                {"PK": f"PROB#baekjoon#{NUMBERS[2]}", "SK": "META"},
                update_expression="SET #d.#f = :f",
                condition_expression="attribute_exists(PK)",
                expression_attribute_names={"#d": "dat", "#f": "dif"},
                expression_attribute_values={":f": 1500},
            )

    return {
        "get": lambda: Problem.sync_get(partition="PROB#baekjoon#1000", sort="META"),
        "query": lambda: list(Problem.listed.sync_query(partition_key="PROB#LIST", limit=20)),
        "put": first.sync_save,
        "transact": transact,
    }
