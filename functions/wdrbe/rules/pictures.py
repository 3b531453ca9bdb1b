"""Decisions about pictures: which are taken, and where they lie.

A picture is uploaded to a place from which it vanishes after a day, and is copied from there when its item takes it.
So whatever nobody takes, and whatever comes after its item is gone, cleans itself up. Keys name the item, never the
user: they stand in links that anyone may see.
"""

from singletable.refusal import Kind, Refused

IMAGE_TYPES = ("image/jpeg", "image/png", "image/webp", "image/gif", "image/avif", "image/heic")
LARGEST_IMAGE = 10 * 1024 * 1024
NEW, KEPT = "images/new/", "images/kept/"
UPLOAD_SECONDS = 300
LINK_SECONDS = 900


class NotAnImage(Refused):
    kind, code = Kind.UNSUPPORTED, "not_an_image"


class ImageTooLarge(Refused):
    kind, code = Kind.TOO_LARGE, "image_too_large"


class NotUploaded(Refused):
    kind, code = Kind.CONFLICT, "image_not_uploaded"


def check_upload(content_type: str, size: int | None) -> None:
    """Said early, to spare a client the upload. S3 enforces both, whatever is said here."""
    if content_type not in IMAGE_TYPES:
        raise NotAnImage(f"A picture is one of {', '.join(IMAGE_TYPES)}.", field="body.content_type")
    if size is not None and size > LARGEST_IMAGE:
        raise ImageTooLarge(
            f"A picture has {LARGEST_IMAGE:,} bytes at the most.", field="body.size", facts={"limit": LARGEST_IMAGE}
        )


def new_key(item_id: str, image_id: str) -> str:
    return f"{NEW}{item_id}/{image_id}"


def kept_key(item_id: str, image_id: str) -> str:
    return f"{KEPT}{item_id}/{image_id}"


def places(item_id: str) -> tuple[str, str]:
    """The prefixes below which everything of an item lies."""
    return f"{NEW}{item_id}/", f"{KEPT}{item_id}/"
