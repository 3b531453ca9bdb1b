"""`python -m tools.local`, as a person uses it: started, asked, interrupted, and refused with a reason."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.local.process_groups import ends
from tools.build.targets import ROOT

TOY_APP = f"{sys.executable} {Path(__file__).with_name('toy_app.py')}"


def command(place: Path, *words: str) -> list[str]:
    return [sys.executable, "-m", "tools.local", "--place", str(place), *words]


def ask(place: Path, *words: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = os.environ | ({"PATH": path} if path is not None else {})
    return subprocess.run(
        command(place, *words), cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120
    )


@contextmanager
def up(place: Path) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """The command in the foreground of somebody else's terminal, and the lines it said until it was ready."""
    words = command(place, "up", "--port", "0", "--app", TOY_APP)
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line)
            if "curl" in line:
                break
        try:
            yield process, said
        finally:
            process.terminate()


def emulator_of(place: Path) -> int:
    return int(json.loads((place / "cloud.json").read_text())["pid"])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_up_tells_its_steps_and_a_signal_stops_all_it_started(number: signal.Signals, tmp_path: Path) -> None:
    with up(tmp_path) as (process, said):
        assert any("6/6" in line for line in said)
        emulator = emulator_of(tmp_path)
        process.send_signal(number)
        assert process.wait(30) == 0
    assert ends(emulator)
    assert not (tmp_path / "endpoints.json").exists()


def test_another_terminal_can_see_it_use_it_and_stop_it(tmp_path: Path) -> None:
    with up(tmp_path) as (process, _):
        emulator = emulator_of(tmp_path)
        url = json.loads((tmp_path / "endpoints.json").read_text())["toy"]
        assert url in ask(tmp_path, "status").stdout
        token = ask(tmp_path, "token", "--email", "a@b.c", "--groups", "operators").stdout.strip()
        request = urllib.request.Request(f"{url}/me", headers={"authorization": f"Bearer {token}"})
        with urllib.request.urlopen(request) as answer:
            assert json.load(answer)["claims"]["cognito:groups"] == "[operators]"
        assert ask(tmp_path, "down").returncode == 0
        assert process.wait(30) == 0
    assert ends(emulator)


def test_a_taken_port_is_named_with_a_way_out(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        refusal = ask(tmp_path, "up", "--port", str(port), "--app", TOY_APP)
    assert refusal.returncode == 2
    assert f"Port {port} is taken" in refusal.stderr
    assert "make run PORT=" in refusal.stderr


def test_a_machine_without_node_is_told_so(tmp_path: Path) -> None:
    refusal = ask(tmp_path, "up", "--port", "0", "--app", TOY_APP, path="")
    assert refusal.returncode == 2
    assert "Node 20" in refusal.stderr


@pytest.mark.parametrize("words", [("status",), ("down",), ("token", "--email", "a@b.c")])
def test_without_a_running_cloud_the_way_to_one_is_named(words: tuple[str, ...], tmp_path: Path) -> None:
    refusal = ask(tmp_path, *words)
    assert refusal.returncode == 2
    assert "make run" in refusal.stderr


def test_stacks_that_cannot_be_synthesized_are_reported_with_what_was_said(tmp_path: Path) -> None:
    refusal = ask(tmp_path, "up", "--port", "0", "--app", f"{sys.executable} -c 'raise SystemExit(\"no such stage\")'")
    assert refusal.returncode == 1
    assert "no such stage" in refusal.stderr


def test_an_interrupt_while_the_stacks_are_synthesized_stops_the_synthesis(tmp_path: Path) -> None:
    told, slow_app = tmp_path / "told", tmp_path / "slow_app.py"
    os.mkfifo(told)
    slow_app.write_text(f"import os, time\nopen({str(told)!r}, 'w').write(str(os.getpgid(0)))\ntime.sleep(600)\n")
    words = command(tmp_path, "up", "--port", "0", "--app", f"{sys.executable} {slow_app}")
    with subprocess.Popen(words, cwd=ROOT, start_new_session=True) as process:
        synthesis = int(told.read_text())
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
    assert ends(synthesis)
