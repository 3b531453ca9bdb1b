"""Imports, all of a table or nothing of it; and exports of everything."""

import json
from typing import Any
from urllib.parse import urlparse

import boto3
import pytest

from functions.wdrbe.entities import ImportPart
from functions.wdrbe.repository.imports import Imports
from functions.wdrbe.rules.imports import MOST_ROWS, ROWS_IN_A_PART
from functions.wdrbe.rules.items import listed
from singletable.schema import evolve
from singletable.ulid import new_ulid
from tests.api.harness import ANN, BOB, BUCKET, App, Crash
from tests.api.wdrbe.closet import add, here, item_id, kinds, on_the_list, pages, stored, user_of, work

CSV, JSON = {"content-type": "text/csv"}, {"content-type": "application/json"}
DEEP = '{"items": [{"name": ' + "[" * 500 + "]" * 500 + "}]}"
TABLE = '''name,category,season,color,brand,purchase_date,price
Wool Coat,coats,winter,grey,Acme,2025-11-02,180
"Boots, ""wet""",shoes,autumn,,,,39.90

Belt,belts,,,,,
'''


def send(app: App, body: object, headers: dict[str, str] = CSV, **more: str) -> Any:
    return app.call("import_items", body=body, headers={**headers, **more})


def rows(count: int) -> str:
    return "name,category\n" + "".join(f"Item {number:03d},things\n" for number in range(count))


def names(app: App) -> list[str]:
    return [item["name"] for page in pages(app, "list_items", limit=100) for item in page]


def sent() -> int:
    """Messages that wait, or will once their delay is over."""
    client = boto3.client("sqs")
    url = client.get_queue_url(QueueName="finish_import")["QueueUrl"]
    found = client.get_queue_attributes(QueueUrl=url, AttributeNames=["All"])["Attributes"]
    return int(found["ApproximateNumberOfMessages"]) + int(found["ApproximateNumberOfMessagesDelayed"])


def test_a_csv_table_becomes_items_in_its_order(wdrbe: App) -> None:
    answer = send(wdrbe, "\ufeff" + TABLE)
    assert answer.status == 201, answer.text
    assert answer.body["imported"] == 3
    assert [row["row"] for row in answer.body["rows"]] == [1, 2, 3]
    assert names(wdrbe) == ["Belt", 'Boots, "wet"', "Wool Coat"]
    coat, boots, belt = (stored(wdrbe, row["item_id"]) for row in answer.body["rows"])
    assert (coat.season, coat.color, coat.brand, str(coat.price)) == ("winter", "grey", "Acme", "180")
    assert str(coat.purchase_date) == "2025-11-02"
    assert (boots.season, f"{boots.price:.2f}", boots.color) == ("fall", "39.90", None)
    assert (belt.season, belt.price) == (None, None)
    for item in (coat, boots, belt):
        assert on_the_list(wdrbe, item.item_id) == listed(item)
    assert kinds(wdrbe) == ["Activity"] * 3 + ["Item"] * 3 + ["UserItem"] * 3
    told = wdrbe.call("list_activities", query={"type": "ItemCreated"}).body["items"]
    assert [each["metadata"] for each in told] == [{"action": "import"}] * 3


def test_a_json_table_becomes_items_too(wdrbe: App) -> None:
    given = [{"name": "Coat", "category": "coats", "season": "winter", "price": 12.5}, {"name": "B", "category": "b"}]
    answer = send(wdrbe, {"items": given}, JSON)
    assert (answer.status, answer.body["imported"]) == (201, 2)
    assert str(stored(wdrbe, answer.body["rows"][0]["item_id"]).price) == "12.5"


def test_more_than_two_hundred_rows_are_too_many(wdrbe: App) -> None:
    refused = send(wdrbe, rows(MOST_ROWS + 1))
    assert (refused.status, refused.code, refused.body["limit"]) == (413, "too_many_rows", MOST_ROWS)
    large = send(wdrbe, "name,category\n" + "x" * 1_000_000)
    assert (large.status, large.code) == (413, "too_large")
    assert wdrbe.rows() == []


