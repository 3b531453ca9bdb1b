"""Lists: newest first, exact by season and category, in full pages under one cursor."""

from itertools import product
from typing import Any

import pytest

from tests.api.harness import BOB, App
from tests.api.wdrbe.closet import add, here, item_id, pages

SEASONS = ("summer", "all-season", None, "winter", "summer", "fall", "all-season", "spring")
CATEGORIES = ("dresses", "shoes", "dresses")


@pytest.fixture
def closet(wdrbe: App) -> list[dict[str, Any]]:
    """Items of every season and of two categories, newest first; and somebody else's."""
    made = [
        add(wdrbe, name=f"Item {number}", season=season, category=CATEGORIES[number % 3])
        for number, season in enumerate(SEASONS * 2)
    ]
    add(wdrbe, BOB)
    return made[::-1]


def expected(closet: list[dict[str, Any]], query: dict[str, str]) -> list[str]:
    shelves = {query["season"]} if "season" in query else None
    if shelves and query.get("include_all_season") == "true":
        shelves.add("all-season")
    return [
        item["name"]
        for item in closet
        if (shelves is None or (item["season"] or "none") in shelves)
        and query.get("category", item["category"]) == item["category"]
    ]


QUERIES = [
    {name: value for name, value in (("season", season), ("category", category), ("include_all_season", both)) if value}
    for season, category, both in product(
        (None, "summer", "all-season", "none", "fall"), (None, "dresses", "hats"), (None, "true")
    )
]


@pytest.mark.parametrize("limit", [1, 3, 100])
def test_every_question_is_answered_exactly_newest_first_and_no_page_is_short(
    wdrbe: App, closet: list[dict[str, Any]], limit: int
) -> None:
    for query in QUERIES:
        found = pages(wdrbe, "list_items", query=query, limit=limit)
        wanted = expected(closet, query)
        assert [item["name"] for page in found for item in page] == wanted, query
        assert all(len(page) == limit for page in found[:-1]), query
        assert bool(found[-1]) == bool(wanted), query


def test_autumn_is_fall_in_a_question_too(wdrbe: App, closet: list[dict[str, Any]]) -> None:
    found = wdrbe.call("list_items", query={"season": "autumn"}).body["items"]
    assert [item["season"] for item in found] == ["fall", "fall"]


def test_a_summary_shows_what_a_list_needs(wdrbe: App) -> None:
    item = add(wdrbe)
    for query in ({}, {"season": "summer"}, {"category": "dresses"}):
        [shown] = wdrbe.call("list_items", query=query).body["items"]
        assert shown == {
            name: item[name] for name in ("item_id", "name", "category", "season", "image_url", "created_at")
        }


def test_a_renamed_item_is_where_it_belongs_at_once(wdrbe: App) -> None:
    item = item_id(wdrbe)
    wdrbe.call("change_item", path=here(item), body={"category": "coats", "season": "winter"})
    for query, count in (
        ({"season": "summer"}, 0),
        ({"season": "winter"}, 1),
        ({"category": "dresses"}, 0),
        ({"category": "coats"}, 1),
        ({"category": "coats", "season": "winter"}, 1),
    ):
        assert len(wdrbe.call("list_items", query=query).body["items"]) == count


def test_a_cursor_is_good_for_its_own_list_and_its_own_owner(wdrbe: App, closet: list[dict[str, Any]]) -> None:
    add(wdrbe, BOB)
    cursors: list[str] = []
    asked: list[dict[str, str]] = [
        {},
        {"season": "summer"},
        {"season": "summer", "include_all_season": "true"},
        {"category": "dresses"},
        {"category": "dresses", "season": "summer"},
    ]
    for query in asked:
        cursors.append(wdrbe.call("list_items", query={**query, "limit": "1"}).body["next_cursor"])
    for (number, cursor), (other, query) in product(enumerate(cursors), enumerate(asked)):
        for caller, good in (({}, number == other), ({"caller": BOB}, False)):
            answer = wdrbe.call("list_items", query={**query, "limit": "1", "cursor": cursor}, **caller)
            assert answer.status == (200 if good else 400), (number, other)
            assert good or answer.code == "bad_cursor"


@pytest.mark.parametrize(
    ("query", "path"),
    [({"season": "monsoon"}, "query.season"), ({"category": ""}, "query.category"), ({"limit": "0"}, "query.limit")],
)
def test_a_wrong_question_is_refused(wdrbe: App, query: dict[str, str], path: str) -> None:
    answer = wdrbe.call("list_items", query=query)
    assert (answer.status, answer.paths) == (400, [path])
