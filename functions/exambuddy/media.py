"""Pictures and recordings of questions: where a browser uploads them, and where it may fetch them for a while."""

from edge.resources import store_of
from functions.exambuddy.models.views import MediaView
from functions.exambuddy.service import SERVICE
from singletable.bucket import Bucket

LINK_SECONDS = 3600


def bucket() -> Bucket:
    return store_of(SERVICE).bucket


def media_views(keys: tuple[str, ...] | None) -> list[MediaView]:
    return [MediaView(key=key, url=bucket().link(key, seconds=LINK_SECONDS)) for key in keys or ()]