def test_one_wrong_cell_refuses_the_whole_table_with_a_report_of_every_row(wdrbe: App) -> None:
    table = "name,category,season,price\nCoat,coats,winter,1\n,shoes,monsoon,x\nBelt,belts,,2\n"
    refused = send(wdrbe, table)
    assert (refused.status, refused.code) == (400, "invalid_request")
    assert sorted(refused.paths) == ["rows[1].name", "rows[1].price", "rows[1].season"]
    report = refused.body["report"]
    assert [(row["row"], len(row["errors"])) for row in report] == [(1, 0), (2, 3), (3, 0)]
    assert wdrbe.rows() == []


def test_a_row_of_a_thousand_wrong_cells_is_not_answered_with_a_thousand_lines(wdrbe: App) -> None:
    row = {"name": "a", "category": "b"} | {f"cell{number}": 1 for number in range(1000)}
    refused = send(wdrbe, {"items": [row] * 10}, JSON)
    assert (refused.status, len(refused.paths)) == (400, 100)
    assert [len(each["errors"]) for each in refused.body["report"]] == [20] * 10


UNREADABLE: tuple[tuple[object, dict[str, str], int, str], ...] = (
    ("", CSV, 400, "unreadable_table"),
    ("name,category\n", CSV, 400, "unreadable_table"),
    ("name,colour\nCoat,blue\n", CSV, 400, "unreadable_table"),
    ("name,name,category\na,b,c\n", CSV, 400, "unreadable_table"),
    ("name,category\na,b,c\n", CSV, 400, "unreadable_table"),
    ('name,category\n"a,b\n', CSV, 400, "unreadable_table"),
    ('{"items": []}', JSON, 400, "unreadable_table"),
    ("[]", JSON, 400, "unreadable_table"),
    ('{"items": [1]}', JSON, 400, "unreadable_table"),
    ('{"items": ', JSON, 400, "unreadable_table"),
    ("[" * 100_000, JSON, 400, "unreadable_table"),
    ('{"items": [{"name": "a", "category": "b", "owner": "bob"}]}', JSON, 400, "invalid_request"),
    ('{"items": [{"name": "\\ud800", "category": "b"}]}', JSON, 400, "unreadable_table"),
    (DEEP, JSON, 400, "invalid_request"),
    ('{"items": [{"name": "a", "category": "b", "price": NaN}]}', JSON, 400, "unreadable_table"),
    (b"name,category\n\xff,b\n", CSV, 400, "invalid_request"),
    ("a=b", {"content-type": "application/x-www-form-urlencoded"}, 415, "unsupported_media_type"),
)


def test_what_cannot_be_read_is_refused(wdrbe: App) -> None:
    for body, headers, status, code in UNREADABLE:
        refused = send(wdrbe, body, headers)
        assert (refused.status, refused.code) == (status, code), refused.text
    assert wdrbe.rows() == []


def test_the_same_key_imports_once(wdrbe: App) -> None:
    key = {"Idempotency-Key": "k"}
    first = send(wdrbe, TABLE, CSV, **key)
    found = wdrbe.rows()
    again = send(wdrbe, TABLE, CSV, **key)
    assert (again.status, again.text, again.headers["idempotency-replayed"]) == (201, first.text, "true")
    assert wdrbe.rows() == found
    other = send(wdrbe, rows(2), CSV, **key)
    assert (other.status, other.code) == (422, "idempotency_key_reused")


PARTS = 2
COUNT = (PARTS - 1) * ROWS_IN_A_PART + 1


