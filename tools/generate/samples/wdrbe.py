"""A sample event for each function of Wdrbe, and what its table holds so that all of them succeed."""

from datetime import UTC, date, datetime
from decimal import Decimal

from functions.wdrbe.entities import (
    Activity,
    ActivityType,
    Item,
    Outfit,
    Season,
    Share,
    Statistics,
    UserItem,
    Wear,
)
from functions.wdrbe.rules.items import listed
from functions.wdrbe.rules.pictures import kept_key
from singletable.schema import evolve
from tools.generate.sample import ANN, Call, Changes, Messages, Samples

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANNS = ANN["sub"]
DRESS, BELT = "01K9YC7N2031DM8A86FCN61FNB", "01K9YC7N20ZZZZZZZZZZZZZZZZ"
PICTURE, OUTFIT = "01K9YCQ0G0D9TS4QHPTXVF7WNR", "01K9YD9ABCDEFGHJKMNPQRSTVW"
TOKEN = "pQ3vXh2mT8sLk0aZy7WbNc4dRf6gJuEi"  # noqa: S105  # an example
THE_DRESS = {"item_id": DRESS}

DRESS_ITEM = Item(
    item_id=DRESS,
    user_id=ANNS,
    name="Summer Beach Dress",
    category="dresses",
    season=Season.SUMMER,
    color="blue",
    brand="Zara",
    purchase_date=date(2025, 1, 15),
    price=Decimal("49.90"),
    image_key=kept_key(DRESS, PICTURE),
    shared_count=1,
    link_count=1,
    is_public=True,
    created_at=datetime(2025, 11, 13, 10, 30, tzinfo=UTC),
    updated_at=NOON,
)


def stored(now: datetime) -> tuple[object, ...]:
    belt = evolve(DRESS_ITEM, item_id=BELT, name="Belt", category="belts", season=None, image_key=None)
    on_the_list: tuple[UserItem, ...] = (listed(DRESS_ITEM), listed(belt))
    return (
        DRESS_ITEM,
        belt,
        *on_the_list,
        Share(item_id=DRESS, token=TOKEN, platform="web", created_at=NOON),
        Activity(
            user_id=ANNS,
            activity_id="01K9YY8E30X5EEXTTPRS9SJTJC",
            activity_type=ActivityType.ITEM_SHARED,
            item_id=DRESS,
            item_name=DRESS_ITEM.name,
            timestamp=NOON,
            metadata={"action": "share", "platform": "web"},
        ),
        Wear(user_id=ANNS, worn_on=date(2026, 2, 28), item_id=DRESS, item_name=DRESS_ITEM.name, created_at=NOON),
        Outfit(user_id=ANNS, outfit_id=OUTFIT, name="Beach", item_ids=(DRESS, BELT), created_at=NOON, updated_at=NOON),
        Statistics(user_id=ANNS, items=2, by_season={"summer": 1, "none": 1}, created_at=NOON, updated_at=NOON),
    )


TABLE_OF_TWO = "name,category,season,price\nWool Coat,coats,winter,180\nRain Boots,shoes,autumn,39.90\n"

SAMPLES = Samples(
    {
        "create_item": Call(
            headers={"Idempotency-Key": "wool-coat"},
            body={
                "name": "Wool Coat",
                "category": "coats",
                "season": "winter",
                "color": "grey",
                "brand": "Acme",
                "purchase_date": "2025-11-02",
                "price": "180.00",
            },
        ),
        "list_items": Call(
            query={"season": "summer", "category": "dresses", "include_all_season": "true", "limit": "20"}
        ),
        "show_item": Call(path=THE_DRESS),
        "change_item": Call(path=THE_DRESS, headers={"If-Match": '"1"'}, body={"name": "Beach Dress", "price": "45"}),
        "delete_item": Call(path=THE_DRESS),
        "offer_upload": Call(path=THE_DRESS, body={"content_type": "image/jpeg", "size": 123_456}),
        "attach_image": Call(path=THE_DRESS, body={"image_id": PICTURE}),
        "remove_image": Call(path=THE_DRESS),
        "share_item": Call(path=THE_DRESS, headers={"Idempotency-Key": "share-dress"}, body={"platform": "web"}),
        "list_shares": Call(path=THE_DRESS, query={"limit": "20"}),
        "revoke_share": Call(path={**THE_DRESS, "token": TOKEN}),
        "show_shared": Call(path={"token": TOKEN}),
        "list_activities": Call(query={"type": "ItemShared", "limit": "20"}),
        "log_wear": Call(path=THE_DRESS, headers={"Idempotency-Key": "wear-dress"}, body={"date": "2026-03-01"}),
        "list_wears": Call(query={"from": "2026-02-01", "to": "2026-03-01"}),
        "show_stats": Call(),
        "create_outfit": Call(
            headers={"Idempotency-Key": "party"},
            body={"name": "Party", "note": "With the red shoes.", "item_ids": [DRESS, BELT]},
        ),
        "list_outfits": Call(query={"limit": "20"}),
        "change_outfit": Call(path={"outfit_id": OUTFIT}, headers={"If-Match": '"1"'}, body={"item_ids": [DRESS]}),
        "delete_outfit": Call(path={"outfit_id": OUTFIT}),
        "import_items": Call(headers={"Idempotency-Key": "my-closet", "content-type": "text/csv"}, body=TABLE_OF_TWO),
        "export_wardrobe": Call(),
        "erase_me": Call(headers={"Idempotency-Key": "farewell"}),
        "show_openapi": Call(),
        "show_docs": Call(),
        "check_health": Call(),
        "count_wardrobe": Changes(((None, DRESS_ITEM), (DRESS_ITEM, evolve(DRESS_ITEM, wear_count=1)))),
        "clear_away": Changes(((DRESS_ITEM, evolve(DRESS_ITEM, image_key=None)),)),
        "record_share": Messages(
            (
                {
                    "user_id": ANNS,
                    "item_id": DRESS,
                    "token": TOKEN,
                    "platform": "web",
                    "activity_id": "01K9YY8E30X5EEXTTPRS9SJTJC",
                    "at": "2026-03-01T12:00:00Z",
                },
            )
        ),
        "finish_import": Messages(({"user_id": ANNS, "import_id": OUTFIT},)),
        "erase_wardrobe": Messages(({"user_id": ANNS, "until": "2026-03-01T12:00:00Z"},)),
    },
    stored,
)
