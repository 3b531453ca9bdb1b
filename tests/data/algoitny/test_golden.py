"""The sample items of the design are what the store writes, but for the decisions named beside each difference."""

from datetime import UTC, date, datetime
from typing import Any

from boto3.dynamodb.types import TypeDeserializer

from functions.algoitny.entities.accounts import Action, SubscriptionPlan, User
from functions.algoitny.entities.catalogue import TABLE
from functions.algoitny.entities.problems import Problem, TestCase
from functions.algoitny.entities.usage import UsageLog
from singletable.items import decode, encode
from tests.engines import StoreFor

MOMENT = datetime.fromtimestamp(1696752000, UTC)


def plain(item: dict[str, Any]) -> dict[str, Any]:
    read = TypeDeserializer().deserialize
    return {name: read(value) for name, value in item.items()}


def stored(store_for: StoreFor, entity: object) -> dict[str, Any]:
    """Through the store and back as DynamoDB has it."""
    store = store_for(TABLE)
    store.create(entity)
    item: Any = store_for.client().scan(TableName=store.name)["Items"][0]
    assert decode(item, type(entity)) == entity
    assert item == encode(entity)
    return plain(dict(item))


def test_a_user_is_the_sample_user(store_for: StoreFor) -> None:
    user = User(
        user_id="12345",
        email="user@example.com",
        name="John Doe",
        picture="https://example.com/pic.jpg",
        google_id="google_oauth_id_123",
        plan_id=1,
        created_at=MOMENT,
        updated_at=MOMENT,
    )
    assert stored(store_for, user) == {
        "PK": "USR#12345",
        "SK": "META",
        "tp": "usr",
        "dat": {
            "em": "user@example.com",
            "nm": "John Doe",
            "pic": "https://example.com/pic.jpg",
            "gid": "google_oauth_id_123",
            "plan": 1,
            "act": True,
            "stf": False,
        },
        "crt": 1696752000,
        "upd": 1696752000,
        "GSI1PK": "EMAIL#user@example.com",
        "GSI1SK": "USR#12345",
        "GSI2PK": "GID#google_oauth_id_123",
        # A21: users of a plan by index, not by scan
        "GSI3PK": "PLAN#1#USERS",
        "GSI3SK": 1696752000,
        # A6: unique solved problems are counted, not read; the plan's problem limit likewise
        "slv": 0,
        "prb": 0,
        # H15, for every service: what can change has a version
        "ver": 1,
    }


def test_a_plan_is_the_sample_plan(store_for: StoreFor) -> None:
    plan = SubscriptionPlan(
        plan_id=1,
        name="Free",
        description="Basic free plan",
        max_hints_per_day=5,
        max_executions_per_day=10,
        created_at=MOMENT,
        updated_at=MOMENT,
    )
    assert stored(store_for, plan) == {
        "PK": "PLAN#1",
        "SK": "META",
        "tp": "plan",
        "dat": {
            "nm": "Free",
            "dsc": "Basic free plan",
            "mh": 5,
            "me": 10,
            "mp": -1,
            "cva": True,
            "crp": False,
            "prc": 0,
            "act": True,
        },
        "crt": 1696752000,
        "upd": 1696752000,
        # A22: plans are listed by index, not by scan
        "GSI1PK": "PLAN#ALL",
        "GSI1SK": "000001",
        "usr": 0,
        "ver": 1,
    }


def test_a_problem_is_the_sample_problem(store_for: StoreFor) -> None:
    problem = Problem(
        platform="baekjoon",
        problem_id="1000",
        title="A+B",
        url="https://www.acmicpc.net/problem/1000",
        tags=("math", "implementation"),
        solution="print(sum(map(int, input().split())))",
        language="python",
        constraints="1 ≤ A, B ≤ 10",
        is_completed=True,
        test_case_count=3,
        verified_by_admin=True,
        created_at=MOMENT,
        updated_at=MOMENT,
    )
    assert stored(store_for, problem) == {
        "PK": "PROB#baekjoon#1000",
        "SK": "META",
        "tp": "prob",
        "dat": {
            "tit": "A+B",
            "url": "https://www.acmicpc.net/problem/1000",
            "tag": ["math", "implementation"],
            # A33: base64 adds a third; the text is stored as it is
            "sol": "print(sum(map(int, input().split())))",
            "lng": "python",
            "con": "1 ≤ A, B ≤ 10",
            "cmp": True,
            "tcc": 3,
            "del": False,
            "nrv": False,
            "vrf": True,
        },
        "crt": 1696752000,
        "upd": 1696752000,
        "GSI3PK": "PROB#COMPLETED",
        "GSI3SK": 1696752000,
        "ver": 1,
    }


def test_a_test_case_stands_in_the_partition_of_its_problem(store_for: StoreFor) -> None:
    case = TestCase(platform="baekjoon", problem_id="1000", number=1, input="1 2", output="3")
    assert stored(store_for, case) == {
        "PK": "PROB#baekjoon#1000",
        "SK": "TC#000001",
        "tp": "tc",
        "dat": {"inp": "1 2", "out": "3"},
    }


def test_a_usage_log_is_the_sample_log(store_for: StoreFor) -> None:
    log = UsageLog(
        user_id="12345",
        # A25: the sample's partition said 2025-10-08, its moment is of 2023
        day=date(2023, 10, 8),
        log_id="01JCWXYZABCDEF123456789012",
        action=Action.HINT,
        platform="baekjoon",
        problem_id="1000",
        problem_number="1000",
        created_at=MOMENT,
    )
    assert stored(store_for, log) == {
        "PK": "USR#12345#ULOG#20231008",
        # A7: milliseconds and an id, so that several actions of one second are several items
        "SK": "ULOG#00000001696752000000#hint#01JCWXYZABCDEF123456789012",
        "tp": "ulog",
        # A29: a problem id is text
        "dat": {"act": "hint", "pid": "1000", "plat": "baekjoon", "pnum": "1000"},
        "crt": 1696752000,
        "ttl": 1704528000,
    }
