"""Every question about the wrapped keys of people."""

from collections.abc import Iterable
from datetime import datetime

from functions.codekurukshetra.entities.vault import SubjectKey
from singletable.schema import evolve
from singletable.store import Store


class Keys:
    """On the vault, not on the table: a recovery of the table brings no key back."""

    def __init__(self, vault: Store) -> None:
        self._vault = vault

    def store(self, key: SubjectKey) -> None:
        self._vault.create(key)

    def wrapped(self, subject: str) -> bytes | None:
        found = self._vault.get(SubjectKey.key.item(subject=subject), consistent=True)
        return found.wrapped if found else None

    def all_wrapped(self, subjects: Iterable[str]) -> dict[str, bytes | None]:
        named = list(subjects)
        found = self._vault.batch_get([SubjectKey.key.item(subject=subject) for subject in named], consistent=True)
        return {subject: key.wrapped if key else None for subject, key in zip(named, found, strict=True)}

    def destroy(self, subject: str) -> None:
        self._vault.delete(SubjectKey.key.item(subject=subject))

    def keep_until(self, subject: str, until: datetime) -> None:
        found = self._vault.get(SubjectKey.key.item(subject=subject), consistent=True)
        if found is not None and found.expires_at != until:
            self._vault.update(found, evolve(found, expires_at=until))
