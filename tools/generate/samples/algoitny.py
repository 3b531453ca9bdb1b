"""A sample event for each function of AlgoItny, and what its table holds so that all of them succeed."""

from datetime import UTC, date, datetime

from functions.algoitny.entities.accounts import Action, SubscriptionPlan, User
from functions.algoitny.entities.executions import Execution, SearchHistory
from functions.algoitny.entities.jobs import Erasure, JobLock, ProblemExtractionJob, ScriptGenerationJob
from functions.algoitny.entities.problems import Problem
from functions.algoitny.entities.usage import LastAction, Usage, UsageLog
from functions.algoitny.entities.work import Status
from functions.algoitny.rules.accounts import DEFAULT_PLANS
from functions.algoitny.rules.executions import begin, history_of
from functions.algoitny.rules.problems import Cases
from functions.algoitny.rules.runs import CaseRun, Run
from singletable.schema import evolve
from tools.generate.sample import ANN, OPERATOR, Call, Changes, Direct, Messages, Samples, Tick

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
TODAY = NOON.date()
ADDITION = Cases((("1 2", "3"), ("2 2", "4")))
TWO_SUM = {"platform": "baekjoon", "problem_id": "1000"}
DELETED = {"platform": "baekjoon", "problem_id": "1001"}
AWAITING = {"platform": "baekjoon", "problem_id": "1002"}
UNUSED_PLAN = 9
GENERATION_ID = "01KK3Y2M000000000000000003"
EXTRACTION_ID = "01KK3Y2M000000000000000004"
GENERATOR = "n = int(input())\nprint(n, n * n)"
ERASURE_ID = "01KK3Y2M000000000000000005"
PAST_RUN = "01KK3Y2M000000000000000002"
EXECUTION_ID = "01K9EXECUTION0000000000000"
SUM = "print(sum(map(int, input().split())))"


def stored(now: datetime) -> tuple[object, ...]:
    ann = User(user_id="01ANN", email=ANN["email"], google_id=ANN["sub"], name="Ann", created_at=now, updated_at=now)
    two_sum = Problem(
        platform=TWO_SUM["platform"],
        problem_id=TWO_SUM["problem_id"],
        title="A + B",
        statement="Print the sum of two numbers.",
        tags=("maths",),
        hints=("Read both numbers first.",),
        solution=SUM,
        is_completed=True,
        test_case_count=len(ADDITION.pairs),
        test_cases_sha256=ADDITION.sha256,
        created_at=now,
        updated_at=now,
    )
    return (
        ann,
        *(evolve(plan, user_count=1 if plan.plan_id == ann.plan_id else 0) for plan in DEFAULT_PLANS),
        SubscriptionPlan(
            plan_id=UNUSED_PLAN,
            name="Trial",
            max_hints_per_day=1,
            max_executions_per_day=1,
            created_at=now,
            updated_at=now,
        ),
        two_sum,
        evolve(two_sum, **DELETED, is_deleted=True, deleted_at=now, deleted_reason="a copy"),
        evolve(two_sum, **AWAITING, needs_review=True),
        *ADDITION.items(**TWO_SUM),
        execution(two_sum, now),
        past_run(two_sum, now),
        generation(two_sum, now),
        JobLock(**AWAITING, owner=GENERATION_ID),
        failed_extraction(now),
        Erasure(erasure_id=ERASURE_ID, user_id="01GONE", subject="gone", created_at=now, updated_at=now),
    )


def charged(hints: int) -> Usage:
    last = LastAction(Action.HINT, f"01LOG{hints}", NOON, "baekjoon", "1000")
    return Usage(user_id="01ANN", day=TODAY, hints=hints, last=last, created_at=NOON)


def execution(problem: Problem, now: datetime) -> Execution:
    return begin(EXECUTION_ID, "01ANN", problem, "python", SUM, is_public=False, now=now)


def past_run(problem: Problem, now: datetime) -> SearchHistory:
    """It failed the second case."""
    cases = (
        CaseRun("accepted", None, None, None, 9, 9_000, "3\n", False, 4),
        CaseRun(
            "wrong_answer",
            "differs from line 1 on",
            None,
            {"line": 1, "expected": "4", "actual": "3", "whitespace_only": False},
            9,
            9_000,
            "3\n",
            False,
            4,
        ),
    )
    run = Run("wrong_answer", "differs from line 1 on", None, 1, 1, 2, 9, 9_000, cases)
    done = evolve(execution(problem, now), execution_id=PAST_RUN)
    return history_of(done, "print(3)", run, None, now)


def generation(problem: Problem, now: datetime) -> ScriptGenerationJob:
    return ScriptGenerationJob(
        job_id=GENERATION_ID,
        platform=AWAITING["platform"],
        problem_id=AWAITING["problem_id"],
        title=problem.title,
        generator_code=GENERATOR,
        count=3,
        created_by="01ANN",
        by_staff=True,
        created_at=now,
        updated_at=now,
    )


