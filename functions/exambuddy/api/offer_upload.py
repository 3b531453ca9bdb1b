"""POST /projects/{project_id}/media: a form with which a browser uploads a picture or recording."""

from edge.caller import Caller
from edge.endpoint import endpoint
from functions.exambuddy.media import bucket
from functions.exambuddy.members import admin
from functions.exambuddy.models.requests import Id, OfferUpload
from functions.exambuddy.models.views import UploadView
from functions.exambuddy.rules import media as rules
from functions.exambuddy.service import SERVICE
from singletable.clock import now
from singletable.ulid import new_ulid


@endpoint(SERVICE, __name__)
def handler(project_id: Id, wish: OfferUpload, caller: Caller) -> UploadView:
    project = admin(caller).project(project_id)
    key = rules.upload_key(project.project_id, new_ulid(now()), wish.content_type, wish.size)
    form = bucket().upload_form(
        key, content_type=wish.content_type, largest=rules.LARGEST, seconds=rules.UPLOAD_SECONDS
    )
    return UploadView(key=key, **form, largest=rules.LARGEST, expires_in=rules.UPLOAD_SECONDS)
