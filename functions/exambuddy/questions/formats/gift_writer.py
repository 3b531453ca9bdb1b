"""Export to Moodle's GIFT, with a list of what the format cannot say."""

from collections.abc import Iterable

from msgspec import Struct

from functions.exambuddy.questions.formats.gift_text import escaped, token
from functions.exambuddy.questions.kinds import FULL, LABELS, NONE, Kind, Question, credit_percent
from functions.exambuddy.questions.numbers import plain


class Loss(Struct, frozen=True):
    """`number` counts the questions given from 1; a question with `left_out` is not in the file at all."""

    number: int
    field: str
    left_out: bool
    message: str


class GiftFile(Struct, frozen=True):
    text: str
    losses: tuple[Loss, ...]


def write_gift(questions: Iterable[Question]) -> GiftFile:
    written: list[str] = []
    losses: list[Loss] = []
    category = ""
    for number, question in enumerate(questions, 1):
        lost = _losses(number, question)
        losses += lost
        if any(loss.left_out for loss in lost):
            continue
        if question.category != category:
            category = question.category
            written.append(f"$CATEGORY: {escaped(category)}".rstrip())
        written.append(_block(question))
    return GiftFile("\n\n".join(written) + "\n", tuple(losses))


def _losses(number: int, question: Question) -> list[Loss]:
    lost: list[Loss] = []
    if question.points != 1:
        lost.append(Loss(number, "points", False, "GIFT has no points"))
    if question.case_sensitive or not question.accent_sensitive:
        lost.append(Loss(number, "case_sensitive", False, "GIFT does not say how a short answer is compared"))
    if question.kind is Kind.ORDERING and question.feedback:
        lost.append(Loss(number, "feedback", False, "GIFT has no feedback for ranks"))
    arrowed = {
        Kind.SHORT_ANSWER: (*question.correct, *question.feedback.values()),
        Kind.ORDERING: question.options,
    }.get(question.kind, ())
    if any("->" in text for text in arrowed):
        lost.append(Loss(number, "correct_answer", True, "GIFT takes -> for a matching pair and cannot escape it"))
    return lost


def _block(question: Question) -> str:
    names = [token("id", question.reference)] if question.reference else []
    names += [token("tag", tag) for tag in question.tags]
    comment = f"// {' '.join(names)}\n" if names else ""
    title = f"::{escaped(question.title)}::" if question.title else ""
    general = f"\t####{_text(question, question.explanation)}\n" if question.explanation else ""
    words = f"[{question.text_format}]{escaped(question.text)}"
    return f"{comment}{title}{words}{{{_answers(question)}{general}}}"


def _answers(question: Question) -> str:
    match question.kind:
        case Kind.TRUE_FALSE:
            return _truth(question)
        case Kind.ORDERING:
            items = [question.options[LABELS.index(label)] for label in question.correct]
            lines = [f"={_text(question, item)} -> {rank}" for rank, item in enumerate(items, 1)]
        case Kind.SINGLE_CHOICE | Kind.MULTIPLE_RESPONSE:
            lines = [
                _sign(question, label, option) + _text(question, option) + _remark(question, label)
                for label, option in zip(LABELS, question.options, strict=False)
            ]
        case _:
            lines = [
                f"=%{plain(credit_percent(question, label))}%{_text(question, accepted)}{_remark(question, label)}"
                for label, accepted in zip(LABELS, question.correct, strict=False)
            ]
    opening = "#\n" if question.kind is Kind.NUMERIC else "\n"
    return opening + "".join(f"\t{line}\n" for line in lines)


def _truth(question: Question) -> str:
    right = question.correct[0]
    wrong = "false" if right == "true" else "true"
    remarks = _remark(question, wrong)
    if right in question.feedback:
        remarks = (remarks or "#") + _remark(question, right)
    return f"{right.upper()}{remarks}"


def _sign(question: Question, label: str, option: str) -> str:
    """The implied weight is written out only before a text that would itself be taken for a weight."""
    percent = credit_percent(question, label)
    chosen = question.kind is Kind.SINGLE_CHOICE and label in question.correct
    implied = FULL if chosen else NONE
    weight = f"%{plain(round(percent, 7))}%" if percent != implied or option.startswith("%") else ""
    return f"{'=' if chosen else '~'}{weight}"


def _remark(question: Question, label: str) -> str:
    said = question.feedback.get(label)
    return f"#{_text(question, said)}" if said else ""


def _text(question: Question, text: str) -> str:
    """A text that begins like a format marker needs the real one before it."""
    marker = f"[{question.text_format}]" if text.startswith("[") else ""
    return marker + escaped(text)
