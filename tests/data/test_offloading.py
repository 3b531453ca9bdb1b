"""Long texts: in S3 above their threshold, checked when they come back, gone with their item."""

import gzip
import hashlib
from datetime import timedelta
from typing import Any

import pytest
from botocore.exceptions import ClientError

from singletable.bucket import PREVIEW, Bucket
from singletable.errors import AlreadyExists, CorruptObject, SchemaError
from singletable.items import encode
from singletable.schema import Offloaded, evolve
from singletable.store import Create, Patch, Store, Update, remove
from tests.data.clock import NOW, Clock
from tests.data.tables import LIBRARY, Answer, Book
from tests.engines import StoreFor

LONG = "Straße " * 50
KEY = Book.key.item(isbn="1")
EMMA = Book(isbn="1", title="Emma", summary=LONG, updated_at=NOW)


@pytest.fixture
def store(store_for: StoreFor, clock: Clock, bucket: Bucket) -> Store:
    return store_for(LIBRARY, now=clock, bucket=bucket)


def objects(bucket: Bucket) -> list[str]:
    return [found["Key"] for found in bucket.client.list_objects_v2(Bucket=bucket.name).get("Contents", ())]


def pointer(store: Store) -> Offloaded:
    book = store.get(KEY)
    assert book is not None
    assert isinstance(book.summary, Offloaded)
    return book.summary


@pytest.mark.parametrize(
    ("text", "inline"),
    [("x" * 100, True), ("x" * 101, False), ("é" * 50, True), ("é" * 51, False)],
    ids=["at it", "above it", "at it in two bytes", "above it in two bytes"],
)
def test_the_threshold_counts_bytes(store: Store, bucket: Bucket, text: str, inline: bool) -> None:
    store.create(evolve(EMMA, summary=text))
    book = store.get(KEY)
    assert book is not None
    assert isinstance(book.summary, str) is inline
    assert objects(bucket) == [] if inline else len(objects(bucket)) == 1
    assert store.load(book) == evolve(EMMA, summary=text)


def test_a_long_text_is_a_zipped_object_and_a_pointer_with_its_digest(store: Store, bucket: Bucket) -> None:
    store.create(EMMA)
    digest = hashlib.sha256(LONG.encode()).hexdigest()
    found = pointer(store)
    assert found == Offloaded(
        key=f"bk/BOOK#1/META/summary/{digest}.gz", sha256=digest, size=len(LONG.encode()), preview=LONG[:PREVIEW]
    )
    stored = bucket.client.get_object(Bucket=bucket.name, Key=found.key)
    assert (stored["ContentEncoding"], stored["ContentType"]) == ("gzip", "text/plain; charset=utf-8")
    assert gzip.decompress(stored["Body"].read()).decode() == LONG


def test_a_text_is_fetched_when_asked_for(store: Store) -> None:
    store.create(EMMA)
    assert store.text(pointer(store)) == LONG
    assert store.text("short") == "short"
    book = store.get(KEY)
    assert book is not None
    assert store.load(book) == EMMA


def test_an_absent_text_is_left_alone(store: Store, bucket: Bucket) -> None:
    store.create(evolve(EMMA, summary=None))
    assert store.get(KEY) == store.load(evolve(EMMA, summary=None))
    assert objects(bucket) == []


def test_every_write_offloads(store: Store, bucket: Bucket) -> None:
    books = [evolve(EMMA, isbn=str(number)) for number in range(1, 6)]
    store.create(books[0])
    store.put(books[1])
    store.batch_write(puts=[books[2]])
    store.transact(Create(books[3]))
    store.create(evolve(books[4], summary=None))
    store.patch(Patch(Book.key.item(isbn="5"), set={"summary": LONG}))
    assert len(objects(bucket)) == 5
    found = store.batch_get([Book.key.item(isbn=str(number)) for number in range(1, 6)])
    assert [isinstance(book and book.summary, Offloaded) for book in found] == [True] * 5


