"""What can go wrong between a service and its table, each meaning with a type of its own."""


class StoreError(Exception):
    """The root of everything the engine raises on purpose."""


class SchemaError(StoreError):
    """A declaration or a call contradicts the schema: a programming error, found by the first test that meets it."""


class NumberOutOfRange(SchemaError):
    """DynamoDB has no room for a number: it has more than 38 digits, or is too large or too small."""


class InvalidKey(StoreError):
    """A value cannot be part of a key: it is empty, absent or too long."""


class ConditionRefused(StoreError):
    """The condition of a write did not hold; `found` is the entity that stood there, where one did."""

    def __init__(self, message: str, found: object | None = None) -> None:
        super().__init__(message)
        self.found = found


class AlreadyExists(ConditionRefused):
    """A create met an item under the same key."""


class NotFound(ConditionRefused):
    """A change or removal met no item."""


class VersionConflict(ConditionRefused):
    """Somebody else changed the item since it was read."""


class Throttled(StoreError):
    """The table or a competing transaction kept refusing, after every retry: try again later."""


class ItemTooLarge(StoreError):
    """An item would exceed what DynamoDB stores; the message names the largest attributes."""


class BadCursor(StoreError):
    """A cursor was altered, or belongs to another query."""


class CorruptObject(StoreError):
    """An offloaded body is not the one that was stored: its SHA-256 differs."""


class NotDeleted(StoreError):
    """Objects that should be gone are still there: try again."""


class AlreadyAnswered(ConditionRefused):
    """The request was answered before: `found` is the record that holds the answer."""


class KeyReused(StoreError):
    """An idempotency key came again with another request."""
