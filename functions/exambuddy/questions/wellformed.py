"""What a well-formed question of each kind is: every rule, every limit, and one canonical form for what passes."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from msgspec.structs import replace

from functions.exambuddy.questions.faults import BadQuestion, Fault
from functions.exambuddy.questions.kinds import (
    FULL,
    LABELS,
    NONE,
    TRUTHS,
    WITH_ACCEPTED_ANSWERS,
    WITH_OPTIONS,
    Kind,
    Question,
    canonical,
    credit_percent,
    labels,
)
from functions.exambuddy.questions.numbers import NotANumber, span, tidy

TEXT, OPTION, ACCEPTED, FEEDBACK, NAME, TAG = 4000, 1000, 500, 1000, 200, 50
MOST_TAGS = 20
MOST_POINTS = Decimal(1000)
FINEST_POINTS = Decimal("0.0001")
FINEST_CREDIT = Decimal("0.0000001")
MOST_BYTES = 32_000  # a stored question stays far below what one item may hold
ROUNDING = Decimal(1)  # thirds and sevenths are written with few digits: 33.3 three times is a whole


def checked(question: Question) -> Question:
    """The canonical form of a well-formed question; otherwise every fault at once."""
    trimmed = _trimmed(question)
    found = tuple(_faults(trimmed))
    if found:
        raise BadQuestion(found)
    return canonical(trimmed)


def text_fault(path: str, text: str, most: int, *, required: bool = True, one_line: bool = False) -> Iterator[Fault]:
    if required and not text:
        yield Fault(path, "required", "must not be empty")
    if len(text) > most:
        yield Fault(path, "too_long", f"has {len(text)} characters, at most {most} are allowed")
    allowed = "" if one_line else "\n\t"
    odd = next((char for char in text if (char < " " or "\x7f" <= char < "\xa0") and char not in allowed), None)
    if odd is not None:
        yield Fault(path, "control_character", f"contains the control character U+{ord(odd):04X}")
    elif any("\ud800" <= char <= "\udfff" for char in text):
        yield Fault(path, "not_unicode", "contains half of a surrogate pair")


def _trimmed(question: Question) -> Question:
    return replace(
        question,
        text=question.text.strip(),
        explanation=question.explanation.strip(),
        title=question.title.strip(),
        category=question.category.strip(),
        reference=question.reference.strip(),
        options=tuple(option.strip() for option in question.options),
        correct=tuple(map(tidy if question.kind is Kind.NUMERIC else str.strip, question.correct)),
        credits={
            label: credit.quantize(FINEST_CREDIT) if abs(credit) <= FULL else credit
            for label, credit in question.credits.items()
        },
        feedback={label: said.strip() for label, said in question.feedback.items() if said.strip()},
        tags=tuple(dict.fromkeys(tag.strip() for tag in question.tags)),
    )


def _faults(question: Question) -> Iterator[Fault]:
    yield from text_fault("question_text", question.text, TEXT)
    yield from text_fault("explanation", question.explanation, TEXT, required=False)
    for name, text in (("title", question.title), ("category", question.category), ("reference", question.reference)):
        yield from text_fault(name, text, NAME, required=False, one_line=True)
    yield from _tag_faults(question.tags)
    yield from _points_faults(question.points)
    yield from _option_faults(question)
    yield from _KEY_FAULTS[question.kind](question)
    yield from _credit_faults(question)
    yield from _feedback_faults(question)
    if question.kind is not Kind.SHORT_ANSWER:
        if question.case_sensitive:
            yield Fault("case_sensitive", "not_applicable", "only a short answer can be case-sensitive")
        if not question.accent_sensitive:
            yield Fault("accent_sensitive", "not_applicable", "only a short answer can ignore accents")
    if (size := _size(question)) > MOST_BYTES:
        yield Fault("", "too_long", f"the question takes {size} bytes, at most {MOST_BYTES} are allowed")


def _tag_faults(tags: Sequence[str]) -> Iterator[Fault]:
    if len(tags) > MOST_TAGS:
        yield Fault("tags", "too_many", f"has {len(tags)} tags, at most {MOST_TAGS} are allowed")
        return
    for at, tag in enumerate(tags):
        yield from text_fault(f"tags[{at}]", tag, TAG, one_line=True)
        if "," in tag:
            yield Fault(f"tags[{at}]", "comma", "a tag has no comma")


def _points_faults(points: Decimal) -> Iterator[Fault]:
    if not NONE < points <= MOST_POINTS:
        yield Fault("points", "out_of_range", f"must be above 0 and at most {MOST_POINTS}")
    elif points != points.quantize(FINEST_POINTS):
        yield Fault("points", "too_fine", "has at most four decimal places")


def _option_faults(question: Question) -> Iterator[Fault]:
    if question.kind not in WITH_OPTIONS:
        if question.options:
            yield Fault("options", "not_applicable", f"a {question.kind} question has no options")
        return
    yield from _entries("options", question.options, 2, OPTION)


def _entries(path: str, texts: Sequence[str], fewest: int, longest: int) -> Iterator[Fault]:
    if len(texts) < fewest:
        yield Fault(path, "too_few", f"has {len(texts)}, at least {fewest} are needed")
    if len(texts) > len(LABELS):
        yield Fault(path, "too_many", f"has {len(texts)}, at most {len(LABELS)} are allowed")
        return
    seen: dict[str, int] = {}
    for at, text in enumerate(texts):
        yield from text_fault(f"{path}[{at}]", text, longest)
        first = seen.setdefault(" ".join(text.split()), at)
        if first != at:
            yield Fault(f"{path}[{at}]", "duplicate", f"repeats {path}[{first}]")


def _one_label(question: Question) -> Iterator[Fault]:
    if len(question.correct) != 1:
        yield Fault("correct_answer", "not_one", "must name exactly one option")
    yield from _known_labels(question)


def _some_labels(question: Question) -> Iterator[Fault]:
    if not question.correct:
        yield Fault("correct_answer", "too_few", "must name at least one option")
    yield from _known_labels(question)


def _every_label(question: Question) -> Iterator[Fault]:
    yield from _known_labels(question)
    if len(set(question.correct)) < len(labels(question)):
        yield Fault("correct_answer", "not_a_permutation", "must name every option once, in the right order")


def _known_labels(question: Question) -> Iterator[Fault]:
    known = labels(question)
    for at, label in enumerate(question.correct[: len(LABELS) + 1]):
        path = "correct_answer" if question.kind is Kind.SINGLE_CHOICE else f"correct_answer[{at}]"
        if label not in known:
            yield Fault(path, "unknown_label", f"{label[:20]!r} is not the letter of an option")
        elif label in question.correct[:at]:
            yield Fault(path, "duplicate", f"names option {label} again")


def _one_truth(question: Question) -> Iterator[Fault]:
    if len(question.correct) != 1 or question.correct[0] not in TRUTHS:
        yield Fault("correct_answer", "not_a_truth", "must be true or false")


def _accepted_wordings(question: Question) -> Iterator[Fault]:
    yield from _entries("correct_answer", question.correct, 1, ACCEPTED)


def _accepted_numbers(question: Question) -> Iterator[Fault]:
    yield from _entries("correct_answer", question.correct, 1, ACCEPTED)
    for at, written in enumerate(question.correct[: len(LABELS)]):
        try:
            span(written)
        except NotANumber as refusal:
            yield Fault(f"correct_answer[{at}]", "not_a_number", str(refusal))


_KEY_FAULTS = {
    Kind.SINGLE_CHOICE: _one_label,
    Kind.MULTIPLE_RESPONSE: _some_labels,
    Kind.TRUE_FALSE: _one_truth,
    Kind.SHORT_ANSWER: _accepted_wordings,
    Kind.NUMERIC: _accepted_numbers,
    Kind.ORDERING: _every_label,
}


def _credit_faults(question: Question) -> Iterator[Fault]:
    known = labels(question)
    if question.credits and question.kind in (Kind.TRUE_FALSE, Kind.ORDERING):
        yield Fault("credits", "not_applicable", f"a {question.kind} question has no credits of its own")
        return
    if len(question.credits) > len(LABELS):
        yield Fault("credits", "too_many", f"has {len(question.credits)}, at most {len(LABELS)} are allowed")
        return
    for label, credit in question.credits.items():
        if label not in known:
            yield Fault(f"credits.{label[:20]}", "unknown_label", "is not the letter of an option or accepted answer")
        elif not -FULL <= credit <= FULL:
            yield Fault(f"credits.{label}", "out_of_range", "must lie between -100 and 100")
        elif question.kind in WITH_ACCEPTED_ANSWERS and credit < NONE:
            yield Fault(f"credits.{label}", "out_of_range", "an accepted answer takes nothing away")
    if question.kind in WITH_ACCEPTED_ANSWERS:
        if known and all(credit_percent(question, label) != FULL for label in known):
            yield Fault("credits", "no_full_credit", "one accepted answer must be worth 100")
    elif question.kind is Kind.SINGLE_CHOICE:
        for label in question.correct:
            if question.credits.get(label, FULL) != FULL:
                yield Fault(f"credits.{label[:20]}", "contradiction", "the correct option is worth 100")
    elif question.credits:
        yield from _shares(question)


def _shares(question: Question) -> Iterator[Fault]:
    positive = {label: credit for label, credit in question.credits.items() if credit > NONE}
    if set(positive) != set(question.correct):
        yield Fault("credits", "contradiction", "the options with a positive credit must be the correct ones")
    elif abs(sum(positive.values()) - FULL) > ROUNDING:
        yield Fault("credits", "sum", f"the positive credits add up to {sum(positive.values())}, not to 100")


def _feedback_faults(question: Question) -> Iterator[Fault]:
    known = labels(question)
    if len(question.feedback) > len(LABELS):
        yield Fault("feedback", "too_many", f"has {len(question.feedback)}, at most {len(LABELS)} are allowed")
        return
    for label, said in question.feedback.items():
        if label not in known:
            yield Fault(f"feedback.{label[:20]}", "unknown_label", "is not the letter of an option or accepted answer")
        yield from text_fault(f"feedback.{label[:20]}", said, FEEDBACK)


def _size(question: Question) -> int:
    texts = (question.text, question.explanation, *question.options, *question.correct, *question.feedback.values())
    return sum(len(text.encode(errors="surrogatepass")) for text in texts)
