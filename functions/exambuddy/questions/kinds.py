"""What a question is: six kinds in one shape, and the part of it that a candidate may see.

Options are known by their label, the letter of their position: `correct_answer: "C"` names the third option. Accepted
answers of a kind without options carry labels in the same way, so that credits and feedback are keyed alike.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from functions.exambuddy.questions.numbers import plain

LABELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
TRUTHS = ("true", "false")
FULL = Decimal(100)
NONE = Decimal(0)


class Kind(StrEnum):
    SINGLE_CHOICE = "multiple_choice"  # the stored name counts the options, not the answers
    MULTIPLE_RESPONSE = "multiple_response"
    TRUE_FALSE = "true_false"
    SHORT_ANSWER = "short_answer"
    NUMERIC = "numeric"
    ORDERING = "ordering"


class TextFormat(StrEnum):
    PLAIN = "plain"
    MARKDOWN = "markdown"
    HTML = "html"
    MOODLE = "moodle"


WITH_OPTIONS = frozenset({Kind.SINGLE_CHOICE, Kind.MULTIPLE_RESPONSE, Kind.ORDERING})
WITH_ACCEPTED_ANSWERS = frozenset({Kind.SHORT_ANSWER, Kind.NUMERIC})


class Question(Struct, frozen=True, kw_only=True):
    """`correct` holds labels (choice, response, ordering), "true" or "false", or the accepted answers as written."""

    kind: Kind
    text: str
    correct: tuple[str, ...]
    options: tuple[str, ...] = ()
    explanation: str = ""
    credits: Mapping[str, Decimal] = field(default_factory=dict)
    feedback: Mapping[str, str] = field(default_factory=dict)
    points: Decimal = Decimal(1)
    text_format: TextFormat = TextFormat.PLAIN
    case_sensitive: bool = False
    accent_sensitive: bool = True
    title: str = ""
    category: str = ""
    reference: str = ""
    tags: tuple[str, ...] = ()


def labels(question: Question) -> tuple[str, ...]:
    """What may carry a credit or feedback: options, the two truths, or accepted answers."""
    if question.kind is Kind.TRUE_FALSE:
        return TRUTHS
    named = question.options if question.kind in WITH_OPTIONS else question.correct
    return tuple(LABELS[: len(named)])


def credit_percent(question: Question, label: str) -> Decimal:
    """The percentage that one option or accepted answer is worth when taken alone."""
    if question.kind in WITH_ACCEPTED_ANSWERS:
        return question.credits.get(label, FULL)
    if question.kind is Kind.MULTIPLE_RESPONSE:
        even = FULL / len(question.correct) if label in question.correct else NONE
        return question.credits.get(label, even)
    return FULL if label in question.correct else question.credits.get(label, NONE)


def canonical(question: Question) -> Question:
    """One form per meaning: credits that the rules imply anyway are left out, order without meaning is sorted away."""
    if question.kind is Kind.ORDERING:
        return _sorted_by_text(question)
    percents = dict(sorted(question.credits.items()))
    if question.kind is Kind.MULTIPLE_RESPONSE:
        told = {} if _evenly_shared(percents) else {label: percent for label, percent in percents.items() if percent}
        return replace(question, correct=tuple(sorted(question.correct)), credits=told)
    bare = replace(question, credits={})
    told = {label: percent for label, percent in percents.items() if percent != credit_percent(bare, label)}
    return replace(question, credits=told)


def _sorted_by_text(question: Question) -> Question:
    """Items to be put in order are never kept in an order that could be the key."""
    order = sorted(range(len(question.options)), key=lambda at: question.options[at])
    moved = {LABELS[old]: LABELS[new] for new, old in enumerate(order)}
    return replace(
        question,
        options=tuple(question.options[at] for at in order),
        correct=tuple(moved[label] for label in question.correct),
        feedback={moved[label]: said for label, said in question.feedback.items()},
    )


def _evenly_shared(percents: Mapping[str, Decimal]) -> bool:
    return min(percents.values(), default=NONE) >= NONE and len({each for each in percents.values() if each}) <= 1


def candidate_view(question: Question, order: Sequence[int] | None = None) -> dict[str, Any]:
    """All that may reach a candidate before the attempt is over; `order` is where each shown option comes from."""
    shown = range(len(question.options)) if order is None else order
    return {
        "question_type": question.kind.value,
        "question_text": question.text,
        "text_format": question.text_format.value,
        "options": [question.options[at] for at in shown],
        "points": plain(question.points),
    }