def test_an_update_moves_a_text_out_and_in(store: Store) -> None:
    short = store.create(evolve(EMMA, summary="short"))
    long = store.update(short, evolve(short, summary=LONG))
    assert pointer(store) == long.summary
    store.transact(Update(long, evolve(long, summary="short again")))
    book = store.get(KEY)
    assert book is not None
    assert book.summary == "short again"


def test_an_unchanged_text_is_not_written_again(store: Store) -> None:
    store.create(EMMA)
    before = store.get(KEY)
    assert before is not None
    after = store.update(before, evolve(store.load(before), title="New"))
    assert (after.title, after.summary) == ("New", before.summary)


def test_the_same_text_is_the_same_object(store: Store, bucket: Bucket) -> None:
    store.create(EMMA)
    store.put(EMMA)
    assert len(objects(bucket)) == 1


def test_a_refused_write_leaves_an_orphan_and_never_a_dangling_pointer(store: Store, bucket: Bucket) -> None:
    store.create(evolve(EMMA, summary=None))
    with pytest.raises(AlreadyExists):
        store.create(EMMA)
    assert store.get(KEY) == evolve(EMMA, summary=None)
    assert len(objects(bucket)) == 1


def test_no_item_is_written_when_its_text_cannot_be_saved(store_for: StoreFor, bucket: Bucket) -> None:
    store = store_for(LIBRARY, bucket=Bucket("no-such-bucket", lambda: bucket.client))
    with pytest.raises(ClientError):
        store.create(EMMA)
    assert store.get(KEY) is None


def test_a_deleted_item_takes_its_text_with_it(store: Store, bucket: Bucket) -> None:
    store.create(EMMA)
    store.delete(KEY)
    assert objects(bucket) == []
    book = store.create(evolve(EMMA, isbn="2"))
    store.run(remove(book))
    assert objects(bucket) == []


def test_the_text_of_an_expired_item_goes_with_it_too(store: Store, bucket: Bucket, clock: Clock) -> None:
    end = NOW.replace(microsecond=0) + timedelta(hours=1)
    common: dict[str, Any] = {"request_hash": "h", "status": 200, "created_at": NOW, "expires_at": end}
    store.create(Answer(caller="me", token="t", body="x" * 2000, **common))
    clock.moment = end
    assert store.delete(Answer.key.item(caller="me", token="t")) is None
    assert objects(bucket) == []


def test_what_a_transaction_removed_is_discarded_by_who_removed_it(store: Store, bucket: Bucket) -> None:
    store.create(EMMA)
    book = store.get(KEY)
    assert book is not None
    store.transact(remove(book))
    assert len(objects(bucket)) == 1
    store.discard_bodies(book)
    assert objects(bucket) == []


@pytest.mark.parametrize(
    "body",
    [gzip.compress(b"another text"), b"not zipped at all", b"", gzip.compress(LONG.encode())[:-12]],
    ids=["another text", "not zipped", "empty", "cut short"],
)
def test_a_text_that_is_not_what_was_stored_is_refused(store: Store, bucket: Bucket, body: bytes) -> None:
    store.create(EMMA)
    bucket.put(pointer(store).key, body, content_type="text/plain")
    with pytest.raises(CorruptObject):
        store.text(pointer(store))


def test_a_store_without_a_bucket_says_so(store_for: StoreFor) -> None:
    store = store_for(LIBRARY)
    with pytest.raises(SchemaError, match="library keeps objects, but its store was given no bucket"):
        store.create(EMMA)
    store.create(evolve(EMMA, summary="short"))


def test_a_preview_cuts_no_character_in_half(store: Store) -> None:
    store.create(evolve(EMMA, summary="\U0001f600" * 300))
    assert pointer(store).preview == "\U0001f600" * PREVIEW
    assert encode(EMMA)["dat"]["M"]["sum"] == {"S": LONG}


def test_links_and_upload_forms_are_signed_for_one_object(bucket: Bucket) -> None:
    link = bucket.link("reports/ä.csv", seconds=60, filename="a.csv")
    assert link.startswith("https://")
    assert "Expires=" in link
    form = bucket.upload_form("images/1", content_type="image/png", largest=1000, seconds=60)
    assert form["fields"]["key"] == "images/1"
    assert form["fields"]["Content-Type"] == "image/png"
