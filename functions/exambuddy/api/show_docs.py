"""GET /docs: this API, browsable."""

from edge.about import docs
from edge.answer import Answer, Html
from edge.endpoint import endpoint
from functions.exambuddy.service import SERVICE


@endpoint(SERVICE, __name__)
def handler() -> Answer[Html]:
    return docs(SERVICE)
