"""GET /openapi.json: this API, described."""

from edge.about import openapi
from edge.answer import Answer, Json
from edge.endpoint import endpoint
from functions.exambuddy.service import SERVICE


@endpoint(SERVICE, __name__)
def handler() -> Answer[Json]:
    return openapi(SERVICE)
