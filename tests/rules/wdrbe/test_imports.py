"""Tables that come in: read as they were meant, cut into parts that fit a transaction, back as the same items."""

import csv
import io
import json
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.wdrbe.entities import Season
from functions.wdrbe.rules.imports import (
    COLUMNS,
    CSV,
    JSON,
    ROWS_IN_A_PART,
    UnreadableTable,
    ids_needed,
    made_of,
    parts,
    read_rows,
)
from singletable.items import decode, encode
from singletable.ulid import new_ulid

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
cells = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20).map(str.strip)


@given(
    st.lists(st.fixed_dictionaries({"name": cells.filter(bool), "brand": cells.filter(bool)}), min_size=1, max_size=20)
)
def test_whatever_a_cell_holds_comes_through(rows: list[dict[str, str]]) -> None:
    table = io.StringIO(newline="")
    writer = csv.DictWriter(table, ["brand", "name"])
    writer.writeheader()
    writer.writerows(rows)
    assert read_rows(CSV, table.getvalue()) == rows
    assert read_rows(JSON, json.dumps({"items": rows})) == rows


def test_an_empty_cell_says_nothing_and_an_empty_line_is_no_row() -> None:
    assert read_rows(CSV, "Name, Category ,price\r\n a ,b,\r\n\r\n,,\r\nc\r\n") == [
        {"name": "a", "category": "b"},
        {"name": "c"},
    ]


@given(st.text(max_size=200), st.sampled_from([CSV, JSON]))
def test_no_text_does_worse_than_be_refused(text: str, media_type: str) -> None:
    try:
        rows = read_rows(media_type, text)
    except UnreadableTable:
        return
    assert all(set(row) <= set(COLUMNS) for row in rows) or media_type == JSON


@pytest.mark.parametrize("count", [1, ROWS_IN_A_PART, ROWS_IN_A_PART + 1, 200])
def test_parts_fit_a_transaction_and_become_the_items_that_were_meant(count: int) -> None:
    row = {"name": "Coat", "category": "coats", "season": Season.FALL, "price": Decimal("1.50"), "color": None}
    rows = [row | {"name": f"Coat {number}", "purchase_date": date(2026, 1, 2)} for number in range(count)]
    ids = sorted(new_ulid(NOON) for _ in range(ids_needed(rows)))
    made = parts("ann", rows, ids, NOON)
    assert [part.number for part in made] == list(range(-(-count // ROWS_IN_A_PART)))
    assert all(1 + 3 * len(part.rows) <= 100 for part in made)
    # As they come back from the table.
    pairs = [pair for part in made for pair in made_of(decode(encode(part), type(part)))]
    items = [item for item, _ in pairs]
    assert [item.name for item in items] == [f"Coat {number}" for number in range(count)]
    assert {item.user_id for item in items} == {"ann"}
    first = items[0]
    assert (first.season, first.price, first.purchase_date, first.color) == (
        Season.FALL,
        Decimal("1.50"),
        date(2026, 1, 2),
        None,
    )
    assert first.created_at == first.updated_at == NOON
    assert [item.item_id for item in items] == sorted({item.item_id for item in items})
    assert len({told.activity_id for _, told in pairs}) == count
    assert {told.item_id for _, told in pairs} == {item.item_id for item in items}
