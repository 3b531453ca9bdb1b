"""Untrusted code that wants to read others' files, or to leave its own behind."""

import errno
import os
import tempfile
from pathlib import Path
from uuid import uuid4

import pytest

from functions.algoitny_runner import box, handler
from tests.runner.runs import AS_IN_LAMBDA, EVERY_GUARD, run, run_all

IN_A_SHARED_ROOT = frozenset({"process_namespace", "network_namespace", "private_root"})
"""Files are kept apart by Landlock, and the working directory is one on the machine's own disk."""

LEAVE_FILES = """
import os
places = ['.', '..', '/', '/tmp', '/var/tmp', '/dev/shm', '/dev', '/box', os.path.expanduser('~')]
name = 'left-behind-' + input()
for place in places:
    path = os.path.join(place, name)
    print('FOUND' if os.path.lexists(path) else '', end='')
    for leave in (lambda: open(path, 'x'), lambda: os.mkdir(path), lambda: os.symlink('/', path)):
        try:
            leave()
            break
        except OSError:
            pass
"""

READ_FILES = """
import os
for path in input().split():
    try:
        print('READ', os.listdir(path) if os.path.isdir(path) else open(path).read()[:50])
    except OSError:
        pass
"""

FILL_DISK = """
import os
written = 0
try:
    for number in range(100_000):
        with open(f'file{number}', 'wb', 0) as file:
            for _ in range(15):
                written += file.write(bytes(1 << 20))
except OSError as error:
    print(written >> 20, error.errno)
"""


@pytest.mark.parametrize("without", [EVERY_GUARD, IN_A_SHARED_ROOT], ids=["private-root", "shared-root"])
def test_neither_our_source_nor_anybodys_files_can_be_read(without: frozenset[str], tmp_path: Path) -> None:
    (tmp_path / "other").write_text("of another run")
    tmp_path.chmod(0o755)
    targets = [
        str(tmp_path),
        str(tmp_path / "other"),
        handler.__file__,
        "/etc/passwd",
        "/etc",
        "/proc/1/cmdline",
        "/tmp",
    ]
    result = run(READ_FILES, " ".join(targets), without=without)
    if not {"private_root", "landlock"} & set(result["active"]):
        pytest.skip("this platform cannot keep files apart")
    assert result["output"] == ""


def test_what_can_be_read_where_nothing_keeps_files_apart_holds_no_secret() -> None:
    """The asset is all there is of ours: whoever reads it learns how it works, and nothing else."""
    asset = Path(handler.__file__).parent
    assert {file.suffix for file in asset.iterdir() if file.is_file()} <= {".py", ".md", ".txt", ".lock"}


@pytest.mark.parametrize("without", [EVERY_GUARD, IN_A_SHARED_ROOT], ids=["private-root", "shared-root"])
def test_a_case_finds_nothing_that_an_earlier_one_left(without: frozenset[str]) -> None:
    leave_nothing_behind(without)


def test_a_case_finds_nothing_that_an_earlier_one_left_on_any_platform(platform: frozenset[str]) -> None:
    leave_nothing_behind(platform)


def leave_nothing_behind(without: frozenset[str]) -> None:
    mark = uuid4().hex
    case = {"input": mark, "expected": ""}
    first = run_all(LEAVE_FILES, [case, case], without=without)
    second = run_all(LEAVE_FILES, [case], without=without)
    assert (first["verdict"], second["verdict"]) == ("accepted", "accepted"), first
    for place in ("/", "/tmp", "/var/tmp", "/dev/shm", "/dev", Path.home(), Path.cwd()):
        assert not os.path.lexists(Path(place) / f"left-behind-{mark}")


def test_a_full_working_directory_is_the_programs_own_problem() -> None:
    result = run(FILL_DISK, limits={"cpu_seconds": 10, "wall_seconds": 30})
    if "private_root" not in result["active"]:
        pytest.skip("this platform has no bounded directory to offer")
    written, error = (int(part) for part in result["output"].split())
    assert (written <= 65, error) == (True, errno.ENOSPC)


@pytest.mark.parametrize("without", [EVERY_GUARD, IN_A_SHARED_ROOT], ids=["private-root", "shared-root"])
def test_a_file_is_limited_in_size(without: frozenset[str]) -> None:
    code = "open('big', 'wb').write(bytes(2 << 20))"
    result = run(code, without=without, limits={"file_bytes": 1 << 20})
    if not {"private_root", "landlock"} & set(result["active"]):
        pytest.skip("this platform cannot keep files apart")
    assert (result["verdict"], result["error"]["type"]) == ("runtime_error", "OSError")
    assert "File too large" in result["error"]["message"]


def test_a_file_of_a_javascript_program_is_limited_in_size(javascript: str) -> None:
    code = "require('fs').writeFileSync('big', Buffer.alloc(2 << 20))"
    result = run(code, language=javascript, limits={"file_bytes": 1 << 20})
    if not {"private_root", "landlock"} & set(result["active"]):
        pytest.skip("this platform cannot keep files apart")
    assert (result["verdict"], result["error"]["message"]) == ("runtime_error", "EFBIG: file too large, write")


def test_nothing_can_be_written_where_files_are_not_kept_apart() -> None:
    result = run("open('mine', 'w')", without=AS_IN_LAMBDA)
    assert (result["verdict"], result["error"]["type"]) == ("runtime_error", "PermissionError")


HOSTILE_TREE = """
import os
os.symlink(input(), 'link')
for _ in range(1500):
    os.mkdir('deeper')
    os.chdir('deeper')
os.symlink('..', 'up')
os.mkdir('locked')
os.chmod('locked', 0)
os.mkfifo('pipe')
print('built')
"""


def test_a_tree_built_to_resist_is_removed_and_its_links_are_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    victim, place = tmp_path / "victim", tmp_path / "place"
    (victim / "kept").mkdir(parents=True)
    place.mkdir()
    for folder in (tmp_path, place):
        folder.chmod(0o711)
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    cases = [{"input": str(victim), "expected": "built"}] * 2
    limits = {"cpu_seconds": 20, "wall_seconds": 60}
    answer = run_all(HOSTILE_TREE, cases, without=IN_A_SHARED_ROOT, limits=limits)
    if "landlock" not in answer["isolation"]["active"]:
        pytest.skip("this platform cannot keep files apart")
    assert answer["verdict"] == "accepted", answer
    assert list(place.iterdir()) == []
    assert (victim / "kept").is_dir()


def test_removing_a_link_leaves_what_it_points_to(tmp_path: Path) -> None:
    (tmp_path / "victim").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "victim")
    box.remove(str(tmp_path / "link"))
    assert [entry.name for entry in tmp_path.iterdir()] == ["victim"]


def test_no_directory_of_an_execution_is_left(
    platform: frozenset[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o711)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    run("print(1)", without=platform)
    assert list(tmp_path.iterdir()) == []
