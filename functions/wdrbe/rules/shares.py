"""Decisions about share links: who sees what through them, and for how long."""

from datetime import datetime, timedelta

from functions.wdrbe.entities import Item, Share
from singletable.refusal import Absent, Kind, Refused
from singletable.schema import evolve

MOST_LINKS = 50
REMEMBERED = timedelta(days=30)
"""Longer than a message can wait: 14 days in its queue, and as long among the dead letters."""


class NoSuchShare(Absent):
    code = "no_such_share"


class ShareRevoked(Refused):
    kind, code = Kind.GONE, "share_revoked"


class TooManyLinks(Refused):
    kind, code = Kind.CONFLICT, "too_many_links"


def no_such_share() -> NoSuchShare:
    return NoSuchShare("There is no such share link.")


def too_many_links() -> TooManyLinks:
    return TooManyLinks(f"An item has {MOST_LINKS} links at the most; revoke one.", facts={"limit": MOST_LINKS})


def may_share(item: Item) -> Item:
    if item.link_count >= MOST_LINKS:
        raise too_many_links()
    return item


def revoked(share: Share, now: datetime) -> Share:
    return evolve(share, revoked_at=now, expires_at=now + REMEMBERED)


def visible(share: Share | None, item: Item | None) -> Item:
    """The item behind a link, while the link lives and the item is there."""
    if share is None:
        raise no_such_share()
    if share.revoked_at is not None:
        raise ShareRevoked("This link was revoked.")
    if item is None or not item.is_public:
        raise no_such_share()
    return item
