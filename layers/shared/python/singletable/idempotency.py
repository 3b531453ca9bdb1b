"""Requests that may come twice: the first answer is stored with the write it belongs to, and given again."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Protocol, cast

from msgspec import Struct

from singletable.errors import AlreadyAnswered, KeyReused
from singletable.operations import Create, Operation
from singletable.schema import BoundKey, Text

if TYPE_CHECKING:
    from singletable.store import Store

KEPT = timedelta(hours=24)


class Answered(Protocol):
    """The record of an answer; each service declares it as an entity under keys of its own."""

    @property
    def caller(self) -> str: ...
    @property
    def token(self) -> str: ...
    @property
    def request_hash(self) -> str: ...
    @property
    def status(self) -> int: ...
    @property
    def body(self) -> Text: ...


class AnsweredEntity(Protocol):
    """The class of such a record. Its fields: caller, token, request_hash, status, body, created_at, expires_at."""

    key: BoundKey[Any]

    def __call__(self, **fields: object) -> Answered: ...


class Once(Struct, frozen=True):
    """One request as its sender names it; without a token, every time is the first."""

    entity: type
    caller: str
    token: str | None
    request_hash: str

    def answering(self, status: int, body: str, now: datetime) -> tuple[Operation[Any], ...]:
        """The record to write in the same transaction as what the request does. Put it first: of several refusals
        a transaction reports the first, and that it was answered already outweighs whatever else stands against."""
        if self.token is None:
            return ()
        record = cast(AnsweredEntity, self.entity)(
            caller=self.caller,
            token=self.token,
            request_hash=self.request_hash,
            status=status,
            body=body,
            created_at=now,
            expires_at=now + KEPT,
        )
        return (Create(record, otherwise=lambda found: AlreadyAnswered("answered before", found)),)

    def find(self, store: "Store") -> Answered | None:
        """The record of an earlier answer: for refusals that were decided before anything was written."""
        if self.token is None:
            return None
        key = cast(AnsweredEntity, self.entity).key.item(caller=self.caller, token=self.token)
        return cast(Answered | None, store.get(key, consistent=True))

    def replay(self, record: Answered) -> Answered:
        """The earlier answer, if it answered this very request."""
        if record.request_hash != self.request_hash:
            raise KeyReused("the key was used for another request")
        return record
