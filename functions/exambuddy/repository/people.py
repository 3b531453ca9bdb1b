"""Every question about users."""

from datetime import timedelta

from functions.exambuddy.entities.people import Erasure, User
from functions.exambuddy.entities.projects import Project
from functions.exambuddy.rules.people import AlreadyRegistered, NoSuchUser, OwnsProjects
from singletable.cache import TimedCache
from singletable.idempotency import Once
from singletable.store import Create, Page, Store, remove

CACHED = timedelta(seconds=60)
"""How long a change of role may go unnoticed by a warm function."""


class People:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: TimedCache[str, User | None] = TimedCache(CACHED, clock=store.now)

    def get(self, email: str) -> User | None:
        return self._store.get(User.key.item(email=email), consistent=True)

    def known(self, email: str) -> User | None:
        """Remembered for a minute; that nobody was found is not remembered."""
        user = self._known.get(email, lambda: self.get(email))
        if user is None:
            self._known.forget(email)
        return user

    def by_id(self, user_id: str) -> User | None:
        return self._store.find(User.by_id(user_id=user_id))

    def register(self, user: User, once: Once, answer: str) -> None:
        taken = AlreadyRegistered("You are registered already.")
        self._store.transact(*once.answering(201, answer, self._store.now()), Create(user, otherwise=taken))

    def change(self, before: User, after: User) -> User:
        self._known.forget(before.email)
        return self._store.update(before, after)

    def leave(self, user: User, erasure: Erasure, once: Once, answer: str) -> None:
        """The user is gone at once; what is left to be done stands in the erasure."""
        if self._owns_projects(user.user_id):
            raise OwnsProjects("Delete your projects first.")
        gone = remove(user, otherwise=NoSuchUser("You are not registered any more."))
        self._store.transact(*once.answering(202, answer, self._store.now()), gone, Create(erasure))
        self._known.forget(user.email)

    def _owns_projects(self, user_id: str) -> bool:
        owned: Page[Project] = self._store.query(Project.key(admin_id=user_id), limit=1, consistent=True)
        return bool(owned.items)
