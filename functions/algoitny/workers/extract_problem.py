"""Reads a problem from the page of its judge."""

from edge.resources import store_of
from edge.worker import worker
from functions.algoitny.carrying_out import carry_out
from functions.algoitny.extraction import Extraction
from functions.algoitny.models.messages import JobMessage
from functions.algoitny.repository.accounts import Accounts, Plans
from functions.algoitny.repository.problems import Problems
from functions.algoitny.rules.jobs import EXTRACTION
from functions.algoitny.service import SERVICE

store = store_of(SERVICE)
extraction = Extraction(Problems(store), Accounts(store), Plans(store))


@worker(SERVICE, __name__)
def handler(message: JobMessage) -> None:
    carry_out(EXTRACTION, message, extraction.extract)
