"""What an import finds: questions ready to be stored, and problems with their lines; any problem refuses it all."""

from collections.abc import Collection, Mapping
from enum import StrEnum

from msgspec import Struct

from functions.exambuddy.questions.faults import BadQuestion
from functions.exambuddy.questions.kinds import Question
from functions.exambuddy.questions.record import question_of
from functions.exambuddy.questions.wellformed import checked
from functions.exambuddy.questions.wording import fingerprint

MOST_QUESTIONS = 1000
MOST_BYTES = 4 * 1024 * 1024
MOST_PROBLEMS = 200


class Code(StrEnum):
    """Stable names of what a file can have wrong; a question that breaks a rule is reported by that rule's own code."""

    FILE_TOO_LARGE = "file_too_large"
    TOO_MANY_QUESTIONS = "too_many_questions"
    TOO_MANY_PROBLEMS = "too_many_problems"
    NOT_UTF8 = "not_utf8"
    NO_QUESTIONS = "no_questions"
    DUPLICATE_IN_FILE = "duplicate_in_file"
    DUPLICATE_IN_BANK = "duplicate_in_bank"

    GIFT_DESCRIPTION = "gift_description"
    GIFT_TOO_LONG = "gift_too_long"
    GIFT_ESSAY = "gift_essay"
    GIFT_MATCHING = "gift_matching"
    GIFT_MIXED_FORMATS = "gift_mixed_formats"
    GIFT_UNCLOSED_TITLE = "gift_unclosed_title"
    GIFT_UNBALANCED_BRACES = "gift_unbalanced_braces"
    GIFT_SECOND_ANSWER = "gift_second_answer"
    GIFT_STRAY_TEXT = "gift_stray_text"
    GIFT_BAD_WEIGHT = "gift_bad_weight"
    GIFT_NO_CORRECT_ANSWER = "gift_no_correct_answer"

    AIKEN_OPTION_BEFORE_QUESTION = "aiken_option_before_question"
    AIKEN_ANSWER_BEFORE_QUESTION = "aiken_answer_before_question"
    AIKEN_QUESTION_SPANS_LINES = "aiken_question_spans_lines"
    AIKEN_OPTION_OUT_OF_ORDER = "aiken_option_out_of_order"
    AIKEN_ANSWER_MISSING = "aiken_answer_missing"
    AIKEN_ANSWER_UNKNOWN = "aiken_answer_unknown"

    CSV_SYNTAX = "csv_syntax"
    CSV_COLUMN = "csv_column"
    CSV_ROW = "csv_row"
    JSON_SYNTAX = "json_syntax"
    JSON_SHAPE = "json_shape"


class Problem(Struct, frozen=True):
    """`number` counts the questions of the file from 1; 0 where the problem is none of one question."""

    number: int
    line: int
    code: str
    message: str
    field: str = ""


class Draft(Struct, frozen=True):
    number: int
    line: int
    question: Question
    fingerprint: str


class ImportRefused(ValueError):
    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(f"{len(problems)} problems, the first in line {problems[0].line}: {problems[0].message}")
        self.problems = problems


class Report(Struct, frozen=True):
    drafts: tuple[Draft, ...]
    problems: tuple[Problem, ...]

    @property
    def is_too_large(self) -> bool:
        return any(problem.code in (Code.FILE_TOO_LARGE, Code.TOO_MANY_QUESTIONS) for problem in self.problems)

    def accepted(self) -> tuple[Draft, ...]:
        """Every draft, or none: nothing is half-imported."""
        if self.problems:
            raise ImportRefused(self.problems)
        return self.drafts


class Enough(Exception):
    """No more of the file needs to be read."""


class Gathering:
    """Collects what a reader finds, question by question, and finds faults, duplicates and excess."""

    def __init__(self, known: Collection[str]) -> None:
        self._known = known
        self._firsts: dict[str, int] = {}
        self._drafts: list[Draft] = []
        self._problems: list[Problem] = []
        self._count = 0

    def question(self, line: int, found: Question | Mapping[str, object]) -> None:
        self._next(line)
        try:
            question = checked(found) if isinstance(found, Question) else question_of(found)
        except BadQuestion as refusal:
            for fault in refusal.faults:
                self._add(self._count, line, fault.code, fault.message, fault.path)
            return
        mark = fingerprint(question)
        first = self._firsts.setdefault(mark, self._count)
        if first != self._count:
            self._add(self._count, line, Code.DUPLICATE_IN_FILE, f"asks the same as question {first} of the file")
        elif mark in self._known:
            self._add(self._count, line, Code.DUPLICATE_IN_BANK, "is already in the question bank")
        else:
            self._drafts.append(Draft(self._count, line, question, mark))

    def refused(self, line: int, code: Code, message: str) -> None:
        """A question that is in the file but cannot become one of ours."""
        self._next(line)
        self._add(self._count, line, code, message)

    def problem(self, line: int, code: Code, message: str, field: str = "") -> None:
        """What is wrong with the file rather than with one question."""
        self._add(0, line, code, message, field)

    def report(self) -> Report:
        if not self._count and not self._problems:
            self.problem(1, Code.NO_QUESTIONS, "no question found")
        return Report(tuple(self._drafts), tuple(self._problems))

    def _next(self, line: int) -> None:
        if self._count == MOST_QUESTIONS:
            self.problem(line, Code.TOO_MANY_QUESTIONS, f"more than {MOST_QUESTIONS} questions in one file")
            raise Enough
        self._count += 1

    def _add(self, number: int, line: int, code: str, message: str, field: str = "") -> None:
        if len(self._problems) == MOST_PROBLEMS:
            self._problems.append(Problem(0, line, Code.TOO_MANY_PROBLEMS, "the rest of the file was not read"))
            raise Enough
        self._problems.append(Problem(number, line, code, message, field))
