"""Which questions an attempt gets, and in which order it shows their options."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.exambuddy.questions.drawing import TooFewQuestions, draw, option_order
from functions.exambuddy.questions.kinds import Question
from functions.exambuddy.questions.record import question_of
from tests.rules.exambuddy.strategies import questions

banks = st.sets(st.text("abcdef", min_size=1, max_size=4), max_size=30)


@given(banks, st.data(), st.binary(max_size=40))
def test_a_draw_holds_the_wanted_number_of_different_questions(
    bank: set[str], data: st.DataObject, seed: bytes
) -> None:
    count = data.draw(st.integers(0, len(bank)))
    drawn = draw(sorted(bank), count, seed)
    assert len(drawn) == len(set(drawn)) == count
    assert set(drawn) <= bank


@given(banks, st.binary(), st.randoms(use_true_random=False))
def test_the_same_seed_draws_the_same_questions_however_the_bank_was_listed(
    bank: set[str], seed: bytes, chance: Random
) -> None:
    listed = sorted(bank)
    chance.shuffle(listed)
    assert draw(listed, len(bank) // 2, seed) == draw(sorted(bank), len(bank) // 2, seed)


def test_a_draw_is_the_same_on_every_python_version() -> None:
    bank = [f"q{n:03d}" for n in range(100)]
    assert draw(bank, 5, b"attempt-1") == ("q085", "q054", "q072", "q033", "q087")


def test_more_questions_than_the_bank_holds_are_refused() -> None:
    with pytest.raises(TooFewQuestions) as refusal:
        draw(["a", "b", "b"], 3, b"")
    assert (refusal.value.wanted, refusal.value.present) == (3, 2)


def chi_squared(counts: Counter[tuple[str, ...]], outcomes: int) -> float:
    expected = counts.total() / outcomes
    return sum((count - expected) ** 2 / expected for count in counts.values()) + expected * (outcomes - len(counts))


def test_every_ordered_draw_is_equally_likely() -> None:
    counts = Counter(draw("abcde", 3, n.to_bytes(4, "big")) for n in range(12_000))
    assert set(counts) == set(permutations("abcde", 3))
    assert chi_squared(counts, 60) < 59 + 4 * (2 * 59) ** 0.5


def test_every_order_of_options_is_equally_likely_and_differs_between_questions() -> None:
    question = question_of(
        {"question_type": "multiple_choice", "question_text": "?", "options": list("wxyz"), "correct_answer": "A"}
    )
    by_seed = Counter(tuple(map(str, option_order("q", question, n.to_bytes(4, "big")))) for n in range(4_800))
    by_question = Counter(tuple(map(str, option_order(f"q{n}", question, b"one attempt"))) for n in range(4_800))
    assert max(chi_squared(by_seed, 24), chi_squared(by_question, 24)) < 23 + 4 * (2 * 23) ** 0.5


@given(questions(), st.binary())
def test_an_option_order_is_a_permutation_and_empty_where_nothing_can_be_shuffled(
    question: Question, seed: bytes
) -> None:
    assert sorted(option_order("q", question, seed)) == list(range(len(question.options)))
