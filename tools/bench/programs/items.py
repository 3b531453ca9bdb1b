"""The items that every contender reads and writes, as DynamoDB's JSON."""

import json
from typing import Any

TABLE = "bench"
INDEX = "GSI1"
UPDATED = 1_750_000_360


def problem(number: int) -> dict[str, Any]:
    return {
        "PK": {"S": f"PROB#baekjoon#{number}"},
        "SK": {"S": "META"},
        "tp": {"S": "prob"},
        "dat": {
            "M": {
                "tit": {"S": f"Shortest path through the city, part {number}"},
                "url": {"S": f"https://judge.example/problem/{number}"},
                "lng": {"S": "python"},
                "dif": {"N": "1450"},
                "slv": {"N": str(10_000 + number)},
                "nrv": {"BOOL": False},
                "tgs": {"L": [{"S": "graph"}, {"S": "dijkstra"}, {"S": "heap"}]},
                "lim": {"M": {"time": {"N": "2"}, "memory": {"N": "256"}}},
            }
        },
        "crt": {"N": "1750000000"},
        "upd": {"N": str(UPDATED)},
        "GSI1PK": {"S": "PROB#LIST"},
        "GSI1SK": {"S": f"{UPDATED * 1000:020d}#baekjoon#{number}"},
    }


NUMBERS = range(1000, 1020)
ITEMS = [problem(number) for number in NUMBERS]
ONE_ITEM = [ITEMS[0] | {"PK": {"S": "a"}, "SK": {"S": "b"}}]
KEY = {name: ITEMS[0][name] for name in ("PK", "SK")}

ANSWERS = {
    "get": json.dumps({"Item": ITEMS[0]}).encode(),
    "query": json.dumps({"Items": ITEMS, "Count": len(ITEMS), "ScannedCount": len(ITEMS)}).encode(),
    "put": b"{}",
    "transact": b"{}",
}
