"""Teams, participants and payments to daily figures."""

from edge.aggregate import Aggregation
from edge.resources import store_of
from edge.stream import Batch, consumer
from functions.codekurukshetra.entities.records import DailyStatistics
from functions.codekurukshetra.rules import statistics as rules
from functions.codekurukshetra.service import SERVICE

store = store_of(SERVICE)
daily = Aggregation(DailyStatistics, home=rules.home_of, fold=rules.fold)


@consumer(SERVICE, __name__)
def handler(batch: Batch) -> None:
    daily.apply(store, batch)
