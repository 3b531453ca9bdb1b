"""AlgoItny: coding practice under a daily quota. This page says what there is; everything else follows from it."""

from datetime import timedelta

from functions.algoitny.entities.answers import Answered
from functions.algoitny.entities.catalogue import TABLE
from functions.algoitny.entities.table import GSI1, GSI2, GSI3
from singletable.service import (
    DELETE,
    PUBLIC,
    READ,
    USER,
    WRITE,
    BatchGetItem,
    BatchWriteItem,
    Consumer,
    DeleteItem,
    Expiry,
    Extra,
    GetItem,
    Isolated,
    Need,
    PutItem,
    Query,
    Route,
    Schedule,
    Service,
    UpdateItem,
    Worker,
    query,
)

WHO_CALLS: tuple[Need, ...] = (query(GSI2), query(GSI1), GetItem)
"""What it takes to know the caller: by identity, by e-mail, by the locks where an index lags; and the plans."""

WRITER = Extra("model", "writer", ("bedrock:InvokeModel",))
"""A language model, where the deployment names one: `-c algoitny.model.writer=...`."""

PROBLEM = "/problems/{platform}/{problem_id}"

ROUTES = (
    Route(
        "POST", "/sessions", "log_in", USER, "Log in; the first time makes the account",
        needs=(*WHO_CALLS, PutItem, UpdateItem, DeleteItem), problems=("email_unverified", "deactivated"),
    ),
    Route("GET", "/me", "show_profile", USER, "The caller's profile and plan", needs=WHO_CALLS, versioned=True),
    Route(
        "PATCH", "/me", "edit_profile", USER, "Change name, picture or e-mail address",
        needs=(*WHO_CALLS, PutItem, UpdateItem, DeleteItem), versioned=True, problems=("email_taken",),
    ),
    Route(
        "DELETE", "/me", "erase_me", USER, "Forget the caller: account, history, logs, everything",
        needs=(*WHO_CALLS, PutItem, UpdateItem), sends=("erase_user",), idempotent=True, status=202,
    ),
    Route(
        "GET", "/me/usage", "show_usage", USER, "Today's allowance and the days before",
        needs=(*WHO_CALLS, Query),
    ),
    Route("GET", "/plans", "list_plans", PUBLIC, "The plans there are", needs=(query(GSI1),)),
    Route(
        "PUT", "/me/plan", "choose_plan", USER, "Move to another plan",
        needs=(*WHO_CALLS, UpdateItem), versioned=True, problems=("no_such_plan", "plan_not_open"),
    ),
    Route(
        "GET", "/problems", "list_problems", USER, "Completed or draft problems, newest first",
        needs=(*WHO_CALLS, query(GSI3)), problems=("plan_may_not_register",),
    ),
    Route(
        "GET", PROBLEM, "show_problem", USER, "One problem",
        needs=WHO_CALLS, bucket=(READ,), versioned=True, problems=("no_such_problem",),
    ),
    Route(
        "GET", f"{PROBLEM}/testcases", "show_test_cases", USER, "The test cases of a problem, for who may see them",
        needs=(*WHO_CALLS, Query), bucket=(READ,), problems=("no_such_problem", "not_your_problem"),
    ),
    Route(
        "PUT", PROBLEM, "register_problem", USER, "Register a problem, or change it, with its test cases",
        needs=(*WHO_CALLS, PutItem, UpdateItem, DeleteItem), bucket=(READ, WRITE), idempotent=True, versioned=True,
        also_answers=(201,), largest_body=6_000_000, memory=1024,
        problems=(
            "no_such_problem", "plan_may_not_register", "not_your_problem", "plan_problem_limit", "no_test_cases",
        ),
    ),
    Route(
        "DELETE", PROBLEM, "delete_problem", USER, "Delete a problem; it can be restored",
        needs=(*WHO_CALLS, UpdateItem), bucket=(READ,), versioned=True, problems=("no_such_problem",),
    ),
    Route(
        "POST", f"{PROBLEM}/restore", "restore_problem", USER, "Undo a deletion",
        needs=(*WHO_CALLS, UpdateItem), bucket=(READ,), versioned=True, problems=("no_such_problem", "not_deleted"),
    ),
    Route(
        "POST", f"{PROBLEM}/executions", "execute_code", USER, "Run code against all test cases of a problem",
        needs=(*WHO_CALLS, PutItem, UpdateItem), bucket=(READ, WRITE), sends=("run_execution",), idempotent=True,
        status=202, also_answers=(200,), timeout=28,
        problems=(
            "no_such_problem", "no_test_cases", "code_too_large", "language_not_offered", "quota_exhausted",
        ),
    ),
    Route(
        "GET", "/executions/{execution_id}", "show_execution", USER, "An execution and its result",
        needs=WHO_CALLS, bucket=(READ,), problems=("no_such_execution",),
    ),
    Route(
        "POST", f"{PROBLEM}/hints", "take_hint", USER, "The next hint, or one that was seen",
        needs=(*WHO_CALLS, Query, PutItem, UpdateItem), bucket=(READ, WRITE), extras=(WRITER,), idempotent=True,
        timeout=28,
        problems=("no_such_problem", "no_hint_left", "hint_out_of_order", "quota_exhausted"),
    ),
    Route(
        "GET", "/history", "list_history", USER, "The caller's runs, of all problems or of one",
        needs=(*WHO_CALLS, Query, query(GSI3)),
    ),
    Route(
        "GET", "/history/public", "list_public_history", PUBLIC, "What was published in the last 30 days",
        needs=(query(GSI1),),
    ),
    Route(
        "GET", "/history/{history_id}", "show_history", USER, "One run, one's own or a public one",
        needs=WHO_CALLS, bucket=(READ,), versioned=True, problems=("no_such_run",),
    ),
    Route(
        "PATCH", "/history/{history_id}", "publish_history", USER, "Publish a run, or withdraw it",
        needs=(*WHO_CALLS, UpdateItem), bucket=(READ,), versioned=True, problems=("no_such_run",),
    ),
    Route(
        "POST", "/jobs", "start_job", USER, "Make test cases for a problem, or read a problem from its judge",
        needs=(*WHO_CALLS, PutItem), bucket=(WRITE,), sends=("generate_cases", "extract_problem"), extras=(WRITER,),
        idempotent=True, status=202,
        problems=(
            "no_such_problem", "not_your_problem", "plan_may_not_register", "no_solution", "problem_exists",
            "unknown_judge", "job_active", "language_not_offered",
        ),
    ),
    Route("GET", "/jobs", "list_jobs", USER, "The jobs of a kind and status", needs=WHO_CALLS),
    Route(
        "GET", "/jobs/{kind}/{job_id}", "show_job", USER, "A job and its progress",
        needs=(*WHO_CALLS, Query), problems=("no_such_job",),
    ),
    Route(
        "POST", "/jobs/{kind}/{job_id}/retry", "retry_job", USER, "Try a job again that failed",
        needs=(*WHO_CALLS, PutItem, UpdateItem), sends=("generate_cases", "extract_problem"), idempotent=True,
        status=202, problems=("no_such_job", "job_not_failed", "job_active"),
    ),
    Route(
        "GET", "/admin/users", "list_users", USER, "The users on a plan", needs=(*WHO_CALLS, query(GSI3)),
    ),
    Route(
        "PATCH", "/admin/users/{user_id}", "administer_user", USER, "Plan, activity and staff role of a user",
        needs=(*WHO_CALLS, UpdateItem), versioned=True,
        problems=("no_such_user", "no_such_plan", "plan_not_open", "own_account"),
    ),
    Route(
        "GET", "/admin/users/{user_id}/usage", "show_usage_log", USER, "What a user did on one day",
        needs=(*WHO_CALLS, Query),
    ),
    Route(
        "GET", "/admin/stats", "show_stats", USER, "Daily totals and the busiest users",
        needs=(*WHO_CALLS, Query), memory=1024,
    ),
    Route(
        "GET", "/admin/review", "list_reviews", USER, "Problems that await review, oldest first",
        needs=WHO_CALLS,
    ),
    Route(
        "PATCH", "/admin/review/{platform}/{problem_id}", "review_problem", USER, "Verify a problem or send it back",
        needs=(*WHO_CALLS, UpdateItem), bucket=(READ,), versioned=True,
        problems=("no_such_problem", "not_awaiting_review"),
    ),
    Route(
        "PUT", "/admin/plans/{plan_id}", "write_plan", USER, "Make or change a plan",
        needs=(*WHO_CALLS, PutItem, UpdateItem), versioned=True, also_answers=(201,),
    ),
    Route(
        "DELETE", "/admin/plans/{plan_id}", "delete_plan", USER, "Delete a plan that nobody is on",
        needs=(*WHO_CALLS, DeleteItem), versioned=True, problems=("no_such_plan", "plan_in_use"),
    ),
    Route("GET", "/openapi.json", "show_openapi", PUBLIC, "This API, described"),
    Route("GET", "/docs", "show_docs", PUBLIC, "This API, browsable"),
    Route("GET", "/health", "check_health", PUBLIC, "Whether the service answers"),
)  # fmt: skip

