"""A digest of everything an asset is made from: equal digests mean there is nothing to build."""

import hashlib
from collections.abc import Iterable
from pathlib import Path


def files_below(path: Path) -> list[Path]:
    """The files of a tree in one fixed order, without what tools leave behind."""
    if path.is_file():
        return [path]
    found = (file for file in path.rglob("*") if file.is_file() and not left_behind_by_a_tool(file, path))
    return sorted(found, key=lambda file: file.relative_to(path).as_posix())


def left_behind_by_a_tool(file: Path, top: Path) -> bool:
    parts = file.relative_to(top).parts
    return file.suffix == ".pyc" or any(part == "__pycache__" or part.endswith(".egg-info") for part in parts)


def fingerprint(paths: Iterable[Path], facts: Iterable[str] = ()) -> str:
    """Digest file names and contents below `paths`, and `facts` that no file holds, such as a tool's version."""
    digest = hashlib.sha256()
    for fact in facts:
        digest.update(f"fact {fact}\0".encode())
    for path in paths:
        for file in files_below(path):
            content = file.read_bytes()
            name = file.relative_to(path.parent).as_posix()
            digest.update(f"file {name} {len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()
