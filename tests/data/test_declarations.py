"""A declaration that contradicts itself is refused when it is made, not when it is used."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from operator import attrgetter
from typing import Annotated, Any

import pytest

from singletable.errors import SchemaError
from singletable.items import encode
from singletable.schema import Envelope, Index, Key, KeyOnly, Offload, Table, TimeFormat, entity, spec_of
from tests.data.clock import NOW

TEXTS = Index("GSI1", "GSI1PK", "GSI1SK")
HASHES = Index("GSI2", "GSI2PK")
NUMBERS = Index("GSI3", "GSI3PK", "GSI3SK", numeric=True)
ELSEWHERE = Index("GSI9", "GSI9PK", "GSI9SK")
PRIMARY = Key("A#{a}", "META", answers="one")


def declared(**body: Any) -> type:
    """A class `Thing` with the field `a`, a primary key, and what else is given; a type stands for a field."""
    defaults = {name.removesuffix("_default"): value for name, value in body.items() if name.endswith("_default")}
    kinds = {name: kind for name, kind in body.items() if not isinstance(kind, Key) and not name.endswith("_default")}
    keys = {name: value for name, value in body.items() if isinstance(value, Key)}
    lifetime = kinds.pop("lifetime", None)
    derived = {name: kinds.pop(name) for name in [*kinds] if isinstance(kinds[name], property)}
    table = Table(
        "things",
        indexes=(TEXTS, HASHES, NUMBERS),
        envelope=Envelope(type_name="tp", times=TimeFormat.EPOCH, data="dat", outside={"created_at": "crt"}),
    )
    namespace = {"__annotations__": {"a": KeyOnly[str], **kinds}, "key": PRIMARY, **keys, **defaults, **derived}
    return entity(table, tag="t", lifetime=lifetime)(type("Thing", (), namespace))


def on(index: Index, partition: str, sort: str | None = None, when: Callable[[Any], bool] | None = None) -> Key:
    return Key(partition, sort, index=index, when=when, answers="some")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"key": Key("A#{b}", "META", answers="x")}, "there is no field b"),
        ({"place": on(TEXTS, "A#{b}", "X")}, "there is no field b"),
        ({"b": KeyOnly[str]}, "b would be stored nowhere"),
        ({"place": on(ELSEWHERE, "X", "{a}")}, "things has no index GSI9"),
        ({"lifetime": timedelta(days=1)}, "a lifetime counts from `created_at`"),
        ({"version": str}, "a version is a whole number"),
        ({"b": Annotated[str, Offload()]}, "only a Text can be offloaded"),
        ({"b": Annotated[str, "n"], "c": Annotated[int, "n"]}, "something else is stored as 'n'"),
        ({"created_at": Annotated[datetime, "GSI1PK"]}, "something else is stored as 'GSI1PK'"),
        ({"b": list[str]}, "not a type that an item can hold"),
        ({"b": str | None, "b_default": "x"}, "cannot default to another value"),
        ({"b": datetime, "place": on(TEXTS, "X", "{b}")}, "a datetime cannot be 'b' under ''"),
        ({"b": datetime, "place": on(TEXTS, "X", "{b:06d}")}, "a datetime cannot be 'b' under '06d'"),
        ({"b": str, "place": on(TEXTS, "X", "{b:ms}")}, "a str cannot be 'b' under 'ms'"),
        ({"b": int, "place": on(TEXTS, "X", "{b:x}")}, "a int cannot be 'b' under 'x'"),
        ({"b": float, "place": on(TEXTS, "X", "{b}")}, "a float cannot be 'b' under ''"),
        ({"b": dict[str, str], "place": on(TEXTS, "X", "{b}")}, "a object cannot be 'b' under ''"),
        ({"b": str, "place": on(NUMBERS, "X", "{b}")}, "a str cannot be 'b' under ''"),
        ({"b": KeyOnly[datetime], "key": Key("A#{a}", "{b:day}", answers="x")}, "a datetime cannot be 'b' under 'day'"),
        ({"place": on(TEXTS, "X", "{a}", when=attrgetter("a"))}, "does not show which fields it reads"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_contradictory_declaration_is_refused_when_it_is_first_read(body: dict[str, Any], reason: str) -> None:
    contradictory = declared(**body)
    with pytest.raises(SchemaError, match=reason):
        spec_of(contradictory)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"partition": "A", "index": TEXTS}, "disagree on having a sort key"),
        ({"partition": "A", "sort": "B", "index": HASHES}, "disagree on having a sort key"),
        ({"partition": "A"}, "disagree on having a sort key"),
        ({"partition": "A", "sort": "B", "when": bool}, "only a place on an index can be conditional"),
        ({"partition": "A", "sort": "S{n}"}, "in a sort key a value begins a segment"),
        ({"partition": "A", "sort": "N#{n}", "index": NUMBERS}, "a numeric sort key is one value and nothing else"),
        ({"partition": "A", "sort": "{n:06d}", "index": NUMBERS}, "a numeric sort key is one value and nothing else"),
        ({"partition": "A", "sort": "{n}#{m}", "index": NUMBERS}, "a numeric sort key is one value and nothing else"),
    ],
)
def test_a_key_that_does_not_fit_its_index_is_refused(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(SchemaError, match=reason):
        Key(**arguments, answers="x")


def test_an_entity_needs_its_primary_key() -> None:
    table = Table("t", indexes=(TEXTS,), envelope=Envelope(type_name="tp", times=TimeFormat.EPOCH))

    @entity(table, tag="x")
    class Homeless:
        a: str
        place = on(TEXTS, "X", "{a}")

    with pytest.raises(SchemaError, match="exactly one primary key"):
        spec_of(Homeless)


def test_two_entities_with_one_tag_are_refused() -> None:
    table = Table("t", indexes=(), envelope=Envelope(type_name="tp", times=TimeFormat.EPOCH))

    @entity(table, tag="x")
    class First:
        a: str
        key = Key("A#{a}", "META", answers="x")

    assert table.entities["x"].cls is First
    with pytest.raises(SchemaError, match="two entities with the tag 'x'"):

        @entity(table, tag="x")
        class Second:
            a: str
            key = Key("B#{a}", "META", answers="x")


def test_what_is_no_entity_is_named() -> None:
    with pytest.raises(SchemaError, match="42 is not an entity"):
        spec_of(42)


def test_an_item_cannot_stand_on_one_index_twice() -> None:
    thing: Any = declared(b=int, one=on(TEXTS, "ONE", "{a}"), two=on(TEXTS, "TWO", "{a}", when=lambda t: t.b > 1))
    assert encode(thing(a="x", b=1))["GSI1PK"] == {"S": "ONE"}
    with pytest.raises(SchemaError, match="two: the item has another place on the same index"):
        encode(thing(a="x", b=2))


def _is_ripe(thing: Any) -> bool:
    return bool(thing.ripe)


def test_a_key_depends_on_every_field_that_decides_it_however_deep() -> None:
    def worth(self: Any) -> int:
        return self.b + sum(self.c for _ in range(2))  # type: ignore[no-any-return]

    thing = declared(
        b=int,
        c=int,
        ripe=bool,
        other=str,
        worth=property(worth),
        place=on(NUMBERS, "X#{a}", "{worth}", when=lambda t: _is_ripe(t)),
    )
    assert spec_of(thing).places[0].depends == {"a", "b", "c", "ripe"}


def test_entities_are_frozen_and_slotted() -> None:
    thing: Any = declared(b=int)(a="x", b=1)
    with pytest.raises(AttributeError):
        thing.b = 2
    assert not hasattr(thing, "__dict__")


def test_a_day_in_a_key_needs_no_format() -> None:
    thing: Any = declared(day=date, created_at=datetime, place=on(TEXTS, "D#{day}", "{created_at:hour}"))
    item = encode(thing(a="x", day=date(2026, 3, 1), created_at=NOW))
    assert (item["GSI1PK"], item["GSI1SK"]) == ({"S": "D#20260301"}, {"S": "2026-03-01T12"})
