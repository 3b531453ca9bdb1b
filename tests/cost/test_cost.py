"""The arithmetic of the bill, by hand: units times how often times price, and nothing else."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from functions.catalogue import SERVICES
from singletable.service import PUBLIC, Isolated, Route, Service, Worker
from tests.data.tables import LIBRARY
from tools.build.targets import ROOT
from tools.cost.bill import COMPONENTS, Bill, Line, bill, blended, without_names
from tools.cost.chart import chart
from tools.cost.designs import Comparison, algoitny, average_count_units, break_even, count_units, scan_units
from tools.cost.prices import BEFORE, NOW, SHEETS
from tools.cost.workload import PROFILES, BadProfile, profile, read
from tools.generate.capacity import CREATED, FIRST, WARM, CapacityRow

MILLION = 1_000_000
SHOP = Service(
    name="shop",
    title="Shop",
    summary="Sells",
    table=LIBRARY,
    routes=(Route("GET", "/things/{thing_id}", "show_thing", PUBLIC, memory=1024),),
    workers=(Worker("pack", "Packs", memory=512),),
    isolated=(Isolated("paint", "Paints", asset="paint", handler="paint.handler", memory=2048),),
)
ROWS = [
    CapacityRow(name="show_thing", note=FIRST, round_trips=3, read_units=2.5, write_units=0),
    CapacityRow(name="show_thing", note=WARM, round_trips=1, read_units=0.5, write_units=0, beyond={"s3": 1}),
    CapacityRow(name="pack", note="one record", round_trips=2, read_units=1, write_units=4, beyond={"sqs": 2}),
    CapacityRow(name="Thing", note=CREATED, round_trips=1, read_units=0, write_units=3),
]


def workload(**shop: Any) -> Any:
    return read(
        {
            "name": "test",
            "about": "",
            "milliseconds": 100,
            "first": 0.0,
            "log_bytes": 1024,
            "services": {"shop": shop},
        }
    )


def billed(**shop: Any) -> Bill:
    return bill(workload(**shop), NOW, [SHOP], {"shop": ROWS})


def test_a_call_costs_its_units_the_lambda_the_gateway_the_log_and_what_it_asks_of_others() -> None:
    [line] = billed(calls={"GET /things/{}": MILLION}).lines
    assert line.dollars == pytest.approx(
        {
            "reads": 0.5 * 0.125,
            "writes": 0.0,
            "other requests": 5.00,
            "Lambda": 0.20 + MILLION * 0.1 * 1.0 * 0.0000133334,
            "gateway": 1.00,
            "logs": MILLION * 1024 / 1024**3 * 0.50,
        }
    )
    assert line.total == pytest.approx(sum(line.dollars.values()))


def test_the_share_of_first_calls_pays_for_what_a_warm_container_remembers() -> None:
    [line] = billed(calls={"GET /things/{}": {"times": MILLION, "first": 0.25}}).lines
    assert line.read_units == pytest.approx(0.25 * 2.5 + 0.75 * 0.5)
    assert blended(ROWS[0], ROWS[1], 1.0).read_units == 2.5
    assert blended(ROWS[0], ROWS[1], 0.0).read_units == 0.5


def test_background_work_has_no_gateway_and_its_own_time_and_memory() -> None:
    pack, paint = billed(background={"pack": MILLION, "paint": {"times": 10, "milliseconds": 2000}}).lines
    assert "gateway" not in pack.dollars
    assert pack.dollars["writes"] == pytest.approx(4 * 0.625)
    assert pack.dollars["other requests"] == pytest.approx(2 * 0.40)
    assert pack.dollars["Lambda"] == pytest.approx(0.20 + MILLION * 0.1 * 0.5 * 0.0000133334)
    assert paint.dollars["Lambda"] == pytest.approx(10 * 0.20 / MILLION + 10 * 2.0 * 2.0 * 0.0000133334)


def test_what_is_only_written_or_kept_costs_nothing_around_the_table() -> None:
    written, kept = billed(written={"Thing": MILLION}, stored_gb=10).lines
    assert written.dollars == pytest.approx({"reads": 0, "writes": 3 * 0.625, "other requests": 0})
    assert kept.dollars == pytest.approx({"storage": 2.50, "recovery": 2.00})


def test_the_gateway_is_cheaper_beyond_three_hundred_million_for_everyone_alike() -> None:
    [line] = billed(calls={"GET /things/{}": 400 * MILLION}).lines
    assert line.dollars["gateway"] == pytest.approx(300 * 1.00 + 100 * 0.90)


def test_the_sum_is_the_sum_of_services_and_of_components() -> None:
    made = billed(calls={"GET /things/{}": 5}, background={"pack": 7}, written={"Thing": 9}, stored_gb=1)
    assert made.total == pytest.approx(sum(made.by_component().values()))
    assert made.by_component("shop") == made.by_component()
    components = made.by_component("shop")
    assert made.of_table("shop") == pytest.approx(components["reads"] + components["writes"] + components["storage"])


def test_what_is_not_measured_is_named_and_not_summed() -> None:
    made = billed(calls={"GET /others": 5}, background={"sleep": 1}, asked={"who": 1})
    assert made.lines == []
    assert len(made.unmeasured) == 3
    assert bill(workload(), NOW, [], {}).unmeasured == ["shop: nothing of it is measured"]


def test_the_older_sheet_doubles_requests_and_changes_nothing_else() -> None:
    assert BEFORE.units(MILLION, MILLION) == pytest.approx(1.50)
    assert NOW.units(MILLION, MILLION) == pytest.approx(0.75)
    assert BEFORE.gateway(MILLION) == NOW.gateway(MILLION)


@pytest.mark.parametrize(("items", "units"), [(0, 0.5), (13, 0.5), (100, 4), (1_000, 37.5), (10_000, 375)])
def test_counting_reads_every_item(items: int, units: float) -> None:
    assert count_units(items) == units


def test_a_scan_reads_half_a_unit_for_every_four_kilobytes() -> None:
    assert scan_units(4 / 1024**2) == 0.5


def test_a_counter_is_cheaper_than_counting_from_the_break_even_on() -> None:
    actions = break_even(NOW)
    assert sum(map(count_units, range(actions))) / actions > 5
    assert sum(map(count_units, range(actions - 1))) / (actions - 1) <= 5
    assert break_even(BEFORE) == actions
    assert average_count_units() < 5


def test_the_draft_was_wrong_by_a_factor_of_five_on_writes() -> None:
    said, priced, metered = algoitny(NOW)
    assert said.dollars == 225.77
    assert "5.0" in priced.why
    assert priced.dollars == pytest.approx(17.27 * 30 * 0.125 + 33.8 * 30 * 0.625 + 34, abs=0.5)
    assert metered.dollars != priced.dollars


def test_holes_of_a_path_match_whatever_they_are_called() -> None:
    assert without_names("GET /a/{b}/{c}") == without_names("GET /a/{}/{d}")


@pytest.mark.parametrize("file", sorted(PROFILES.glob("*.json")), ids=lambda file: file.stem)
def test_a_profile_asks_for_nothing_that_a_finished_service_has_not(file: Path) -> None:
    chosen = profile(file.stem)
    assert chosen.name == file.stem
    for service in (service for service in SERVICES if service.name in chosen.services):
        paths = {without_names(f"{route.method} {route.path}") for route in service.routes}
        load = chosen.services[service.name]
        assert {without_names(call) for call in load.calls} <= paths
        assert load.background.keys() <= {function.name for function in service.functions()}
        assert load.written.keys() <= {spec.cls.__name__ for spec in service.table.entities.values()}


def test_a_profile_that_cannot_be_meant_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadProfile, match="launch, promise"):
        profile("nobody")
    for wrong in ({"costs": 1}, {"calls": {"GET /": {"times": 1, "first": 2}}}, {"calls": {"GET /": {"time": 1}}}):
        file = tmp_path / "mine.json"
        whole = {"name": "m", "about": "", "milliseconds": 1, "first": 0, "log_bytes": 0, "services": {"shop": wrong}}
        file.write_text(json.dumps(whole))
        with pytest.raises(BadProfile):
            profile(str(file))


def test_the_chart_shows_every_way_and_every_service_within_its_frame() -> None:
    dollars = dict.fromkeys(COMPONENTS, 3.0)
    made = Bill([Line("shop", "GET /", 1, 1, 1, dollars), Line("bank", "GET /", 1, 1, 1, dollars)])
    bars = [Comparison("a < b", 10), Comparison("built", 5, built=True)]
    picture = ElementTree.fromstring(chart("A month", made, bars))
    width, height = map(float, picture.attrib["viewBox"].split()[2:])
    for box in picture.iter("{http://www.w3.org/2000/svg}rect"):
        assert float(box.attrib.get("x", 0)) + float(box.attrib["width"]) <= width
        assert float(box.attrib.get("y", 0)) + float(box.attrib["height"]) <= height
    said = "".join(picture.itertext())
    assert all(text in said for text in ("a < b", "built", "shop", "bank", *COMPONENTS))


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_command_prints_the_bill(sheet: str) -> None:
    command = [sys.executable, "-m", "tools.cost", "--profile", "launch", "--prices", sheet]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "POST /sessions" in ran.stdout
    refused = subprocess.run([*command[:-3], "nobody"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
