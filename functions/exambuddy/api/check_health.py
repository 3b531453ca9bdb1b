"""GET /health: whether the service answers."""

from edge.about import Health, health
from edge.endpoint import endpoint
from functions.exambuddy.service import SERVICE


@endpoint(SERVICE, __name__)
def handler() -> Health:
    return health(SERVICE)
