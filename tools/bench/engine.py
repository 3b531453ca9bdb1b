"""dynoxide: the engine that is atomic under threads and reports exact capacity units, empty or filled in bulk."""

import gzip
import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from singletable.codec import Item
from singletable.provision import table_request
from singletable.schema import Table
from tools.bench.processes import PLACE, ROOT, BrokenContender

DYNOXIDE = ROOT / "node_modules/@dynoxide/linux-x64/dynoxide"
START_LIMIT = 20.0


@dataclass(frozen=True)
class Engine:
    url: str
    pid: int

    def cpu_seconds(self) -> float:
        """What the engine has computed so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def engine(database: Path | None = None) -> Iterator[Engine]:
    """Runs while the block does; in memory, or on a database that `filled` made."""
    check_installed()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command: list[str | Path] = [DYNOXIDE, "--host", "127.0.0.1", "--port", str(port)]
    command += ["--db-path", str(database)] if database else []
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(port, process)
        yield Engine(f"http://127.0.0.1:{port}", process.pid)
    finally:
        process.terminate()
        process.wait(timeout=30)


def check_installed() -> None:
    if not DYNOXIDE.exists():
        raise BrokenContender(f"dynoxide is not installed: {DYNOXIDE.name} comes with `npm ci`, on Linux x64")


def wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    latest = time.monotonic() + START_LIMIT
    while time.monotonic() < latest and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise BrokenContender("dynoxide does not answer")


@contextmanager
def filled(table: Table, name: str, items: Iterable[Item]) -> Iterator[Path]:
    """A database that holds these items. An import is four times as fast as BatchWriteItem."""
    check_installed()
    place = PLACE / f"filled-{os.getpid()}"
    shutil.rmtree(place, ignore_errors=True)
    data = place / "export" / name / "data"
    data.mkdir(parents=True)
    try:
        with gzip.open(data / "0.json.gz", "wt", compresslevel=1) as export:
            for item in items:
                export.write(json.dumps({"Item": item}) + "\n")
        schema, database = place / "schema.json", place / "table.db"
        schema.write_text(json.dumps({"Table": {**table_request(table, name), "TableStatus": "ACTIVE"}}))
        command: list[str | Path] = [DYNOXIDE, "import", "--source", place / "export"]
        command += ["--schema", schema, "--output", database]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        if ran.returncode != 0:
            raise BrokenContender(f"dynoxide import: {ran.stderr}")
        yield database
    finally:
        shutil.rmtree(place, ignore_errors=True)
