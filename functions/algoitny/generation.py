"""Makes the test cases of a problem: a script writes the inputs, the reference solution their outputs."""

from collections.abc import Sequence

from functions.algoitny import runner, writer
from functions.algoitny.carrying_out import JobFailed, Made, Report
from functions.algoitny.entities.jobs import ScriptGenerationJob
from functions.algoitny.entities.problems import Problem
from functions.algoitny.repository.problems import Problems
from functions.algoitny.rules.problems import Cases, with_generated
from functions.algoitny.rules.runs import ACCEPTED, NOT_RUN, Run, bounds_of
from singletable.clock import now
from singletable.schema import evolve

SECONDS_FOR_INPUTS, SECONDS_FOR_OUTPUTS = 100.0, 200.0
DEFAULT_COUNT = 10


def generate(problems: Problems, job: ScriptGenerationJob, report: Report) -> Made:
    """`job` with its script loaded."""
    before = problems.get(job.platform, job.problem_id, consistent=True)
    if before is None or before.is_deleted:
        raise JobFailed("The problem is gone.")
    problem = problems.whole(before)
    script = _script(job, problem, report)
    inputs = _inputs(script, job)
    report("Make inputs", f"{len(inputs)} different inputs.")
    outputs = _outputs(problem, inputs)
    report("Make outputs", f"{len(outputs)} outputs of the reference solution.")
    cases = Cases(tuple(zip(inputs, outputs, strict=True)))
    after = with_generated(before, cases, now(), by_staff=bool(job.by_staff))
    return Made(
        evolve(job, generator_code=script),
        problems.writes(before, after, cases, most=None),
        f"The problem has {len(inputs)} test cases.",
    )


def _script(job: ScriptGenerationJob, problem: Problem, report: Report) -> str:
    if isinstance(job.generator_code, str):
        return job.generator_code
    written = writer.generator_for(problem)
    if written is None:
        raise JobFailed("No generator was given, and no language model wrote one.")
    report("Write a generator", f"{len(written.splitlines())} lines.")
    return written


def _inputs(script: str, job: ScriptGenerationJob) -> list[str]:
    """The script is run once per case, with the number of the case as its input; what it prints is the case."""
    numbers = [f"{number}\n" for number in range(1, (job.count or DEFAULT_COUNT) + 1)]
    printed = _printed("The generator", runner.outputs(job.language, script, numbers, {}, seconds=SECONDS_FOR_INPUTS))
    different = list(dict.fromkeys(printed))
    if not any(text.strip() for text in different):
        raise JobFailed("The generator prints nothing.")
    return different


def _outputs(problem: Problem, inputs: Sequence[str]) -> list[str]:
    solution = problem.solution
    if not isinstance(solution, str):
        raise JobFailed("The problem has no reference solution.")
    bounds = {"limits": bounds_of(problem)["limits"]}
    result = runner.outputs(problem.language, solution, inputs, bounds, seconds=SECONDS_FOR_OUTPUTS)
    return _printed("The reference solution", result)


def _printed(what: str, run: Run) -> list[str]:
    if run.verdict == ACCEPTED:
        return [case.output for case in run.cases]
    failing = (at for at, case in enumerate(run.cases, 1) if case.verdict not in (ACCEPTED, NOT_RUN))
    where = next((f" for case {at}" for at in failing), "")
    error = f", {run.error['type']} in line {run.error['line']}" if run.error else ""
    raise JobFailed(f"{what} failed{where}: {run.verdict}{error} ({run.reason}).")
