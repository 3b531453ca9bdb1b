"""Items to the numbers of their owner's wardrobe."""

from edge.aggregate import LifetimeAggregation
from edge.resources import store_of
from edge.stream import Batch, consumer
from functions.wdrbe.entities import Statistics
from functions.wdrbe.rules import statistics as rules
from functions.wdrbe.service import SERVICE

store = store_of(SERVICE)
numbers = LifetimeAggregation(Statistics, home=rules.home_of, fold=rules.fold)


@consumer(SERVICE, __name__)
def handler(batch: Batch) -> None:
    numbers.apply(store, batch)
