"""Answers that are given again."""

from datetime import datetime
from typing import Annotated

from functions.algoitny.entities.table import TABLE
from singletable.keys import Key
from singletable.schema import KeyOnly, Offload, Text, entity


@entity(TABLE, tag="idem")
class Answered:
    """The answer to a request that carried an Idempotency-Key."""

    caller: KeyOnly[str]
    token: KeyOnly[str]
    request_hash: Annotated[str, "rqh"]
    status: Annotated[int, "sts"]
    body: Annotated[Text, "res", Offload(above=32_768)]
    created_at: datetime
    expires_at: datetime

    key = Key("IDEM#{caller}", "{token}", answers="the answer that an Idempotency-Key got")
