"""GET /history/public: what was published in the last 30 days, newest first."""

from datetime import timedelta

from edge.answer import Answer
from edge.endpoint import endpoint
from edge.models import Listing, Paging
from edge.resources import store_of
from functions.algoitny.models.run_views import FeedEntry
from functions.algoitny.repository.history import History
from functions.algoitny.service import SERVICE
from singletable.cache import TimedCache
from singletable.clock import now

FRESH = timedelta(seconds=5)
history = History(store_of(SERVICE))
pages: TimedCache[tuple[int, str | None], Listing[FeedEntry]] = TimedCache(FRESH, clock=now, size=50)


@endpoint(SERVICE, __name__)
def handler(asked: Paging) -> Answer[Listing[FeedEntry]]:
    def read() -> Listing[FeedEntry]:
        return Listing.of(history.feed(asked.limit, asked.cursor, now()), FeedEntry.of)

    page = pages.get((asked.limit, asked.cursor), read)
    return Answer(page, headers={"Cache-Control": f"public, max-age={FRESH.seconds}"})
