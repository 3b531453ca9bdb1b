"""`python -m tools.local up|token|status|logs|down`: the local cloud, from nothing to a curl that works."""

import argparse
import os
import signal
import sys
import time
from pathlib import Path
from types import FrameType

from tools.build.assets import NotLocked
from tools.build.bytecode import NotCompiled
from tools.build.packages import NotInstalled
from tools.local.cloud import PLACE, PORT, LocalCloud, forget, is_running, local_cloud, running_cloud
from tools.local.deployment import OUR_APP
from tools.local.machine import NotReady
from tools.local.processes import ProgramFailed, end_group

STOPPERS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
DEMO_USER = "demo@example.com"


def up(options: argparse.Namespace) -> int:
    for each in STOPPERS:
        signal.signal(each, stop_once)
    began = time.monotonic()
    try:
        with local_cloud(
            options.port, options.place, app=options.app, demo=True, say=lambda line: print(line, flush=True)
        ) as cloud:
            welcome(cloud, time.monotonic() - began)
            _, status = os.waitpid(cloud.emulator.pid, 0)
    except KeyboardInterrupt:
        print("\nStopped everything that was started.", flush=True)
        return 0
    if os.waitstatus_to_exitcode(status) in (0, -signal.SIGTERM):
        print("Stopped from outside.")
        return 0
    print(f"ministack ended by itself: see {options.place / 'ministack.log'}", file=sys.stderr)
    return 1


def stop_once(number: int, frame: FrameType | None) -> None:
    """A second Ctrl-C must not break off the stopping."""
    for each in STOPPERS:
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt


def welcome(cloud: LocalCloud, seconds: float) -> None:
    first = next(iter(cloud.endpoints.values()))
    print(f"\nThe local cloud is ready after {seconds:.0f} s. Ctrl-C stops it.\n")
    show(cloud)
    print(f"\n  A token for {DEMO_USER}, valid for one hour:\n{cloud.token(DEMO_USER, ['operators'])}\n")
    print("  In another terminal:")
    print(f"    TOKEN=$(make -s token EMAIL={DEMO_USER} GROUPS=operators)")
    print(f'    curl -X POST -H "Authorization: Bearer $TOKEN" {first}/sessions\n', flush=True)


def show(cloud: LocalCloud) -> None:
    for name, url in cloud.endpoints.items():
        print(f"  {name:<16} {url}")
    print(f"  {'aws':<16} {cloud.emulator.url}")
    if cloud.gateway:
        print(f"  {'payments':<16} {cloud.gateway}")


def token(options: argparse.Namespace) -> int:
    groups = [group for group in options.groups.split(",") if group]
    print(running_cloud(options.place).token(options.email, groups, options.name))
    return 0


def status(options: argparse.Namespace) -> int:
    show(running_cloud(options.place))
    return 0


def logs(options: argparse.Namespace) -> int:
    print("\n".join(running_cloud(options.place).logs(options.function)))
    return 0


def down(options: argparse.Namespace) -> int:
    end_group(running_cloud(options.place).emulator.pid, ended=lambda: not is_running(options.place))
    forget(options.place)
    print("The local cloud is stopped.")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.local", description=__doc__)
    parser.add_argument(
        "--place", type=Path, default=PLACE, help="the folder of its log, its assembly and its addresses"
    )
    commands = parser.add_subparsers(required=True)
    starting = commands.add_parser("up", help="start it, and keep it running until Ctrl-C")
    starting.add_argument("--port", type=int, default=PORT)
    starting.add_argument("--app", default=OUR_APP, help="the CDK app whose stacks it runs")
    starting.set_defaults(run=up)
    asking = commands.add_parser("token", help="print a bearer token, creating the user if need be")
    asking.add_argument("--email", required=True)
    asking.add_argument("--groups", default="", help="names separated by commas")
    asking.add_argument("--name", default="")
    asking.set_defaults(run=token)
    commands.add_parser("status", help="show its addresses").set_defaults(run=status)
    reading = commands.add_parser("logs", help="show what its functions have logged")
    reading.add_argument("function", nargs="?", default="", help="a part of the function's name")
    reading.set_defaults(run=logs)
    commands.add_parser("down", help="stop it").set_defaults(run=down)
    options = parser.parse_args()
    try:
        return int(options.run(options))
    except NotReady as lack:
        print(lack, file=sys.stderr)
        return 2
    except (ProgramFailed, NotCompiled, NotInstalled, NotLocked) as failure:
        print(failure, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
