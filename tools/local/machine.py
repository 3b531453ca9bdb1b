"""What this machine must have before a local cloud can start, each lack with its remedy."""

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

from tools.build.targets import NODE_MODULES

OLDEST_PYTHON = (3, 11)
OLDEST_NODE = 20


class NotReady(Exception):
    """The machine lacks something; the message says what to do about it."""


def check_machine() -> None:
    if sys.version_info < OLDEST_PYTHON:
        raise NotReady(f"Python 3.11 or newer is needed, this is {sys.version.split()[0]}.")
    node = shutil.which("node")
    if node is None:
        raise NotReady("Node is missing: install Node 20 or newer, the CDK command line runs on it.")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(version.removeprefix("v").split(".")[0]) < OLDEST_NODE:
        raise NotReady(f"Node 20 or newer is needed, this is {version}.")
    if not (NODE_MODULES / ".bin" / "cdk").exists():
        raise NotReady("The CDK command line is not installed: run `make setup`.")


def free_port(wanted: int) -> int:
    """`wanted` if nobody holds it, any free one for 0."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", wanted))
        except OSError as taken:
            raise NotReady(
                f"Port {wanted} is taken: stop the program that holds it, or choose another one, as in "
                f"`make run PORT={wanted + 100}`."
            ) from taken
        return int(probe.getsockname()[1])


def clean_environment(**settings: str | Path) -> dict[str, str]:
    """The caller's environment without anything that could lead to a real account or to other Python packages."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "CDK_", "PYTHON"))}
    return kept | {name: str(value) for name, value in settings.items()}
