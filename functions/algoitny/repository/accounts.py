"""Every question about users and plans."""

from collections.abc import Callable
from datetime import datetime, timedelta

from functions.algoitny.entities.accounts import EmailLock, GoogleLock, SubscriptionPlan, User
from functions.algoitny.rules.accounts import DEFAULT_PLANS, FREE, EmailTaken, NoSuchPlan, PlanInUse, PlanNotOpen
from singletable.cache import TimedCache
from singletable.errors import AlreadyExists, VersionConflict
from singletable.schema import evolve
from singletable.store import Claim, Create, Operation, Page, Patch, Put, Store, Update, move, release, remove

CACHED = timedelta(seconds=60)
"""How long a change of plan or a deactivation may go unnoticed by a warm function."""


class Accounts:
    """Users, found by who they are at the identity provider, by e-mail or by id."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: TimedCache[str, User | None] = TimedCache(CACHED, clock=store.now)

    def get(self, user_id: str) -> User | None:
        return self._store.get(User.key.item(user_id=user_id), consistent=True)

    def known(self, identity: str, proven_email: str | None) -> User | None:
        """The caller's user, remembered for a minute; that nobody was found is not remembered."""
        user = self._known.get(identity, lambda: self._whose(identity, proven_email))
        if user is None:
            self._known.forget(identity)
        return user

    def _whose(self, identity: str, proven_email: str | None) -> User | None:
        """Not the user of whoever wrote the caller's address into a profile without proof: a login takes that back."""
        user = self.find(identity, proven_email)
        claimed = user is not None and user.google_id != identity and user.email_unproven
        return None if claimed else user

    def find(self, identity: str, proven_email: str | None) -> User | None:
        """One query of an index; only where that has not caught up yet, the locks, which are never behind."""
        user = self._store.find(User.by_google_id(google_id=identity))
        if user is None and proven_email is not None:
            user = self._store.find(User.by_email(email=proven_email))
        if user is not None:
            return user
        lock = self._store.get(GoogleLock.key.item(google_id=identity), consistent=True)
        owner = lock.owner if lock else self._owner(proven_email)
        return self.get(owner) if owner else None

    def _owner(self, email: str | None) -> str | None:
        lock = self._store.get(EmailLock.key.item(email=email), consistent=True) if email else None
        return lock.owner if lock else None

    def create(self, user: User) -> None:
        """A user with the locks on what must be unique, and a place on the plan; all of it or nothing."""
        self._store.transact(
            Claim(EmailLock(email=str(user.email), owner=user.user_id)),
            Claim(GoogleLock(google_id=str(user.google_id), owner=user.user_id)),
            Create(user),
            _joins(user.plan_id),
        )

    def link(self, user: User, identity: str, now: datetime) -> User:
        """A known e-mail address logs in through another door."""
        linked = evolve(user, google_id=identity, updated_at=now)
        old = GoogleLock(google_id=str(user.google_id), owner=user.user_id)
        new = GoogleLock(google_id=identity, owner=user.user_id)
        locks = move(old, new) if user.google_id else (Claim(new),)
        update = Update(user, linked)
        self._store.transact(*locks, update)
        return update.result()

    def take_back(self, squatter: User, rightful: User, now: datetime) -> None:
        """An address that somebody wrote into a profile without proof goes to the one who proved it."""
        mine = EmailLock(email=str(rightful.email), owner=rightful.user_id)
        self._store.transact(
            Put(mine, {"owner": squatter.user_id}),
            Claim(GoogleLock(google_id=str(rightful.google_id), owner=rightful.user_id)),
            Update(squatter, evolve(squatter, email=None, email_unproven=None, updated_at=now)),
            Create(rightful),
            _joins(rightful.plan_id),
        )

    def change(self, before: User, after: User) -> User:
        """A changed profile; a changed e-mail address moves its lock in the same transaction."""
        update = Update(before, after)
        operations: list[Operation[EmailLock]] = []
        if before.email != after.email and after.email is not None:
            taken = EmailTaken("Another account has this e-mail address.", field="body.email")
            operations.append(Claim(EmailLock(email=after.email, owner=after.user_id), otherwise=taken))
        if before.email != after.email and before.email is not None:
            operations.append(release(EmailLock(email=before.email, owner=before.user_id)))
        self._store.transact(*operations, *_plan_moves(before, after), update)
        self.forget(before)
        return update.result()

    def forget(self, user: User) -> None:
        if user.google_id:
            self._known.forget(user.google_id)

    def on_plan(self, plan_id: int, limit: int, cursor: str | None) -> Page[User]:
        return self._store.query(User.on_plan(plan_id=plan_id), limit=limit, cursor=cursor, newest_first=True)


