"""Who is calling, as AlgoItny knows them: the user behind a token, the plan, and whether they are staff."""

from msgspec import Struct

from edge.caller import Caller
from edge.resources import store_of
from functions.algoitny.entities.accounts import SubscriptionPlan, User
from functions.algoitny.repository.accounts import Accounts, Plans
from functions.algoitny.rules import accounts as rules
from functions.algoitny.rules.problems import Reader
from functions.algoitny.service import SERVICE
from singletable.clock import now

accounts, plans = Accounts(store_of(SERVICE)), Plans(store_of(SERVICE))


class Member(Struct, frozen=True):
    user: User
    is_staff: bool

    @property
    def plan(self) -> SubscriptionPlan:
        return plans.of(self.user)

    @property
    def reader(self) -> Reader:
        return Reader(self.user.user_id, self.is_staff, self.plan)


def member(caller: Caller) -> Member:
    """Any active user. An operator needs no account: somebody has to be the first."""
    user = accounts.known(caller.identity, proven_email(caller))
    if user is None:
        if not caller.is_operator:
            raise rules.NoSession("Log in first: POST /sessions.")
        user = User(user_id=caller.subject, email=caller.email, created_at=now(), updated_at=now())
    return Member(rules.require_active(user), user.is_staff or caller.is_operator)


def fresh_member(caller: Caller) -> Member:
    """The same, read again: for a change, which must start from what is, and for who looks at what they changed."""
    who = member(caller)
    current = accounts.get(who.user.user_id)
    if current is None:
        raise rules.NoSession("Log in first: POST /sessions.")
    return Member(rules.require_active(current), current.is_staff or caller.is_operator)


def staff(caller: Caller) -> Member:
    who = member(caller)
    rules.require_staff(who.is_staff)
    return who


def proven_email(caller: Caller) -> str | None:
    return caller.email if caller.email_verified else None
