"""Large banks as one object each, anew when they change; and what deleted projects leave behind."""

from edge.resources import store_of
from edge.stream import Batch, consumer
from functions.exambuddy.repository.bank import Bank
from functions.exambuddy.repository.projects import Projects
from functions.exambuddy.rules.keeping import deleted, grown_or_shrunk, reordered
from functions.exambuddy.service import SERVICE

store = store_of(SERVICE)
bank, projects = Bank(store), Projects(store)


@consumer(SERVICE, __name__)
def handler(batch: Batch) -> None:
    """Whatever comes again finds the table as it is: the object says nothing that the table does not say."""
    changed = grown_or_shrunk(batch.changes)
    for project_id in reordered(batch.changes) - changed.keys():
        project = projects.by_id(project_id)
        if project is not None:
            changed[project_id] = project
    gone = deleted(batch.changes)
    for project_id in gone:
        bank.clear(project_id)
    for project_id in changed.keys() - gone:
        bank.keep(changed[project_id])
