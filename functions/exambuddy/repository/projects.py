"""Every question about projects, the catalogue, the gates and what is granted to candidates."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from functions.exambuddy.entities.projects import CatalogueEntry, Gate, Override, Project
from functions.exambuddy.rules.projects import NoSuchProject, OpenAttempts, catalogue_entry, gates, is_listed
from singletable.expressions import Conditions
from singletable.idempotency import Once
from singletable.store import Create, Delete, Operation, Page, Patch, Put, Store, Update, remove

RUNNING = OpenAttempts("Attempts are running; wait until they are over.")


class Projects:
    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, admin_id: str, project_id: str) -> Project | None:
        return self._store.get(Project.key.item(admin_id=admin_id, project_id=project_id), consistent=True)

    def by_id(self, project_id: str) -> Project | None:
        return self._store.find(Project.by_id(project_id=project_id))

    def create(self, project: Project, once: Once, answer: str) -> None:
        """With its gates, which are closed until it is published."""
        answered = once.answering(201, answer, self._store.now())
        self._store.transact(*answered, Create(project), *(Create(gate) for gate in gates(project)))

    def change(self, before: Project, after: Project) -> Project:
        """The project with its entry in the catalogue and its gates: candidates see all of a change or none."""
        update = Update(before, after)
        self._store.transact(update, self._entry(after), *self._gates(before, after))
        return update.result()

    def _entry(self, project: Project) -> Operation[CatalogueEntry]:
        if is_listed(project):
            return Put(catalogue_entry(project))
        return Delete(CatalogueEntry.key.item(project_id=project.project_id))

    def _gates(self, before: Project, after: Project) -> Iterator[Operation[Gate]]:
        """An archived project has nobody inside: the condition on each gate sees to that."""
        standing = len(gates(before))
        closes, opens = after.archived and not before.archived, is_listed(after) and not is_listed(before)
        for gate in gates(after):
            key = Gate.key.item(project_id=gate.project_id, shard=gate.shard)
            if gate.shard >= standing:
                yield Create(gate)
            elif closes:
                yield Patch(key, set={"closed": True}, when={"inside": 0}, otherwise=RUNNING)
            elif opens:
                yield Patch(key, remove=("closed",))
            elif is_listed(before) and not is_listed(after):
                yield Patch(key, set={"closed": True})

    def delete(self, project: Project) -> None:
        """Only while nobody is inside; who stands at a gate just now finds it gone. The stream clears the rest."""
        doors = (Gate.key.item(project_id=project.project_id, shard=gate.shard) for gate in gates(project))
        self._store.transact(
            remove(project),
            Delete(CatalogueEntry.key.item(project_id=project.project_id)),
            *(Delete(key, when={"inside": 0}, must_exist=True, otherwise=RUNNING) for key in doors),
        )

    def of_admin(
        self,
        admin_id: str,
        *,
        archived: bool | None,
        created: tuple[datetime, datetime] | None,
        limit: int,
        cursor: str | None,
    ) -> Page[Project]:
        """By the table, or by the index that answers the question."""
        if created is not None:
            where: Conditions = {} if archived is None else {"archived": archived}
            between = Project.by_creation(admin_id=admin_id).since(created_at=created[0]).until(created_at=created[1])
            return self._store.query(between, limit=limit, cursor=cursor, newest_first=True, where=where)
        if archived is not None:
            chosen = Project.by_archived(admin_id=admin_id, archived=archived)
            return self._store.query(chosen, limit=limit, cursor=cursor, newest_first=True)
        return self._store.query(
            Project.key(admin_id=admin_id), limit=limit, cursor=cursor, newest_first=True, consistent=True
        )

    def first_of_admin(self, admin_id: str, most: int) -> list[Project]:
        return list(self._store.query(Project.key(admin_id=admin_id), limit=most).items)

    def catalogue(self, limit: int, cursor: str | None) -> Page[CatalogueEntry]:
        return self._store.query(CatalogueEntry.listed(), limit=limit, cursor=cursor)

    def override(self, project_id: str, candidate_id: str) -> Override | None:
        key = Override.key.item(project_id=project_id, candidate_id=candidate_id)
        return self._store.get(key, consistent=True)

    def grant(self, before: Override | None, after: Override) -> Override:
        return self._store.update(before, after) if before else self._store.create(after)


def counted(project: Project, questions: int, **more: Any) -> Patch[Project]:
    """The project with so many questions more or fewer, for the transaction that adds or removes them."""
    added = {"questions_added": questions} if questions > 0 else {}
    more.setdefault("otherwise", NoSuchProject("There is no such project."))
    key = Project.key.item(admin_id=project.admin_id, project_id=project.project_id)
    return Patch(key, add={"question_count": questions, **added}, **more)
