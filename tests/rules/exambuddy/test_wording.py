"""When two wordings count as the same."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.exambuddy.questions.record import question_of
from functions.exambuddy.questions.wording import fingerprint, matches, normalised


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Paris", "  pARIS "),
        ("New  York", "new\nyork"),
        ("Straße", "STRASSE"),
        ("café", "cafe\u0301"),
        ("ﬁne", "fine"),
        ("don’t", "don't"),
        ("mother–in–law", "mother-in-law"),
        ("co\u00adoperate", "cooperate"),
        ("１２", "12"),
    ],
)
def test_case_spacing_and_unicode_variants_are_the_same_wording(one: str, other: str) -> None:
    assert normalised(one) == normalised(other)


@pytest.mark.parametrize(("one", "other"), [("resume", "résumé"), ("co-op", "coop"), ("a b", "ab"), ("1.5", "15")])
def test_what_means_something_else_stays_apart(one: str, other: str) -> None:
    assert normalised(one) != normalised(other)


def test_case_counts_and_accents_do_not_when_the_author_says_so() -> None:
    assert not matches("NaCl", "nacl", case_sensitive=True)
    assert matches("NaCl", " NaCl ", case_sensitive=True)
    assert matches("São Tomé", "sao tome", accent_sensitive=False)
    assert not matches("São Tomé", "sao tome")


def test_the_normal_form_of_every_character_is_its_own_normal_form() -> None:
    for code in range(sys.maxunicode + 1):
        char = chr(code)
        if unicodedata.category(char) not in ("Cs", "Cn", "Co"):
            form = normalised(f"a{char}b")
            assert normalised(form) == form


@given(st.text(max_size=20), st.booleans(), st.booleans())
def test_normalising_twice_changes_nothing(text: str, case: bool, accent: bool) -> None:
    once = normalised(text, case_sensitive=case, accent_sensitive=accent)
    assert normalised(once, case_sensitive=case, accent_sensitive=accent) == once


@pytest.mark.parametrize(
    ("pattern", "answer", "expected"),
    [
        ("*", "anything at all", True),
        ("*", "", True),
        ("**", "x", True),
        ("par*", "Paris", True),
        ("par*", "compare", False),
        ("*is", "Paris", True),
        ("p*r*s", "Paris", True),
        ("p*r*r*s", "Paris", False),
        ("ab*ba", "aba", False),
        ("ab*ba", "abba", True),
        (r"5 \* 4", "5 * 4", True),
        (r"5 \* 4", "5 x 4", False),
        (r"\**", "*starred", True),
        ("a*b*c", "a b c", True),
        ("(a+)+$", "aaaa", False),
    ],
)
def test_an_asterisk_stands_for_any_run_of_characters(pattern: str, answer: str, expected: bool) -> None:
    assert matches(pattern, answer) is expected


def test_many_asterisks_against_a_long_answer_end_at_once() -> None:
    assert not matches("*a" * 250, "a" * 249 + "b" * 250)


@given(st.lists(st.text("abc", max_size=3), min_size=1, max_size=5), st.lists(st.text("abc", max_size=3), min_size=5))
def test_a_pattern_holds_whatever_fills_its_gaps(parts: list[str], fillings: list[str]) -> None:
    filled = parts[0] + "".join(gap + part for gap, part in zip(fillings, parts[1:], strict=False))
    assert matches("*".join(parts), filled)


def test_a_fingerprint_ignores_key_and_option_order_but_not_the_options() -> None:
    base = {"question_type": "multiple_choice", "question_text": "Which is prime?", "options": ["7", "8"]}
    one = question_of(base | {"correct_answer": "A"})
    same = question_of(base | {"question_text": " which  IS prime?", "options": ["8", "7"], "correct_answer": "A"})
    other = question_of(base | {"options": ["9", "11"], "correct_answer": "B"})
    assert fingerprint(one) == fingerprint(same)
    assert fingerprint(one) != fingerprint(other)
