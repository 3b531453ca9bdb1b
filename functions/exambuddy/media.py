"""Pictures and recordings of questions: where a browser uploads them, and where it may fetch them for a while."""

from edge.resources import store_of
from functions.exambuddy.models.views import MediaView
from functions.exambuddy.service import SERVICE
from singletable.bucket import Bucket
from singletable.errors import SchemaError

LINK_SECONDS = 3600


def bucket() -> Bucket:
    found = store_of(SERVICE).bucket
    if found is None:
        raise SchemaError("ExamBuddy keeps media in a bucket, and was given none")
    return found


def media_views(keys: tuple[str, ...] | None) -> list[MediaView]:
    return [MediaView(key=key, url=bucket().link(key, seconds=LINK_SECONDS)) for key in keys or ()]
