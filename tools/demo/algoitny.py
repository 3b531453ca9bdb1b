"""A practice site some weeks old: problems with cases and hints, users on each plan, runs, a feed, daily totals."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from functions.algoitny.entities.accounts import Action, User
from functions.algoitny.entities.executions import SearchHistory, Solved
from functions.algoitny.entities.usage import LastAction, Usage, UsageLog
from functions.algoitny.rules.runs import CaseRun, Run
from functions.algoitny.service import SERVICE
from singletable.schema import evolve
from singletable.store import Store
from singletable.ulid import new_ulid
from tools.demo.algoitny_problems import PLATFORM, PROBLEMS, Exercise
from tools.demo.demo import OPERATOR, Demo

NAME = SERVICE.name
AT_ONCE = 2
DAYS = 28
PEOPLE = {
    "mia@quartet.example": (1, 0.5),
    "noah@quartet.example": (1, 0.25),
    "ines@quartet.example": (2, 0.8),
    "kofi@quartet.example": (3, 0.6),
    "team@quartet.example": (4, 0.9),
    "lena@quartet.example": (5, 0.4),
}
"""Plan, and how likely a day of practice is."""


def load(demo: Demo) -> None:
    for email in (OPERATOR, *PEOPLE):
        demo.token(email)  # one at a time: signing up twice at once would change the password in between
    with ThreadPoolExecutor(AT_ONCE) as calls:
        list(calls.map(lambda exercise: register(demo, exercise), PROBLEMS))
        users = dict(zip(PEOPLE, calls.map(lambda email: join(demo, email), PEOPLE), strict=True))
    store = demo.store(SERVICE)
    now = datetime.now(UTC).replace(microsecond=0)
    chance = random.Random(7)  # noqa: S311 - the same weeks every time
    for email, user_id in users.items():
        live(store, user_id, PEOPLE[email][1], chance, now)


def register(demo: Demo, exercise: Exercise) -> None:
    demo.call(NAME, "PUT", f"/problems/{PLATFORM}/{exercise.problem_id}", body=exercise.body())


def join(demo: Demo, email: str) -> str:
    user_id = str(demo.call(NAME, "POST", "/sessions", email)["user"]["user_id"])
    demo.call(NAME, "PATCH", f"/admin/users/{user_id}", body={"plan_id": PEOPLE[email][0]})
    return user_id


@dataclass(frozen=True)
class Practice:
    """One run of somebody, somewhere in the past."""

    user_id: str
    exercise: Exercise
    at: datetime
    is_right: bool
    is_public: bool

    def history(self) -> SearchHistory:
        run = self.run()
        return SearchHistory(
            user_id=self.user_id,
            history_id=new_ulid(self.at),
            platform=PLATFORM,
            problem_number=self.exercise.problem_id,
            problem_title=self.exercise.title,
            language="python",
            code=self.exercise.solution if self.is_right else "print(0)\n",
            is_public=self.is_public,
            published_at=self.at if self.is_public else None,
            verdict=run.verdict,
            passed=run.passed,
            failed=run.failed,
            total=run.total,
            results=run.text,
            created_at=self.at,
        )

    def run(self) -> Run:
        cases = tuple(self.case(given, wanted) for given, wanted in self.exercise.cases)
        passed = sum(case.verdict == "accepted" for case in cases)
        verdict = "accepted" if passed == len(cases) else "wrong_answer"
        reason = None if verdict == "accepted" else "differs from line 1 on"
        return Run(verdict, reason, None, passed, len(cases) - passed, len(cases), 12, 9_800, cases)

    def case(self, given: str, wanted: str) -> CaseRun:
        size = len(given.encode())
        if self.is_right or wanted.strip() == "0":
            return CaseRun("accepted", None, None, None, 12, 9_800, wanted, False, size)
        first = wanted.split("\n")[0]
        difference = {"line": 1, "expected": first, "actual": "0", "whitespace_only": False}
        return CaseRun("wrong_answer", "differs from line 1 on", None, difference, 12, 9_800, "0\n", False, size)


def live(store: Store, user_id: str, diligence: float, chance: random.Random, now: datetime) -> None:
    """Weeks of practice. The counters alone are written: their totals come through the stream, as they always do."""
    rows: list[object] = []
    solved: dict[str, Solved] = {}
    for back in range(DAYS, 0, -1):
        if chance.random() >= diligence:
            continue
        morning = (now - timedelta(days=back)).replace(hour=8, minute=0, second=0)
        runs = list(practice(user_id, morning, chance))
        for run in runs:
            history = run.history()
            rows.append(history)
            if run.is_right:
                solved.setdefault(run.exercise.problem_id, first_solution(history))
        rows += charges(user_id, runs, chance.randint(0, 2))
    store.batch_write(puts=[*rows, *solved.values()])
    user = store.get(User.key.item(user_id=user_id), consistent=True)
    if user is not None:
        store.put(evolve(user, solved_count=len(solved)))


def practice(user_id: str, morning: datetime, chance: random.Random) -> Iterator[Practice]:
    """A problem or two, tried until it is solved."""
    at = morning
    for exercise in chance.sample(PROBLEMS, chance.randint(1, 2)):
        for is_last in (*[False] * chance.randint(0, 2), True):
            at += timedelta(minutes=chance.randint(3, 40))
            yield Practice(user_id, exercise, at, is_last, is_public=is_last and chance.random() < 0.5)


def first_solution(run: SearchHistory) -> Solved:
    return Solved(
        user_id=run.user_id,
        platform=run.platform,
        problem_id=run.problem_number,
        history_id=run.history_id,
        created_at=run.created_at,
    )


def charges(user_id: str, runs: list[Practice], hints: int) -> Iterator[object]:
    """The day's log, and its counter, whose last action is the last of the log."""
    actions = [(Action.EXECUTION, run) for run in runs] + [(Action.HINT, run) for run in runs[:hints]]
    logs = [
        UsageLog(
            user_id=user_id,
            day=run.at.date(),
            log_id=new_ulid(run.at),
            action=action,
            platform=PLATFORM,
            problem_id=run.exercise.problem_id,
            problem_number=run.exercise.problem_id,
            created_at=run.at,
        )
        for action, run in actions
    ]
    yield from logs
    last = max(logs, key=lambda log: log.created_at)
    yield Usage(
        user_id=user_id,
        day=last.day,
        hints=sum(action is Action.HINT for action, _ in actions),
        executions=len(runs),
        last=LastAction(last.action, last.log_id, last.created_at, PLATFORM, last.problem_id),
        created_at=runs[0].at,
    )
