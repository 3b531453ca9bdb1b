"""Aiken: the few rules that the format has, each kept or reported."""

import pytest

from functions.exambuddy.questions.formats.reading import FileFormat, import_questions
from functions.exambuddy.questions.kinds import Kind


def problems(text: str) -> list[tuple[int, str, str]]:
    report = import_questions(FileFormat.AIKEN, text.encode())
    return [(problem.line, problem.code, problem.field) for problem in report.problems]


def test_dots_brackets_and_blank_lines_are_read() -> None:
    text = (
        "What is a byte?\nA. Four bits\nB. Eight bits\nANSWER: B\n\n\nWhat is a bit?\n\nA) 0 or 1\nB)\tA word\nANSWER:A"
    )
    first, second = import_questions(FileFormat.AIKEN, text.encode()).accepted()
    assert (first.line, first.question.kind, first.question.text) == (1, Kind.SINGLE_CHOICE, "What is a byte?")
    assert (first.question.options, first.question.correct) == (("Four bits", "Eight bits"), ("B",))
    assert (second.line, second.question.options, second.question.correct) == (7, ("0 or 1", "A word"), ("A",))


def test_an_option_in_its_turn_needs_no_space_and_a_stem_may_begin_with_initials() -> None:
    text = "U.S. presidents: who was first?\nA.Washington\nB.J. Adams\nANSWER: A"
    (draft,) = import_questions(FileFormat.AIKEN, text.encode()).accepted()
    assert draft.question.text == "U.S. presidents: who was first?"
    assert draft.question.options == ("Washington", "J. Adams")


def test_twenty_six_options_are_read() -> None:
    letters = [chr(ord("A") + n) for n in range(26)]
    text = "Which?\n" + "\n".join(f"{letter}. option {letter}" for letter in letters) + "\nANSWER: Z"
    (draft,) = import_questions(FileFormat.AIKEN, text.encode()).accepted()
    assert (len(draft.question.options), draft.question.correct) == (26, ("Z",))


GOOD = "\n\nFine?\nA. a\nB. b\nANSWER: A"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A. option\nB. option\nANSWER: A", [(1, "aiken_option_before_question", "")]),
        ("ANSWER: A", [(1, "aiken_answer_before_question", "")]),
        ("One line\nand another?\nA. a\nB. b\nANSWER: A", [(2, "aiken_question_spans_lines", "")]),
        ("Which?\nA. a\nC. c\nB. b\nANSWER: A", [(3, "aiken_option_out_of_order", "")]),
        ("Which?\nB. b\nANSWER: A", [(2, "aiken_option_out_of_order", "")]),
        ("Which?\nA. a\nwraps here\nB. b\nANSWER: A", [(3, "aiken_answer_missing", "")]),
        ("Which?\nA. a\nB. b\nAnswer: A", [(4, "aiken_answer_missing", "")]),
        ("Which?\nA. a\nB. b\nANSWER: C", [(4, "aiken_answer_unknown", "")]),
        ("Which?\nA. a\nB. b\nANSWER: AB", [(4, "aiken_answer_unknown", "")]),
        ("Which?\nA. a\nB. b\nANSWER:", [(4, "aiken_answer_unknown", "")]),
        ("Which?\nANSWER: A", [(2, "aiken_answer_unknown", "")]),
        ("Which?\nA. a\nANSWER: A", [(1, "too_few", "options")]),
        ("Which?\nA. a\nB.\nANSWER: A", [(1, "required", "options[1]")]),
        ("Which?\nA. a\nB. a\nANSWER: A", [(1, "duplicate", "options[1]")]),
    ],
)
def test_what_breaks_the_format_is_reported_once_and_reading_goes_on(
    text: str, expected: list[tuple[int, str, str]]
) -> None:
    assert problems(text) == expected
    assert problems(text + GOOD) == expected
    assert len(import_questions(FileFormat.AIKEN, (text + GOOD).encode()).drafts) == 1


def test_a_last_question_without_answer_is_reported() -> None:
    assert problems("Fine?\nA. a\nB. b\nANSWER: A\n\nWhich?\nA. a\nB. b\n") == [(6, "aiken_answer_missing", "")]
