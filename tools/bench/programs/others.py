"""Other data layers on the same items, over botocore as ours is; `with_pydynox` has the one that is not."""

from importlib import import_module
from typing import Any

from tools.bench.programs.items import INDEX, NUMBERS, TABLE, UPDATED
from tools.bench.programs.subjects import Calls
from tools.bench.programs.with_pydantic import data_model


def data(number: int) -> dict[str, Any]:
    return {
        "tit": f"Shortest path through the city, part {number}",
        "url": f"https://judge.example/problem/{number}",
        "lng": "python",
        "dif": 1450,
        "slv": 10_000 + number,
        "nrv": False,
        "tgs": ["graph", "dijkstra", "heap"],
    }


def place(number: int) -> str:
    return f"{UPDATED * 1000:020d}#baekjoon#{number}"


def pynamodb() -> Calls:
    attributes: Any = import_module("pynamodb.attributes")
    indexes: Any = import_module("pynamodb.indexes")
    models: Any = import_module("pynamodb.models")
    connection: Any = import_module("pynamodb.connection").Connection(region="us-east-1")
    transaction: Any = import_module("pynamodb.transactions").TransactWrite
    text, number_of, flag = attributes.UnicodeAttribute, attributes.NumberAttribute, attributes.BooleanAttribute

    class Limits(attributes.MapAttribute):  # type: ignore[misc]
        time, memory = number_of(), number_of()

    class Data(attributes.MapAttribute):  # type: ignore[misc]
        tit, url, lng = text(), text(), text()
        dif, slv, nrv = number_of(), number_of(), flag()
        tgs: Any = attributes.ListAttribute()
        lim: Any = Limits()

    class Listed(indexes.GlobalSecondaryIndex):  # type: ignore[misc]
        class Meta:
            index_name, projection = INDEX, indexes.AllProjection()

        partition, sort = text(hash_key=True, attr_name="GSI1PK"), text(range_key=True, attr_name="GSI1SK")

    class Problem(models.Model):  # type: ignore[misc]
        class Meta:
            table_name, region = TABLE, "us-east-1"

        partition, sort = text(hash_key=True, attr_name="PK"), text(range_key=True, attr_name="SK")
        tp, crt, upd = text(), number_of(), number_of()
        dat: Any = Data()
        list_partition, list_sort = text(attr_name="GSI1PK"), text(attr_name="GSI1SK")
        listed: Any = Listed()

    first, second, third = (
        Problem(
            f"PROB#baekjoon#{number}",
            "META",
            tp="prob",
            dat=Data(**data(number), lim=Limits(time=2, memory=256)),
            crt=1_750_000_000,
            upd=UPDATED,
            list_partition="PROB#LIST",
            list_sort=place(number),
        )
        for number in NUMBERS[:3]
    )

    def transact() -> None:
        with transaction(connection=connection) as writes:
            writes.save(first, condition=Problem.partition.does_not_exist())
            writes.save(second)
            writes.update(third, actions=[Problem.dat.dif.set(1500)])

    return {
        "get": lambda: Problem.get("PROB#baekjoon#1000", "META"),
        "query": lambda: list(Problem.listed.query("PROB#LIST", limit=20)),
        "put": first.save,
        "transact": transact,
    }


def dyntastic() -> Calls:
    library: Any = import_module("dyntastic")

    Data = data_model()  # noqa: N806  # a class

    class Problem(library.Dyntastic):  # type: ignore[misc]
        __table_name__, __table_region__ = TABLE, "us-east-1"
        __hash_key__, __range_key__ = "PK", "SK"
        PK: str
        SK: str
        tp: str
        dat: Data  # type: ignore[valid-type]  # made at run time, as its library is
        crt: int
        upd: int
        GSI1PK: str
        GSI1SK: str

    first, second, third = (
        Problem(
            PK=f"PROB#baekjoon#{number}",
            SK="META",
            tp="prob",
            dat=Data(**data(number), lim={"time": 2, "memory": 256}),
            crt=1_750_000_000,
            upd=UPDATED,
            GSI1PK="PROB#LIST",
            GSI1SK=place(number),
        )
        for number in NUMBERS[:3]
    )

    listed = library.A.GSI1PK == "PROB#LIST"

    def transact() -> None:
        with library.transaction():
            first.save(condition=library.A.PK.not_exists())
            second.save()
            third.ignore_unrefreshed()
            third.update(library.A.upd.set(UPDATED + 1), refresh=False)

    return {
        "get": lambda: Problem.get("PROB#baekjoon#1000", "META"),
        "query": lambda: list(Problem.query(listed, index=INDEX, per_page=20)),
        "put": first.save,
        "transact": transact,
    }
