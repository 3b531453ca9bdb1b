"""Wdrbe: a wardrobe to keep, wear and share. This page says what there is; everything else follows from it."""

from datetime import timedelta

from functions.wdrbe.entities import GSI1, TABLE, Answered
from singletable.service import (
    DELETE,
    LIST,
    PUBLIC,
    READ,
    USER,
    WRITE,
    BatchGetItem,
    BatchWriteItem,
    ConditionCheck,
    Consumer,
    DeleteItem,
    Expiry,
    GetItem,
    PutItem,
    Query,
    Route,
    Service,
    UpdateItem,
    Worker,
    query,
)

ITEM = "/items/{item_id}"
KEPT, IMAGES, EXPORTS = "images/kept/", "images/", "exports/"

ROUTES = (
    Route(
        "POST", "/items", "create_item", USER, "Add an item",
        needs=(GetItem, PutItem), idempotent=True, versioned=True, status=201,
    ),
    Route(
        "GET", "/items", "list_items", USER, "Items, newest first, by season and category",
        needs=(Query, query(GSI1)), bucket=(READ,), bucket_prefix=KEPT,
    ),
    Route(
        "GET", ITEM, "show_item", USER, "One item",
        needs=(GetItem,), bucket=(READ,), bucket_prefix=KEPT, versioned=True, problems=("no_such_item",),
    ),
    Route(
        "PATCH", ITEM, "change_item", USER, "Change an item",
        needs=(GetItem, UpdateItem), bucket=(READ,), bucket_prefix=KEPT, versioned=True, problems=("no_such_item",),
    ),
    Route(
        "DELETE", ITEM, "delete_item", USER, "Delete an item with its links and its picture",
        needs=(GetItem, PutItem, DeleteItem), versioned=True, status=204, problems=("no_such_item",),
    ),
    Route(
        "POST", f"{ITEM}/image", "offer_upload", USER, "A form to upload a picture with",
        needs=(GetItem,), bucket=(WRITE,), bucket_prefix="images/new/", status=201,
        problems=("no_such_item", "not_an_image", "image_too_large"),
    ),
    Route(
        "PUT", f"{ITEM}/image", "attach_image", USER, "Show an uploaded picture",
        needs=(GetItem, UpdateItem), bucket=(READ, WRITE, DELETE, LIST), bucket_prefix=IMAGES, status=204,
        problems=("no_such_item", "image_not_uploaded"),
    ),
    Route(
        "DELETE", f"{ITEM}/image", "remove_image", USER, "Take the picture away",
        needs=(GetItem, UpdateItem), status=204, problems=("no_such_item",),
    ),
    Route(
        "POST", f"{ITEM}/shares", "share_item", USER, "Make a link to an item",
        needs=(GetItem, PutItem), sends=("record_share",), idempotent=True, status=202,
        problems=("no_such_item", "too_many_links"),
    ),
    Route(
        "GET", f"{ITEM}/shares", "list_shares", USER, "The links to an item",
        needs=(GetItem, Query), problems=("no_such_item",),
    ),
    Route(
        "DELETE", ITEM + "/shares/{token}", "revoke_share", USER, "Revoke a link",
        needs=(GetItem, UpdateItem), status=204, problems=("no_such_item", "no_such_share"),
    ),
    Route(
        "GET", "/shared/{token}", "show_shared", PUBLIC, "The item behind a link",
        needs=(GetItem, query(GSI1)), bucket=(READ,), bucket_prefix=KEPT, rate=100,
        problems=("no_such_share", "share_revoked"),
    ),
    Route(
        "GET", "/activities", "list_activities", USER, "What happened, newest first", needs=(Query, query(GSI1)),
    ),
    Route(
        "POST", f"{ITEM}/wears", "log_wear", USER, "Note that an item was worn on a day",
        needs=(GetItem, PutItem, UpdateItem), idempotent=True, status=201,
        problems=("no_such_item", "already_worn"),
    ),
    Route("GET", "/wears", "list_wears", USER, "What was worn, newest day first", needs=(Query,)),
    Route("GET", "/stats", "show_stats", USER, "The wardrobe in numbers", needs=(GetItem,)),
    Route(
        "POST", "/outfits", "create_outfit", USER, "Put items together",
        needs=(GetItem, PutItem, ConditionCheck), idempotent=True, versioned=True, status=201,
        problems=("no_such_item",),
    ),
    Route("GET", "/outfits", "list_outfits", USER, "Outfits, newest first", needs=(Query,)),
    Route(
        "PATCH", "/outfits/{outfit_id}", "change_outfit", USER, "Change an outfit",
        needs=(GetItem, UpdateItem, ConditionCheck), versioned=True, problems=("no_such_item", "no_such_outfit"),
    ),
    Route(
        "DELETE", "/outfits/{outfit_id}", "delete_outfit", USER, "Delete an outfit",
        needs=(DeleteItem,), status=204, problems=("no_such_outfit",),
    ),
    Route(
        "POST", "/items/import", "import_items", USER, "Add up to 200 items from CSV or JSON, all of them or none",
        needs=(GetItem, PutItem, Query, DeleteItem), sends=("finish_import",), idempotent=True, status=201,
        largest_body=1_000_000, memory=1024, timeout=29,
        problems=("unreadable_table", "too_many_rows"),
    ),
    Route(
        "GET", "/export", "export_wardrobe", USER, "The whole wardrobe as one file",
        needs=(Query, BatchGetItem), bucket=(READ, WRITE), bucket_prefix=EXPORTS, memory=1769, timeout=29,
    ),
    Route(
        "DELETE", "/me", "erase_me", USER, "Erase everything",
        needs=(GetItem, PutItem), sends=("erase_wardrobe",), idempotent=True, status=202,
    ),
    Route("GET", "/openapi.json", "show_openapi", PUBLIC, "This API, described"),
    Route("GET", "/docs", "show_docs", PUBLIC, "This API, browsable"),
    Route("GET", "/health", "check_health", PUBLIC, "Whether the service answers"),
)  # fmt: skip

CONSUMERS = (
    Consumer(
        "count_wardrobe", "Keeps each wardrobe's numbers",
        partitions=("ITEM#",), sorts=("METADATA",), needs=(GetItem, PutItem, UpdateItem), timeout=60,
    ),
    Consumer(
        "clear_away", "Removes what an item leaves behind: links, pictures, its place in outfits",
        partitions=("ITEM#",), sorts=("METADATA",), events=("MODIFY", "REMOVE"),
        needs=(Query, BatchWriteItem, UpdateItem), bucket=(DELETE, LIST), bucket_prefix=IMAGES,
        batch=100, window=timedelta(0), timeout=60,
    ),
)  # fmt: skip

WORKERS = (
    Worker(
        "record_share", "Makes a share link, counts it and tells of it, once",
        needs=(GetItem, PutItem, UpdateItem), timeout=15,
    ),
    Worker(
        "finish_import", "Finishes an import that was accepted",
        needs=(Query, PutItem, DeleteItem), batch=1, timeout=60,
    ),
    Worker(
        "erase_wardrobe", "Removes every row and object of a user",
        needs=(Query, BatchWriteItem), bucket=(DELETE, LIST), batch=1, memory=1024, timeout=900,
    ),
)  # fmt: skip

SERVICE = Service(
    name="wdrbe",
    title="Wdrbe",
    summary="A wardrobe to keep, wear and share",
    table=TABLE,
    routes=ROUTES,
    consumers=CONSUMERS,
    workers=WORKERS,
    idempotency=Answered,
    bucket=True,
    expiries=(Expiry("images/new/", 1), Expiry("exports/", 1)),
)