# One call accepts, one reads what is to do, one makes items of each part.
@pytest.mark.parametrize(
    ("moment", "call"), [("die_before", 1), ("die_before", 2), *(("die_after", call) for call in range(1, 3 + PARTS))]
)
def test_whatever_dies_nothing_is_half_imported(wdrbe: App, moment: str, call: int) -> None:
    setattr(wdrbe, moment, call)
    with pytest.raises(Crash):
        send(wdrbe, rows(COUNT), CSV, **{"Idempotency-Key": "k"})
    wdrbe.die_before = wdrbe.die_after = None
    if sent() == 0:
        assert names(wdrbe) == []
    again = send(wdrbe, rows(COUNT), CSV, **{"Idempotency-Key": "k"})
    assert again.status == 201
    message = {"user_id": user_of(ANN), "import_id": again.body["import_id"]}
    for _ in range(2):
        assert work(wdrbe, "finish_import", [message]) == []
    assert names(wdrbe) == [f"Item {number:03d}" for number in range(COUNT - 1, -1, -1)]
    assert kinds(wdrbe).count("Activity") == kinds(wdrbe).count("Item") == COUNT
    assert "ImportPart" not in kinds(wdrbe)


def test_an_item_deleted_while_its_import_goes_on_does_not_come_back(wdrbe: App) -> None:
    wdrbe.die_after = 3
    with pytest.raises(Crash):
        send(wdrbe, rows(COUNT))
    wdrbe.die_after = None
    [newest, *_] = wdrbe.call("list_items", query={"limit": "1"}).body["items"]
    wdrbe.call("delete_item", path=here(newest["item_id"]))
    [left, *_] = wdrbe.store.every(ImportPart.key(user_id=user_of(ANN)))
    work(wdrbe, "finish_import", [{"user_id": user_of(ANN), "import_id": left.import_id}])
    assert len(names(wdrbe)) == COUNT - 1
    assert newest["name"] not in names(wdrbe)


def test_the_worker_has_nothing_to_do_for_an_import_that_is_done(wdrbe: App) -> None:
    report = send(wdrbe, TABLE).body
    found = wdrbe.rows()
    assert sent() == 1
    Imports(wdrbe.store).finish(user_of(ANN), report["import_id"])
    assert wdrbe.rows() == found


def exported(app: App, **how: Any) -> tuple[Any, Any]:
    answer = app.call("export_wardrobe", **how)
    assert answer.status == 200, answer.text
    key = urlparse(answer.body["download_url"]).path.lstrip("/").removeprefix(f"{BUCKET}/")
    found = boto3.client("s3").get_object(Bucket=BUCKET, Key=key.replace("%40", "@"))
    assert found["ContentType"] == "application/json"
    return answer.body, json.loads(found["Body"].read())


def test_an_export_holds_everything_of_its_owner_and_nothing_of_others(wdrbe: App) -> None:
    whole = [add(wdrbe, name=f"Item {number}", price="9.90") for number in range(3)]
    add(wdrbe, BOB, name="Bob's")
    wdrbe.call("log_wear", path=here(whole[0]["item_id"]), body={})
    outfit = wdrbe.call("create_outfit", body={"name": "All", "item_ids": [item["item_id"] for item in whole]}).body
    answer, document = exported(wdrbe)
    assert {name: answer[name] for name in ("items", "outfits", "wears", "activities")} == {
        "items": 3,
        "outfits": 1,
        "wears": 1,
        "activities": 4,
    }
    assert "attachment" in answer["download_url"]
    assert [item["name"] for item in document["items"]] == ["Item 2", "Item 1", "Item 0"]
    assert document["items"][1] == {name: value for name, value in whole[1].items() if name != "image_url"}
    assert document["outfits"] == [outfit]
    assert document["wears"][0]["item_id"] == whole[0]["item_id"]
    assert "Bob" not in json.dumps(document)


def test_an_empty_wardrobe_can_be_exported(wdrbe: App) -> None:
    _, document = exported(wdrbe)
    assert (document["items"], document["outfits"], document["wears"], document["activities"]) == ([], [], [], [])


def test_more_than_one_batch_of_items_is_exported(wdrbe: App) -> None:
    one = stored(wdrbe, item_id(wdrbe))
    more = [evolve(one, item_id=new_ulid(wdrbe.moment)) for _ in range(130)]
    wdrbe.store.batch_write(puts=[*more, *map(listed, more)])
    answer, document = exported(wdrbe)
    assert answer["items"] == len({item["item_id"] for item in document["items"]}) == 131
