"""Large bodies in S3: gzip, content-addressed, checked by SHA-256 when they come back."""

import gzip
import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from singletable.errors import CorruptObject
from singletable.offload import Offloaded

if TYPE_CHECKING:
    from mypy_boto3_s3.client import S3Client

PREVIEW = 200


class Bucket:
    """One service's bucket. The client is made on first use: most invocations never need it."""

    def __init__(self, name: str, client: "Callable[[], S3Client]") -> None:
        self.name = name
        self._make_client = client
        self._client: S3Client | None = None

    @property
    def client(self) -> "S3Client":
        if self._client is None:
            self._client = self._make_client()
        return self._client

    def save(self, folder: str, text: str) -> Offloaded:
        """Stores a text under its own digest: saving it twice, or dying half-way, does no harm."""
        raw = text.encode()
        digest = hashlib.sha256(raw).hexdigest()
        key = f"{folder}/{digest}.gz"
        self.put(key, gzip.compress(raw, mtime=0), content_type="text/plain; charset=utf-8", encoding="gzip")
        return Offloaded(key=key, sha256=digest, size=len(raw), preview=text[:PREVIEW])

    def load(self, pointer: Offloaded) -> str:
        raw = gzip.decompress(self.read(pointer.key))
        if hashlib.sha256(raw).hexdigest() != pointer.sha256:
            raise CorruptObject(f"{pointer.key} is not what was stored")
        return raw.decode()

    def put(self, key: str, body: bytes, *, content_type: str, encoding: str | None = None) -> None:
        extra: dict[str, Any] = {"ContentEncoding": encoding} if encoding else {}
        self.client.put_object(Bucket=self.name, Key=key, Body=body, ContentType=content_type, **extra)

    def read(self, key: str) -> bytes:
        return self.client.get_object(Bucket=self.name, Key=key)["Body"].read()

    def delete(self, key: str) -> None:
        self.client.delete_object(Bucket=self.name, Key=key)

    def link(self, key: str, *, seconds: int, filename: str | None = None) -> str:
        """A short-lived address from which a client may fetch the object itself."""
        extra = {"ResponseContentDisposition": f'attachment; filename="{filename}"'} if filename else {}
        return self.client.generate_presigned_url(
            "get_object", Params={"Bucket": self.name, "Key": key, **extra}, ExpiresIn=seconds
        )

    def upload_form(self, key: str, *, content_type: str, largest: int, seconds: int) -> dict[str, Any]:
        """A form for one upload from a browser; S3 itself enforces its type and size."""
        return dict(
            self.client.generate_presigned_post(
                self.name,
                key,
                Fields={"Content-Type": content_type},
                Conditions=[{"Content-Type": content_type}, ["content-length-range", 1, largest]],
                ExpiresIn=seconds,
            )
        )
