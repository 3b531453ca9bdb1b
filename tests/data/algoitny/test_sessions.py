"""First logins at once, on an engine that is atomic under threads."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

from edge.caller import Caller, caller_of
from functions.algoitny import sessions
from functions.algoitny.entities.accounts import EmailLock, SubscriptionPlan, User
from functions.algoitny.entities.catalogue import TABLE
from functions.algoitny.repository.accounts import Accounts, Plans
from functions.algoitny.rules.accounts import EmailTaken, edit_profile
from tests.engines import StoreFor
from tools.events.http import claims

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def caller(email: str, subject: str) -> Caller:
    event = {"requestContext": {"authorizer": {"jwt": {"claims": claims(email, subject=subject)}}}}
    found = caller_of(event)
    assert found is not None
    return found


def test_many_first_logins_with_one_address_make_one_user(store_for: StoreFor) -> None:
    store = store_for(TABLE, engine="dynoxide", now=lambda: NOW)
    accounts, plans = Accounts(store), Plans(store)
    plans.seed()
    who = caller("ann@example.com", "sub-1")

    def enter(_: int) -> tuple[User, bool]:
        return sessions.enter(accounts, plans, who, who.email, NOW)

    with ThreadPoolExecutor(12) as doors:
        entered = list(doors.map(enter, range(12)))
    assert len({user.user_id for user, _ in entered}) == 1
    assert [is_new for _, is_new in entered].count(True) == 1
    lock = store.get(EmailLock.key.item(email="ann@example.com"))
    assert lock is not None
    assert lock.owner == entered[0][0].user_id
    free = store.get(SubscriptionPlan.key.item(plan_id=1))
    assert free is not None
    assert free.user_count == 1


def test_two_doors_at_once_with_one_address_end_in_one_user(store_for: StoreFor) -> None:
    store = store_for(TABLE, engine="dynoxide", now=lambda: NOW)
    accounts, plans = Accounts(store), Plans(store)
    plans.seed()
    doors = [caller("ann@example.com", f"sub-{n}") for n in range(2)]
    with ThreadPoolExecutor(2) as threads:
        entered = list(threads.map(lambda who: sessions.enter(accounts, plans, who, who.email, NOW), doors))
    assert len({user.user_id for user, _ in entered}) == 1
    assert len(accounts.on_plan(1, 100, None).items) == 1


def test_one_address_wanted_by_many_profiles_goes_to_one(store_for: StoreFor) -> None:
    store = store_for(TABLE, engine="dynoxide", now=lambda: NOW)
    accounts, plans = Accounts(store), Plans(store)
    plans.seed()
    users = [
        sessions.enter(accounts, plans, caller(f"u{n}@example.com", f"sub-{n}"), f"u{n}@example.com", NOW)[0]
        for n in range(8)
    ]

    def take(user: User) -> bool:
        wanted = edit_profile(user, {"email": "nice@example.com"}, proven_email=None, now=NOW)
        try:
            accounts.change(user, wanted)
        except EmailTaken:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        won = list(threads.map(take, users))
    assert won.count(True) == 1
    owners = [store.get(User.key.item(user_id=user.user_id)) for user in users]
    assert sum(1 for user in owners if user is not None and user.email == "nice@example.com") == 1
    for user in owners:
        assert user is not None
        lock = store.get(EmailLock.key.item(email=user.email))
        assert lock is not None
        assert lock.owner == user.user_id
