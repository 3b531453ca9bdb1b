"""The benchmark's own parts: verdicts, the report, the chart, and contenders that take turns."""

import json
import math
from pathlib import Path
from xml.etree import ElementTree

import pytest

from functions.catalogue import SERVICES
from singletable.service import Service
from tools.bench import processes
from tools.bench.catalogue import GOALS
from tools.bench.chart import chart
from tools.bench.goals import Found, Goal, Part, Result, Sense
from tools.bench.handlers import HANDLERS
from tools.bench.installed import documented_layer, layer
from tools.bench.processes import RATIO, BrokenContender, Contender, Runs, beside, in_turns
from tools.bench.readme import BEGIN, END, NoPlace, placed
from tools.bench.report import as_json, breakdown, table
from tools.bench.tricks import gain


def result(measured: float, limit: float = 0.75, sense: Sense = Sense.AT_MOST) -> Result:
    found = Found(measured, reference="bare <client> 118 ms", note="a note", breakdown=(Part("import", 68.5, "ms"),))
    return Result(Goal("cold & warm", limit, lambda effort: found, sense), found)


def test_a_goal_is_met_at_its_limit_and_short_beyond_it() -> None:
    assert result(0.75).met
    assert not result(0.7501).met
    assert result(0, limit=0, sense=Sense.EXACTLY).met
    assert not result(1, limit=0, sense=Sense.EXACTLY).met
    assert not result(math.inf).met


def test_the_table_shows_limit_figure_reference_and_verdict() -> None:
    lines = table([result(0.64), result(0.9)]).splitlines()
    assert lines[0].split() == ["goal", "limit", "measured", "reference"]
    assert lines[2].split() == ["cold", "&", "warm", "<=", "0.75", "0.64", "bare", "<client>", "118", "ms", "pass"]
    assert lines[3].endswith("SHORT")
    assert "68.50 ms  import" in breakdown(result(0.64))


def test_the_report_is_json_even_where_a_measurement_broke() -> None:
    goals = json.loads(as_json([result(0.64), result(math.inf)]))["goals"]
    assert [(goal["measured"], goal["pass"]) for goal in goals] == [(0.64, True), (None, False)]
    assert goals[0]["breakdown"] == [{"part": "import", "value": 68.5, "unit": "ms"}]


def test_the_chart_is_a_picture_in_which_no_bar_leaves_the_frame() -> None:
    picture = ElementTree.fromstring(chart([result(0.1), result(0.75), result(math.inf), result(3, limit=0)]))
    width = float(picture.attrib["viewBox"].split()[2])
    bars = [bar for bar in picture.iter("{http://www.w3.org/2000/svg}rect") if "x" in bar.attrib]
    assert len(bars) == 4
    assert all(float(bar.attrib["x"]) + float(bar.attrib["width"]) < width for bar in bars)


def test_every_goal_has_a_name_of_its_own() -> None:
    names = [goal.name for goal in GOALS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("begins", "limit"),
    [
        *(("cold start, " + handler.name, "<= 1") for handler in HANDLERS),
        *((f"warm store, {operation} ", "<= 0.95") for operation in ("get", "put", "transact 3")),
        ("warm store, query 20 ", "<= 0.6"),
        ("quota: write units of a charge", "= 1"),
        ("quota: write units after 1,000 actions / after none", "= 1"),
        ("quota: admitted beyond the limit", "= 0"),
        *((f"round trips: {what}", "= 1") for what in ("a charge", "login", "a problem")),
        ("round trips: warm login, quota, problem", "<= 2"),
        ("daily totals: off after redelivery and deaths", "= 0"),
        ("daily totals: write units per 1,000 events", "<= 4"),
        ("largest layer: megabytes zipped", "<= 6"),
        *((f"growth: {service.name}, ", "<= 1.1") for service in SERVICES),
    ],
)
def test_what_was_promised_is_measured(begins: str, limit: str) -> None:
    assert [f"{goal.sense} {goal.limit:g}" for goal in GOALS if goal.name.startswith(begins)] == [limit]


@pytest.mark.parametrize("service", SERVICES, ids=lambda service: service.name)
def test_every_service_has_a_light_start_and_one_that_checks_a_body_and_writes(service: Service) -> None:
    starts = {handler.kind: handler for handler in HANDLERS if handler.service == service.name}
    assert starts.keys() >= {"light", "write"}
    assert "PutItem" in {need.action for need in service.by_use_case[starts["write"].use_case].needs}
    assert json.loads(starts["write"].event["body"])


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(processes, "PROGRAMS", tmp_path)
    return tmp_path


