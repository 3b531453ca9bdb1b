"""Usage logs that expired, into S3: one object per batch, named by what is in it."""

import gzip
import json

from edge.resources import store_of
from edge.stream import Batch, consumer
from functions.algoitny.rules.usage import archived
from functions.algoitny.service import SERVICE

store = store_of(SERVICE)


@consumer(SERVICE, __name__)
def handler(batch: Batch) -> None:
    for key, lines in archived(batch.changes).items():
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        body = gzip.compress(text.encode(), mtime=0)
        store.bucket.put(key, body, content_type="application/x-ndjson", encoding="gzip")
