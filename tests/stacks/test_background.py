"""What runs behind the API: stream consumers, queue workers, schedules, the isolated function, and their alarms."""

import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import pytest

from singletable.service import Consumer, Deployable, Isolated, Route, Schedule, Service, Worker
from stacks.constructs.naming import pascal
from stacks.constructs.stream_consumer import pattern
from stacks.constructs.timer import rate
from tests.stacks.synthesis import Assembly, Template, readable


def mapping_of(template: Template, function: Deployable) -> Mapping[str, Any]:
    (found,) = (
        mapping
        for mapping in template.of_type("AWS::Lambda::EventSourceMapping").values()
        if readable(mapping["FunctionName"]) == pascal(function.name)
    )
    return found


def test_a_consumer_gets_its_records_in_order_and_loses_none_silently(template: Template, consumer: Consumer) -> None:
    mapping = mapping_of(template, consumer)
    assert readable(mapping["EventSourceArn"]) == "Table.StreamArn"
    assert mapping["StartingPosition"] == "TRIM_HORIZON"
    assert mapping["BatchSize"] == consumer.batch
    assert mapping.get("TumblingWindowInSeconds", 0) == consumer.window.total_seconds()
    assert mapping["ParallelizationFactor"] == 1
    assert mapping["BisectBatchOnFunctionError"] is True
    assert mapping["MaximumRetryAttempts"] == 20
    assert mapping["MaximumRecordAgeInSeconds"] == 6 * 3600
    assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    failed = {"OnFailure": {"Destination": {"Fn::GetAtt": [f"{pascal(consumer.name)}DeadLetters", "Arn"]}}}
    assert mapping["DestinationConfig"] == failed


def test_a_consumer_sees_only_what_its_filter_lets_through(template: Template, consumer: Consumer) -> None:
    (only,) = mapping_of(template, consumer)["FilterCriteria"]["Filters"]
    assert json.loads(only["Pattern"]) == pattern(consumer)


def test_a_filter_names_events_key_prefixes_and_expiry() -> None:
    consumer = Consumer("c", "", partitions=("USR#", "ORG#"), sorts=("USE#",), events=("INSERT", "MODIFY"))
    assert pattern(consumer) == {
        "eventName": ["INSERT", "MODIFY"],
        "dynamodb": {
            "Keys": {"PK": {"S": [{"prefix": "USR#"}, {"prefix": "ORG#"}]}, "SK": {"S": [{"prefix": "USE#"}]}}
        },
    }
    assert pattern(Consumer("c", "", expired_only=True)) == {
        "eventName": ["REMOVE"],
        "userIdentity": {"type": ["Service"], "principalId": ["dynamodb.amazonaws.com"]},
    }


def test_a_worker_empties_a_queue_that_gives_up_after_its_attempts(template: Template, worker: Worker) -> None:
    name, mapping = pascal(worker.name), mapping_of(template, worker)
    assert readable(mapping["EventSourceArn"]) == f"{name}Queue.Arn"
    assert mapping["BatchSize"] == worker.batch
    assert (mapping.get("MaximumBatchingWindowInSeconds", 0) > 0) is (worker.batch > 10)
    assert mapping.get("ScalingConfig", {}) == (
        {"MaximumConcurrency": worker.concurrency} if worker.concurrency else {}
    )
    assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    queue = template.properties(f"{name}Queue")
    assert queue["VisibilityTimeout"] == 6 * worker.timeout
    redrive = queue["RedrivePolicy"]
    assert readable(redrive["deadLetterTargetArn"]) == f"{name}DeadLetters.Arn"
    assert redrive["maxReceiveCount"] == worker.attempts


def test_every_queue_is_encrypted_and_reached_over_tls_alone(template: Template, service: Service) -> None:
    queues = template.of_type("AWS::SQS::Queue")
    assert all(queue["SqsManagedSseEnabled"] is True for queue in queues.values())
    assert {queue["MessageRetentionPeriod"] for queue in queues.values()} <= {14 * 24 * 3600}
    sealed = set()
    for policy in template.of_type("AWS::SQS::QueuePolicy").values():
        (statement,) = policy["PolicyDocument"]["Statement"]
        assert statement["Effect"] == "Deny"
        assert statement["Condition"] == {"Bool": {"aws:SecureTransport": "false"}}
        sealed |= {readable(queue) for queue in policy["Queues"]}
    assert sealed == set(queues)


