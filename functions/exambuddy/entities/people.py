"""Users, what is left of one who goes, and the answers that were given under an Idempotency-Key."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated

from functions.exambuddy.entities.table import GSI1, TABLE
from singletable.keys import Key
from singletable.schema import KeyOnly, Offload, Text, entity


class Role(StrEnum):
    ADMIN = "ADMIN"
    CANDIDATE = "CANDIDATE"


@entity(TABLE, tag="USER")
class User:
    user_id: str
    email: str
    name: str = ""
    role: Role = Role.CANDIDATE
    created_at: datetime
    updated_at: datetime
    version: int = 1

    key = Key("USER#{email}", "USER#{email}", answers="a user by e-mail (login)")
    by_id = Key("USER#{user_id}", "USER#{user_id}", index=GSI1, answers="a user by id")


@entity(TABLE, tag="ERASURE", lifetime=timedelta(days=30))
class Erasure:
    """A user who went: whose attempts get which pseudonym, until that is done."""

    user_id: str
    pseudonym: str
    created_at: datetime

    key = Key("ERASURE", "{user_id}", answers="erasures that are not finished")


@entity(TABLE, tag="IDEMPOTENCY")
class Answered:
    """The answer to a request that carried an Idempotency-Key."""

    caller: KeyOnly[str]
    token: KeyOnly[str]
    request_hash: str
    status: int
    body: Annotated[Text, Offload(above=32_768)]
    created_at: datetime
    expires_at: datetime

    key = Key("IDEMPOTENCY#{caller}", "{token}", answers="the answer that an Idempotency-Key got")
