"""Comparison of outputs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.algoitny_runner.compare import LINE_EXCERPT, Comparison, Difference, Numeric, first_difference, same

outputs = st.text(st.sampled_from("ab1 .-\n\t\r"), max_size=30)
comparisons: st.SearchStrategy[Comparison] = st.sampled_from(["trimmed", "exact", "tokens", Numeric(0.001)])


@pytest.mark.parametrize(
    ("comparison", "expected", "actual", "equal"),
    [
        ("trimmed", "1 2\n3\n", "1 2  \n3\t\n\n\n", True),
        ("trimmed", "1\n2", "1\r\n2\r\n", True),
        ("trimmed", "1 2", "1  2", False),
        ("trimmed", "1", " 1", False),
        ("trimmed", "1\n2", "\n1\n2", False),
        ("trimmed", "", "\n\n", True),
        ("exact", "1\n", "1\n", True),
        ("exact", "1\n", "1", False),
        ("tokens", "1 2\n3", "1\n2 3\n", True),
        ("tokens", "1 2 3", "1 2", False),
        ("tokens", "12", "1 2", False),
        (Numeric(1e-6), "0.3333333", "0.33333333", True),
        (Numeric(1e-6), "1000000", "1000000.9", True),
        (Numeric(1e-6), "1.0", "1.1", False),
        (Numeric(1e-6), "yes 1", "yes 1.0", True),
        (Numeric(1e-6), "yes 1", "no 1", False),
        (Numeric(1e-6), "1 2", "1", False),
        (Numeric(1e-6), "1", "nan", False),
        (Numeric(1e-6), "1", "1_0", False),
        (Numeric(1e-6), "1e3", "1000", True),
        (Numeric(1e-6), "1e999", "2e999", False),
        (Numeric(0.0), "1.0", "1", True),
    ],
)
def test_outputs_compare_as_the_problem_asks(comparison: Comparison, expected: str, actual: str, equal: bool) -> None:
    assert same(expected, actual, comparison) is equal


@given(outputs, comparisons)
def test_every_output_is_the_same_as_itself(output: str, comparison: Comparison) -> None:
    assert same(output, output, comparison)


@given(outputs, outputs)
def test_tokens_are_laxer_than_trimmed_lines_and_numbers_laxer_than_tokens(expected: str, actual: str) -> None:
    if same(expected, actual, "trimmed"):
        assert same(expected, actual, "tokens")
    if same(expected, actual, "tokens"):
        assert same(expected, actual, Numeric(0.0))


@given(outputs, outputs, comparisons)
def test_a_difference_is_shown_exactly_when_there_is_one(expected: str, actual: str, comparison: Comparison) -> None:
    assert (first_difference(expected, actual, comparison) is None) is same(expected, actual, comparison)


@pytest.mark.parametrize(
    ("expected", "actual", "difference"),
    [
        ("1\n2\n3", "1\n4\n3", Difference(2, "2", "4", whitespace_only=False)),
        ("1\n2", "1", Difference(2, "2", None, whitespace_only=False)),
        ("1", "1\n2", Difference(2, None, "2", whitespace_only=False)),
        ("1 2", "1  2", Difference(1, "1 2", "1  2", whitespace_only=True)),
        ("a" * 300, "b", Difference(1, "a" * LINE_EXCERPT + "…", "b", whitespace_only=False)),
    ],
)
def test_the_first_differing_line_is_shown(expected: str, actual: str, difference: Difference) -> None:
    assert first_difference(expected, actual) == difference
