"""GET /projects/{project_id}/attempts.csv: the attempts of a project as a table; a large one is fetched elsewhere."""

from edge.answer import Answer, Csv
from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.exambuddy.media import bucket
from functions.exambuddy.members import admin
from functions.exambuddy.models.requests import Between, Id
from functions.exambuddy.repository.attempts import Attempts
from functions.exambuddy.rules.moments import asked_range
from functions.exambuddy.rules.tables import LARGEST_ANSWER, table_of
from functions.exambuddy.service import SERVICE
from singletable.clock import now
from singletable.ulid import new_ulid

attempts = Attempts(store_of(SERVICE))
CSV = "text/csv; charset=utf-8"
LINK_SECONDS = 300


@endpoint(SERVICE, __name__)
def handler(project_id: Id, asked: Between, caller: Caller) -> Answer[Csv]:
    project = admin(caller).project(project_id)
    between = asked_range(*asked.bounds(), now())
    table, name = table_of(attempts.all_of_project(project, between)), f"attempts-{project_id}.csv"
    if len(table) <= LARGEST_ANSWER:
        return Answer(table, content_type=CSV, headers={"Content-Disposition": f'attachment; filename="{name}"'})
    key = f"exports/{project_id}/{new_ulid(now())}.csv"
    bucket().put(key, table.encode(), content_type=CSV)
    link = bucket().link(key, seconds=LINK_SECONDS, filename=name)
    return Answer(link, 303, {"Location": link}, CSV)
