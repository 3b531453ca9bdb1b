"""Keeps the garbage collector out of a cold start: what a start allocates lives as long as the process."""

import gc


def hold() -> None:
    """Call before the first heavy import."""
    gc.disable()


def resume() -> None:
    """Call when the start is over: its objects leave the collector's sight, the garbage of requests does not."""
    gc.freeze()
    gc.enable()
