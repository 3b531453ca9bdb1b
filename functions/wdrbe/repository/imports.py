"""Every question about imports: accepted whole in one transaction, turned into items part by part, each part once."""

from functions.wdrbe.entities import ImportPart
from functions.wdrbe.repository.wardrobe import creation
from functions.wdrbe.rules.imports import made_of
from singletable.errors import NotFound
from singletable.idempotency import Once
from singletable.schema import spec_of
from singletable.store import Create, Delete, Store


class Imports:
    def __init__(self, store: Store) -> None:
        self._store = store

    def accept(self, parts: list[ImportPart], *, once: Once, answer: str) -> None:
        """From here on the import will be done, all of it; before, nothing of it is."""
        answered = once.answering(201, answer, self._store.now())
        self._store.transact(*answered, *(Create(part) for part in parts))

    def finish(self, user_id: str, import_id: str) -> None:
        """Makes items of the parts that are left, whoever else may be at it, and however often it was begun."""
        left = ImportPart.key(user_id=user_id, import_id=import_id)
        for part in self._store.every(left, consistent=True):
            made = (operation for item, told in made_of(part) for operation in creation(item, told))
            done_already = NotFound("somebody else made items of this part")
            key = spec_of(part).item_key(part)
            try:
                self._store.transact(Delete(key, must_exist=True, otherwise=done_already), *made)
            except NotFound:
                continue
