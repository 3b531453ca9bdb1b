"""What the bench makes its tables and its load of."""

from collections import Counter
from datetime import timedelta

import pytest

from functions.catalogue import SERVICES
from singletable.items import encode
from singletable.schema import spec_of
from singletable.service import Service
from tools.bench.apart import forked
from tools.bench.container import NOON
from tools.bench.growth import lists_of, population, worst_ratio
from tools.bench.load import PROMISED, Held, mix
from tools.bench.processes import BrokenContender
from tools.bench.specimen import copies, specimen
from tools.bench.totals import Stream
from tools.generate.sample import samples_of

each_service = pytest.mark.parametrize("service", SERVICES, ids=lambda service: service.name)


@each_service
def test_an_example_can_be_made_for_every_place_of_every_entity(service: Service) -> None:
    for table in service.tables:
        for spec in table.entities.values():
            for key in (spec.key, *spec.places):
                made = specimen(spec, (key,), (), NOON)
                assert made is not None, key.answers
                assert encode(made)["PK"]


@each_service
def test_the_lists_of_a_service_fill_one_partition_each_with_items_of_their_own(service: Service) -> None:
    for each in lists_of(service):
        many = list(copies(each.example, each.keys, 50))
        for key in each.keys:
            places = [key.values(lambda name, one=one: getattr(one, name)) for one in many]  # type: ignore[misc]  # bound
            assert len({place[0] for place in places if place}) == 1, key.answers
            assert len(set(places)) == 50
        assert len({spec_of(one).item_key(one) for one in many}) == 50


@each_service
def test_a_table_has_as_many_items_as_asked_for_beside_the_samples(service: Service) -> None:
    items = list(population(service, 1_000))
    assert 900 <= len(items) - len(samples_of(service).stored(NOON - timedelta(minutes=1))) <= 1_000
    assert len({(item["PK"]["S"], item["SK"]["S"]) for item in items}) == len(items)


def test_growth_is_the_worse_of_round_trips_and_units() -> None:
    assert worst_ratio((1, 2.0), (1, 2.2)) == pytest.approx(1.1)
    assert worst_ratio((1, 2.0), (3, 2.0)) == 3
    assert worst_ratio((0, 0.0), (0, 0.0)) == 1
    assert worst_ratio((0, 0.0), (1, 0.5)) > 1000


def test_the_mix_has_the_promised_proportions() -> None:
    counted = Counter(mix(tuple(PROMISED)))
    assert counted == {kind: per_minute // 200 for kind, per_minute in PROMISED.items()}


def test_a_rate_is_sustained_while_nothing_fails_and_hardly_anything_is_late() -> None:
    held = Held({"a": [0.010] * 98 + [0.020], "b": [0.400]}, seconds=1)
    assert (held.percentile(0.5), held.percentile(0.98), held.answered) == (10, 20, 100)
    assert not held.sustained
    assert Held({"a": [0.01] * 100}).sustained
    assert not Held({"a": [0.01] * 100}, failed=1).sustained


def test_the_stream_of_a_day_says_what_it_amounts_to() -> None:
    stream = Stream(300)
    hints, executions, users, top = stream.truth()
    assert hints + executions == 300 == sum(map(len, stream.shards.values()))
    assert users == len(stream.counters)
    assert top[0][1] == max(usage.hints + usage.executions for usage in stream.counters.values())


def test_work_in_a_fork_answers_or_says_why_not() -> None:
    assert forked(lambda: 6 * 7) == 42
    with pytest.raises(BrokenContender, match="no table"):
        forked(lambda: exec("raise ValueError('no table')"))
