"""Hypothesis strategies for well-formed questions of every kind and answers to them."""

from decimal import Decimal
from itertools import pairwise

from hypothesis import strategies as st
from msgspec.structs import replace

from functions.exambuddy.questions.answers import Answer
from functions.exambuddy.questions.kinds import LABELS, Kind, Question, TextFormat, labels
from functions.exambuddy.questions.numbers import plain
from functions.exambuddy.questions.wellformed import checked

_SPECIAL = "ab Zé~=#{}:\\*%[]->/\n,\"'$|;1.0_T"
texts = (
    st.text(st.sampled_from(_SPECIAL) | st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=12)
    .map(str.strip)
    .filter(bool)
)
names = st.text(st.sampled_from("ab c:#=é$[]") | st.characters(exclude_categories=("Cs", "C", "Z")), max_size=8).map(
    str.strip
)
tags = st.lists(names.filter(lambda tag: tag and "," not in tag), max_size=2, unique=True).map(tuple)
decimals = st.decimals(-1000, 1000, places=2)


def _distinct(least: int, most: int) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(texts, min_size=least, max_size=most, unique_by=lambda text: " ".join(text.split())).map(tuple)


@st.composite
def _notations(draw: st.DrawFn) -> str:
    value, margin = draw(decimals), abs(draw(decimals))
    exact, give_or_take = plain(value), f"{plain(value)}:{plain(margin)}"
    between = f"{plain(value)}..{plain(value + margin)}"
    return draw(st.sampled_from((exact, give_or_take, between)))


@st.composite
def questions(draw: st.DrawFn, kinds: tuple[Kind, ...] = tuple(Kind), *, bare: bool = False) -> Question:
    """`bare` leaves out what only the author cares for: feedback, names, points, formats."""
    kind = draw(st.sampled_from(kinds))
    options: tuple[str, ...] = ()
    credits_: dict[str, Decimal] = {}
    match kind:
        case Kind.SINGLE_CHOICE:
            options = draw(_distinct(2, 6))
            right, *others = draw(st.permutations(LABELS[: len(options)]))
            correct: tuple[str, ...] = (right,)
            credits_ = draw(st.dictionaries(st.sampled_from(others), st.integers(-100, 100).map(Decimal), max_size=2))
        case Kind.MULTIPLE_RESPONSE:
            options = draw(_distinct(2, 6))
            order = draw(st.permutations(LABELS[: len(options)]))
            correct = tuple(order[: draw(st.integers(1, len(order)))])
            if draw(st.booleans()):
                credits_ = draw(_shares(correct, tuple(order[len(correct) :])))
        case Kind.TRUE_FALSE:
            correct = (draw(st.sampled_from(("true", "false"))),)
        case Kind.SHORT_ANSWER:
            correct = draw(_distinct(1, 4))
        case Kind.NUMERIC:
            correct = tuple(draw(st.lists(_notations(), min_size=1, max_size=4, unique=True)))
        case Kind.ORDERING:
            options = draw(_distinct(2, 6))
            correct = tuple(draw(st.permutations(LABELS[: len(options)])))
    if kind in (Kind.SHORT_ANSWER, Kind.NUMERIC):
        later = LABELS[1 : len(correct)]
        credits_ = {label: Decimal(draw(st.integers(0, 100))) for label in later if draw(st.booleans())}
    question = checked(Question(kind=kind, text=draw(texts), options=options, correct=correct, credits=credits_))
    return question if bare else draw(_dressed(question))


@st.composite
def _shares(draw: st.DrawFn, right: tuple[str, ...], wrong: tuple[str, ...]) -> dict[str, Decimal]:
    cuts = sorted(draw(st.lists(st.integers(1, 99), min_size=len(right) - 1, max_size=len(right) - 1, unique=True)))
    edges = [0, *cuts, 100]
    shares = {label: Decimal(high - low) for label, (low, high) in zip(right, pairwise(edges), strict=True)}
    return shares | {label: Decimal(-draw(st.integers(0, 100))) for label in wrong}


@st.composite
def _dressed(draw: st.DrawFn, question: Question) -> Question:
    said = draw(st.dictionaries(st.sampled_from(labels(question)), texts, max_size=3))
    short = question.kind is Kind.SHORT_ANSWER
    return checked(
        replace(
            question,
            feedback=said,
            explanation=draw(texts | st.just("")),
            points=draw(st.integers(1, 9_999_999).map(lambda units: Decimal(units).scaleb(-4))),
            text_format=draw(st.sampled_from(TextFormat)),
            case_sensitive=short and draw(st.booleans()),
            accent_sensitive=not short or draw(st.booleans()),
            title=draw(names),
            category=draw(names),
            reference=draw(names),
            tags=draw(tags),
        )
    )


def answers(question: Question) -> st.SearchStrategy[Answer]:
    shown = LABELS[: len(question.options)]
    match question.kind:
        case Kind.SINGLE_CHOICE:
            return st.sampled_from(shown)
        case Kind.MULTIPLE_RESPONSE:
            return st.sets(st.sampled_from(shown), min_size=1).map(sorted)
        case Kind.ORDERING:
            return st.permutations(shown).map(list)
        case Kind.TRUE_FALSE:
            return st.booleans()
        case Kind.NUMERIC:
            return decimals.map(plain)
        case _:
            return texts | st.sampled_from(question.correct)


@st.composite
def answered_questions(draw: st.DrawFn, kinds: tuple[Kind, ...] = tuple(Kind)) -> tuple[Question, Answer]:
    question = draw(questions(kinds, bare=True))
    return question, draw(answers(question))


def full_answer(question: Question) -> Answer:
    """The answer that its author wants; accepted wordings must hold no wildcard."""
    match question.kind:
        case Kind.SINGLE_CHOICE:
            return question.correct[0]
        case Kind.TRUE_FALSE:
            return question.correct[0] == "true"
        case Kind.SHORT_ANSWER:
            return question.correct[0]
        case Kind.NUMERIC:
            return question.correct[0].partition("..")[0].partition(":")[0]
        case _:
            return list(question.correct)
