"""Reading what came from outside: everything that is wrong is said at once, and nothing of it is repeated."""

from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from msgspec import UNSET, Meta, field

from edge.models import Body, Day, DayOrMoment, Moment, OrLeftOut, Paging, Query, day_or_moment
from edge.problems import FieldError
from edge.reading import AS_SENT, LOWERED, Checked, reader_of


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


def odd(number: int) -> str | None:
    return None if number % 2 else "It is odd."


class Part(Body):
    name: Annotated[str, Meta(min_length=1, max_length=5)]
    number: Annotated[int, Meta(ge=1, le=9), Checked(odd)] | None = None


class Order(Body):
    title: Annotated[str, Meta(min_length=1)]
    code: Annotated[str, AS_SENT] = ""
    mail: Annotated[str, LOWERED] | None = None
    colour: Colour | None = None
    size: Literal["s", "m"] = "m"
    due: Day | None = None
    parts: Annotated[tuple[Part, ...], Meta(max_length=3)] = ()
    answer: bool | int | Annotated[str, Meta(max_length=3)] | tuple[str, ...] | None = None
    notes: dict[Annotated[str, Meta(max_length=3)], int] | None = None
    remark: OrLeftOut[str | None] = UNSET


class Window(Query):
    first: Day | None = field(name="from", default=None)
    count: Annotated[int, Meta(ge=1)] = 1
    deep: bool = False
    when: DayOrMoment | None = None


def read(kind: Any, value: object, *, strict: bool = True) -> Any:
    wrong: list[FieldError] = []
    found = reader_of(kind, strict=strict).read(value, "body", wrong)
    return {error.path: error.code for error in wrong} if wrong else found


def test_what_is_right_becomes_what_it_is_declared_to_be() -> None:
    sent = {
        "title": " a ",
        "code": " x\n",
        "mail": " Ann@Example.COM ",
        "colour": "red",
        "due": "2026-03-01",
        "parts": [{"name": " bolt ", "number": 3}],
        "answer": ["yes "],
        "notes": {"a": 1},
    }
    assert read(Order, sent) == Order(
        title="a",
        code=" x\n",
        mail="ann@example.com",
        colour=Colour.RED,
        due=date(2026, 3, 1),
        parts=(Part(name="bolt", number=3),),
        answer=("yes",),
        notes={"a": 1},
    )


@pytest.mark.parametrize("answer", [True, 5, "abc", (), ("a", "b"), None])
def test_the_form_of_a_value_decides_among_several_types(answer: object) -> None:
    sent = list(answer) if isinstance(answer, tuple) else answer
    assert read(Order, {"title": "a", "answer": sent}).answer == answer


def test_everything_wrong_is_said_at_once_by_path_and_code() -> None:
    sent = {
        "code": 5,
        "colour": "green",
        "size": "xl",
        "due": "2026-02-30",
        "parts": [{"name": "  "}, {"number": 12}, {"name": "toolong", "number": 4, "price": 1}],
        "answer": [1],
        "notes": {"long": "x"},
        "more": None,
    }
    assert read(Order, sent) == {
        "body.title": "missing",
        "body.code": "wrong_type",
        "body.colour": "not_a_choice",
        "body.size": "not_a_choice",
        "body.due": "wrong_form",
        "body.parts[0].name": "too_short",
        "body.parts[1].number": "too_large",
        "body.parts[1].name": "missing",
        "body.parts[2].name": "too_long",
        "body.parts[2].number": "refused",
        "body.parts[2].price": "unknown",
        "body.answer[0]": "wrong_type",
        "body.notes.long": "wrong_type",
        "body.more": "unknown",
    }


@pytest.mark.parametrize(
    ("kind", "value", "code"),
    [
        (Annotated[int, Meta(ge=1)], 0, "too_small"),
        (Annotated[int, Meta(le=1)], 2, "too_large"),
        (Annotated[str, Meta(pattern=r"^a\Z")], "b", "wrong_form"),
        (Annotated[tuple[int, ...], Meta(min_length=1)], [], "too_short"),
        (Annotated[tuple[int, ...], Meta(max_length=1)], ["x", "y"], "too_long"),
        (Annotated[dict[str, int], Meta(max_length=1)], {"a": 1, "b": 2}, "too_long"),
        (tuple[int, ...], {"a": 1}, "wrong_type"),
        (dict[str, int], [1], "wrong_type"),
        (Part, [], "wrong_type"),
        (Part | None, 5, "wrong_type"),
        (int, True, "wrong_type"),
        (int, 1.5, "wrong_type"),
        (bool, "true", "wrong_type"),
        (date, "tomorrow", "wrong_form"),
        (Moment, "2026-03-01T12:00:00", "wrong_type"),
        (Day, "0001-01-01", "refused"),
        (Moment, "9999-12-31T23:59:59Z", "refused"),
        (DayOrMoment, "2026-03-01T12:00:00", "refused"),
        (DayOrMoment, "soon", "refused"),
    ],
)
def test_each_way_to_be_wrong_has_its_code(kind: Any, value: object, code: str) -> None:
    """The codes follow what msgspec says: another version that says it otherwise must not pass unnoticed."""
    assert read(kind, value) == {"body": code}


