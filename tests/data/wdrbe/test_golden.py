"""The sample items of the design are what the store writes, but for the decisions named beside each difference."""

from datetime import UTC, date, datetime
from typing import Any

from boto3.dynamodb.types import TypeDeserializer

from functions.wdrbe.entities import TABLE, Activity, ActivityType, Answered, Item, Season, Share, UserItem, Wear
from singletable.items import decode, encode
from tests.engines import StoreFor

CREATED = datetime(2025, 11, 13, 10, 30, tzinfo=UTC)
SHARED = datetime(2025, 11, 13, 15, 45, tzinfo=UTC)
# W6: the sample's id has 24 characters; this is a ULID of the sample's moment.
ITEM = "01K9YC7N2031DM8A86FCN61FNB"
ACTIVITY = "01K9YY8E30X5EEXTTPRS9SJTJC"


def stored(store_for: StoreFor, entity: object) -> dict[str, Any]:
    """Through the store and back as DynamoDB has it."""
    store = store_for(TABLE)
    store.create(entity)
    item: Any = store_for.client().scan(TableName=store.name)["Items"][0]
    assert decode(item, type(entity)) == entity
    assert item == encode(entity)
    read = TypeDeserializer().deserialize
    return {name: read(value) for name, value in item.items()}


def test_an_item_is_the_sample_item(store_for: StoreFor) -> None:
    item = Item(
        item_id=ITEM,
        user_id="user123",
        name="Summer Beach Dress",
        category="dresses",
        season=Season.SUMMER,
        color="blue",
        brand="Zara",
        purchase_date=date(2025, 1, 15),
        shared_count=3,
        is_public=True,
        created_at=CREATED,
        updated_at=SHARED,
    )
    assert stored(store_for, item) == {
        "PK": f"ITEM#{ITEM}",
        "SK": "METADATA",
        "UserId": "user123",
        "Name": "Summer Beach Dress",
        "Category": "dresses",
        "Season": "summer",
        "Color": "blue",
        "Brand": "Zara",
        "PurchaseDate": "2025-01-15",
        "SharedCount": 3,
        "IsPublic": True,
        "CreatedAt": "2025-11-13T10:30:00.000Z",
        "UpdatedAt": "2025-11-13T15:45:00.000Z",
        "EntityType": "Item",
        # W10: a category is found by an index key; a filter would read the whole wardrobe
        "GSI1PK": "USER#user123#CATEGORY#dresses",
        "GSI1SK": f"SEASON#summer#ITEM#2025-11-13T10:30:00.000Z#{ITEM}",
        # W11: what can change has a version
        "Version": 1,
        # W15: links are counted, so that the last one to be revoked makes the item private again
        "LinkCount": 0,
        # beyond the sample: cost per wear
        "WearCount": 0,
    }


def test_a_users_item_is_the_sample_one(store_for: StoreFor) -> None:
    listed = UserItem(
        user_id="user123", item_id=ITEM, name="Summer Beach Dress", category="dresses", season=Season.SUMMER
    )
    assert stored(store_for, listed) == {
        "PK": "USER#user123",
        "SK": f"ITEM#{ITEM}",
        "GSI1PK": "USER#user123#SEASON#summer",
        # W19: the id behind the moment keeps two items of one moment apart
        "GSI1SK": f"ITEM#2025-11-13T10:30:00.000Z#{ITEM}",
        "ItemId": ITEM,
        "Name": "Summer Beach Dress",
        "Category": "dresses",
        "Season": "summer",
        "EntityType": "UserItem",
    }


def test_an_item_without_a_season_has_its_place_too(store_for: StoreFor) -> None:
    """W7: the sample's index key needs a season, which is optional."""
    written = stored(store_for, UserItem(user_id="user123", item_id=ITEM, name="Belt", category="belts"))
    assert written["GSI1PK"] == "USER#user123#SEASON#none"
    assert "Season" not in written


def test_an_activity_is_the_sample_activity(store_for: StoreFor) -> None:
    activity = Activity(
        user_id="user123",
        activity_id=ACTIVITY,
        activity_type=ActivityType.ITEM_SHARED,
        item_id=ITEM,
        item_name="Summer Beach Dress",
        timestamp=SHARED,
        metadata={"action": "share", "platform": "web"},
    )
    assert stored(store_for, activity) == {
        "PK": "USER#user123",
        # W5: a random id would not be newest first
        "SK": f"ACTIVITY#{ACTIVITY}",
        "ActivityType": "ItemShared",
        "ItemId": ITEM,
        "ItemName": "Summer Beach Dress",
        "Timestamp": "2025-11-13T15:45:00.000Z",
        "Metadata": {"action": "share", "platform": "web"},
        "EntityType": "Activity",
        # W10 likewise: the feed of one type is a range, not a filter
        "GSI1PK": "USER#user123#ACTIVITY#ItemShared",
        "GSI1SK": f"ACTIVITY#{ACTIVITY}",
    }


def test_an_idempotency_record_is_the_sample_one_with_its_answer(store_for: StoreFor) -> None:
    record = Answered(
        caller="user123",
        token="550e8400-e29b-41d4-a716-446655440000",
        request_hash="hash",
        status=201,
        body="{}",
        created_at=CREATED,
        expires_at=datetime(2099, 1, 1, tzinfo=UTC),
    )
    assert stored(store_for, record) == {
        "PK": "USER#user123",
        "SK": "IDEMPOTENCY#550e8400-e29b-41d4-a716-446655440000",
        "CreatedAt": "2025-11-13T10:30:00.000Z",
        "EntityType": "Idempotency",
        # W2: no copy on GSI1, the key is known. W4: request hash and answer instead of the item's id.
        "RequestHash": "hash",
        "Status": 201,
        "Body": "{}",
        # W17: the attribute is `ttl`, as in every table
        "ttl": 4070908800,
    }


def test_links_and_wears_stand_where_the_design_puts_them() -> None:
    share = encode(Share(item_id=ITEM, token="secret", platform="web", created_at=CREATED))
    assert {name: share[name]["S"] for name in ("PK", "SK", "GSI1PK", "GSI1SK")} == {
        "PK": f"ITEM#{ITEM}",
        "SK": "SHARE#secret",
        "GSI1PK": "SHARE#secret",
        "GSI1SK": "SHARE#secret",
    }
    worn = encode(Wear(user_id="u", worn_on=date(2026, 3, 1), item_id=ITEM, item_name="Belt", created_at=CREATED))
    assert (worn["PK"]["S"], worn["SK"]["S"]) == ("USER#u", f"WEAR#2026-03-01#{ITEM}")
