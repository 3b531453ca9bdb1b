"""Every question about problems and their test cases."""

import gzip
import hashlib
from typing import Any

from functions.algoitny.entities.accounts import User
from functions.algoitny.entities.problems import Problem, TestCase
from functions.algoitny.rules.problems import Cases, TooManyProblems
from singletable.errors import CorruptObject
from singletable.expressions import Conditions, holds
from singletable.idempotency import Once
from singletable.keys import ItemKey
from singletable.store import Create, Delete, Operation, Page, Patch, Put, Store, Update

LINK_SECONDS = 300


class Problems:
    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, platform: str, problem_id: str, *, consistent: bool = False) -> Problem | None:
        return self._store.get(Problem.key.item(platform=platform, problem_id=problem_id), consistent=consistent)

    def whole(self, problem: Problem) -> Problem:
        """With the long texts, wherever they are."""
        return self._store.load(problem)

    def listed(
        self, state: str, *, tag: str | None, verified_only: bool, limit: int, cursor: str | None
    ) -> Page[Problem]:
        where: dict[str, object] = {}
        if tag is not None:
            where["tags"] = holds(tag)
        if verified_only:
            where["verified_by_admin"] = True
        conditions: Conditions = where
        return self._store.query(
            Problem.listed(state=state), limit=limit, cursor=cursor, newest_first=True, where=conditions
        )

    def awaiting_review(self, limit: int, cursor: str | None) -> Page[Problem]:
        return self._store.query(Problem.awaiting_review(), limit=limit, cursor=cursor)

    def register(
        self, before: Problem | None, after: Problem, cases: Cases | None, *, most: int | None, once: Once, answer: str
    ) -> None:
        """Problem, test cases, the registrar's count and the answer: one transaction."""
        writes = self.writes(before, after, cases, most=most)
        self._store.transact(*once.answering(200 if before else 201, answer, self._store.now()), *writes)

    def writes(
        self, before: Problem | None, after: Problem, cases: Cases | None, *, most: int | None
    ) -> list[Operation[Any]]:
        """What it takes to write a problem, for a transaction. Cases that outgrew the table are in the bucket then."""
        if cases is not None and after.test_cases_object is not None:
            self._store.bucket.put(
                after.test_cases_object,
                gzip.compress(cases.text.encode(), mtime=0),
                content_type="application/json",
                encoding="gzip",
            )
        write: Operation[Problem] = Update(before, after) if before else Create(after)
        counted = [] if before else self._counted(after, most)
        return [write, *counted, *self._case_writes(before, after, cases)]

    def _counted(self, problem: Problem, most: int | None) -> list[Operation[User]]:
        """One more of the registrar's, up to `most` (-1: any number; None: what staff writes is not counted)."""
        if problem.registered_by is None or most is None:
            return []
        ceiling = {} if most < 0 else {"problem_count": most}
        full = TooManyProblems(f"The plan registers {most} problems at the most.", facts={"limit": most})
        return [
            Patch(
                User.key.item(user_id=problem.registered_by), add={"problem_count": 1}, ceiling=ceiling, otherwise=full
            )
        ]

    def _case_writes(self, before: Problem | None, after: Problem, cases: Cases | None) -> list[Operation[TestCase]]:
        if cases is None:
            return []
        inline = cases.items(after.platform, after.problem_id) if after.test_cases_object is None else []
        held = before.test_case_count if before is not None and before.test_cases_object is None else 0
        surplus = range(len(inline) + 1, held + 1)
        return [Put(case) for case in inline] + [Delete(self._case_key(after, number)) for number in surplus]

    def _case_key(self, problem: Problem, number: int) -> ItemKey[TestCase]:
        return TestCase.key.item(platform=problem.platform, problem_id=problem.problem_id, number=number)

    def change(self, before: Problem, after: Problem) -> Problem:
        return self._store.update(before, after)

    def cases(self, problem: Problem) -> Cases:
        """The test cases, checked against the digest that the problem holds."""
        if problem.test_cases_object is None:
            of_problem = TestCase.key(platform=problem.platform, problem_id=problem.problem_id)
            return Cases.of(list(self._store.every(of_problem)))
        text = gzip.decompress(self._store.bucket.read(problem.test_cases_object)).decode()
        if hashlib.sha256(text.encode()).hexdigest() != problem.test_cases_sha256:
            raise CorruptObject(f"{problem.test_cases_object} is not what was stored")
        return Cases.read(text)

    def cases_link(self, problem: Problem) -> str | None:
        """Where a client fetches the test cases itself, once they have outgrown the table."""
        if problem.test_cases_object is None:
            return None
        return self._store.bucket.link(problem.test_cases_object, seconds=LINK_SECONDS)
