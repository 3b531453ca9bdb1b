"""POST /items/{item_id}/shares: the owner shares an item; a worker makes the link, once however often it is told."""

import secrets
from typing import Any

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.queue import queue_of
from edge.resources import store_of
from functions.wdrbe.dispatch import record_then_send
from functions.wdrbe.members import owner
from functions.wdrbe.models.messages import ShareMessage
from functions.wdrbe.models.requests import ItemId, ShareItem
from functions.wdrbe.models.views import ShareAccepted, shared_path
from functions.wdrbe.repository.shares import Shares
from functions.wdrbe.repository.wardrobe import Wardrobe
from functions.wdrbe.rules.items import owned
from functions.wdrbe.rules.shares import may_share
from functions.wdrbe.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once
from singletable.ulid import new_ulid

wardrobe, shares = Wardrobe(store_of(SERVICE)), Shares(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(item_id: ItemId, wish: ShareItem, caller: Caller, once: Once) -> ShareAccepted:
    user_id, token = owner(caller), secrets.token_urlsafe(24)
    may_share(owned(wardrobe.get(item_id), user_id))
    accepted = ShareAccepted(token=token, path=shared_path(token), platform=wish.platform)
    answer = accepted.json()

    def send(answered: str) -> None:
        said = ShareAccepted.read(answered)
        event: dict[str, Any] = {"user_id": user_id, "item_id": item_id, "activity_id": new_ulid(now()), "at": now()}
        queue_of("record_share").send(ShareMessage(token=said.token, platform=said.platform, **event))

    record_then_send(lambda: shares.accept(once, answer), send, once=once, answer=answer)
    return accepted
