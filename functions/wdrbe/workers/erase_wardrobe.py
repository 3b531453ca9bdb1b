"""Erases a user's wardrobe; dying half-way, it is begun again and finds less to do."""

from edge.observe import logger
from edge.resources import store_of
from edge.worker import worker
from functions.wdrbe.models.messages import ErasureMessage
from functions.wdrbe.repository.erasure import Erasure
from functions.wdrbe.service import SERVICE

erasure = Erasure(store_of(SERVICE))


@worker(SERVICE, __name__)
def handler(message: ErasureMessage) -> None:
    logger.info("wardrobe erased", extra={"items": erasure.erase(message.user_id, message.until)})
