"""Items of a wardrobe without its API."""

from collections.abc import Iterator
from datetime import timedelta

from functions.wdrbe.entities import SHELVES, Item, Season
from functions.wdrbe.rules.items import create, listed
from singletable.ulid import new_ulid
from tests.data.clock import NOW

ANN = "ann"


def item(number: int = 0, user: str = ANN, category: str = "dresses", season: Season | None = None) -> Item:
    at = NOW + timedelta(milliseconds=number)
    fields = {"name": f"Item {number:05d}", "category": category, "season": season}
    return create(new_ulid(at), user, fields, at)


def wardrobe_of(count: int, rare_every: int) -> Iterator[object]:
    """Rows of many items; one in so many is a hat, and the oldest fifth holds all the scarves there are."""
    seasons = [Season(shelf) if shelf in {*Season} else None for shelf in SHELVES]
    for number in range(count):
        category = "hats" if number % rare_every == 0 else "scarves" if number < 60 else "dresses"
        made = item(number, category=category, season=seasons[number % len(seasons)])
        yield made
        yield listed(made)
