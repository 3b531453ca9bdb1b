"""Run the simulator until it is told to stop: `python -m tools.gateway --port 8400 --webhook-url http://...`."""

import argparse
import signal
from threading import Event

from tools.gateway.simulator import GatewaySimulator
from tools.gateway.webhooks import Road


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.gateway", description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--key-id", required=True)
    parser.add_argument("--key-secret", required=True)
    parser.add_argument("--webhook-secret", required=True)
    parser.add_argument("--webhook-url", help="where webhooks go; it can be set later over /simulator/webhooks")
    parser.add_argument("--seed", default="0", help="the same seed makes the same ids and the same mishaps")
    parser.add_argument("--hold", action="store_true", help="send webhooks only when flushed")
    parser.add_argument("--delay", type=float, default=0.0, metavar="SECONDS")
    parser.add_argument("--reorder", type=int, default=0, metavar="PLACES")
    for mishap in ("duplicate", "lose", "alter"):
        parser.add_argument(f"--{mishap}", type=float, default=0.0, metavar="SHARE")
    wish = parser.parse_args()

    stop = Event()
    for signum in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signum, lambda *_: stop.set())
    road = Road(wish.delay, wish.reorder, wish.duplicate, wish.lose, wish.alter, hold=wish.hold)
    with GatewaySimulator(
        port=wish.port,
        key_id=wish.key_id,
        key_secret=wish.key_secret,
        webhook_secret=wish.webhook_secret,
        webhook_url=wish.webhook_url,
        road=road,
        seed=wish.seed,
    ) as simulator:
        print(f"gateway simulator on {simulator.base_url}", flush=True)
        stop.wait()


if __name__ == "__main__":
    main()
