"""What may be uploaded for a question."""

from collections.abc import Mapping

from singletable.refusal import Kind, Refused

LARGEST = 10 * 1024 * 1024
UPLOAD_SECONDS = 600
ENDINGS: Mapping[str, str] = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/webp": "webp",
    "image/gif": "gif",
    "audio/mpeg": "mp3",
    "audio/ogg": "ogg",
    "video/mp4": "mp4",
}


class MediaTooLarge(Refused):
    kind, code = Kind.TOO_LARGE, "media_too_large"


class MediaTypeNotTaken(Refused):
    kind, code = Kind.UNSUPPORTED, "media_type_not_taken"


def upload_key(project_id: str, upload_id: str, content_type: str, size: int) -> str:
    if content_type not in ENDINGS:
        taken = sorted(ENDINGS)
        raise MediaTypeNotTaken("This type is not taken.", field="body.content_type", facts={"taken": taken})
    if size > LARGEST:
        raise MediaTooLarge(f"{LARGEST:,} bytes are taken.", field="body.size", facts={"limit": LARGEST})
    return f"media/{project_id}/{upload_id}.{ENDINGS[content_type]}"
