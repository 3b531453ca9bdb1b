"""When two wordings are the same: normal forms of text, the wildcard of short answers, a question's fingerprint."""

import unicodedata
from hashlib import sha256

from functions.exambuddy.questions.kinds import Question

# What keyboards and word processors vary without changing what was meant; invisible characters are dropped.
_SAME = str.maketrans(
    {"‘": "'", "’": "'", "ʼ": "'", "“": '"', "”": '"', "‐": "-", "‑": "-", "–": "-", "—": "-", "−": "-"}
    | dict.fromkeys("\u00ad\u200b\u2060\ufeff")
)
_ANYTHING, _ASTERISK = "\0", "\1"  # never part of a text: control characters are refused there


def normalised(text: str, *, case_sensitive: bool = False, accent_sensitive: bool = True) -> str:
    form = unicodedata.normalize("NFKC", text.translate(_SAME))
    if not case_sensitive:
        form = unicodedata.normalize("NFKC", form.casefold())
    if not accent_sensitive:
        bare = (char for char in unicodedata.normalize("NFD", form) if unicodedata.category(char) != "Mn")
        form = unicodedata.normalize("NFC", "".join(bare))
    return " ".join(form.translate(_SAME).split())


def matches(pattern: str, answer: str, *, case_sensitive: bool = False, accent_sensitive: bool = True) -> bool:
    r"""`*` in a pattern stands for any run of characters, `\*` for an asterisk; one pass, no backtracking."""
    wanted = pattern.replace("\\*", _ASTERISK).replace("*", _ANYTHING)
    wanted = normalised(wanted, case_sensitive=case_sensitive, accent_sensitive=accent_sensitive)
    first, *rest = wanted.replace(_ASTERISK, "*").split(_ANYTHING)
    given = normalised(answer, case_sensitive=case_sensitive, accent_sensitive=accent_sensitive)
    if not rest:
        return given == first
    *middle, last = rest
    at, end = len(first), len(given) - len(last)
    if at > end or not given.startswith(first) or not given.endswith(last):
        return False
    for part in middle:
        found = given.find(part, at, end)
        if found < 0:
            return False
        at = found + len(part)
    return True


def fingerprint(question: Question) -> str:
    """Equal for questions that read the same to a candidate, whatever their key, option order, spacing or case."""
    read = (normalised(question.text), *sorted(normalised(option) for option in question.options))
    return sha256("\n".join(read).encode()).hexdigest()[:32]
