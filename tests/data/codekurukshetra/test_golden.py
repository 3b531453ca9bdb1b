"""The sample items of the design are what the store writes, but for the decisions named beside each difference."""

from datetime import UTC, datetime
from typing import Any

from boto3.dynamodb.types import TypeDeserializer

from functions.codekurukshetra.entities.payments import Payment
from functions.codekurukshetra.entities.records import DailyStatistics
from functions.codekurukshetra.entities.registration import Config, Participant, PaymentStatus, Team
from functions.codekurukshetra.entities.table import TABLE
from singletable.items import decode, encode
from tests.engines import StoreFor

MOMENT = datetime(2025, 8, 27, 10, tzinfo=UTC)
LEADER = "01234567-89ab-cdef-0123-456789abcdef"


def stored(store_for: StoreFor, entity: object) -> dict[str, Any]:
    """Through the store and back as DynamoDB has it."""
    store = store_for(TABLE)
    store.create(entity)
    item: Any = store_for.client().scan(TableName=store.name)["Items"][0]
    assert decode(item, type(entity)) == entity
    assert item == encode(entity)
    read = TypeDeserializer().deserialize
    return {name: read(value) for name, value in item.items()}


def test_a_participant_is_the_sample_participant(store_for: StoreFor) -> None:
    participant = Participant(
        participant_id=LEADER,
        first_name="v1.first",
        last_name="v1.last",
        email="v1.email",
        phone="v1.phone",
        college="Example University",
        college_slug="example-university",
        year="3rd Year",
        github_username="v1.github",
        linkedin="v1.linkedin",
        student_status=True,
        team_id="team-uuid",
        is_leader=True,
        firebase_uid="v1.uid",
        email_index="blindindex",
        created_at=MOMENT,
        updated_at=MOMENT,
        expires_at=datetime(2025, 12, 21, 18, tzinfo=UTC),
    )
    assert stored(store_for, participant) == {
        "PK": f"PARTICIPANT#{LEADER}",
        "SK": "PROFILE",
        # H13: the address is found by a keyed index; H3: every index key is a pair
        "GSI1PK": "EMAIL#blindindex",
        "GSI1SK": f"2025-08-27T10:00:00Z#{LEADER}",
        "GSI2PK": "TEAM#team-uuid",
        "GSI2SK": f"2025-08-27T10:00:00Z#{LEADER}",
        "GSI3PK": "COLLEGE#example-university",
        "GSI3SK": f"2025-08-27T10:00:00Z#{LEADER}",
        "entity_type": "participant",
        "participant_id": LEADER,
        # H13: what is personal is sealed
        "first_name": "v1.first",
        "last_name": "v1.last",
        "email": "v1.email",
        "email_index": "blindindex",
        "phone": "v1.phone",
        "college": "Example University",
        "college_slug": "example-university",
        "year": "3rd Year",
        "github_username": "v1.github",
        "linkedin": "v1.linkedin",
        "student_status": True,
        "registration_type": "team_member",
        "team_id": "team-uuid",
        # H7: no `payment_status` here, members read it from the team
        "is_leader": True,
        "firebase_uid": "v1.uid",
        "created_at": "2025-08-27T10:00:00Z",
        "updated_at": "2025-08-27T10:00:00Z",
        # H12: the end of the event and the retention after it
        "ttl": 1766340000,
        # H15
        "version": 1,
    }


def test_a_team_is_the_sample_team(store_for: StoreFor) -> None:
    team = Team(
        team_id="team-uuid-here",
        name="Code Warriors",
        track="ai-ml",
        leader_participant_id=LEADER,
        payment_status=PaymentStatus.PAID,
        payment_order_id="order_razorpay_id",
        gateway_payment_id="pay_razorpay_id",
        amount=99900,
        currency="INR",
        member_count=4,
        max_members=4,
        registration_complete=True,
        has_seat=True,
        created_at=MOMENT,
        updated_at=MOMENT,
    )
    assert stored(store_for, team) == {
        "PK": "TEAM#team-uuid-here",
        "SK": "PROFILE",
        "GSI1PK": "PAYMENT_STATUS#paid",
        "GSI1SK": "2025-08-27T10:00:00Z#team-uuid-here",
        "GSI2PK": "TRACK#ai-ml",
        "GSI2SK": "2025-08-27T10:00:00Z#team-uuid-here",
        "GSI3PK": f"LEADER#{LEADER}",
        "GSI3SK": "2025-08-27T10:00:00Z#team-uuid-here",
        "entity_type": "team",
        "team_id": "team-uuid-here",
        "name": "Code Warriors",
        "track": "ai-ml",
        "leader_participant_id": LEADER,
        "payment_status": "paid",
        "payment_order_id": "order_razorpay_id",
        # H21: the gateway's id has a name of its own
        "gateway_payment_id": "pay_razorpay_id",
        "amount": 99900,
        "currency": "INR",
        "member_count": 4,
        "max_members": 4,
        "registration_complete": True,
        # H11: a seat can be lost and found again
        "has_seat": True,
        "created_at": "2025-08-27T10:00:00Z",
        "updated_at": "2025-08-27T10:00:00Z",
        "version": 1,
    }


