"""What a well-formed answer to each kind of question is, in the one plain form in which it is stored and scored."""

from functions.exambuddy.questions.faults import BadAnswer, Fault
from functions.exambuddy.questions.kinds import TRUTHS, Kind, Question, labels
from functions.exambuddy.questions.numbers import LONGEST, number, plain
from functions.exambuddy.questions.wellformed import ACCEPTED, text_fault

Answer = str | bool | list[str]


def answer_of(question: Question, given: object) -> Answer:
    """A label, sorted labels, a truth, a trimmed text, a number as text, or all labels in the candidate's order."""
    match question.kind, given:
        case Kind.SINGLE_CHOICE, str():
            return _known(question, [given])[0]
        case Kind.MULTIPLE_RESPONSE, [*chosen]:
            return sorted(_distinct(question, chosen))
        case Kind.ORDERING, [*placed]:
            return _complete(question, _distinct(question, placed))
        case Kind.TRUE_FALSE, bool():
            return given
        case Kind.SHORT_ANSWER, str():
            return _wording(given)
        case Kind.NUMERIC, str() | int() | float() if not isinstance(given, bool):
            return _number(given)
    raise _refusal("wrong_type", f"must be {_EXPECTED[question.kind]}")


def unshuffled(question: Question, answer: Answer, order: tuple[int, ...]) -> Answer:
    """An answer to options shown in `order`, told in the question's own labels."""
    own = labels(question)
    if question.kind is Kind.SINGLE_CHOICE and isinstance(answer, str):
        return own[order[own.index(answer)]]
    if isinstance(answer, list):
        told = [own[order[own.index(label)]] for label in answer]
        return sorted(told) if question.kind is Kind.MULTIPLE_RESPONSE else told
    return answer


_EXPECTED = {
    Kind.SINGLE_CHOICE: "the letter of one option",
    Kind.MULTIPLE_RESPONSE: "a list of option letters",
    Kind.TRUE_FALSE: " or ".join(TRUTHS),
    Kind.SHORT_ANSWER: "a text",
    Kind.NUMERIC: "a number, or a number written as text",
    Kind.ORDERING: "the list of all option letters in your order",
}


def _known(question: Question, given: list[object]) -> list[str]:
    own = labels(question)
    for label in given:
        if label not in own:
            raise _refusal("unknown_label", f"must be among the letters {own[0]} to {own[-1]}")
    return [str(label) for label in given]


def _distinct(question: Question, given: list[object]) -> list[str]:
    if not given:
        raise _refusal("required", "names no option")
    known = _known(question, given)
    if len(set(known)) < len(known):
        raise _refusal("duplicate", "names an option twice")
    return known


def _complete(question: Question, placed: list[str]) -> list[str]:
    if len(placed) < len(question.options):
        raise _refusal("not_a_permutation", f"must place all {len(question.options)} items")
    return placed


def _wording(given: str) -> str:
    wording = given.strip()
    if faults := tuple(text_fault("selected_answer", wording, ACCEPTED)):
        raise BadAnswer(faults)
    return wording


def _number(given: str | int | float) -> str:
    try:
        written = given if isinstance(given, str) else str(given)
        return plain(number(written))
    except ValueError as refusal:
        raise _refusal("not_a_number", f"must be a number of at most {LONGEST} characters, such as -12.5") from refusal


def _refusal(code: str, message: str) -> BadAnswer:
    return BadAnswer((Fault("selected_answer", code, message),))
