"""Decisions about users: who is one, who may administer, who may go."""

from datetime import datetime

from functions.exambuddy.entities.people import Role, User
from singletable.refusal import Absent, Forbidden, Kind, Refused
from singletable.schema import evolve


class NotRegistered(Refused):
    kind, code = Kind.FORBIDDEN, "not_registered"


class EmailUnverified(Refused):
    kind, code = Kind.FORBIDDEN, "email_unverified"


class AlreadyRegistered(Refused):
    kind, code = Kind.CONFLICT, "already_registered"


class OwnRole(Refused):
    kind, code = Kind.CONFLICT, "own_role"


class OwnsProjects(Refused):
    kind, code = Kind.CONFLICT, "owns_projects"


class NoSuchUser(Absent):
    code = "no_such_user"


def new_user(user_id: str, email: str, name: str, now: datetime) -> User:
    return User(user_id=user_id, email=email, name=name, created_at=now, updated_at=now)


def existing(user: User | None) -> User:
    if user is None:
        raise NoSuchUser("There is no such user.")
    return user


def require_admin(is_admin: bool) -> None:
    if not is_admin:
        raise Forbidden("This is for admins.")


def with_role(user: User, role: Role, actor_id: str, now: datetime) -> User:
    """Nobody changes their own: whoever was an admin alone would otherwise leave none."""
    if user.user_id == actor_id:
        raise OwnRole("Another admin has to change your role.")
    return evolve(user, role=role, updated_at=now)
