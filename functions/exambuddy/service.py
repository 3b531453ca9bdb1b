"""ExamBuddy: question banks, timed exams, results and statistics. This page says what there is."""

from datetime import timedelta

from functions.exambuddy.entities.catalogue import TABLE
from functions.exambuddy.entities.people import Answered
from functions.exambuddy.entities.table import GSI1, GSI2, GSI3
from singletable.service import (
    DELETE,
    LIST,
    PUBLIC,
    READ,
    USER,
    WRITE,
    BatchGetItem,
    BatchWriteItem,
    ConditionCheck,
    Consumer,
    DeleteItem,
    Expiry,
    GetItem,
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

MEMBER: tuple[Need, ...] = (GetItem,)
"""What it takes to know the caller: one read by e-mail address."""
ADMIN: tuple[Need, ...] = (GetItem, query(GSI1))
"""And a project of theirs; of an operator, anybody's."""
ENDING: tuple[Need, ...] = (Query, BatchGetItem, PutItem, UpdateItem)
"""What it takes to end an attempt: the answers, the questions with their key, one transaction."""

PROJECT = "/projects/{project_id}"
QUESTION = f"{PROJECT}/questions/{{question_id}}"
ATTEMPT = "/attempts/{attempt_id}"
OF_PROJECT = ("no_such_project",)

ROUTES = (
    Route(
        "POST", "/users", "register_user", USER, "Register as a candidate",
        needs=(*MEMBER, PutItem), idempotent=True, status=201, versioned=True, problems=("already_registered",),
    ),
    Route(
        "GET", "/users/me", "show_me", USER, "The caller, as ExamBuddy knows them",
        needs=MEMBER, versioned=True, problems=("no_such_user",),
    ),
    Route(
        "DELETE", "/users/me", "erase_me", USER, "Leave; attempts stay under a pseudonym",
        needs=(*MEMBER, Query, PutItem, DeleteItem), sends=("erase_user",), idempotent=True, status=202,
        problems=("no_such_user", "owns_projects"),
    ),
    Route(
        "POST", "/projects", "create_project", USER, "Make a project",
        needs=(*ADMIN, PutItem), idempotent=True, versioned=True, status=201,
    ),
    Route(
        "GET", "/projects", "list_projects", USER, "The caller's projects, newest first",
        needs=(*ADMIN, Query, query(GSI2), query(GSI3)),
    ),
    Route("GET", PROJECT, "show_project", USER, "One project", needs=ADMIN, versioned=True, problems=OF_PROJECT),
    Route(
        "PATCH", PROJECT, "edit_project", USER, "Edit, publish or archive a project",
        needs=(*ADMIN, PutItem, UpdateItem, DeleteItem), versioned=True,
        problems=(*OF_PROJECT, "open_attempts", "too_few_questions", "shards_only_grow"),
    ),
    Route(
        "DELETE", PROJECT, "delete_project", USER, "Delete a project in which no attempt runs",
        needs=(*ADMIN, DeleteItem), versioned=True, problems=(*OF_PROJECT, "open_attempts"),
    ),
    Route("GET", "/catalog", "list_catalogue", USER, "Published projects, by title", needs=(*MEMBER, query(GSI2))),
    Route(
        "POST", f"{PROJECT}/questions", "add_question", USER, "Add a question",
        needs=(*ADMIN, PutItem, UpdateItem), bucket=(READ, WRITE), idempotent=True, versioned=True, status=201,
        problems=(*OF_PROJECT, "bank_full"),
    ),
    Route(
        "GET", f"{PROJECT}/questions", "list_questions", USER, "The questions of a project, in their order",
        needs=(*ADMIN, Query, BatchGetItem), bucket=(READ, LIST), bucket_prefix="banks/", problems=OF_PROJECT,
    ),
    Route(
        "GET", f"{PROJECT}/questions/export", "export_questions", USER, "The whole bank as a file",
        needs=(*ADMIN, Query, BatchGetItem), bucket=(READ, LIST), bucket_prefix="banks/", timeout=29, memory=1024,
        problems=OF_PROJECT,
    ),
    Route(
        "PATCH", QUESTION, "edit_question", USER, "Make a new version of a question",
        needs=(*ADMIN, PutItem, UpdateItem), versioned=True, problems=(*OF_PROJECT, "no_such_question"),
    ),
    Route(
        "DELETE", QUESTION, "delete_question", USER, "Delete a question; attempts keep theirs",
        needs=(*ADMIN, DeleteItem, UpdateItem), versioned=True, problems=(*OF_PROJECT, "no_such_question"),
    ),
    Route(
        "POST", f"{PROJECT}/questions/import", "import_questions", USER, "Import up to 1,000 questions, or none",
        needs=(*ADMIN, Query, PutItem, UpdateItem, BatchWriteItem), bucket=(READ, WRITE), idempotent=True, status=201,
        largest_body=5 * 1024 * 1024, timeout=60, memory=1769,
        problems=(*OF_PROJECT, "import_running", "bank_full"),
    ),
    Route(
        "POST", f"{PROJECT}/media", "offer_upload", USER, "A form for uploading a picture or recording",
        needs=ADMIN, bucket=(WRITE,), bucket_prefix="media/", status=201,
        problems=(*OF_PROJECT, "media_too_large", "media_type_not_taken"),
    ),
    Route(
        "POST", f"{PROJECT}/attempts", "begin_attempt", USER, "Begin an attempt",
        needs=(*MEMBER, query(GSI1), ConditionCheck, *ENDING), bucket=(READ, WRITE, LIST), idempotent=True,
        status=201, memory=1024,
        problems=(*OF_PROJECT, "project_closed", "attempt_active", "too_few_questions", "attempts_used"),
    ),
    Route(
        "GET", ATTEMPT, "show_attempt", USER, "An attempt of the caller's, to go on with",
        needs=(*MEMBER, Query, BatchGetItem), bucket=(READ,), bucket_prefix="media/", problems=("no_such_attempt",),
    ),
    Route(
        "PUT", f"{ATTEMPT}/answers/{{question_id}}", "save_answer", USER, "Save an answer",
        needs=(*MEMBER, BatchGetItem, PutItem, UpdateItem), largest_body=64 * 1024, memory=1024,
        problems=("no_such_attempt", "attempt_finished", "attempt_expired", "not_in_attempt"),
    ),
    Route(
        "POST", f"{ATTEMPT}/submit", "submit_attempt", USER, "Hand in; the saved answers count",
        needs=(*MEMBER, *ENDING), idempotent=True, memory=1024, problems=("no_such_attempt", "attempt_finished"),
    ),
    Route(
        "DELETE", ATTEMPT, "cancel_attempt", USER, "Give up",
        needs=(*MEMBER, *ENDING), problems=("no_such_attempt", "attempt_finished"),
    ),
    Route(
        "GET", f"{ATTEMPT}/result", "show_result", USER, "What a finished attempt came to",
        needs=(*MEMBER, query(GSI1), Query, BatchGetItem), bucket=(READ,), bucket_prefix="media/",
        problems=("no_such_attempt", "attempt_running", "attempt_cancelled", "result_withheld"),
    ),
    Route(
        "GET", "/me/attempts", "list_my_attempts", USER, "The caller's attempts, newest first",
        needs=(*MEMBER, Query),
    ),
    Route(
        "GET", f"{PROJECT}/attempts", "list_attempts", USER, "The attempts of a project in a range of dates",
        needs=(*ADMIN, query(GSI2)), problems=OF_PROJECT,
    ),
    Route(
        "GET", "/admin/attempts", "list_all_attempts", USER, "The attempts of all of the caller's projects",
        needs=(*ADMIN, Query, query(GSI2)), memory=1024, problems=("too_many_projects",),
    ),
    Route(
        "GET", f"{PROJECT}/stats", "show_statistics", USER, "The statistics of a project and of its questions",
        needs=(*ADMIN, Query), problems=OF_PROJECT,
    ),
    Route(
        "PUT", f"{PROJECT}/overrides/{{candidate_id}}", "grant_override", USER, "Extra time or attempts for one",
        needs=(*ADMIN, PutItem, UpdateItem), versioned=True, also_answers=(201,),
        problems=(*OF_PROJECT, "no_such_user"),
    ),
    Route(
        "GET", f"{PROJECT}/attempts.csv", "export_attempts", USER, "The attempts of a project as a table",
        needs=(*ADMIN, query(GSI2)), bucket=(READ, WRITE), bucket_prefix="exports/", timeout=29, memory=1769,
        also_answers=(303,), problems=(*OF_PROJECT, "too_many_attempts"),
    ),
    Route(
        "PUT", "/admin/users/{user_id}/role", "set_role", USER, "Grant or revoke the role of an admin",
        needs=(*ADMIN, UpdateItem), versioned=True, problems=("no_such_user", "own_role"),
    ),
    Route("GET", "/openapi.json", "show_openapi", PUBLIC, "This API, described"),
    Route("GET", "/docs", "show_docs", PUBLIC, "This API, browsable"),
    Route("GET", "/health", "check_health", PUBLIC, "Whether the service answers"),
)  # fmt: skip

CONSUMERS = (
    Consumer(
        "settle_attempts", "Counts attempts; marks and archives those that are over",
        partitions=("CANDIDATE#",), sorts=("ATTEMPT#",), events=("INSERT", "MODIFY"),
        needs=(GetItem, Query, PutItem, UpdateItem, BatchWriteItem),
        bucket=(WRITE,), bucket_prefix="archive/", timeout=60,
    ),
    Consumer(
        "keep_banks", "Keeps each large bank as one object, and clears away what deleted projects leave",
        partitions=("ADMIN#", "PROJECT#"), sorts=("PROJECT#", "QUESTION#"),
        needs=(Query, query(GSI1), BatchWriteItem), bucket=(WRITE, DELETE), bucket_prefix="banks/", timeout=60,
    ),
)  # fmt: skip

WORKERS = (
    Worker(
        "erase_user", "Gives the attempts of a user who went to a pseudonym",
        needs=(GetItem, *ENDING, query(GSI1), DeleteItem, BatchWriteItem), timeout=120,
    ),
)  # fmt: skip

SCHEDULES = (
    Schedule(
        "sweep_deadlines", "Ends attempts whose time is up, with the answers that were saved",
        every=timedelta(minutes=1), needs=(GetItem, query(GSI3), *ENDING), timeout=55, memory=1024,
    ),
    Schedule(
        "resume_erasures", "Sends erasures again whose message was lost",
        every=timedelta(hours=1), needs=(Query,), sends=("erase_user",),
    ),
)  # fmt: skip

SERVICE = Service(
    name="exambuddy",
    title="ExamBuddy",
    summary="Question banks, timed exams, results and statistics",
    table=TABLE,
    routes=ROUTES,
    consumers=CONSUMERS,
    workers=WORKERS,
    schedules=SCHEDULES,
    problems=("not_registered", "email_unverified", "forbidden"),
    idempotency=Answered,
    bucket=True,
    expiries=(Expiry("IDEMPOTENCY/", 2), Expiry("exports/", 1)),
)
