"""Guard `private_root`: a file system of its own that holds the language's runtime, read-only, and nothing else."""

import os
from collections.abc import Iterable

from functions.algoitny_runner import linux

LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache")
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
BOX = "/box"

_KEPT_FLAGS = (
    (os.ST_RDONLY, linux.MS_RDONLY),
    (os.ST_NOSUID, linux.MS_NOSUID),
    (os.ST_NODEV, linux.MS_NODEV),
    (os.ST_NOEXEC, linux.MS_NOEXEC),
)


def enter(place: str, runtime: Iterable[str], streams: dict[str, str]) -> None:
    """Make `place` the root of this mount namespace; `streams` are links such as /dev/stdin -> the case's input."""
    linux.mount("none", "/", None, linux.MS_REC | linux.MS_PRIVATE)
    linux.mount("tmpfs", place, "tmpfs", linux.MS_NOSUID | linux.MS_NODEV, "size=1m,nr_inodes=4096,mode=755")
    try:
        furnish(place, runtime, streams)
        os.chdir(place)
        linux.pivot_root(".", ".")
    except OSError:
        os.chdir("/")
        linux.unmount(place)
        raise
    linux.unmount(".")
    os.chdir("/")
    read_only = linux.MS_RDONLY | linux.MS_NOSUID | linux.MS_NODEV
    linux.mount("none", "/", None, linux.MS_REMOUNT | linux.MS_BIND | read_only)


def furnish(place: str, runtime: Iterable[str], streams: dict[str, str]) -> None:
    for path in (*LIBRARIES, *runtime):
        show(path, place, linux.MS_RDONLY)
    for path in DEVICES:
        show(path, place, 0)
    for name, target in streams.items():
        os.symlink(target, place + name)
    os.mkdir(place + BOX)


def show(path: str, place: str, flags: int) -> None:
    inside = place + path
    if os.path.lexists(inside) or not os.path.exists(path):
        return
    os.makedirs(os.path.dirname(inside), mode=0o755, exist_ok=True)
    if os.path.islink(path):
        os.symlink(os.readlink(path), inside)
        return
    if os.path.isdir(path):
        os.mkdir(inside)
    else:
        os.close(os.open(inside, os.O_CREAT | os.O_WRONLY))
    linux.mount(path, inside, None, linux.MS_BIND | linux.MS_REC)
    if flags:
        kept = sum(flag for seen, flag in _KEPT_FLAGS if os.statvfs(inside).f_flag & seen)
        linux.mount("none", inside, None, linux.MS_REMOUNT | linux.MS_BIND | flags | kept)


def mount_box(size_bytes: int) -> None:
    """A fresh, bounded directory in memory for one run."""
    flags = linux.MS_NOSUID | linux.MS_NODEV | linux.MS_NOEXEC
    linux.mount("tmpfs", BOX, "tmpfs", flags, f"size={size_bytes},nr_inodes=1024,mode=755")


def unmount_box() -> None:
    linux.unmount(BOX)
