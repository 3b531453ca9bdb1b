"""The bench's items as entities of the engine, and what a repository would do with them."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Any

from msgspec import Struct

from singletable.cursor import Cursors
from singletable.items import encode
from singletable.keys import Key
from singletable.schema import Envelope, Index, KeyOnly, Table, TimeFormat, entity, evolve
from singletable.store import Create, Put, Store, Update
from tools.bench.programs.items import INDEX, ITEMS, NUMBERS, TABLE, UPDATED

LIST = Index(INDEX, "GSI1PK", "GSI1SK")
BENCH = Table(
    TABLE,
    indexes=(LIST,),
    envelope=Envelope(
        type_name="tp", data="dat", times=TimeFormat.EPOCH, outside={"created_at": "crt", "updated_at": "upd"}
    ),
)


class Limits(Struct, frozen=True):
    time: int
    memory: int


@entity(BENCH, tag="prob")
class Problem:
    platform: KeyOnly[str]
    problem_id: KeyOnly[str]
    title: Annotated[str, "tit"]
    url: Annotated[str, "url"]
    language: Annotated[str, "lng"]
    difficulty: Annotated[int, "dif"]
    solved: Annotated[int, "slv"]
    needs_review: Annotated[bool, "nrv"]
    tags: Annotated[tuple[str, ...], "tgs"]
    limits: Annotated[Limits, "lim"]
    created_at: datetime
    updated_at: datetime

    key = Key("PROB#{platform}#{problem_id}", "META", answers="a problem by platform and id")
    listed = Key("PROB#LIST", "{updated_at:ms}#{platform}#{problem_id}", index=LIST, answers="problems by age")


def problem(number: int) -> Problem:
    return Problem(
        platform="baekjoon",
        problem_id=str(number),
        title=f"Shortest path through the city, part {number}",
        url=f"https://judge.example/problem/{number}",
        language="python",
        difficulty=1450,
        solved=10_000 + number,
        needs_review=False,
        tags=("graph", "dijkstra", "heap"),
        limits=Limits(time=2, memory=256),
        created_at=datetime.fromtimestamp(1_750_000_000, UTC),
        updated_at=datetime.fromtimestamp(UPDATED, UTC),
    )


def through_the_store(client: Any) -> dict[str, Callable[[], object]]:
    store = Store(BENCH, client, name=TABLE, cursors=Cursors(b"k" * 32))
    first, second, third = (problem(number) for number in NUMBERS[:3])
    if encode(first) != ITEMS[0]:
        raise SystemExit(f"the store would write another item: {encode(first)}")
    harder = evolve(third, difficulty=1500)
    return {
        "get": lambda: store.get(Problem.key.item(platform="baekjoon", problem_id="1000")),
        "query": lambda: store.query(Problem.listed(), limit=20),
        "put": lambda: store.put(first),
        "transact": lambda: store.transact(Create(first), Put(second), Update(third, harder)),
    }
