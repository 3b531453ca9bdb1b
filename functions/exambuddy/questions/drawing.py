"""Chance that can be repeated: which questions an attempt gets and in which order their options are shown.

Chance comes from the given bytes alone, through SHAKE-256, so that every Python version and process draws alike.
"""

from collections.abc import Iterator, Sequence
from hashlib import shake_256

from functions.exambuddy.questions.kinds import WITH_OPTIONS, Question

_WORD = 8


class TooFewQuestions(ValueError):
    def __init__(self, wanted: int, present: int) -> None:
        super().__init__(f"{wanted} questions are wanted, {present} are present")
        self.wanted, self.present = wanted, present


def draw(question_ids: Sequence[str], count: int, seed: bytes) -> tuple[str, ...]:
    """`count` different ids in random order, every outcome equally likely; how the ids were listed has no influence."""
    pool = sorted(set(question_ids))
    if not 0 <= count <= len(pool):
        raise TooFewQuestions(count, len(pool))
    return tuple(pool[at] for at in _permutation(len(pool), count, b"questions\0" + seed))


def option_order(question_id: str, question: Question, seed: bytes) -> tuple[int, ...]:
    """For each place on the candidate's screen the position of the option shown there."""
    if question.kind not in WITH_OPTIONS:
        return ()
    size = len(question.options)
    return _permutation(size, size, b"options\0" + question_id.encode() + b"\0" + seed)


def _permutation(size: int, count: int, seed: bytes) -> tuple[int, ...]:
    places = list(range(size))
    words = _words(seed)
    for at in range(count):
        other = at + _below(size - at, words)
        places[at], places[other] = places[other], places[at]
    return tuple(places[:count])


def _below(limit: int, words: Iterator[int]) -> int:
    """Uniform in 0..limit-1: a word of the incomplete last stretch is drawn again rather than folded in."""
    stretch = (1 << 8 * _WORD) // limit * limit
    return next(word for word in words if word < stretch) % limit


def _words(seed: bytes) -> Iterator[int]:
    taken, size = 0, 1024
    while True:
        block = shake_256(seed).digest(size)
        for at in range(taken, size, _WORD):
            yield int.from_bytes(block[at : at + _WORD], "big")
        taken, size = size, size * 2
