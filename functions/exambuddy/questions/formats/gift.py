"""Questions in Moodle's GIFT: what maps to our kinds is read, what does not is reported with its line.

Maps: single choice, multiple response by weights, true/false, short answer, numeric (value, margin, range, several),
the missing-word form of all these, titles, categories, text formats, feedback, general feedback, `[id:]` and `[tag:]`
in comments. A matching question maps to an ordering when its right sides are the ranks 1 to n. Other matching
questions, essays and descriptions do not map.
"""

import re
from collections.abc import Sequence
from decimal import Decimal

from msgspec import Struct
from msgspec.structs import replace

from functions.exambuddy.questions.formats.gift_text import Marked, blocks, tokens
from functions.exambuddy.questions.formats.report import Code, Gathering
from functions.exambuddy.questions.kinds import FULL, LABELS, NONE, Kind, Question, TextFormat

MOST_CHARACTERS = 64_000
_BLANK = "_____"
_WEIGHT = re.compile(r"%(-?[0-9]{1,3}(?:\.[0-9]{0,20})?)%")
_MARKER = re.compile(r"\[(html|markdown|plain|moodle)\]")
_TRUTHS = {"T": "true", "TRUE": "true", "F": "false", "FALSE": "false"}


class _DoesNotMap(Exception):
    def __init__(self, code: Code, message: str, at: Marked | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.at = code, message, at


class _Given(Struct, frozen=True):
    """One answer between the braces: its sign, its weight where it has one, its text and its feedback."""

    sign: str
    weight: Decimal | None
    text: str
    feedback: str


def read_gift(text: str, found: Gathering) -> None:
    for block in blocks(text):
        if len(block.body.shape) > MOST_CHARACTERS:
            found.refused(block.body.line, Code.GIFT_TOO_LONG, f"a question has at most {MOST_CHARACTERS} characters")
            continue
        try:
            question = _question(block.body)
        except _DoesNotMap as refusal:
            found.refused((refusal.at or block.body).line, refusal.code, refusal.message)
            continue
        ids = [value for comment in block.comments for value in tokens(comment, "id")]
        tags = tuple(value for comment in block.comments for value in tokens(comment, "tag"))
        named = replace(question, category=block.category, reference="".join(ids[:1]), tags=tags)
        found.question(block.body.line, named)


def _question(body: Marked) -> Question:
    title, body = _title(body)
    words, inside = _braces(body)
    marker = _MARKER.match(words.shape)
    text_format = TextFormat(marker[1]) if marker else TextFormat.PLAIN
    general = inside.shape.rfind("####")
    explanation = _formatted(inside.part(general + 4), text_format) if general >= 0 else ""
    asked = _key(inside.part(0, general) if general >= 0 else inside, text_format)
    text = _formatted(words, text_format)
    return replace(asked, text=text, text_format=text_format, title=title, explanation=explanation)


def _title(body: Marked) -> tuple[str, Marked]:
    if not body.shape.startswith("::"):
        return "", body
    title, rest = body.cut("::", 2)
    if rest is None:
        raise _DoesNotMap(Code.GIFT_UNCLOSED_TITLE, "the title that begins with :: has no closing ::")
    return title.text[2:], rest


def _braces(body: Marked) -> tuple[Marked, Marked]:
    """The words around the braces, with a blank where a word is missing, and what stands between them."""
    found = [(brace[0], brace.start()) for brace in re.finditer("[{}]", body.shape)]
    if not found:
        raise _DoesNotMap(Code.GIFT_DESCRIPTION, "a text without answers asks nothing that could be scored")
    if [brace for brace, _ in found[:2]] != ["{", "}"]:
        at = body.part(found[0][1])
        raise _DoesNotMap(Code.GIFT_UNBALANCED_BRACES, "a brace has no partner; a blank line ends a question", at)
    if len(found) > 2:
        at = body.part(found[2][1])
        raise _DoesNotMap(Code.GIFT_SECOND_ANSWER, "a question has one pair of braces only", at)
    (_, start), (_, end) = found
    blank = _BLANK if body.part(end + 1).shape else ""
    text = body.text[:start] + blank + body.text[end + 1 :]
    shape = body.shape[:start] + blank + body.shape[end + 1 :]
    return Marked(text, shape, body.line).part(0), body.part(start + 1, end)


def _key(inside: Marked, text_format: TextFormat) -> Question:
    head, _ = inside.cut("#")
    if not inside.shape:
        raise _DoesNotMap(Code.GIFT_ESSAY, "an essay cannot be scored here")
    if inside.shape.startswith("#"):
        return _numeric(inside.part(1), text_format)
    if head.shape.upper() in _TRUTHS:
        return _truth(inside, text_format)
    lead, entries = inside.answers()
    if "~" in inside.shape:
        return _choice(lead, [_given(sign, entry, text_format) for sign, entry in entries])
    if entries and "->" in inside.shape:
        return _ranks(lead, [entry for _, entry in entries], text_format)
    accepted = [("=", lead), *entries] if lead.shape else entries
    return _accepted(Kind.SHORT_ANSWER, [_given(sign, entry, text_format) for sign, entry in accepted])


def _truth(inside: Marked, text_format: TextFormat) -> Question:
    head, remarks = inside.cut("#")
    right = _TRUTHS[head.shape.upper()]
    wrong = "false" if right == "true" else "true"
    feedback: dict[str, str] = {}
    if remarks is not None:
        if_wrong, if_right = remarks.cut("#")
        feedback = {wrong: _formatted(if_wrong, text_format)}
        feedback |= {right: _formatted(if_right, text_format)} if if_right else {}
    return Question(kind=Kind.TRUE_FALSE, text="", correct=(right,), feedback=feedback)


def _choice(lead: Marked, given: list[_Given]) -> Question:
    _nothing_before(lead)
    single = any(each.sign == "=" for each in given)
    labelled = dict(zip(LABELS, given, strict=False))
    worth = {
        label: each.weight if each.weight is not None else (FULL if each.sign == "=" else NONE)
        for label, each in labelled.items()
    }
    right = [label for label, percent in worth.items() if (percent == FULL if single else percent > NONE)]
    right.sort(key=lambda label: labelled[label].sign != "=")  # of two that are worth all, the one signed as right
    if not right:
        message = "no answer is worth 100 %" if single else "no answer has a positive weight"
        raise _DoesNotMap(Code.GIFT_NO_CORRECT_ANSWER, message)
    return Question(
        kind=Kind.SINGLE_CHOICE if single else Kind.MULTIPLE_RESPONSE,
        text="",
        options=tuple(each.text for each in given),
        correct=tuple(right[:1] if single else right),
        credits=worth,
        feedback=_remarks(given),
    )


def _ranks(lead: Marked, entries: list[Marked], text_format: TextFormat) -> Question:
    _nothing_before(lead)
    ranked: dict[str, str] = {}
    for entry in entries:
        item, rank = entry.cut("->")
        if rank is not None and item.shape:
            ranked[rank.shape] = _formatted(item, text_format)
    places = [str(place) for place in range(1, len(entries) + 1)]
    if len(entries) < 2 or sorted(ranked) != sorted(places):
        message = "matching pairs have no counterpart here, unless the right sides are the ranks 1, 2, 3 ..."
        raise _DoesNotMap(Code.GIFT_MATCHING, message)
    items = tuple(ranked[place] for place in places)
    return Question(kind=Kind.ORDERING, text="", options=items, correct=tuple(LABELS[: len(items)]))


def _numeric(inside: Marked, text_format: TextFormat) -> Question:
    lead, entries = inside.answers()
    given = [_given("=", lead, text_format)] if lead.shape else []
    for sign, entry in entries:
        each = _given(sign, entry, text_format)
        if sign == "~":  # what is said to every other number
            if each.text not in ("", "*"):
                raise _DoesNotMap(Code.GIFT_STRAY_TEXT, "a wrong number cannot be listed; ~ takes feedback only", entry)
            each = replace(each, text="*", weight=NONE)
        given.append(each)
    return _accepted(Kind.NUMERIC, given)


def _accepted(kind: Kind, given: list[_Given]) -> Question:
    worth = {label: each.weight for label, each in zip(LABELS, given, strict=False) if each.weight is not None}
    texts = tuple(each.text for each in given)
    return Question(kind=kind, text="", correct=texts, credits=worth, feedback=_remarks(given))


def _given(sign: str, entry: Marked, text_format: TextFormat) -> _Given:
    weight = _WEIGHT.match(entry.shape)
    percent = Decimal(weight[1]) if weight else None
    if percent is not None and abs(percent) > FULL:
        raise _DoesNotMap(Code.GIFT_BAD_WEIGHT, "a weight lies between -100 and 100 %", entry)
    answer, feedback = entry.part(weight.end() if weight else 0).cut("#")
    said = _formatted(feedback, text_format) if feedback else ""
    return _Given(sign, percent, _formatted(answer, text_format), said)


def _formatted(words: Marked, expected: TextFormat) -> str:
    marker = _MARKER.match(words.shape)
    if marker and marker[1] != expected:
        raise _DoesNotMap(Code.GIFT_MIXED_FORMATS, f"[{marker[1]}] inside a question in [{expected}]", words)
    return words.text[marker.end() :].strip() if marker else words.text


def _remarks(given: Sequence[_Given]) -> dict[str, str]:
    return {label: each.feedback for label, each in zip(LABELS, given, strict=False) if each.feedback}


def _nothing_before(lead: Marked) -> None:
    if lead.shape:
        raise _DoesNotMap(Code.GIFT_STRAY_TEXT, "a text between the braces has neither = nor ~ before it", lead)
