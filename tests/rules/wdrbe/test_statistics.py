"""The numbers of a wardrobe follow its items, whatever order they come and go in."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from functions.wdrbe.entities import Item, Season, Statistics
from functions.wdrbe.rules.items import cost_per_wear, create
from functions.wdrbe.rules.statistics import MOST_CATEGORIES, average_cost_per_wear, fold, home_of, moved
from singletable.schema import evolve
from singletable.stream import REACHABLE, Change

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
NOTHING = Statistics(user_id="ann", created_at=NOON)


def item(number: int = 0, **fields: object) -> Item:
    return create(f"{number:026d}", "ann", {"name": "x", "category": "hats"} | fields, NOON)


def change(before: Item | None, after: Item | None, seconds: int = 0) -> Change:
    kind = "INSERT" if before is None else "REMOVE" if after is None else "MODIFY"
    return Change(kind, before, after, "1", "1", NOON + timedelta(seconds=seconds), expired=False)  # type: ignore[arg-type]


items = st.builds(
    item,
    st.integers(0, 10**6),
    category=st.sampled_from(["hats", "shoes", "coats"]),
    season=st.sampled_from([None, *Season]),
    price=st.none() | st.decimals(0, 10_000, places=2),
    wear_count=st.integers(0, 5),
)


@given(st.lists(items, max_size=12), st.randoms(use_true_random=False))
def test_what_came_and_went_leaves_nothing(coming: list[Item], chance: object) -> None:
    numbers = NOTHING
    for each in coming:
        numbers = moved(numbers, each, 1)
    going = list(coming)
    chance.shuffle(going)  # type: ignore[attr-defined]
    for each in going:
        numbers = moved(numbers, each, -1)
    assert numbers == NOTHING


@given(st.lists(items, max_size=12))
def test_the_parts_add_up_to_the_whole(held: list[Item]) -> None:
    numbers = NOTHING
    for each in held:
        numbers = moved(numbers, each, 1)
    assert numbers.items == len(held) == sum(numbers.by_season.values()) == sum(numbers.by_category.values())
    assert 0 <= numbers.worn_value <= numbers.value
    assert numbers.priced_wears <= numbers.wears


def test_categories_beyond_those_counted_by_name_are_counted_together() -> None:
    many = [item(number, category=f"category {number}") for number in range(MOST_CATEGORIES + 3)]
    numbers = NOTHING
    for each in many:
        numbers = moved(numbers, each, 1)
    assert (len(numbers.by_category), numbers.in_other_categories, numbers.items) == (MOST_CATEGORIES, 3, 203)
    for each in reversed(many):
        numbers = moved(numbers, each, -1)
    assert numbers == NOTHING
    full = NOTHING
    for each in many:
        full = moved(full, each, 1)
    for each in many:
        full = moved(full, each, -1)
        assert sum(full.by_category.values()) + full.in_other_categories == full.items
        assert full.in_other_categories >= 0
        assert all(count > 0 for count in full.by_category.values())


def test_an_empty_wardrobe_needs_no_numbers_once_nothing_can_come_again() -> None:
    one = item()
    held = fold(NOTHING, change(None, one))
    assert held.expires_at is None
    assert held.updated_at == NOON
    gone = fold(held, change(one, None, seconds=5))
    assert gone.expires_at == NOON + timedelta(seconds=5) + REACHABLE


def test_numbers_belong_to_the_owner_of_the_item() -> None:
    assert home_of(change(None, item())) == home_of(change(item(), None)) == {"user_id": "ann"}
    assert home_of(evolve(change(None, item()), after=NOTHING)) is None


def test_cost_per_wear_is_rounded_to_the_cent_and_needs_a_price_and_a_wear() -> None:
    assert cost_per_wear(Decimal(10), 3) == Decimal("3.33")
    assert cost_per_wear(Decimal("0.05"), 2) == Decimal("0.03")
    assert cost_per_wear(None, 3) is cost_per_wear(Decimal(10), 0) is None
    unpriced = moved(moved(NOTHING, item(1, wear_count=9), 1), item(2, wear_count=2, price=Decimal(5)), 1)
    assert average_cost_per_wear(unpriced) == Decimal("2.50")
