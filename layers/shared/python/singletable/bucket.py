"""Large bodies in S3: gzip, content-addressed, checked by SHA-256 when they come back."""

import gzip
import hashlib
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError

from singletable.errors import CorruptObject, NotDeleted, SchemaError
from singletable.offload import Offloaded

if TYPE_CHECKING:
    from mypy_boto3_s3.client import S3Client

PREVIEW = 200
MOST_DELETED = 1000


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
        try:
            raw = gzip.decompress(self.read(pointer.key))
        except (OSError, EOFError, zlib.error):
            raise CorruptObject(f"{pointer.key} is not what was stored") from None
        if hashlib.sha256(raw).hexdigest() != pointer.sha256:
            raise CorruptObject(f"{pointer.key} is not what was stored")
        return raw.decode()

    def put(self, key: str, body: bytes, *, content_type: str, encoding: str | None = None) -> None:
        extra: dict[str, Any] = {"ContentEncoding": encoding} if encoding else {}
        self.client.put_object(Bucket=self.name, Key=key, Body=body, ContentType=content_type, **extra)

    def read(self, key: str) -> bytes:
        return self.client.get_object(Bucket=self.name, Key=key)["Body"].read()

    def find(self, key: str) -> bytes | None:
        """The same, or None where there is none; it takes the permission to list, or S3 says something else."""
        try:
            return self.read(key)
        except ClientError as error:
            if error.response["Error"].get("Code") not in ("NoSuchKey", "404"):
                raise
            return None

    def delete(self, key: str) -> None:
        self.client.delete_object(Bucket=self.name, Key=key)

    def delete_all(self, keys: Iterable[str]) -> None:
        """Many at once; what is not there is as gone as it shall be."""
        waiting = list(keys)
        for start in range(0, len(waiting), MOST_DELETED):
            objects: list[Any] = [{"Key": key} for key in waiting[start : start + MOST_DELETED]]
            failed = self.client.delete_objects(Bucket=self.name, Delete={"Objects": objects, "Quiet": True})
            if failed.get("Errors"):
                raise NotDeleted(f"{len(failed['Errors'])} objects could not be deleted")

    def copy(self, source: str, target: str) -> bool:
        """Copies an object within the bucket; False where there is none to copy."""
        try:
            self.client.copy_object(Bucket=self.name, Key=target, CopySource={"Bucket": self.name, "Key": source})
        except ClientError as error:
            if error.response["Error"].get("Code") not in ("NoSuchKey", "404"):
                raise
            return False
        return True

    def keys(self, prefix: str) -> Iterator[str]:
        """Every key that begins so. A function that may list learns of a missing object that it is missing (404);
        to others S3 says that it is forbidden (403)."""
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket=self.name, Prefix=prefix)
        return (found["Key"] for page in pages for found in page.get("Contents", ()))

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


def no_bucket(table: str) -> Bucket:
    """Stands where a store was given none, and says so to the first who uses it."""

    def refuse() -> "S3Client":
        raise SchemaError(f"{table} keeps objects, but its store was given no bucket")

    return Bucket("", refuse)
