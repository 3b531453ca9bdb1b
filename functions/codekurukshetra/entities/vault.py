"""The wrapped data keys of people, in a table that no recovery brings back."""

from datetime import datetime

from functions.codekurukshetra.entities.table import VAULT
from singletable.keys import Key
from singletable.schema import entity


@entity(VAULT, tag="subject_key")
class SubjectKey:
    """Without it, nothing that was sealed for its subject can be read again, here or in any copy."""

    subject: str
    wrapped: bytes
    created_at: datetime
    expires_at: datetime

    key = Key("SUBJECT#{subject}", "KEY", answers="the wrapped data key of a person")
