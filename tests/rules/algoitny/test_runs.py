"""Requests to the runner: as few as the cases fit into, in order, and none that it would refuse."""

from hypothesis import given
from hypothesis import strategies as st

from functions.algoitny.rules.runs import PORTION_BYTES, PORTION_CASES, asked, portions
from functions.algoitny_runner.request import MOST_CASES, parse


def test_a_portion_is_as_many_cases_as_the_runner_takes() -> None:
    assert PORTION_CASES == MOST_CASES


@given(st.integers(1, 3 * PORTION_CASES + 1))
def test_small_cases_are_split_by_count_alone(count: int) -> None:
    cases = [(str(number), None) for number in range(count)]
    split = list(portions(cases))
    assert [case for portion in split for case in portion] == cases
    assert all(len(portion) == PORTION_CASES for portion in split[:-1])
    assert 1 <= len(split[-1]) <= PORTION_CASES


def test_large_cases_are_split_by_size_before_their_count_is_reached() -> None:
    large = ("x" * (PORTION_BYTES // 2 - 100), "y")
    assert [len(portion) for portion in portions([large] * 5)] == [2, 2, 1]


def test_the_runner_takes_every_request_and_is_told_to_insist_on_its_filter() -> None:
    for portion in portions([("", None)] * (PORTION_CASES + 1)):
        assert parse(asked("python", "print(1)", portion, {}, 10.0)).require == {"seccomp"}
