"""Waiting for what happens behind the API: queues and streams take a moment."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
LONGEST = 30.0


def eventually(look: Callable[[], T], is_there: Callable[[T], bool]) -> T:
    """What is seen once it is as it should be; after half a minute, as it is then."""
    ends = time.monotonic() + LONGEST
    while True:
        seen = look()
        if is_there(seen) or time.monotonic() > ends:
            return seen
        time.sleep(0.2)
