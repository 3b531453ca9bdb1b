"""What a page of the feed costs, and hints taken at once, on an engine with exact units that is atomic."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

from functions.algoitny.entities.accounts import Action
from functions.algoitny.entities.answers import Answered
from functions.algoitny.entities.catalogue import TABLE
from functions.algoitny.entities.executions import Hint, SearchHistory
from functions.algoitny.repository.hints import Hints
from functions.algoitny.repository.history import History
from functions.algoitny.repository.usage import UsageBook
from functions.algoitny.rules.accounts import DEFAULT_PLANS
from functions.algoitny.rules.hints import with_hint
from singletable.errors import VersionConflict
from singletable.idempotency import Once
from singletable.meter import Meter
from singletable.ulid import new_ulid
from tests.engines import StoreFor

NOW = datetime(2026, 3, 30, 12, tzinfo=UTC)


def public_run(at: datetime) -> SearchHistory:
    return SearchHistory(
        user_id="u1",
        history_id=new_ulid(at),
        platform="baekjoon",
        problem_number="1000",
        problem_title="A+B",
        code="print(3)",
        is_public=True,
        published_at=at,
        created_at=at,
    )


def test_a_page_of_the_feed_costs_the_same_however_much_was_published(store_for: StoreFor) -> None:
    meter = Meter()
    store = store_for(TABLE, engine="dynoxide", meter=meter, now=lambda: NOW)
    history = History(store)

    def cost() -> tuple[float, int]:
        meter.reset()
        assert len(history.feed(20, None, NOW).items) == 20
        return meter.read_units, meter.round_trips

    store.batch_write(puts=[public_run(NOW - timedelta(seconds=n)) for n in range(30)])
    few = cost()
    store.batch_write(puts=[public_run(NOW - timedelta(minutes=n)) for n in range(1, 2000)])
    assert cost() == few
    assert few[1] == 1


def test_an_empty_month_costs_one_small_read_a_day(store_for: StoreFor) -> None:
    meter = Meter()
    store = store_for(TABLE, engine="dynoxide", meter=meter, now=lambda: NOW)
    assert History(store).feed(20, None, NOW).items == ()
    assert (meter.round_trips, meter.read_units) == (30, 15.0)


def test_eight_hints_taken_at_once_are_one_level_and_one_charge(store_for: StoreFor) -> None:
    store = store_for(TABLE, engine="dynoxide", now=lambda: NOW)
    hints, book = Hints(store), UsageBook(store)
    seen = hints.seen("u1", "baekjoon", "1000", NOW)

    def take(number: int) -> bool:
        charge = book.charge("u1", Action.HINT, DEFAULT_PLANS[0], log_id=f"l{number}", now=NOW)
        after = with_hint(seen, Hint(f"hint {number}", "authored", NOW))
        try:
            hints.give(seen, after, charge, Once(Answered, "ann", None, "hash"), "{}")
        except VersionConflict:
            return False
        return True

    with ThreadPoolExecutor(8) as callers:
        given = list(callers.map(take, range(8)))
    assert given.count(True) == 1
    usage = book.today("u1", NOW)
    assert usage is not None
    assert usage.hints == 1
    assert len(hints.seen("u1", "baekjoon", "1000", NOW).hints) == 1
