"""PUT /problems/{platform}/{problem_id}: a registrar or staff writes a problem with its test cases."""

from edge.answer import Answer
from edge.caller import Caller
from edge.endpoint import endpoint
from edge.request import IfMatch
from edge.resources import store_of
from functions.algoitny.members import member
from functions.algoitny.models.requests import ProblemId, RegisterProblem, Slug
from functions.algoitny.models.views import ProblemView
from functions.algoitny.repository.problems import Problems
from functions.algoitny.rules import problems as rules
from functions.algoitny.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once
from singletable.schema import evolve

problems = Problems(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(
    platform: Slug, problem_id: ProblemId, wish: RegisterProblem, caller: Caller, match: IfMatch, once: Once
) -> Answer[ProblemView]:
    who = member(caller)
    before = problems.get(platform, problem_id, consistent=True)
    match.check(before)
    pairs = wish.pairs()
    cases = None if pairs is None else rules.Cases(pairs)
    after = rules.register(before, platform, problem_id, wish.fields(), cases, who.reader, now())
    written = evolve(after, version=before.version + 1) if before else after
    view = ProblemView.shown(problems.whole(written), with_key=True)
    most = None if who.is_staff else who.plan.max_problems
    problems.register(before, after, cases, most=most, once=once, answer=view.json())
    return Answer(view, status=200 if before else 201)
