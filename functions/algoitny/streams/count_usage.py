"""Quota counters to usage log and daily totals."""

from edge.aggregate import Aggregation
from edge.resources import store_of
from edge.stream import Batch, consumer
from functions.algoitny.entities.usage import DailyUsage
from functions.algoitny.repository.usage import UsageBook
from functions.algoitny.rules import usage as rules
from functions.algoitny.service import SERVICE

store = store_of(SERVICE)
usage = UsageBook(store)
daily = Aggregation(DailyUsage, home=rules.home_of, fold=rules.fold)


@consumer(SERVICE, __name__)
def handler(batch: Batch) -> None:
    """The log first: written again it is the same log, and a total never speaks of an action that has none."""
    usage.write_log(entry for change in batch.changes if (entry := rules.log_of(change)) is not None)
    daily.apply(store, batch)
