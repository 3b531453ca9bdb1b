"""What docs/capacity says is what the engine charges: measured again, function by function."""

import json
import subprocess
import sys

import pytest

from functions.catalogue import SERVICES
from singletable.service import Service
from tools.build.targets import ROOT
from tools.generate.capacity import FIRST, WARM, CapacityRow, capacity_rows

each_service = pytest.mark.parametrize("service", SERVICES, ids=lambda service: service.name)


@each_service
def test_what_a_service_consumes_is_as_its_page_says(service: Service) -> None:
    command = [sys.executable, "-m", "tools.bench.capacity", "--check", service.name]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def rows(service: Service) -> dict[tuple[str, str], CapacityRow]:
    return {(row.name, row.note): row for row in capacity_rows(service) or ()}


@each_service
def test_a_warm_call_never_costs_more_than_the_first(service: Service) -> None:
    held = rows(service)
    dearer = [
        name
        for (name, note), row in held.items()
        if note == WARM
        and (row.round_trips, row.read_units) > (held[name, FIRST].round_trips, held[name, FIRST].read_units)
    ]
    assert dearer == []


@each_service
def test_every_question_and_every_entity_has_its_figure(service: Service) -> None:
    named = {name for name, _ in rows(service)}
    for table in service.tables:
        for spec in table.entities.values():
            assert spec.cls.__name__ in named
            assert [key.answers for key in (spec.key, *spec.places) if key.answers not in named] == []


def test_a_row_says_what_it_asks_of_others() -> None:
    row = CapacityRow(name="a", round_trips=1, read_units=0.5, write_units=0, note=WARM, beyond={"s3": 2, "sqs": 1})
    assert row.said == "warm, 2 to s3, 1 to sqs"
    assert CapacityRow(**json.loads('{"name": "a", "round_trips": 1, "read_units": 1, "write_units": 0}')).said == ""
