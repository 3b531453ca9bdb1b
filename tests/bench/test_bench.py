"""The benchmark's own parts: verdicts, the report, the chart, and contenders that take turns."""

import json
import math
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tools.bench import processes
from tools.bench.catalogue import GOALS
from tools.bench.chart import chart
from tools.bench.goals import Found, Goal, Part, Result, Sense
from tools.bench.processes import BrokenContender, Contender, in_turns
from tools.bench.report import as_json, breakdown, table


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


def test_a_contender_that_fails_says_why(programs: Path) -> None:
    (programs / "fail.py").write_text("raise SystemExit('no item came back')")
    with pytest.raises(BrokenContender, match="no item came back"):
        Contender("fail").figures()
