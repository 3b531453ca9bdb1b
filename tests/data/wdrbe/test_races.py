"""Several devices, several deliveries, one wardrobe: on an engine that is atomic under threads."""

from collections import Counter
from datetime import date
from typing import Any

import pytest

from functions.wdrbe.entities import TABLE, Activity, ActivityType, Answered, Item, Outfit, Share, UserItem, Wear
from functions.wdrbe.repository.diary import Diary
from functions.wdrbe.repository.imports import Imports
from functions.wdrbe.repository.outfits import Outfits
from functions.wdrbe.repository.shares import Shares
from functions.wdrbe.repository.wardrobe import Wardrobe, creation
from functions.wdrbe.rules.imports import CSV, MOST_ROWS, ids_needed, parts, read_rows
from functions.wdrbe.rules.items import NoSuchItem, activity, change, listed
from functions.wdrbe.rules.shares import MOST_LINKS, TooManyLinks
from functions.wdrbe.rules.wears import AlreadyWorn
from singletable.errors import AlreadyAnswered, AlreadyExists, VersionConflict
from singletable.idempotency import Once
from singletable.schema import evolve
from singletable.store import Patch, Store
from singletable.ulid import new_ulid
from tests.data.clock import NOW
from tests.data.parallel import at_once
from tests.data.wdrbe.wardrobes import ANN, item
from tests.engines import Engine, StoreFor

NO_KEY = Once(Answered, ANN, None, "")


@pytest.fixture
def store(store_for: StoreFor) -> Store:
    return store_for(TABLE, engine=Engine.DYNOXIDE, now=lambda: NOW)


def told(of: Item, kind: ActivityType = ActivityType.ITEM_CREATED) -> Activity:
    return activity(kind, of, new_ulid(NOW), NOW)


def added(store: Store, **how: Any) -> Item:
    made = item(**how)
    store.transact(*creation(made, told(made)))
    return made


def stored(store: Store, of: Item) -> Item:
    found = store.get(Item.key.item(item_id=of.item_id), consistent=True)
    assert found is not None
    return found


def activities(store: Store, kind: ActivityType) -> int:
    return sum(each.activity_type is kind for each in store.every(Activity.key(user_id=ANN), consistent=True))


def test_twenty_parallel_equal_requests_make_one_item_and_answer_alike(store: Store) -> None:
    wardrobe, once = Wardrobe(store), Once(Answered, ANN, "key", "hash")

    def request(number: int) -> str:
        made = item(number)
        try:
            wardrobe.create(made, told(made), once=once, answer=made.item_id)
        except AlreadyAnswered as earlier:
            return str(once.replay(earlier.found).body)  # type: ignore[arg-type]
        return made.item_id

    answers = at_once(20, request)
    assert len(set(answers)) == 1
    [only] = store.every(UserItem.key(user_id=ANN), consistent=True)
    assert only.item_id == answers[0]
    assert store.get(Item.key.item(item_id=only.item_id), consistent=True) is not None
    assert activities(store, ActivityType.ITEM_CREATED) == 1


def test_of_two_devices_that_rename_at_once_one_wins_and_both_records_agree(store: Store) -> None:
    wardrobe, made = Wardrobe(store), added(store)
    for turn in range(10):
        before = stored(store, made)
        names = [f"Turn {turn} from device {device}" for device in range(2)]
        changes = [{"name": name, "category": name, "season": None} for name in names]
        outcomes = at_once(2, lambda device: wardrobe.change(before, change(before, changes[device], NOW)))  # noqa: B023
        assert Counter(type(each) for each in outcomes) == {Item: 1, VersionConflict: 1}
        after = stored(store, made)
        assert [each.name for each in outcomes if isinstance(each, Item)] == [after.name]
        assert after.version == before.version + 1
        in_list = store.get(UserItem.key.item(user_id=ANN, item_id=made.item_id), consistent=True)
        assert in_list == listed(after)


def test_after_many_renames_from_many_devices_both_records_agree(store: Store) -> None:
    wardrobe, made = Wardrobe(store), added(store)

    def rename(device: int) -> None:
        for turn in range(8):
            before = stored(store, made)
            try:
                wardrobe.change(before, change(before, {"name": f"{device}-{turn}"}, NOW))
            except VersionConflict:
                continue

    at_once(3, rename)
    in_list = store.get(UserItem.key.item(user_id=ANN, item_id=made.item_id), consistent=True)
    assert in_list == listed(stored(store, made))


def test_a_share_delivered_many_times_at_once_counts_once(store: Store) -> None:
    shares, made = Shares(store), added(store)
    link = Share(item_id=made.item_id, token="t" * 32, platform="web", created_at=NOW)
    outcomes = at_once(5, lambda _: shares.record(link, told(made, ActivityType.ITEM_SHARED)))
    assert Counter(type(each) for each in outcomes) == {type(None): 1, AlreadyExists: 4}
    after = stored(store, made)
    assert (after.shared_count, after.link_count, after.is_public) == (1, 1, True)
    assert activities(store, ActivityType.ITEM_SHARED) == 1


