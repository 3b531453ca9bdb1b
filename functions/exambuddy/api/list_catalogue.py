"""GET /catalog: published projects, by title."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.models import Listing, Paging
from functions.exambuddy.members import member, projects
from functions.exambuddy.models.views import CatalogueView
from functions.exambuddy.service import SERVICE


@endpoint(SERVICE, __name__)
def handler(asked: Paging, caller: Caller) -> Listing[CatalogueView]:
    member(caller)
    return Listing.of(projects.catalogue(asked.limit, asked.cursor), CatalogueView.of)
