"""The place of one run: its input, its output pipes and an empty working directory, all gone when it is over."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from functions.algoitny_runner import private_root

INPUT, OUTPUT, ERRORS, WORK = "input", "output", "errors", "work"
STREAMS = {
    f"/dev/std{name}": f"{private_root.BOX}/{file}" for name, file in (("in", INPUT), ("out", OUTPUT), ("err", ERRORS))
}
"""Solutions read /dev/stdin by name; named pipes and a plain file make that work where there is no /proc."""


@dataclass(frozen=True, slots=True)
class Box:
    path: str

    @property
    def input(self) -> str:
        return os.path.join(self.path, INPUT)

    @property
    def output(self) -> str:
        return os.path.join(self.path, OUTPUT)

    @property
    def errors(self) -> str:
        return os.path.join(self.path, ERRORS)

    @property
    def work(self) -> str:
        return os.path.join(self.path, WORK)


@contextmanager
def in_private_root(size_bytes: int) -> Iterator[Box]:
    private_root.mount_box(size_bytes)
    try:
        yield Box(private_root.BOX)
    finally:
        private_root.unmount_box()


@contextmanager
def in_directory(place: str) -> Iterator[Box]:
    path = os.path.join(place, "run")
    os.mkdir(path, 0o755)
    try:
        yield Box(path)
    finally:
        remove(path)


def furnish(box: Box, standard_input: bytes, files: dict[str, bytes], owner: int | None) -> None:
    write(box.input, standard_input)
    for pipe in (box.output, box.errors):
        os.mkfifo(pipe)
        os.chmod(pipe, 0o622)  # noqa: S103 - a run under another user id writes there
    os.mkdir(box.work, 0o700)
    for name, content in files.items():
        write(os.path.join(box.work, name), content)
    if owner is not None:
        os.chown(box.work, owner, owner)


def write(path: str, content: bytes) -> None:
    with open(path, "xb", buffering=0) as file:
        view = memoryview(content)
        while view:
            view = view[file.write(view) :]


def remove(path: str) -> None:
    """Remove a tree that may have been built to resist: never through a link, never two levels deep at once."""
    if not stat.S_ISDIR(os.lstat(path).st_mode):
        os.unlink(path)
        return
    moved = 0
    os.chmod(path, 0o700)
    while directories := empty_of_files(path):
        for directory in directories:
            for below in empty_of_files(directory):
                moved += 1
                os.rename(below, os.path.join(path, f".{moved}"))
            os.rmdir(directory)
    os.rmdir(path)


def empty_of_files(path: str) -> list[str]:
    """Only directories are left then: these, and now they can be opened and moved."""
    directories = []
    for entry in list(os.scandir(path)):
        if entry.is_dir(follow_symlinks=False):
            os.chmod(entry.path, 0o700)
            directories.append(entry.path)
        else:
            os.unlink(entry.path)
    return directories
