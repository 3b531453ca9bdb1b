"""Decisions about outfits."""

from collections.abc import Mapping
from datetime import datetime

from functions.wdrbe.entities import Outfit
from singletable.refusal import Absent
from singletable.schema import evolve

MOST_ITEMS = 20


class NoSuchOutfit(Absent):
    code = "no_such_outfit"


def existing(outfit: Outfit | None) -> Outfit:
    if outfit is None:
        raise NoSuchOutfit("There is no such outfit.")
    return outfit


def change(outfit: Outfit, changes: Mapping[str, object], now: datetime) -> Outfit:
    changed = evolve(outfit, **changes)
    return outfit if changed == outfit else evolve(changed, updated_at=now)


def without(outfit: Outfit, item_id: str, now: datetime) -> Outfit:
    return evolve(outfit, item_ids=tuple(held for held in outfit.item_ids if held != item_id), updated_at=now)