CONSUMERS = (
    Consumer(
        "count_usage", "Writes the usage log and the daily totals from the quota counters",
        partitions=("USR#",), sorts=("USE#",), events=("INSERT", "MODIFY"),
        needs=(GetItem, PutItem, BatchWriteItem), timeout=60,
    ),
    Consumer(
        "archive_usage", "Keeps expired usage logs in S3",
        partitions=("USR#",), sorts=("ULOG#",), events=("REMOVE",), expired_only=True,
        bucket=(WRITE,), bucket_prefix="usage/", timeout=60, window=timedelta(0),
    ),
)  # fmt: skip

WORKERS = (
    Worker(
        "run_execution", "Runs a learner's code and records the result",
        needs=(GetItem, Query, PutItem, UpdateItem), bucket=(READ, WRITE), sends=("run_execution",),
        invokes=("runner",), batch=1, concurrency=15, timeout=180,
    ),
    Worker(
        "generate_cases", "Makes the test cases of a problem",
        needs=(GetItem, PutItem, UpdateItem, DeleteItem), bucket=(READ, WRITE), sends=("generate_cases",),
        invokes=("runner",), extras=(WRITER,), batch=1, concurrency=3, memory=1024, timeout=600,
    ),
    Worker(
        "extract_problem", "Reads a problem from the page of its judge",
        needs=(GetItem, query(GSI1), PutItem, UpdateItem, DeleteItem), bucket=(READ, WRITE),
        batch=1, concurrency=3, timeout=60,
    ),
    Worker(
        "erase_user", "Removes every row and object of a user",
        needs=(GetItem, BatchGetItem, Query, query(GSI3), BatchWriteItem, UpdateItem, DeleteItem), bucket=(DELETE,),
        batch=1, timeout=300,
    ),
)  # fmt: skip

