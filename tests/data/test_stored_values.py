"""Every type that an entity may hold comes back from its stored form as it was."""

import math
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from typing import Annotated, Any, cast

import pytest
from boto3.dynamodb.types import TypeDeserializer
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from singletable.codec import TimeFormat, value_codec
from singletable.errors import SchemaError
from singletable.schema import Offloaded, Text


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Rank(IntEnum):
    LOW = 1
    HIGH = 2


class Mixed(Enum):
    ONE = 1
    TWO = "two"


class Line(Struct, frozen=True):
    text: Annotated[str, "t"]
    weight: Decimal
    tags: frozenset[str]
    note: str | None
    at: datetime | None = None


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
DECIMALS = st.decimals(-(10**20), 10**20, allow_nan=False, places=6)
MOMENTS = st.datetimes(timezones=st.sampled_from([UTC, timezone(timedelta(hours=-7))])).map(
    lambda moment: moment.replace(microsecond=moment.microsecond // 1000 * 1000)
)
SETS = st.frozensets(TEXTS, min_size=1)
LINES = st.builds(
    Line,
    text=TEXTS,
    weight=DECIMALS,
    tags=st.frozensets(TEXTS),
    note=st.none() | TEXTS,
    at=st.none() | MOMENTS,
)
FREE = st.recursive(
    st.none() | st.booleans() | TEXTS | st.integers(-(10**30), 10**30) | st.floats(-1e4, 1e4, width=16) | st.binary(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
TYPES: list[tuple[Any, st.SearchStrategy[Any]]] = [
    (str, TEXTS),
    (int, st.integers(-(10**38) + 1, 10**38 - 1)),
    (bool, st.booleans()),
    (
        float,
        st.floats(allow_nan=False, allow_infinity=False, min_value=-1e100, max_value=1e100).filter(
            lambda x: abs(x) > 1e-100
        ),
    ),
    (Decimal, DECIMALS),
    (bytes, st.binary()),
    (date, st.dates()),
    (datetime, MOMENTS),
    (Colour, st.sampled_from(Colour)),
    (Rank, st.sampled_from(Rank)),
    (Annotated[int, "n"], st.integers(0, 9)),
    (str | None, TEXTS),
    (str | int, TEXTS | st.integers(0, 10**9)),
    (frozenset[str], SETS),
    (tuple[int, ...], st.lists(st.integers(0, 10**9)).map(tuple)),
    (tuple[str | None, ...], st.lists(st.none() | TEXTS).map(tuple)),
    (tuple[frozenset[str], ...], st.lists(st.frozensets(TEXTS)).map(tuple)),
    (tuple[Line, ...], st.lists(LINES, max_size=3).map(tuple)),
    (dict[str, int], st.dictionaries(TEXTS, st.integers(0, 10**9))),
    (Mapping[str, bool | None], st.dictionaries(TEXTS, st.none() | st.booleans())),
    (dict[str, dict[str, Decimal]], st.dictionaries(TEXTS, st.dictionaries(TEXTS, DECIMALS, max_size=2), max_size=3)),
    (dict[str, object], st.dictionaries(TEXTS, FREE, max_size=4)),
    (Line, LINES),
    (Text, TEXTS | st.builds(Offloaded, key=TEXTS, sha256=TEXTS, size=st.integers(0, 10**9), preview=TEXTS)),
]


@pytest.mark.parametrize(("kind", "values"), TYPES, ids=[str(kind) for kind, _ in TYPES])
@given(data=st.data())
def test_a_value_comes_back_as_it_was(kind: Any, values: st.SearchStrategy[Any], data: st.DataObject) -> None:
    value = data.draw(values)
    codec = value_codec(kind, TimeFormat.EPOCH)
    stored = codec.encode(value)
    assert codec.decode(stored) == value
    cast(Any, TypeDeserializer()).deserialize(stored)


@given(moment=MOMENTS)
def test_moments_survive_every_format_that_has_their_precision(moment: datetime) -> None:
    for times in (TimeFormat.EPOCH, TimeFormat.ISO_MILLISECONDS):
        codec = value_codec(datetime, times)
        assert codec.decode(codec.encode(moment)) == moment
    whole = moment.replace(microsecond=0)
    for times in (TimeFormat.ISO_SECONDS, TimeFormat.EXPIRY):
        codec = value_codec(datetime, times)
        assert codec.decode(codec.encode(whole)) == whole


MOMENT = datetime(2026, 2, 6, 10, 0, 0, 120_000, tzinfo=UTC)


@pytest.mark.parametrize(
    ("times", "moment", "stored"),
    [
        (TimeFormat.EPOCH, MOMENT, {"N": "1770372000.12"}),
        (TimeFormat.EPOCH, MOMENT.replace(microsecond=0), {"N": "1770372000"}),
        (TimeFormat.EPOCH, datetime(1969, 12, 31, 23, 59, 59, 999_000, tzinfo=UTC), {"N": "-0.001"}),
        (TimeFormat.ISO_SECONDS, MOMENT, {"S": "2026-02-06T10:00:00Z"}),
        (TimeFormat.ISO_SECONDS, datetime(45, 3, 15, tzinfo=UTC), {"S": "0045-03-15T00:00:00Z"}),
        (TimeFormat.ISO_MILLISECONDS, MOMENT, {"S": "2026-02-06T10:00:00.120Z"}),
        (TimeFormat.EXPIRY, MOMENT, {"N": "1770372001"}),
        (TimeFormat.EXPIRY, MOMENT.replace(microsecond=0), {"N": "1770372000"}),
    ],
)
def test_moments_are_stored_as_the_table_says(times: TimeFormat, moment: datetime, stored: dict[str, str]) -> None:
    assert value_codec(datetime, times).encode(moment) == stored


@pytest.mark.parametrize("times", TimeFormat)
def test_a_moment_without_a_time_zone_is_refused(times: TimeFormat) -> None:
    with pytest.raises(SchemaError, match="time zone"):
        value_codec(datetime, times).encode(datetime(2026, 2, 6))  # noqa: DTZ001


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (float, math.nan),
        (float, math.inf),
        (float, 1e200),
        (Decimal, Decimal("NaN")),
        (Decimal, Decimal("1." + "1" * 38)),
        (int, 10**38 + 1),
        (dict[str, object], {"n": -math.inf}),
    ],
)
def test_a_number_that_dynamodb_cannot_hold_exactly_is_refused(kind: Any, value: object) -> None:
    with pytest.raises(SchemaError, match="is not a number that DynamoDB can hold"):
        value_codec(kind, TimeFormat.EPOCH).encode(value)


def test_a_record_stores_its_own_names_and_nothing_for_what_is_absent() -> None:
    line = Line("x", Decimal("1.50"), frozenset(), None)
    assert value_codec(Line, TimeFormat.EPOCH).encode(line) == {"M": {"t": {"S": "x"}, "weight": {"N": "1.50"}}}


def test_binary_is_read_as_bytes_and_as_the_base64_of_a_stream() -> None:
    decode = value_codec(bytes, TimeFormat.EPOCH).decode
    assert decode({"B": b"\x00\xff"}) == decode({"B": "AP8="}) == b"\x00\xff"


class Twice(Struct, frozen=True):
    one: Annotated[str, "n"]
    two: Annotated[str, "n"]


class Hopeful(Struct, frozen=True):
    mood: str | None = "good"


@pytest.mark.parametrize(
    "kind",
    [
        complex,
        list[int],
        tuple[int, str],
        set[str],
        frozenset[int],
        dict[int, str],
        str | Line,
        int | Decimal,
        frozenset[str] | None,
        Mixed,
        Twice,
        Hopeful,
    ],
    ids=str,
)
def test_a_type_without_one_stored_form_is_refused(kind: Any) -> None:
    with pytest.raises(SchemaError):
        value_codec(kind, TimeFormat.EPOCH)


def test_a_free_form_value_of_another_type_is_refused() -> None:
    with pytest.raises(SchemaError, match="a set cannot be stored"):
        value_codec(dict[str, object], TimeFormat.EPOCH).encode({"a": {1}})