def test_contenders_take_turns_and_their_first_run_is_not_counted(programs: Path) -> None:
    log = programs / "log"
    (programs / "speak.py").write_text(
        "import sys\nwith open(sys.argv[2], 'a') as log: log.write(sys.argv[1])\n"
        "print('a line of the program itself')\nprint('{\"total\": %d}' % len(open(sys.argv[2]).read()))\n"
    )
    runs = in_turns({name: Contender("speak", (name, str(log))) for name in "ab"}, rounds=3)
    assert log.read_text() == "ab" + "ab" + "ba" + "ab"
    assert (runs["a"].least("total"), runs["a"].median("total")) == (3, 6)
    assert in_turns({"c": Contender("speak", ("c", str(log)))}, rounds=1, uncounted=0)["c"].least("total") == 9


def test_a_run_is_told_beside_its_neighbours_of_the_reference(programs: Path) -> None:
    """The machine slows down tenfold in the third round: the ratios do not."""
    log = programs / "log"
    (programs / "slow.py").write_text(
        "import sys\nwith open(sys.argv[2], 'a') as log: log.write(sys.argv[1])\n"
        "so_far = len(open(sys.argv[2]).read())\n"
        "print('{\"total\": %d}' % ({'r': 4, 'a': 2, 'b': 6}[sys.argv[1]] * (10 if so_far > 12 else 1)))\n"
    )
    plain, found = beside(
        Contender("slow", ("r", str(log))), {name: Contender("slow", (name, str(log))) for name in "ab"}, rounds=3
    )
    assert log.read_text() == "rab" + "r" + "arbr" + "brar" + "arbr"
    assert (found["a"].median(RATIO), found["b"].median(RATIO)) == (0.5, 1.5)
    assert plain.least("total") == 4


@pytest.mark.parametrize(("count", "within"), [(1, (0, 0)), (4, (0, 3)), (15, (3, 11)), (60, (22, 37))])
def test_how_well_a_median_is_known_follows_from_the_ranks_of_the_runs(count: int, within: tuple[int, int]) -> None:
    runs = Runs([{RATIO: float(number)} for number in reversed(range(count))])
    assert runs.median_within(RATIO) == within


def test_a_gain_says_what_a_start_takes_without_its_trick_and_how_sure_that_is() -> None:
    found = gain("few handlers", Runs([{RATIO: 1 + number / 100} for number in (4, 6, 5)]), pace=200.0)
    assert (found.name, round(found.value, 3)) == ("gain: few handlers (95 %: 8.0 to 12.0)", 10)


def test_the_layer_with_docstrings_is_the_same_layer() -> None:
    plain, documented = layer(), documented_layer()
    assert {path.relative_to(plain) for path in plain.rglob("*")} == {
        path.relative_to(documented) for path in documented.rglob("*")
    }
    sizes = [sum(path.stat().st_size for path in place.rglob("*.pyc")) for place in (plain, documented)]
    assert sizes[0] < sizes[1]


def test_a_library_that_does_not_run_here_is_left_out_and_named(
    programs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (programs / "work.py").write_text("print('{\"total\": 1}')")
    (programs / "fail.py").write_text("raise SystemExit('no module named other')")
    runs = in_turns({"ours": Contender("work"), "other": Contender("fail", may_break=True)}, rounds=1)
    assert list(runs) == ["ours"]
    assert "other is left out" in capsys.readouterr().err


def test_a_contender_that_fails_says_why(programs: Path) -> None:
    (programs / "fail.py").write_text("raise SystemExit('no item came back')")
    with pytest.raises(BrokenContender, match="no item came back"):
        Contender("fail").figures()


def test_the_readme_gets_the_figures_between_its_marks_and_keeps_the_rest() -> None:
    report = json.loads(as_json([result(0.64), result(0.9), result(math.inf)]))
    text = placed(f"above\n{BEGIN}\nold figures\n{END}\nbelow\n", report)
    assert text.startswith(f"above\n{BEGIN}\n1 of 3 goals are met")
    assert text.endswith(f"\n{END}\nbelow\n")
    assert "old figures" not in text
    assert "| cold & warm | <= 0.75 | 0.64 | bare <client> 118 ms | pass |" in text
    assert "| 0.90 | bare <client> 118 ms | **short** |" in text
    assert "| broken |" in text
    assert placed(text, report) == text
    with pytest.raises(NoPlace):
        placed("no marks here", report)
