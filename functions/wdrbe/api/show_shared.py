"""GET /shared/{token}: the item behind a link, for anybody who has it; nothing of its owner."""

from edge.endpoint import endpoint
from edge.resources import store_of
from functions.wdrbe.models.requests import Token
from functions.wdrbe.models.views import SharedItemView
from functions.wdrbe.repository.pictures import Pictures
from functions.wdrbe.repository.shares import Shares
from functions.wdrbe.rules.shares import visible
from functions.wdrbe.service import SERVICE

shares, pictures = Shares(store_of(SERVICE)), Pictures(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(token: Token) -> SharedItemView:
    item = visible(*shares.behind(token))
    return SharedItemView.of(item, pictures.link(item.image_key))
