"""Executions under threads, on an engine that is atomic: one key is one charge, one run is finished once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

from functions.algoitny.entities.accounts import Action, User
from functions.algoitny.entities.answers import Answered
from functions.algoitny.entities.catalogue import TABLE
from functions.algoitny.entities.executions import Execution, SearchHistory, Solved
from functions.algoitny.entities.problems import Problem
from functions.algoitny.repository.executions import Executions
from functions.algoitny.repository.usage import UsageBook
from functions.algoitny.rules import executions as rules
from functions.algoitny.rules.accounts import DEFAULT_PLANS
from functions.algoitny.rules.runs import Run
from singletable.errors import AlreadyAnswered
from singletable.idempotency import Once
from singletable.store import Store
from tests.engines import StoreFor

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PROBLEM = Problem(
    platform="baekjoon", problem_id="1000", title="A+B", test_case_count=1, created_at=NOW, updated_at=NOW
)
ACCEPTED = Run("accepted", None, None, 1, 0, 1, 1, 1, ())
FREE = DEFAULT_PLANS[0]


def begun(number: int) -> Execution:
    return rules.begin(f"e{number}", "u1", PROBLEM, "python", "print(3)", is_public=False, now=NOW)


def test_one_key_sent_twenty_times_at_once_is_one_execution_and_one_charge(store_for: StoreFor) -> None:
    store = store_for(TABLE, engine="dynoxide", now=lambda: NOW)
    executions, book = Executions(store), UsageBook(store)

    def send(number: int) -> bool:
        charge = book.charge("u1", Action.EXECUTION, FREE, log_id=f"e{number}", now=NOW)
        try:
            executions.begin(begun(number), charge, Once(Answered, "ann", "key", "hash"), "{}")
        except AlreadyAnswered:
            return False
        return True

    with ThreadPoolExecutor(20) as senders:
        answers = list(senders.map(send, range(20)))
    assert answers.count(True) == 1
    usage = book.today("u1", NOW)
    assert usage is not None
    assert usage.executions == 1
    assert sum(executions.get(f"e{number}") is not None for number in range(20)) == 1


def finish(store: Store, execution: Execution) -> bool:
    executions = Executions(store)
    claimed = executions.change(execution, rules.claimed(execution, NOW))
    if claimed is None:
        return False
    history = rules.history_of(claimed, "print(3)", ACCEPTED, None, NOW)
    return executions.finish(
        claimed, rules.completed(claimed, ACCEPTED, NOW), history, rules.solved_by(claimed, ACCEPTED, NOW)
    )


def user_with(store: Store, *executions: Execution) -> None:
    store.create(User(user_id="u1", email="a@b.c", created_at=NOW, updated_at=NOW))
    for execution in executions:
        store.create(execution)


def test_eight_workers_with_one_message_finish_it_once(store_for: StoreFor) -> None:
    store = store_for(TABLE, engine="dynoxide", now=lambda: NOW)
    execution = begun(1)
    user_with(store, execution)
    with ThreadPoolExecutor(8) as workers:
        won = list(workers.map(lambda _: finish(store, execution), range(8)))
    assert won.count(True) == 1
    assert store.count(SearchHistory.of_user(user_id="u1")) == 1


def test_eight_solutions_of_one_problem_at_once_count_once(store_for: StoreFor) -> None:
    store = store_for(TABLE, engine="dynoxide", now=lambda: NOW)
    runs = [begun(number) for number in range(8)]
    user_with(store, *runs)
    with ThreadPoolExecutor(8) as workers:
        assert all(workers.map(lambda run: finish(store, run), runs))
    user = store.get(User.key.item(user_id="u1"))
    assert user is not None
    assert user.solved_count == 1
    assert store.count(SearchHistory.of_user(user_id="u1")) == 8
    assert store.get(Solved.key.item(user_id="u1", platform="baekjoon", problem_id="1000")) is not None


def test_a_result_and_a_refund_at_once_are_one_of_the_two(store_for: StoreFor) -> None:
    store = store_for(TABLE, engine="dynoxide", now=lambda: NOW)
    book, executions = UsageBook(store), Executions(store)
    runs = [begun(number) for number in range(6)]
    user_with(store, *runs)
    for run in runs:
        book.run(book.charge("u1", Action.EXECUTION, FREE, log_id=run.execution_id, now=NOW))

    def race(run: Execution) -> tuple[bool, bool]:
        claimed = executions.change(run, rules.claimed(run, NOW))
        assert claimed is not None
        history = rules.history_of(claimed, "print(3)", ACCEPTED, None, NOW)
        with ThreadPoolExecutor(2) as both:
            done = both.submit(executions.finish, claimed, rules.completed(claimed, ACCEPTED, NOW), history, None)
            lost = both.submit(executions.fail, claimed, rules.failed(claimed, "stuck", NOW), "r", NOW)
            return done.result(), lost.result()

    outcomes = [race(run) for run in runs]
    assert all(done != lost for done, lost in outcomes)
    usage = book.today("u1", NOW)
    assert usage is not None
    assert usage.executions == sum(done for done, _ in outcomes)
