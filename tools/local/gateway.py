"""The payment gateway of a local cloud: the simulator in a process of its own, and the service that pays at it."""

import json
import secrets
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tools.local.emulator import Emulator
from tools.local.gaps import physical_ids
from tools.local.machine import NotReady, clean_environment, free_port
from tools.local.processes import ProgramFailed, started

SETTING = "codekurukshetra.gateway_url"
STACK = "quartet-codekurukshetra-{stage}"
SECRET = "GatewaySecret"  # noqa: S105 - the logical id of one
WEBHOOKS = "/webhooks/razorpay"
START_LIMIT = 20.0


@dataclass(frozen=True)
class LocalGateway:
    """Where it stands and what it issues: keys that are new in every run."""

    port: int
    issued: dict[str, str] = field(
        default_factory=lambda: {
            "key_id": f"rzp_test_{secrets.token_hex(7)}",
            "key_secret": secrets.token_urlsafe(24),
            "webhook_secret": secrets.token_urlsafe(24),
        }
    )

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @contextmanager
    def running(self, place: Path) -> Iterator[None]:
        options = [f"--{name.replace('_', '-')}={value}" for name, value in self.issued.items()]
        command = [sys.executable, "-m", "tools.gateway", f"--port={self.port}", *options]
        log_file = place / "gateway.log"
        with log_file.open("wb") as log, started(command, clean_environment(), log) as process:
            self._wait(process)
            yield

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + START_LIMIT
        while time.monotonic() < deadline and process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise ProgramFailed("the gateway simulator did not start; see gateway.log")

    def serve(self, stack: str, api_url: str, emulator: Emulator) -> None:
        """The service gets the keys, as an operator would give it Razorpay's; its webhooks lead to the service."""
        secret = physical_ids(stack, emulator)[SECRET]
        emulator.client("secretsmanager").put_secret_value(SecretId=secret, SecretString=json.dumps(self.issued))
        body = json.dumps({"url": api_url + WEBHOOKS}).encode()
        request = urllib.request.Request(f"{self.url}/simulator/webhooks", body, method="PUT")
        with urllib.request.urlopen(request, timeout=10):
            return


def local_gateway(place: Path) -> LocalGateway:
    """At the port of the last run where that is free: the stacks name it, and need not be synthesized again."""
    remembered = place / "gateway.port"
    try:
        port = free_port(int(remembered.read_text()) if remembered.exists() else 0)
    except (NotReady, ValueError):
        port = free_port(0)
    remembered.write_text(str(port))
    return LocalGateway(port)
