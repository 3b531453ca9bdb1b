"""Makes the test cases of a problem."""

from edge.resources import store_of
from edge.worker import worker
from functions.algoitny.carrying_out import Made, Report, carry_out, jobs
from functions.algoitny.entities.jobs import ScriptGenerationJob
from functions.algoitny.generation import generate
from functions.algoitny.models.messages import JobMessage
from functions.algoitny.repository.problems import Problems
from functions.algoitny.rules.jobs import GENERATION
from functions.algoitny.service import SERVICE

problems = Problems(store_of(SERVICE))


@worker(SERVICE, __name__)
def handler(message: JobMessage) -> None:
    def do(job: ScriptGenerationJob, report: Report) -> Made:
        return generate(problems, jobs.loaded(job), report)

    carry_out(GENERATION, message, do)