def failed_extraction(now: datetime) -> ProblemExtractionJob:
    return ProblemExtractionJob(
        job_id=EXTRACTION_ID,
        platform="codeforces",
        problem_id="1520E",
        url="https://codeforces.com/problemset/problem/1520/E",
        identifier="1520E",
        created_by="01ANN",
        status=Status.FAILED,
        error="Nothing was fetched: the judge answered 503.",
        created_at=now,
        updated_at=now,
    )


EXPIRED = UsageLog(
    user_id="01ANN",
    day=date(2025, 12, 1),
    log_id="01LOG0",
    action=Action.EXECUTION,
    platform="baekjoon",
    problem_id="1000",
    created_at=datetime(2025, 12, 1, 12, tzinfo=UTC),
)
PLAN = {"name": "Trial", "max_hints_per_day": 3, "max_executions_per_day": 5, "price": 0}

SAMPLES = Samples(
    {
        "log_in": Call(),
        "show_profile": Call(),
        "edit_profile": Call(body={"name": "Ann B."}),
        "erase_me": Call(headers={"Idempotency-Key": "erase-1"}),
        "show_usage": Call(query={"from": "2026-03-01", "to": "2026-03-07"}),
        "list_plans": Call(),
        "choose_plan": Call(body={"plan_id": 5}),
        "list_problems": Call(query={"status": "completed", "tag": "maths", "limit": "20"}),
        "show_problem": Call(path=TWO_SUM),
        "show_test_cases": Call(path=TWO_SUM, caller=OPERATOR),
        "register_problem": Call(
            caller=OPERATOR,
            path={"platform": "baekjoon", "problem_id": "1008"},
            headers={"Idempotency-Key": "register-1008"},
            body={
                "title": "A / B",
                "tags": ["maths"],
                "language": "python",
                "solution": "a, b = map(int, input().split())\nprint(a / b)",
                "comparison": "numeric",
                "is_completed": True,
                "test_cases": [{"input": "1 2", "output": "0.5"}],
            },
        ),
        "delete_problem": Call(path=TWO_SUM, query={"reason": "a copy of another"}, caller=OPERATOR),
        "restore_problem": Call(path=DELETED, caller=OPERATOR),
        "execute_code": Call(
            path=TWO_SUM, body={"language": "python", "code": SUM}, headers={"Idempotency-Key": "execute-1"}
        ),
        "show_execution": Call(path={"execution_id": EXECUTION_ID}),
        "list_users": Call(query={"plan": "1"}, caller=OPERATOR),
        "administer_user": Call(path={"user_id": "01ANN"}, body={"plan_id": 2}, caller=OPERATOR),
        "show_usage_log": Call(path={"user_id": "01ANN"}, query={"date": "2026-03-01"}, caller=OPERATOR),
        "show_stats": Call(query={"from": "2026-03-01", "to": "2026-03-07"}, caller=OPERATOR),
        "list_reviews": Call(query={"limit": "20"}, caller=OPERATOR),
        "review_problem": Call(path=AWAITING, body={"decision": "verify", "notes": "Good."}, caller=OPERATOR),
        "write_plan": Call(path={"plan_id": "10"}, body=PLAN, caller=OPERATOR),
        "delete_plan": Call(path={"plan_id": str(UNUSED_PLAN)}, caller=OPERATOR),
        "take_hint": Call(path=TWO_SUM, body={}, headers={"Idempotency-Key": "hint-1"}),
        "list_history": Call(query={"limit": "20"}),
        "list_public_history": Call(query={"limit": "20"}),
        "show_history": Call(path={"history_id": PAST_RUN}),
        "publish_history": Call(path={"history_id": PAST_RUN}, body={"is_public": True}),
        "start_job": Call(
            caller=OPERATOR,
            headers={"Idempotency-Key": "job-1"},
            body={"kind": "generation", **TWO_SUM, "generator_code": GENERATOR, "language": "python", "count": 3},
        ),
        "list_jobs": Call(caller=OPERATOR, query={"kind": "generation", "status": "PENDING"}),
        "show_job": Call(path={"kind": "generation", "job_id": GENERATION_ID}, query={"progress": "all"}),
        "retry_job": Call(path={"kind": "extraction", "job_id": EXTRACTION_ID}, headers={"Idempotency-Key": "retry-1"}),
        "show_openapi": Call(),
        "show_docs": Call(),
        "check_health": Call(),
        "count_usage": Changes(((None, charged(1)), (charged(1), charged(2)))),
        "archive_usage": Changes(((EXPIRED, None),), expired=True),
        "run_execution": Messages(({"execution_id": EXECUTION_ID},)),
        "sweep_executions": Tick(),
        "generate_cases": Messages(({"job_id": GENERATION_ID},)),
        "extract_problem": Messages(({"job_id": EXTRACTION_ID},)),
        "erase_user": Messages(({"erasure_id": ERASURE_ID},)),
        "sweep_jobs": Tick(),
        "runner": Direct(
            {
                "language": "python",
                "code": SUM,
                "cases": [{"input": given, "expected": wanted} for given, wanted in ADDITION.pairs],
            }
        ),
    },
    stored,
)