def test_a_schedule_may_start_its_own_function_and_nothing_else(template: Template, schedule: Schedule) -> None:
    name = pascal(schedule.name)
    made = template.properties(f"{name}Timer")
    assert made["ScheduleExpression"] == rate(schedule.every)
    assert readable(made["Target"]["Arn"]) == f"{name}.Arn"
    assert readable(made["Target"]["RoleArn"]) == f"{name}TimerRole.Arn"
    longest = min(schedule.every.total_seconds(), 24 * 3600)
    assert made["Target"]["RetryPolicy"] == {"MaximumEventAgeInSeconds": longest, "MaximumRetryAttempts": 2}
    assert template.grants(f"{name}TimerRole") == {("lambda:InvokeFunction", f"{name}.Arn")}


@pytest.mark.parametrize(
    ("every", "expression"),
    [
        (timedelta(minutes=1), "rate(1 minute)"),
        (timedelta(minutes=90), "rate(90 minutes)"),
        (timedelta(hours=1), "rate(1 hour)"),
        (timedelta(hours=36), "rate(36 hours)"),
        (timedelta(days=2), "rate(2 days)"),
    ],
)
def test_a_rate_is_written_in_its_largest_whole_unit(every: timedelta, expression: str) -> None:
    assert rate(every) == expression


def test_a_rate_below_a_minute_is_refused() -> None:
    with pytest.raises(ValueError, match="whole minutes"):
        rate(timedelta(seconds=30))


def test_an_isolated_function_has_no_layer_no_environment_and_no_permission(
    template: Template, isolated: Isolated
) -> None:
    made = template.properties(pascal(isolated.name))
    assert "Layers" not in made
    assert "Environment" not in made
    assert made["ReservedConcurrentExecutions"] == isolated.reserved_concurrency
    assert template.grants(f"{pascal(isolated.name)}Role") == set()


def test_concurrency_is_reserved_where_the_account_has_some(assembly_of: Callable[[str], Assembly]) -> None:
    for stage in ("local", "dev"):
        assert "ReservedConcurrentExecutions" not in assembly_of(stage)["sample"].properties("SandBox")


def test_whatever_can_go_wrong_unseen_has_an_alarm(template: Template, service: Service) -> None:
    watched = set()
    for alarm in template.of_type("AWS::CloudWatch::Alarm").values():
        assert alarm["AlarmActions"]
        assert alarm["TreatMissingData"] == "notBreaching"
        (dimension,) = alarm["Dimensions"]
        watched.add((alarm["MetricName"], readable(dimension["Value"])))
    expected = {("5xx", "Api"), ("Latency", "Api"), ("ReadThrottleEvents", "Table"), ("WriteThrottleEvents", "Table")}
    for function in service.functions():
        name = pascal(function.name)
        if not isinstance(function, Route):
            expected.add(("Errors", name))
        if isinstance(function, Consumer):
            expected.add(("IteratorAge", name))
        if isinstance(function, Isolated):
            expected.add(("Throttles", name))
        if isinstance(function, Consumer | Worker):
            expected.add(("ApproximateNumberOfMessagesVisible", f"{name}DeadLetters.QueueName"))
    assert watched == expected


def test_alarms_may_publish_and_only_over_tls(template: Template, service: Service) -> None:
    (policy,) = template.of_type("AWS::SNS::TopicPolicy").values()
    refusal, permission = sorted(policy["PolicyDocument"]["Statement"], key=lambda s: str(s["Effect"]), reverse=True)
    assert refusal["Condition"] == {"Bool": {"aws:SecureTransport": "false"}}
    assert (permission["Principal"], permission["Action"]) == ({"Service": "cloudwatch.amazonaws.com"}, "sns:Publish")
    assert permission["Condition"] == {"StringEquals": {"aws:SourceAccount": {"Ref": "AWS::AccountId"}}}


def test_alarms_reach_the_configured_address(prod: Assembly) -> None:
    (subscription,) = prod["sample"].of_type("AWS::SNS::Subscription").values()
    assert (subscription["Protocol"], subscription["Endpoint"]) == ("email", "watch@example.org")


def test_the_local_stage_has_no_alarms(assembly_of: Callable[[str], Assembly]) -> None:
    local = assembly_of("local")["sample"]
    assert not local.of_type("AWS::CloudWatch::Alarm")
    assert not local.of_type("AWS::SNS::Topic")


def test_a_sender_or_a_model_that_is_not_configured_is_neither_named_nor_allowed(
    assembly_of: Callable[[str], Assembly],
) -> None:
    dev = assembly_of("dev")["sample"]
    assert "ses:" not in dev.text
    assert "bedrock:" not in dev.text
    assert "EMAIL_RECEIPTS" not in dev.properties("MakeThing")["Environment"]["Variables"]


def test_a_configured_sender_and_model_are_named(prod: Assembly) -> None:
    found = prod["sample"].properties("MakeThing")["Environment"]["Variables"]
    assert found["EMAIL_RECEIPTS"] == "shop@mail.example.org"
    assert prod["sample"].properties("Paint")["Environment"]["Variables"]["MODEL_WRITER"] == "maker.model-v1:0"
