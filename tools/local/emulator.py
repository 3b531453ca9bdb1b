"""The emulated AWS: one ministack process on 127.0.0.1, and how to reach it."""

import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import boto3

from tools.local.machine import clean_environment
from tools.local.processes import ProgramFailed, started

ACCOUNT = "000000000000"
REGION = "us-east-1"
START_LIMIT = 60.0


@dataclass(frozen=True)
class Emulator:
    port: int
    pid: int

    @property
    def url(self) -> str:
        """127.0.0.1, never localhost: functions would try IPv6 first and wait."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        """For programs that speak to AWS: they find this emulator and nothing else."""
        return clean_environment(
            AWS_ENDPOINT_URL=self.url,
            AWS_ACCESS_KEY_ID="test",
            AWS_SECRET_ACCESS_KEY="test",  # noqa: S106 - what the emulator expects
            AWS_REGION=REGION,
            AWS_DEFAULT_REGION=REGION,
            AWS_CONFIG_FILE="/dev/null",
            AWS_SHARED_CREDENTIALS_FILE="/dev/null",
            AWS_EC2_METADATA_DISABLED="true",
        )

    def client(self, service: str) -> Any:
        """A boto3 client; typed by whoever asks for it."""
        session = boto3.Session(aws_access_key_id="test", aws_secret_access_key="test", region_name=REGION)  # noqa: S106
        return session.client(service, endpoint_url=self.url)  # type: ignore[call-overload]


@contextmanager
def emulator(port: int, place: Path, lock: int) -> Iterator[Emulator]:
    """Runs while the block does. Everything it writes is below `place`; it holds `lock` as long as it lives."""
    log_file, scratch = place / "ministack.log", place / "scratch"
    scratch.mkdir(parents=True, exist_ok=True)
    environment = clean_environment(
        GATEWAY_PORT=str(port),
        BIND_HOST="127.0.0.1",
        SFTP_ENABLED="0",
        IOT_MTLS_ENABLED="0",
        LAMBDA_EXECUTOR="local",
        STATE_DIR=scratch / "state",
        S3_DATA_DIR=scratch / "s3",
        TMPDIR=scratch,
    )
    command = [sys.executable, "-m", "ministack"]
    with log_file.open("wb") as log, started(command, environment, log, pass_fds=[lock]) as process:
        wait_until_healthy(port, process, log_file)
        yield Emulator(port, process.pid)


def wait_until_healthy(port: int, process: subprocess.Popen[bytes], log_file: Path) -> None:
    deadline = time.monotonic() + START_LIMIT
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/_ministack/health", timeout=5):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    last = "\n".join(log_file.read_text(errors="replace").splitlines()[-20:])
    raise ProgramFailed(f"ministack did not start; the end of {log_file.name}:\n{last}")
