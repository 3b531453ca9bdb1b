"""GET /health: whether the service answers."""

from edge.about import health
from edge.answer import Answer
from edge.endpoint import endpoint
from functions.algoitny.service import SERVICE


@endpoint(SERVICE, __name__)
def handler() -> Answer:
    return health(SERVICE)