def test_a_payment_is_the_sample_payment(store_for: StoreFor) -> None:
    payment = Payment(
        payment_id="payment-uuid",
        order_id="order_razorpay_id",
        gateway_payment_id="pay_razorpay_id",
        team_id="team-uuid-here",
        amount=99900,
        currency="INR",
        status=PaymentStatus.PAID,
        payment_method="card",
        webhook_verified=True,
        metadata={"user_agent": "v1.agent", "ip_address": "v1.address"},
        pay_until=MOMENT.replace(minute=30),
        created_at=MOMENT,
        updated_at=MOMENT.replace(minute=30),
    )
    assert stored(store_for, payment) == {
        # H8: keyed by its order, so that there is one however often it is heard of
        "PK": "PAYMENT#order_razorpay_id",
        "SK": "TRANSACTION",
        "GSI1PK": "TEAM#team-uuid-here",
        "GSI1SK": "2025-08-27T10:00:00Z#order_razorpay_id",
        "GSI2PK": "STATUS#paid",
        "GSI2SK": "2025-08-27T10:00:00Z#order_razorpay_id",
        "GSI3PK": "DATE#2025-08-27",
        "GSI3SK": "2025-08-27T10:00:00Z#order_razorpay_id",
        "entity_type": "payment",
        "payment_id": "payment-uuid",
        "razorpay_order_id": "order_razorpay_id",
        "razorpay_payment_id": "pay_razorpay_id",
        "team_id": "team-uuid-here",
        "amount": 99900,
        "currency": "INR",
        "status": "paid",
        "payment_method": "card",
        # H25: the result of the verification, not the signature
        "webhook_verified": True,
        "metadata": {"user_agent": "v1.agent", "ip_address": "v1.address"},
        "pay_until": "2025-08-27T10:30:00Z",
        "created_at": "2025-08-27T10:00:00Z",
        "updated_at": "2025-08-27T10:30:00Z",
        "version": 1,
    }


def test_the_configuration_is_the_sample_configuration(store_for: StoreFor) -> None:
    tracks = ("ai-ml", "web-mobile", "blockchain", "iot-hardware", "social-impact", "open-innovation")
    config = Config(
        event_name="CodeKurukshetra",
        registration_open=True,
        registration_start=datetime(2025, 8, 1, tzinfo=UTC),
        registration_end=datetime(2025, 9, 15, 23, 59, 59, tzinfo=UTC),
        event_start=datetime(2025, 9, 20, 10, tzinfo=UTC),
        event_end=datetime(2025, 9, 22, 18, tzinfo=UTC),
        team_fee=99900,
        max_team_size=4,
        min_team_size=2,
        max_teams=500,
        tracks=tracks,
        checkin_points=("entrance",),
        order_minutes=30,
        offer_hours=12,
        retention_days=90,
        updated_at=MOMENT,
    )
    assert stored(store_for, config) == {
        "PK": "CONFIG",
        "SK": "HACKATHON",
        "entity_type": "config",
        "event_name": "CodeKurukshetra",
        "registration_open": True,
        "registration_start": "2025-08-01T00:00:00Z",
        "registration_end": "2025-09-15T23:59:59Z",
        "event_start": "2025-09-20T10:00:00Z",
        "event_end": "2025-09-22T18:00:00Z",
        "team_fee": 99900,
        "max_team_size": 4,
        "min_team_size": 2,
        "max_teams": 500,
        "tracks": list(tracks),
        # H20, H11, H14: the rest of what the event decides is configuration too
        "currency": "INR",
        "checkin_points": ["entrance"],
        "order_minutes": 30,
        "offer_hours": 12,
        "retention_days": 90,
        "updated_at": "2025-08-27T10:00:00Z",
        "version": 1,
    }


def test_daily_statistics_stand_where_the_design_has_them(store_for: StoreFor) -> None:
    day = DailyStatistics(day=MOMENT.date(), shard="shard-1", checkpoint="7", created_at=MOMENT)
    item = stored(store_for, day)
    # H23: written by the stream, one item per shard of it
    assert (item["PK"], item["SK"]) == ("STATS", "DAILY#2025-08-27#shard-1")
