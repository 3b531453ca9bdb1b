"""Fills the running local cloud with data that looks real: `python -m tools.demo [--only service ...]`."""

import argparse
import importlib
import time
from pathlib import Path

from functions.catalogue import SERVICES
from tools.demo.demo import Demo
from tools.local.cloud import PLACE, running_cloud


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.demo", description=__doc__)
    parser.add_argument("endpoints", nargs="?", type=Path, default=PLACE / "endpoints.json", help="of which cloud")
    parser.add_argument("--only", nargs="*", help="which services to fill; all of them by default")
    options = parser.parse_args()
    demo = Demo(running_cloud(options.endpoints.parent))
    for service in SERVICES:
        loader = Path(__file__).with_name(f"{service.name}.py")
        asked = not options.only or service.name in options.only
        if asked and loader.exists() and service.name in demo.cloud.endpoints:
            began = time.monotonic()
            importlib.import_module(f"tools.demo.{service.name}").load(demo)
            print(f"{service.title} ({time.monotonic() - began:.1f} s)", flush=True)


if __name__ == "__main__":
    main()
