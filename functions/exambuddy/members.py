"""Who is calling, as ExamBuddy knows them: the user behind a token, and what the stored role allows."""

from msgspec import Struct

from edge.caller import Caller
from edge.resources import store_of
from functions.exambuddy.entities.people import Role, User
from functions.exambuddy.entities.projects import Project
from functions.exambuddy.repository.people import People
from functions.exambuddy.repository.projects import Projects
from functions.exambuddy.rules import people as rules
from functions.exambuddy.rules.projects import existing
from functions.exambuddy.service import SERVICE

people, projects = People(store_of(SERVICE)), Projects(store_of(SERVICE))


class Admin(Struct, frozen=True):
    user_id: str
    is_operator: bool

    def project(self, project_id: str) -> Project:
        """One of the admin's own; of others it is not known. An operator knows them all."""
        own = projects.get(self.user_id, project_id)
        if own is None and self.is_operator:
            found = projects.by_id(project_id)
            own = projects.get(found.admin_id, project_id) if found else None
        return existing(own)


def proven_email(caller: Caller) -> str:
    """Users are kept by e-mail address, so it must be the caller's own."""
    if not caller.email or not caller.email_verified:
        raise rules.EmailUnverified("The e-mail address of your account is not verified.")
    return caller.email


def member(caller: Caller) -> User:
    user = people.known(proven_email(caller))
    if user is None:
        raise rules.NotRegistered("Register first: POST /users.")
    return user


def admin(caller: Caller) -> Admin:
    """By the role on the user. An operator needs no account: somebody has to be the first."""
    user = people.known(proven_email(caller))
    rules.require_admin(caller.is_operator or (user is not None and user.role is Role.ADMIN))
    return Admin(user.user_id if user else caller.subject, caller.is_operator)


def is_admin_of(caller: Caller, admin_id: str | None) -> bool:
    """Without refusing anyone."""
    user = people.known(proven_email(caller))
    return caller.is_operator or (user is not None and user.role is Role.ADMIN and user.user_id == admin_id)