def test_a_choice_that_there_is_not_is_answered_with_those_there_are_and_not_repeated() -> None:
    for kind, choices in ((Colour | None, ("red", "blue")), (Literal["s", "m"], ("s", "m"))):
        wrong: list[FieldError] = []
        reader_of(kind, strict=True).read("my secret", "body", wrong)
        [error] = wrong
        assert error.message == f"Expected one of {', '.join(f'`{choice}`' for choice in choices)}."


def test_left_out_is_not_null() -> None:
    assert read(Order, {"title": "a"}).remark is UNSET
    assert read(Order, {"title": "a", "remark": None}).remark is None
    assert "remark" not in read(Order, {"title": "a"}).sent()
    assert read(Order, {"title": "a", "remark": None}).sent()["remark"] is None
    assert "remark" not in read(Order, {"title": "a", "remark": None}).given()


def test_a_query_string_is_all_text_and_is_read_as_declared() -> None:
    assert read(Window, {"from": "2026-03-01", "count": "5", "deep": "true"}, strict=False) == Window(
        first=date(2026, 3, 1), count=5, deep=True
    )
    wrong = {"from": "1.3.2026", "count": "many", "deep": "perhaps", "first": "2026-03-01"}
    assert read(Window, wrong, strict=False) == {
        "body.from": "wrong_form",
        "body.count": "wrong_type",
        "body.deep": "wrong_type",
        "body.first": "unknown",
    }


def test_a_value_in_a_path_or_query_keeps_its_blanks_and_no_line_end_slips_past_a_pattern() -> None:
    word = Annotated[str, Meta(pattern=r"^[a-z]+\Z")]
    assert read(word, "abc", strict=False) == "abc"
    for text in (" abc", "abc ", "abc\n"):
        assert read(word, text, strict=False) == {"body": "wrong_form"}


def test_a_day_and_a_moment_are_told_apart() -> None:
    assert day_or_moment("2026-03-01") == date(2026, 3, 1)
    assert day_or_moment("2026-03-01T00:00:00Z") == datetime.fromisoformat("2026-03-01T00:00:00+00:00")


def test_paging_has_its_bounds() -> None:
    assert read(Paging, {}, strict=False) == Paging(limit=20)
    assert read(Paging, {"limit": "101", "cursor": "x" * 2049}, strict=False) == {
        "body.limit": "too_large",
        "body.cursor": "too_long",
    }


def test_in_a_query_string_null_is_a_text_like_any_other() -> None:
    assert read(Window, {"from": "null", "count": "null", "when": "NULL"}, strict=False) == {
        "body.from": "wrong_form",
        "body.count": "wrong_type",
        "body.when": "refused",
    }


def test_what_several_forms_could_be_is_said_of_all_of_them() -> None:
    wrong: list[FieldError] = []
    reader_of(tuple[int, ...] | None, strict=True).read("x", "body", wrong)
    assert [error.message for error in wrong] == ["Expected `array | null`, got `str`."]


def test_a_number_of_any_length_is_too_large_and_nothing_worse() -> None:
    for digits in (20, 400, 5000):
        assert read(Paging, {"limit": "9" * digits}, strict=False) == {"body.limit": "too_large"}
    assert read(Annotated[int, Meta(le=9)], 10**30) == {"body": "too_large"}


def test_a_name_that_the_sender_chose_is_told_as_far_as_it_helps_to_find_it() -> None:
    [path] = read(Part, {"name": "a", "x" * 1000: 1})
    assert path == "body." + "x" * 60
    [path] = read(Part, {"name": "a", "\ud800": 1})
    assert path.encode()


def test_half_a_character_is_refused_where_it_would_be_read_as_something_else() -> None:
    assert read(Day, "\ud800", strict=False) == {"body": "wrong_form"}


def test_a_check_of_one_type_among_several_is_refused_before_anything_is_read() -> None:
    with pytest.raises(TypeError, match="a check is of one type"):
        reader_of(Annotated[int, Checked(odd)] | str, strict=True)
