"""Two wardrobes: clothes with pictures, worn over the last weeks, put together, shared."""

import hashlib
import struct
import urllib.request
import zlib
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from typing import Any

from tools.demo.demo import Demo

SERVICE = "wdrbe"
AT_ONCE = 2
MIA, NOAH = "mia@quartet.example", "noah@quartet.example"
COLORS = {
    "white": "f4f4f0",
    "black": "202024",
    "blue": "2f5d9b",
    "red": "b3312c",
    "green": "4a7c4e",
    "grey": "8a8d91",
    "beige": "d8c7a3",
    "yellow": "e3b23c",
}
MIAS = """
Linen Shirt|shirts|summer|white|Uniqlo|34.90|9
Striped T-Shirt|shirts|all-season|blue|Armor-Lux|45.00|14
Silk Blouse|shirts|spring|beige|Sézane|95.00|4
Summer Beach Dress|dresses|summer|blue|Zara|49.90|6
Wrap Dress|dresses|spring|green|Reformation|178.00|3
Evening Dress|dresses||black|Reiss|240.00|0
Straight Jeans|trousers|all-season|blue|Levi's|99.00|18
Wide Trousers|trousers|fall|beige|COS|89.00|5
Wool Coat|coats|winter|grey|Arket|219.00|12
Trench Coat|coats|fall|beige|Burberry|890.00|7
Rain Jacket|coats|all-season|yellow|Rains|95.00|8
Cashmere Sweater|knitwear|winter|red|Everlane|130.00|10
Merino Cardigan|knitwear|fall|grey|Uniqlo|49.90|11
White Sneakers|shoes|all-season|white|Veja|120.00|16
Ankle Boots|shoes|winter|black|Dr. Martens|169.00|9
Leather Sandals|shoes|summer|beige|Birkenstock|110.00|5
Red Pumps|shoes||red|Aquazzura|395.00|0
Leather Belt|accessories||black|Anderson's|115.00|6
Straw Hat|accessories|summer|beige||28.00|2
Wool Scarf|accessories|winter|red|Acne Studios|150.00|8
"""
NOAHS = """
Oxford Shirt|shirts|all-season|white|Brooks Brothers|98.00|12
Chinos|trousers|spring|beige|Dockers|69.00|9
Navy Blazer|jackets|all-season|blue|Suitsupply|329.00|4
Running Shoes|shoes|all-season|grey|Asics|140.00|15
Down Jacket|coats|winter|black|Patagonia|249.00|6
"""
OUTFITS = (
    ("Day at the sea", ("Summer Beach Dress", "Leather Sandals", "Straw Hat")),
    ("Office, cold", ("Wool Coat", "Cashmere Sweater", "Wide Trousers", "Ankle Boots", "Wool Scarf")),
    ("Saturday", ("Striped T-Shirt", "Straight Jeans", "White Sneakers")),
)


def load(demo: Demo) -> None:
    if demo.call(SERVICE, "GET", "/outfits", MIA)["items"]:
        return
    today = datetime.now(UTC).date()
    items = {email: _clothes(demo, email, table, today) for email, table in ((MIA, MIAS), (NOAH, NOAHS))}
    for name, parts in OUTFITS:
        body = {"name": name, "item_ids": [items[MIA][part] for part in parts]}
        _post(demo, MIA, "/outfits", body)
    for name in ("Trench Coat", "Summer Beach Dress"):
        _post(demo, MIA, f"/items/{items[MIA][name]}/shares", {"platform": "web"})


def _clothes(demo: Demo, email: str, table: str, today: date) -> dict[str, str]:
    """Item ids by name. Whatever is sent again under its key does nothing again."""
    ids: dict[str, str] = {}
    with ThreadPoolExecutor(AT_ONCE) as doing:
        waiting = []
        for line in table.strip().splitlines():
            name, category, season, color, brand, price, wears = line.split("|")
            body = {"name": name, "category": category, "color": color, "price": price}
            body |= {key: value for key, value in (("season", season), ("brand", brand)) if value}
            item = ids[name] = str(_post(demo, email, "/items", body)["item_id"])
            days = [today - timedelta(days=1 + turn * 4 + len(name) % 4) for turn in range(int(wears))]
            waiting.append(doing.submit(_use, demo, email, item, days, bytes.fromhex(COLORS[color])))
    for each in waiting:
        each.result()
    return ids


def _use(demo: Demo, email: str, item: str, days: list[date], color: bytes) -> None:
    for day in days:
        _post(demo, email, f"/items/{item}/wears", {"date": day.isoformat()})
    _picture(demo, email, item, color)


def _post(demo: Demo, email: str, path: str, body: dict[str, Any]) -> Any:
    key = hashlib.sha256(f"{path} {sorted(body.items())}".encode()).hexdigest()
    return demo.call(SERVICE, "POST", path, email, body, {"Idempotency-Key": f"demo-{key}"})


def _picture(demo: Demo, email: str, item: str, color: bytes) -> None:
    """As a browser does: ask for the form, send it to S3, tell the item."""
    if demo.call(SERVICE, "GET", f"/items/{item}", email)["image_url"]:
        return
    form = demo.call(SERVICE, "POST", f"/items/{item}/image", email, {"content_type": "image/png"})
    border = "quartet-demo"
    parts = [
        f'--{border}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in form["fields"].items()
    ]
    head = f'--{border}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n'.encode()
    body = b"".join([*parts, head, b"Content-Type: image/png\r\n\r\n", _png(color), f"\r\n--{border}--\r\n".encode()])
    headers = {"Content-Type": f"multipart/form-data; boundary={border}"}
    urllib.request.urlopen(urllib.request.Request(form["url"], body, headers), timeout=30).close()
    demo.call(SERVICE, "PUT", f"/items/{item}/image", email, {"image_id": form["image_id"]})


def _png(color: bytes, side: int = 64) -> bytes:
    """A square of one color."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
    rows = zlib.compress((b"\0" + color * side) * side)
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