class Plans:
    """Plans, few and rarely changed: remembered for a minute. Until any is stored, the default ones hold."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._all: TimedCache[str, dict[int, SubscriptionPlan]] = TimedCache(CACHED, clock=store.now)

    def all(self) -> dict[int, SubscriptionPlan]:
        return self._all.get("all", self._read)

    def _read(self) -> dict[int, SubscriptionPlan]:
        stored = {plan.plan_id: plan for plan in self._store.every(SubscriptionPlan.all_plans())}
        return stored or {plan.plan_id: plan for plan in DEFAULT_PLANS}

    def of(self, user: User) -> SubscriptionPlan:
        plans = self.all()
        return plans.get(user.plan_id) or plans.get(FREE) or DEFAULT_PLANS[0]

    def get(self, plan_id: int) -> SubscriptionPlan | None:
        return self._store.get(SubscriptionPlan.key.item(plan_id=plan_id), consistent=True)

    def seed(self) -> None:
        """Stores the default plans where they are missing; what staff changed stays."""
        for plan in DEFAULT_PLANS:
            try:
                self._store.create(plan)
            except AlreadyExists:
                continue
        self._all.clear()

    def create(self, plan: SubscriptionPlan) -> SubscriptionPlan:
        """The first plan that is stored brings the default ones: they no longer hold by themselves."""
        is_first = self._store.find(SubscriptionPlan.all_plans()) is None
        made = self._store.create(plan)
        if is_first:
            self.seed()
        self._all.clear()
        return made

    def change(self, before: SubscriptionPlan, after: SubscriptionPlan) -> SubscriptionPlan:
        self._all.clear()
        return self._store.update(before, after)

    def delete(self, plan: SubscriptionPlan) -> None:
        """Only while nobody is on it: a condition on the counter that every joining and leaving moves."""
        self._all.clear()
        self._store.run(remove(plan, when={"user_count": 0}, otherwise=_in_use_or(plan)))


def _in_use_or(plan: SubscriptionPlan) -> Callable[[SubscriptionPlan | None], Exception]:
    def meaning(found: SubscriptionPlan | None) -> Exception:
        if found is None:
            return NoSuchPlan("There is no such plan.")
        if found.user_count > 0:
            return PlanInUse("Users are on this plan.", facts={"users": found.user_count})
        return VersionConflict(f"{plan.name} was changed", found)

    return meaning


def _joins(plan_id: int) -> Patch[SubscriptionPlan]:
    return Patch(
        SubscriptionPlan.key.item(plan_id=plan_id), add={"user_count": 1}, otherwise=NoSuchPlan("No such plan.")
    )


def _plan_moves(before: User, after: User) -> list[Operation[SubscriptionPlan]]:
    if before.plan_id == after.plan_id:
        return []
    closed = PlanNotOpen("This plan is closed or gone.")
    joined = SubscriptionPlan.key.item(plan_id=after.plan_id)
    left = SubscriptionPlan.key.item(plan_id=before.plan_id)
    return [
        Patch(joined, add={"user_count": 1}, when={"is_active": True}, otherwise=closed),
        Patch(left, add={"user_count": -1}),
    ]
