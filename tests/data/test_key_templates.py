"""Values in keys: none can forge a segment, each comes back as it was, and text sorts as time does."""

from datetime import UTC, date, datetime, timedelta, timezone
from enum import IntEnum, StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from singletable.errors import InvalidKey, SchemaError
from singletable.templates import EPOCH, Template

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)
NASTY = st.text("#%23 5ab", min_size=1)
MOMENTS = st.builds(
    lambda number, zone: (EPOCH + timedelta(milliseconds=number)).astimezone(zone),
    st.integers(0, 253_000_000_000_000),
    st.sampled_from([UTC, timezone(timedelta(hours=5.5))]),
)


class Colour(StrEnum):
    RED = "re#d"
    BLUE = "blue"


class Rank(IntEnum):
    LOW = 1
    HIGH = 2


def render(template: str, **fields: object) -> str | None:
    return Template(template).render(fields.get)


@given(first=NASTY | TEXTS, second=NASTY | TEXTS)
def test_what_was_written_into_a_key_is_read_back_from_it(first: str, second: str) -> None:
    template = Template("A#{first}#B#{second}")
    key = template.render({"first": first, "second": second}.get)
    assert key is not None
    assert template.parse(key, {"first": str, "second": str}) == {"first": first, "second": second}


@given(one=st.tuples(NASTY, NASTY), other=st.tuples(NASTY, NASTY))
def test_two_different_pairs_of_values_never_make_the_same_key(one: tuple[str, str], other: tuple[str, str]) -> None:
    keys = {render("{a}#{b}", a=a, b=b) for a, b in (one, other)}
    assert len(keys) == len({one, other})


@given(value=NASTY)
def test_a_value_cannot_add_a_segment(value: str) -> None:
    key = render("USER#{name}#END", name=value)
    assert key is not None
    assert key.count("#") == 2


@pytest.mark.parametrize(
    ("template", "value", "kind"),
    [
        ("{v}", True, bool),
        ("{v}", -12, int),
        ("{v:06d}", 42, int),
        ("{v}", Colour.RED, Colour),
        ("{v}", Rank.HIGH, Rank),
        ("{v}", date(2026, 3, 1), date),
        ("{v:date}", date(2026, 3, 1), date),
        ("{v:ms}", datetime(2026, 3, 1, 1, 2, 3, 456_000, UTC), datetime),
        ("{v:iso}", datetime(2026, 3, 1, 1, 2, 3, 456_000, UTC), datetime),
        ("{v:s}", datetime(2026, 3, 1, 1, 2, 3, tzinfo=UTC), datetime),
    ],
)
def test_every_kind_of_value_comes_back_from_a_key(template: str, value: object, kind: type) -> None:
    key = render(template, v=value)
    assert key is not None
    assert Template(template).parse(key, {"v": kind}) == {"v": value}


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("ms", "00000001772413445678"),
        ("s", "2026-03-02T01:04:05Z"),
        ("iso", "2026-03-02T01:04:05.678Z"),
        ("hour", "2026-03-02T01"),
        ("day", "20260302"),
        ("date", "2026-03-02"),
    ],
)
def test_a_moment_is_written_in_utc_whatever_its_zone(spec: str, expected: str) -> None:
    moment = datetime(2026, 3, 1, 23, 34, 5, 678_000, timezone(timedelta(hours=-1.5)))
    assert render(f"{{at:{spec}}}", at=moment) == expected


@given(spec=st.sampled_from(["ms", "iso"]), one=MOMENTS, other=MOMENTS)
def test_keys_sort_as_their_moments_do(spec: str, one: datetime, other: datetime) -> None:
    keys = [str(render(f"{{at:{spec}}}", at=moment)) for moment in (one, other)]
    assert len(keys[0]) == len(keys[1])
    assert (keys[0] < keys[1]) == (one < other)


def test_years_before_1000_keep_the_width_of_a_day() -> None:
    assert render("{day}", day=date(45, 3, 15)) == "00450315"


def test_a_day_is_eight_digits_unless_asked_for_as_a_date() -> None:
    assert render("USE#{day}", day=date(2026, 3, 1)) == "USE#20260301"


def test_an_absent_part_makes_no_key() -> None:
    assert render("A#{a}#{b}", a="x") is None


@pytest.mark.parametrize(
    ("template", "value", "reason"),
    [
        ("{v}", "", "v is empty"),
        ("{v:04d}", 10_000, "does not fit the 4 digits"),
        ("{v:04d}", -1, "does not fit the 4 digits"),
        ("{v:ms}", datetime(1969, 12, 31, tzinfo=UTC), "before 1970"),
    ],
)
def test_a_value_that_would_break_the_order_or_the_key_is_refused(template: str, value: object, reason: str) -> None:
    with pytest.raises(InvalidKey, match=reason):
        render(template, v=value)


def test_a_moment_without_a_time_zone_is_refused() -> None:
    with pytest.raises(SchemaError, match="time zone"):
        render("{at:ms}", at=datetime(2026, 3, 1))  # noqa: DTZ001


def test_a_value_of_another_kind_is_refused() -> None:
    with pytest.raises(SchemaError, match="a list cannot be part of a key"):
        render("{v}", v=[1])


@pytest.mark.parametrize("text", ["", "A#{a", "A#{a!r}", "A#{}", "{a}{b}", "{a}-{b}", "{a}s", "{a}-#{b}"])
def test_a_template_whose_values_could_run_into_each_other_is_refused(text: str) -> None:
    with pytest.raises(SchemaError):
        Template(text)


@given(
    fields=st.fixed_dictionaries({}, optional={"a": NASTY, "b": NASTY, "c": NASTY}),
    others=st.tuples(NASTY, NASTY, NASTY),
)
def test_a_prefix_matches_a_key_exactly_when_its_values_are_equal(
    fields: dict[str, Any], others: tuple[str, str, str]
) -> None:
    template = Template("X#{a}#{b}#Y#{c}")
    prefix, leading = template.prefix(fields), template.leading(fields)
    other = dict(zip("abc", others, strict=True))
    key = template.render(other.get)
    assert key is not None
    if len(leading) < 3:
        assert key.startswith(prefix) == all(other[name] == fields[name] for name in leading)