def test_links_made_and_revoked_at_once_are_counted_exactly(store: Store) -> None:
    shares, made = Shares(store), added(store)

    def link(number: int) -> Share:
        return Share(item_id=made.item_id, token=f"{number:032d}", platform="web", created_at=NOW)

    for number in range(4):
        shares.record(link(number), told(made, ActivityType.ITEM_SHARED))

    def act(number: int) -> None:
        if number < 4:
            shares.revoke(made, link(number).token, NOW)
        else:
            shares.record(link(number), told(made, ActivityType.ITEM_SHARED))

    assert at_once(6, act) == [None] * 6
    after = stored(store, made)
    assert (after.shared_count, after.link_count, after.is_public) == (6, 2, True)
    assert at_once(2, lambda number: shares.revoke(made, link(4 + number).token, NOW)) == [None] * 2
    after = stored(store, made)
    assert (after.shared_count, after.link_count, after.is_public) == (6, 0, False)


def test_the_last_free_link_goes_to_one(store: Store) -> None:
    shares, made = Shares(store), added(store)
    store.run(Patch(Item.key.item(item_id=made.item_id), set={"link_count": MOST_LINKS - 1}))
    links = [Share(item_id=made.item_id, token=f"{n:032d}", platform="web", created_at=NOW) for n in range(5)]
    outcomes = at_once(5, lambda n: shares.record(links[n], told(made, ActivityType.ITEM_SHARED)))
    assert Counter(type(each) for each in outcomes) == {type(None): 1, TooManyLinks: 4}
    assert stored(store, made).link_count == MOST_LINKS


def test_an_item_worn_on_one_day_from_many_devices_was_worn_once(store: Store) -> None:
    diary, made = Diary(store), added(store)
    worn = Wear(user_id=ANN, worn_on=date(2026, 3, 1), item_id=made.item_id, item_name=made.name, created_at=NOW)
    outcomes = at_once(5, lambda _: diary.log_wear(worn, told(made, ActivityType.ITEM_WORN), once=NO_KEY, answer=""))
    assert Counter(type(each) for each in outcomes) == {type(None): 1, AlreadyWorn: 4}
    assert stored(store, made).wear_count == activities(store, ActivityType.ITEM_WORN) == 1


def test_wears_do_not_stand_in_the_way_of_an_edit(store: Store) -> None:
    diary, wardrobe, made = Diary(store), Wardrobe(store), added(store)

    def act(number: int) -> object:
        if number == 0:
            return wardrobe.change(made, change(made, {"name": "New"}, NOW))
        day = date(2026, 3, number)
        worn = Wear(user_id=ANN, worn_on=day, item_id=made.item_id, item_name=made.name, created_at=NOW)
        diary.log_wear(worn, told(made, ActivityType.ITEM_WORN), once=NO_KEY, answer="")
        return None

    outcomes = at_once(6, act)
    assert not [each for each in outcomes if isinstance(each, Exception)]
    after = stored(store, made)
    assert (after.name, after.wear_count, after.version) == ("New", 5, 2)


def test_an_outfit_and_the_deletion_of_its_item_do_not_both_win(store: Store) -> None:
    """Or the outfit came first: then the stream finds it and takes the item out."""
    wardrobe, outfits = Wardrobe(store), Outfits(store)
    for number in range(6):
        made = added(store, number=number)
        outfit = Outfit(
            user_id=ANN, outfit_id=new_ulid(NOW), name="x", item_ids=(made.item_id,), created_at=NOW, updated_at=NOW
        )
        first, second = at_once(
            2,
            lambda who: wardrobe.delete(made, told(made)) if who else outfits.create(outfit, once=NO_KEY, answer=""),  # noqa: B023
        )
        assert second is None
        assert first is None or isinstance(first, NoSuchItem)
        outfits.forget_item(ANN, made.item_id, NOW)
        assert not [each for each in outfits.every(ANN) if made.item_id in each.item_ids]


def test_an_import_of_two_hundred_rows_finished_by_several_at_once_is_made_once(store: Store) -> None:
    table = "name,category\n" + "".join(f"Item {number:03d},things\n" for number in range(MOST_ROWS))
    imports, rows = Imports(store), read_rows(CSV, table)
    accepted = parts(ANN, rows, sorted(new_ulid(NOW) for _ in range(ids_needed(rows))), NOW)
    imports.accept(accepted, once=NO_KEY, answer="")
    assert at_once(4, lambda _: imports.finish(ANN, accepted[0].import_id)) == [None] * 4
    made = list(store.every(UserItem.key(user_id=ANN), consistent=True))
    assert [each.name for each in made] == [f"Item {number:03d}" for number in range(MOST_ROWS)]
    assert activities(store, ActivityType.ITEM_CREATED) == MOST_ROWS


def test_an_outfit_changed_on_two_devices_keeps_the_one_that_won(store: Store) -> None:
    outfits, made = Outfits(store), [added(store, number=number) for number in range(3)]
    outfit = Outfit(
        user_id=ANN, outfit_id=new_ulid(NOW), name="x", item_ids=(made[0].item_id,), created_at=NOW, updated_at=NOW
    )
    outfits.create(outfit, once=NO_KEY, answer="")
    outcomes = at_once(2, lambda n: outfits.change(outfit, evolve(outfit, item_ids=(made[n + 1].item_id,))))
    assert Counter(type(each) for each in outcomes) == {Outfit: 1, VersionConflict: 1}
    assert outfits.get(ANN, outfit.outfit_id) in outcomes
