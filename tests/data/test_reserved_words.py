"""Every word that DynamoDB reserves may be the stored name of a field."""

from typing import Annotated, Any

import pytest
from moto.dynamodb.parsing.reserved_keywords import ReservedKeywords

from singletable.schema import Envelope, Key, KeyOnly, Table, TimeFormat, entity, evolve
from singletable.store import Patch
from tests.engines import Engine, StoreFor

WORDS = ReservedKeywords.get_reserved_keywords()
AT_ONCE = 50
"""An expression may have 4 KB."""


@pytest.mark.parametrize("engine", [Engine.MOTO, Engine.DYNOXIDE])
@pytest.mark.parametrize("data", [None, "DATA"])
def test_every_reserved_word_is_written_changed_tested_and_filtered(
    store_for: StoreFor, engine: str, data: str | None
) -> None:
    table = Table("words", indexes=(), envelope=Envelope(type_name="tp", times=TimeFormat.EPOCH, data=data))
    for start in range(0, len(WORDS), AT_ONCE):
        words = [word for word in WORDS[start : start + AT_ONCE] if word != data]
        names = [f"field_{number}" for number in range(len(words))]
        kinds = {name: Annotated[int, word] for name, word in zip(names, words, strict=True)}
        namespace = {"__annotations__": {"a": KeyOnly[str], **kinds}, "key": Key("A#{a}", "META", answers="all")}
        words_entity: Any = entity(table, tag=f"t{start}")(type("Words", (), namespace))
        store, ones = store_for(table, engine=engine), dict.fromkeys(names, 1)
        first = store.create(words_entity(a="x", **ones))
        second = store.update(first, evolve(first, **dict.fromkeys(names, 2)), when=ones)
        third = store.patch(Patch(words_entity.key.item(a="x"), add=ones, when=dict.fromkeys(names, 2)))
        assert third == evolve(second, **dict.fromkeys(names, 3))
        assert store.query(words_entity.key(a="x"), where=dict.fromkeys(names, 3)).items == (third,)
