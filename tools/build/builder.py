"""Brings every asset up to date, and leaves alone what already is."""

import fcntl
import shutil
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.build.assets import Asset, assets
from tools.build.bytecode import Tree, compile_trees
from tools.build.targets import ROOT, Target

LISTED_FROM = 50_000
ZIP_ENTRY = 122
"""Bytes of a zip's two headers for one file, without its name."""


def build(targets: Iterable[Target], root: Path = ROOT, say: Callable[[str], None] = print) -> list[Path]:
    """Build what is out of date below `.build` and return every asset's folder."""
    place = root / ".build"
    with one_builder_at_a_time(place):
        return [folder for target in targets for folder in build_target(target, root, place, say)]


def build_target(target: Target, root: Path, place: Path, say: Callable[[str], None]) -> list[Path]:
    started = time.monotonic()
    wanted = {asset: asset.fingerprint() for asset in assets(root, target)}
    stale = [asset for asset, digest in wanted.items() if not is_current(place, asset, digest)]
    for number, asset in enumerate(stale, 1):
        say(f"build: {asset.folder_name} ({number}/{len(stale)})")
        new = unfinished(place, asset)
        shutil.rmtree(new, ignore_errors=True)
        asset.fill(new)
    if stale:
        say(f"build: bytecode for {target}")
        compile_trees([Tree(unfinished(place, asset) / asset.code, asset.with_source) for asset in stale], target)
    for asset in stale:
        finish(place, asset, wanted[asset])
        if asset.name.startswith("layer"):
            report_size(place / asset.folder_name, say)
    forget_others({asset.folder_name for asset in wanted}, place, target)
    kept = len(wanted) - len(stale)
    say(f"build: {target} is ready, {len(stale)} built, {kept} unchanged, {time.monotonic() - started:.1f} s")
    return [place / asset.folder_name for asset in wanted]


def unfinished(place: Path, asset: Asset) -> Path:
    return place / f"{asset.folder_name}.unfinished"


def digest_file(place: Path, asset: Asset) -> Path:
    """Beside the folder, not in it: an asset holds nothing that says how it was made."""
    return place / f"{asset.folder_name}.fingerprint"


def is_current(place: Path, asset: Asset, digest: str) -> bool:
    recorded = digest_file(place, asset)
    return (place / asset.folder_name).is_dir() and recorded.exists() and recorded.read_text() == digest


def finish(place: Path, asset: Asset, digest: str) -> None:
    digest_file(place, asset).unlink(missing_ok=True)
    folder = place / asset.folder_name
    shutil.rmtree(folder, ignore_errors=True)
    unfinished(place, asset).rename(folder)
    digest_file(place, asset).write_text(digest)


def forget_others(wanted: set[str], place: Path, target: Target) -> None:
    """Nobody deploys the code of a folder that is gone or has another name now."""
    for record in place.glob(f"*-{target}.fingerprint"):
        if record.stem not in wanted:
            shutil.rmtree(record.with_suffix(""), ignore_errors=True)
            record.unlink()


@contextmanager
def one_builder_at_a_time(place: Path) -> Iterator[None]:
    place.mkdir(exist_ok=True)
    with (place / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def zipped_sizes(folder: Path) -> Counter[str]:
    """Bytes in a zip, by the package they belong to."""
    sizes: Counter[str] = Counter()
    for file in folder.rglob("*"):
        if not file.is_file():
            continue
        name = file.relative_to(folder)
        package = name.parts[1] if len(name.parts) > 1 else name.parts[0]
        sizes[package] += len(zlib.compress(file.read_bytes())) + ZIP_ENTRY + 2 * len(name.as_posix())
    return sizes


def report_size(folder: Path, say: Callable[[str], None]) -> None:
    sizes = zipped_sizes(folder)
    listed = ", ".join(f"{name} {size / 1e6:.2f}" for name, size in sizes.most_common() if size >= LISTED_FROM)
    say(f"build: {folder.name} is {sizes.total() / 1e6:.2f} MB zipped ({listed})")
