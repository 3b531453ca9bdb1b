"""Finishes an import whose request may have died half-way; mostly there is nothing left to do."""

from edge.resources import store_of
from edge.worker import worker
from functions.wdrbe.models.messages import ImportMessage
from functions.wdrbe.repository.imports import Imports
from functions.wdrbe.service import SERVICE

imports = Imports(store_of(SERVICE))


@worker(SERVICE, __name__)
def handler(message: ImportMessage) -> None:
    imports.finish(message.user_id, message.import_id)
