"""POST /emails/check: whether an e-mail address is still free; advice, not a promise."""

from edge.endpoint import endpoint
from functions.codekurukshetra.members import teams
from functions.codekurukshetra.models.requests import CheckEmail
from functions.codekurukshetra.models.views import EmailAvailability
from functions.codekurukshetra.people import index_of
from functions.codekurukshetra.service import SERVICE


@endpoint(SERVICE, __name__)
def handler(wish: CheckEmail) -> EmailAvailability:
    owner = teams.owner_of(index_of(wish.email, "body.email"))
    return EmailAvailability(available=owner is None)
