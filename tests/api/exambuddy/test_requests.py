"""Bodies of ExamBuddy whose types leave room: answers may be numbers of any size."""

import pytest

from edge.problems import FieldError
from edge.reading import reader_of
from functions.exambuddy.models.requests import SaveAnswer


@pytest.mark.parametrize("answer", [8_000_000_000, -(10**12), 0.125, "8000000000", True, None])
def test_an_answer_is_taken_as_it_was_given(answer: object) -> None:
    wrong: list[FieldError] = []
    read = reader_of(SaveAnswer, strict=True).read({"selected_answer": answer, "sequence": 1}, "body", wrong)
    assert wrong == []
    assert read.selected_answer == answer
