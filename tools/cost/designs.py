"""What the first drafts of the services said they would cost, what they would have cost, and what was rejected."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from tools.cost.prices import Prices

DAYS = 30
KB = 1024
BLOCK = 4 * KB
LOG_ITEM = 0.3 * KB
CHECKS, LOGINS, PROBLEMS, FEEDS, OTHER_READS = 14.4e6, 7.2e6, 1.44e6, 1.15e6, 2e6
LOGS, HISTORY, OTHER_WRITES = 14.4e6, 2e6, 1e6
"""A day, as AlgoItny's draft assumes for 100,000 daily users."""
DAILY_USERS = 100_000
LOG_GB, STORED_GB = 135, 136


@dataclass(frozen=True)
class Comparison:
    """One way to do it, and dollars a month for its requests and storage."""

    name: str
    dollars: float
    why: str = ""
    built: bool = False


def count_units(items: int, item_bytes: float = LOG_ITEM) -> float:
    """What a Query with Select=COUNT reads, eventually consistent: every item, and half a unit at the least."""
    return max(1, math.ceil(items * item_bytes / BLOCK)) / 2


def scan_units(gigabytes: float) -> float:
    return gigabytes * 1024**3 / BLOCK / 2


def average_count_units() -> float:
    """Over the actions of a user's day: the n-th check counts the n - 1 before it."""
    each = round(CHECKS / DAILY_USERS)
    return sum(count_units(earlier) for earlier in range(each)) / each


def break_even(prices: Prices) -> int:
    """Actions of a user a day from which counting them costs more than a counter."""
    for actions in range(1, 10_000):
        average = sum(count_units(earlier) for earlier in range(actions)) / actions
        if average * prices.read_units_million > prices.write_units_million:
            return actions
    raise ValueError("reads are next to free")


def algoitny(prices: Prices) -> Iterator[Comparison]:
    storage = STORED_GB * prices.table_gb_month
    yield Comparison("AlgoItny's draft, as it says", 225.77, "reads 64.80, writes 126.90, storage 34.06")
    reads = CHECKS * 0.5 + LOGINS * 1.0 + PROBLEMS * 0.5 + FEEDS * 1.0 + OTHER_READS * 0.5
    writes = LOGS * 2.0 + HISTORY * 2.0 + OTHER_WRITES * 1.0
    factor = prices.units(0, writes * DAYS) / 126.90
    yield Comparison(
        "AlgoItny's draft, its units at the real price",
        prices.units(reads * DAYS, writes * DAYS) + storage,
        f"a million writes at 0.125: wrong by a factor of {factor:.1f}",
    )
    reads = CHECKS * average_count_units() + LOGINS * 0.5 + PROBLEMS * 0.5 + FEEDS * 10.5 + OTHER_READS * 0.5
    writes = LOGS * 1.0 + HISTORY * 2.0 + OTHER_WRITES * 1.0
    yield Comparison(
        "AlgoItny's draft, as DynamoDB would meter it",
        prices.units(reads * DAYS, writes * DAYS) + storage,
        f"COUNT reads all it counts, {average_count_units():.2f} units on average; without its scans",
    )


def exambuddy(prices: Prices) -> Iterator[Comparison]:
    yield Comparison("ExamBuddy's draft, as it says", 1.75, "1,000,000 logins, 100,000 attempts, 500,000 fetches, 5 GB")
    yield Comparison(
        "ExamBuddy's draft, its units at the real price",
        prices.units(1.5e6, 0.1e6) + 5 * prices.table_gb_month,
        "without the 5,000,000 answers of those attempts, without any index",
    )


def wdrbe(prices: Prices) -> Iterator[Comparison]:
    yield Comparison("Wdrbe's draft, as it says", 7.5, "from 5 to 10")
    yield Comparison(
        "Wdrbe's draft, its units at the real price",
        prices.units(8.5e6, 0.7e6) + 2 * prices.table_gb_month,
        "one write for a create that writes three items, and 20 reads for a page that needs one",
    )


DRAFTS = {"algoitny": algoitny, "exambuddy": exambuddy, "wdrbe": wdrbe}


def rejected(prices: Prices) -> Iterator[Comparison]:
    """Single decisions of the drafts, each for a month at the promised load."""
    yield Comparison(
        "quota: COUNT the log, then write to it",
        prices.units(CHECKS * DAYS * average_count_units(), CHECKS * DAYS),
        f"cheaper below {break_even(prices)} actions of a user a day, but parallel requests pass together",
    )
    yield Comparison(
        "quota: one conditional write, the log by the stream",
        prices.units(0, CHECKS * DAYS * 2),
        "one unit each, whatever was used before; exact",
        built=True,
    )
    yield Comparison(
        "statistics of 30 days: scans, once a day",
        prices.units(scan_units(LOG_GB) * 30 * DAYS, 0),
        f"a scan of {LOG_GB} GB reads {scan_units(LOG_GB) / 1e6:.1f} million units, once for each day asked",
    )
    yield Comparison(
        "statistics of 30 days: totals by the stream",
        prices.units(0, LOGS * DAYS * 4 / 1000),
        "at most 4 write units for 1,000 events",
        built=True,
    )
    yield Comparison(
        "the feed: an index of keys, then 20 items one by one",
        prices.units(FEEDS * DAYS * 10.5, 0),
        "and in no order",
    )
    yield Comparison(
        "the feed: whole items on the index of a day",
        prices.units(FEEDS * DAYS * 1.5, 0),
        "before the cache of five seconds",
        built=True,
    )
    yield Comparison(
        "users of a plan: one scan a minute",
        prices.units(scan_units(STORED_GB) * 60 * 24 * DAYS, 0),
        "the draft accepts a hundred",
    )
