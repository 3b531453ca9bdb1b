"""Every question about question banks. A large bank is kept as one object, so that a draw does not read it all."""

import gzip
import json
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import NamedTuple

from functions.exambuddy.entities.bank import KEY_MATERIAL, QuestionVersion, StoredQuestion
from functions.exambuddy.entities.projects import Override, Project
from functions.exambuddy.repository.projects import counted
from functions.exambuddy.rules.bank import MOST_QUESTIONS, counts, full, version_of
from functions.exambuddy.rules.keeping import LARGE
from functions.exambuddy.rules.projects import NoSuchProject
from singletable.cache import TimedCache
from singletable.idempotency import Once
from singletable.keys import ItemKey
from singletable.store import Create, Page, Store, Update, remove

NOT_FOR_A_LIST = (*KEY_MATERIAL, "details", "media", "fingerprint", "updated_at")
FACES_KEPT = timedelta(minutes=10)


class Place(NamedTuple):
    """Where a question stands in its bank."""

    order: int
    question_id: str


class Bank:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._faces: TimedCache[tuple[str, str, int], QuestionVersion] = TimedCache(
            FACES_KEPT, clock=store.now, size=5000
        )

    def get(self, project_id: str, question_id: str) -> StoredQuestion | None:
        return self._store.get(_key(project_id, question_id), consistent=True)

    def add(self, project: Project, question: StoredQuestion, once: Once, answer: str) -> None:
        """The question, its first version and the count: one transaction, so no retry counts twice."""
        counting = counted(
            project,
            1,
            ceiling={"question_count": MOST_QUESTIONS},
            otherwise=lambda found: full(project) if found else NoSuchProject("There is no such project."),
        )
        answered = once.answering(201, answer, self._store.now())
        self._store.transact(*answered, counting, Create(question), Create(version_of(question)))

    def change(self, before: StoredQuestion, after: StoredQuestion) -> StoredQuestion:
        update = Update(before, after)
        self._store.transact(update, Create(version_of(update.result())))
        return update.result()

    def delete(self, project: Project, question: StoredQuestion) -> None:
        """Its versions stay: attempts refer to them."""
        self._store.transact(remove(question), counted(project, -1))

    def index(self, project: Project) -> list[Place]:
        """Every question in its order. The project must have been read before: it decides which imports count."""
        if project.question_count > LARGE and (kept := self._kept(project)) is not None:
            return kept
        return self.places(project)

    def places(self, project: Project) -> list[Place]:
        whole = StoredQuestion.key(project_id=project.project_id)
        rows = self._store.every(whole, consistent=True, without=NOT_FOR_A_LIST)
        return sorted(Place(row.order, row.question_id) for row in rows if counts(row, project))

    def page(self, project: Project, limit: int, cursor: str | None) -> Page[StoredQuestion]:
        """By `order`, which no key holds; the cursor is the last place shown."""
        scope, places = f"questions of {project.project_id}", self.index(project)
        if cursor is not None:
            behind = self._store.cursors.open(scope, cursor)
            places = [place for place in places if place > Place(behind["order"], behind["id"])]
        shown = places[:limit]
        found = self.whole(project.project_id, [place.question_id for place in shown])
        more = len(places) > len(shown)
        sealed = self._store.cursors.seal(scope, {"order": shown[-1].order, "id": shown[-1].question_id})
        return Page(tuple(found), sealed if more else None) if shown else Page((), None)

    def whole(self, project_id: str, question_ids: Sequence[str]) -> list[StoredQuestion]:
        keys = [_key(project_id, question_id) for question_id in question_ids]
        return [found for found in self._store.batch_get(keys, consistent=True) if found]

    def current_faces(self, project: Project, question_ids: Sequence[str]) -> dict[str, StoredQuestion]:
        """Questions as they stand, without their key; those that are gone are missing."""
        keys = [_key(project.project_id, question_id) for question_id in question_ids]
        found = self._store.batch_get(keys, consistent=True, without=KEY_MATERIAL)
        return {face.question_id: face for face in found if face and counts(face, project)}

    def faces(self, project_id: str, wanted: Iterable[tuple[str, int]]) -> dict[str, QuestionVersion]:
        """The versions that an attempt was given, without their key."""
        keys = [_version_key(project_id, *each) for each in wanted]
        found = self._store.batch_get(keys, consistent=True, without=KEY_MATERIAL)
        return {face.question_id: face for face in found if face}

    def face(self, project_id: str, question_id: str, number: int) -> QuestionVersion:
        """One of them. A version never changes, so it may be remembered."""
        wanted = (project_id, question_id, number)
        return self._faces.get(wanted, lambda: self.faces(project_id, [(question_id, number)])[question_id])

    def versions(self, project_id: str, wanted: Iterable[tuple[str, int]]) -> dict[str, QuestionVersion]:
        """The same with their key: for scoring, and for results."""
        found = self._store.batch_get([_version_key(project_id, *each) for each in wanted], consistent=True)
        return {version.question_id: version for version in found if version}

    def keep(self, project: Project) -> bool:
        """Writes the object of a large bank anew, or removes that of one that is large no more."""
        places = self.places(project)
        if len(places) <= LARGE:
            self._store.bucket.delete(_object(project.project_id))
            return False
        body = {"imported": project.imported, "places": places}
        packed = gzip.compress(json.dumps(body, separators=(",", ":")).encode(), mtime=0)
        self._store.bucket.put(_object(project.project_id), packed, content_type="application/json", encoding="gzip")
        return True

    def _kept(self, project: Project) -> list[Place] | None:
        """What the stream keeps, unless it is behind: then the table is read."""
        packed = self._store.bucket.find(_object(project.project_id))
        if packed is None:
            return None
        body = json.loads(gzip.decompress(packed))
        current = body["imported"] == project.imported and len(body["places"]) == project.question_count
        return [Place(*place) for place in body["places"]] if current else None

    def clear(self, project_id: str) -> int:
        """What a deleted project leaves behind. The versions stay, as results refer to them."""
        questions = [_key(project_id, row.question_id) for row in self._rows(project_id)]
        granted = self._store.every(Override.key(project_id=project_id), consistent=True)
        self._store.batch_write(deletes=questions)
        self._store.batch_write(
            deletes=[Override.key.item(project_id=project_id, candidate_id=each.candidate_id) for each in granted]
        )
        self._store.bucket.delete(_object(project_id))
        return len(questions)

    def _rows(self, project_id: str) -> Iterable[StoredQuestion]:
        return self._store.every(StoredQuestion.key(project_id=project_id), consistent=True, without=NOT_FOR_A_LIST)


def _key(project_id: str, question_id: str) -> ItemKey[StoredQuestion]:
    return StoredQuestion.key.item(project_id=project_id, question_id=question_id)


def _version_key(project_id: str, question_id: str, number: int) -> ItemKey[QuestionVersion]:
    return QuestionVersion.key.item(project_id=project_id, question_id=question_id, number=number)


def _object(project_id: str) -> str:
    return f"banks/{project_id}.json.gz"
