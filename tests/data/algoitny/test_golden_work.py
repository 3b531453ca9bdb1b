"""The sample items of jobs, their progress and the history, but for the decisions named beside each difference."""

from datetime import UTC, date, datetime

from functions.algoitny.entities.executions import Execution, HintsSeen, SearchHistory, Solved
from functions.algoitny.entities.jobs import JobProgress, ProblemExtractionJob, ScriptGenerationJob
from functions.algoitny.entities.work import Status
from tests.data.algoitny.test_golden import MOMENT, stored
from tests.engines import StoreFor

LATER = datetime.fromtimestamp(1696752100, UTC)


def test_a_generation_job_is_the_sample_job(store_for: StoreFor) -> None:
    generator = "import random\nfor _ in range(10): print(random.randint(1,10), random.randint(1,10))"
    job = ScriptGenerationJob(
        job_id="550e8400-e29b-41d4-a716-446655440000",
        platform="baekjoon",
        problem_id="1000",
        title="A+B",
        url="https://www.acmicpc.net/problem/1000",
        tags=("math",),
        constraints="1 ≤ A, B ≤ 10",
        generator_code=generator,
        status=Status.COMPLETED,
        run_id="celery-task-123",
        created_at=MOMENT,
        updated_at=LATER,
    )
    assert stored(store_for, job) == {
        "PK": "SGJOB#550e8400-e29b-41d4-a716-446655440000",
        "SK": "META",
        "tp": "sgjob",
        "dat": {
            "plt": "baekjoon",
            "pid": "1000",
            "tit": "A+B",
            "url": "https://www.acmicpc.net/problem/1000",
            "tag": ["math"],
            "lng": "python",
            "con": "1 ≤ A, B ≤ 10",
            "gen": generator,
            "sts": "COMPLETED",
            "tid": "celery-task-123",
            "err": "",
        },
        "crt": 1696752000,
        "upd": 1696752100,
        "GSI1PK": "SGJOB#STATUS#COMPLETED",
        # A23: by when it last moved, not by when it was made; A24: twenty digits of milliseconds
        "GSI1SK": "00000001696752100000#550e8400-e29b-41d4-a716-446655440000",
        "ver": 1,
    }


def test_an_extraction_job_is_the_sample_job(store_for: StoreFor) -> None:
    job = ProblemExtractionJob(
        job_id="660e8400-e29b-41d4-a716-446655440001",
        platform="codeforces",
        problem_id="1520E",
        url="https://codeforces.com/problemset/problem/1520/E",
        identifier="1520E",
        title="Arranging The Sheep",
        status=Status.COMPLETED,
        run_id="celery-task-456",
        created_at=MOMENT,
        updated_at=LATER,
    )
    assert stored(store_for, job) == {
        "PK": "PEJOB#660e8400-e29b-41d4-a716-446655440001",
        "SK": "META",
        "tp": "pejob",
        "dat": {
            "plt": "codeforces",
            "pid": "1520E",
            "url": "https://codeforces.com/problemset/problem/1520/E",
            "pidt": "1520E",
            "tit": "Arranging The Sheep",
            "sts": "COMPLETED",
            "tid": "celery-task-456",
            "err": "",
        },
        "crt": 1696752000,
        "upd": 1696752100,
        "GSI1PK": "PEJOB#STATUS#COMPLETED",
        "GSI1SK": "00000001696752100000#660e8400-e29b-41d4-a716-446655440001",
        "ver": 1,
    }


def test_progress_is_the_sample_progress_in_the_partition_of_its_job(store_for: StoreFor) -> None:
    progress = JobProgress(
        home="PEJOB",
        job_id="660e8400-e29b-41d4-a716-446655440001",
        number=0,
        step="Fetching webpage",
        message="Fetching problem page from URL...",
        status="completed",
        created_at=datetime.fromtimestamp(1696752050, UTC),
    )
    assert stored(store_for, progress) == {
        # A28: job and progress are one query
        "PK": "PEJOB#660e8400-e29b-41d4-a716-446655440001",
        # A8: steps of one second, and of one millisecond, stand beside each other
        "SK": "PROG#00000001696752050000#0000",
        "tp": "prog",
        "dat": {"stp": "Fetching webpage", "msg": "Fetching problem page from URL...", "sts": "completed"},
        "crt": 1696752050,
        # A42: lifetimes are set, not only stated
        "ttl": 1696752050 + 30 * 86_400,
    }


def test_a_public_run_is_the_sample_history(store_for: StoreFor) -> None:
    run = SearchHistory(
        user_id="12345",
        history_id="01HC7PR1000000000000000000",
        platform="baekjoon",
        problem_number="1000",
        problem_title="A+B",
        code="print(sum(map(int, input().split())))",
        is_public=True,
        published_at=MOMENT,
        hints=("힌트1", "힌트2"),
        created_at=MOMENT,
    )
    assert stored(store_for, run) == {
        # A31: no e-mail address in a key; A5: the id sorts by time
        "PK": "USR#12345#SHIST#baekjoon#1000",
        "SK": "HIST#01HC7PR1000000000000000000",
        "tp": "shist",
        "dat": {
            "plat": "baekjoon",
            "pnum": "1000",
            "ptitle": "A+B",
            "code": "print(sum(map(int, input().split())))",
            "pub": True,
            "hints": ["힌트1", "힌트2"],
            # the feed has a run on the day that it was published
            "pbt": 1696752000,
        },
        # A26: seconds, as in every other entity
        "crt": 1696752000,
        # A16, A18: a partition a day
        "GSI1PK": "PUBLIC#HIST#20231008",
        "GSI1SK": "00000001696752000000#01HC7PR1000000000000000000",
        # A5: one by id, all of a user
        "GSI2PK": "HIST#01HC7PR1000000000000000000",
        "GSI3PK": "USR#12345#HIST",
        "GSI3SK": 1696752000,
        "ver": 1,
    }


def test_a_private_run_is_in_no_feed(store_for: StoreFor) -> None:
    run = SearchHistory(
        user_id="1", history_id="h", platform="p", problem_number="1", problem_title="t", created_at=MOMENT
    )
    assert "GSI1PK" not in stored(store_for, run)


def test_an_execution_stands_where_a_sweeper_finds_it_while_it_is_unfinished(store_for: StoreFor) -> None:
    execution = Execution(
        execution_id="e1",
        user_id="12345",
        platform="baekjoon",
        problem_id="1000",
        title="A+B",
        language="python",
        code="print(3)",
        charged_on=date(2023, 10, 8),
        created_at=MOMENT,
        updated_at=MOMENT,
    )
    item = stored(store_for, execution)
    # A41: the result can be asked for, for 30 days
    assert (item["PK"], item["SK"], item["tp"], item["ttl"]) == ("TRES#e1", "META", "tres", 1696752000 + 30 * 86_400)
    assert (item["GSI1PK"], item["GSI1SK"]) == ("TRES#STATUS#PENDING", "00000001696752000000#e1")


def test_what_a_user_solved_and_saw_stands_in_the_partition_of_the_user(store_for: StoreFor) -> None:
    solved = Solved(user_id="12345", platform="baekjoon", problem_id="1000", history_id="h1", created_at=MOMENT)
    seen = HintsSeen(user_id="12345", platform="baekjoon", problem_id="1000", created_at=MOMENT)
    keys = [(item["PK"], item["SK"]) for item in (stored(store_for, solved), stored(store_for, seen))]
    assert keys == [("USR#12345", "SOLVED#baekjoon#1000"), ("USR#12345", "HINT#baekjoon#1000")]
