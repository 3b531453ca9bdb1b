"""Fills the running local cloud with data that looks real: `python -m tools.demo [--only service ...]`."""

import argparse
import importlib
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from functions.catalogue import SERVICES
from singletable.service import Service
from tools.demo.demo import Demo
from tools.local.cloud import PLACE, running_cloud

AT_ONCE = 2
"""Services know nothing of each other; more at a time than a small machine has cores gains nothing."""


def load(service: Service, demo: Demo) -> None:
    began = time.monotonic()
    importlib.import_module(f"tools.demo.{service.name}").load(demo)
    print(f"{service.title} ({time.monotonic() - began:.1f} s)", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.demo", description=__doc__)
    parser.add_argument("endpoints", nargs="?", type=Path, default=PLACE / "endpoints.json", help="of which cloud")
    parser.add_argument("--only", nargs="*", help="which services to fill; all of them by default")
    options = parser.parse_args()
    demo = Demo(running_cloud(options.endpoints.parent))
    asked = [service for service in SERVICES if not options.only or service.name in options.only]
    here = [service for service in asked if service.name in demo.cloud.endpoints]
    loadable = [service for service in here if Path(__file__).with_name(f"{service.name}.py").exists()]
    with ThreadPoolExecutor(AT_ONCE) as loaders:
        for loading in [loaders.submit(load, service, demo) for service in loadable]:
            loading.result()


if __name__ == "__main__":
    main()