SCHEDULES = (
    Schedule(
        "sweep_executions", "Sends lost executions again; fails and refunds stuck ones",
        every=timedelta(minutes=1), needs=(query(GSI1), UpdateItem), sends=("run_execution",), timeout=60,
    ),
    Schedule(
        "sweep_jobs", "Sends lost jobs and erasures again; fails jobs that have not moved for half an hour",
        every=timedelta(minutes=5), needs=(query(GSI1), PutItem, UpdateItem, DeleteItem),
        sends=("generate_cases", "extract_problem", "erase_user"), timeout=60,
    ),
)  # fmt: skip

ISOLATED = (
    Isolated(
        "runner", "Runs code that nobody trusts", asset="algoitny_runner",
        handler="functions.algoitny_runner.handler.handler", reserved_concurrency=20, memory=1769, timeout=120,
    ),
)  # fmt: skip

SERVICE = Service(
    name="algoitny",
    title="AlgoItny",
    summary="Coding practice under a daily quota",
    table=TABLE,
    routes=ROUTES,
    consumers=CONSUMERS,
    workers=WORKERS,
    schedules=SCHEDULES,
    isolated=ISOLATED,
    problems=("no_session", "deactivated", "forbidden"),
    idempotency=Answered,
    bucket=True,
    expiries=(Expiry("idem/", 2), Expiry("tres/", 31)),
    settings={"languages": "python,javascript"},
)
