"""A sample event for every function, for `sam local invoke` and for whoever wants to see one."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from singletable.service import Consumer, Deployable, Isolated, Route, Schedule, Service, Who, Worker
from tools.events.http import http_event
from tools.events.stream import stream_event, stream_record
from tools.generate.sample import Call, Changes, Direct, Incomplete, Messages, Sample, Tick, samples_of
from tools.generate.surroundings import names_of

FIRST_NUMBER = 100_000_000_000_000_000_001


def events(service: Service) -> dict[str, Any]:
    samples = samples_of(service)
    return {function.name: event_of(function, samples.of(function.name)) for function in service.functions()}


def sam_environment(service: Service) -> dict[str, dict[str, str]]:
    """For `--env-vars`: SAM makes of a reference in a template the name of what it refers to, which is no table."""
    named = {"TABLE_NAME": f"{service.table.name}-dev", "CURSOR_KEY": "a key for this machine"}
    if service.vault is not None:
        named["VAULT_NAME"] = f"{service.vault.name}-dev"
    return {"Parameters": {**named, **names_of(service)}}


def event_of(function: Deployable, sample: Sample) -> dict[str, Any]:
    match function, sample:
        case Route(), Call():
            return _request(function, sample)
        case Consumer(), Changes():
            return _batch(function, sample)
        case Worker(), Messages():
            return {"Records": list(_messages(function, sample))}
        case Schedule(), Tick():
            return _tick(function)
        case Isolated(), Direct():
            return dict(sample.event)
    raise Incomplete(f"a {type(function).__name__.lower()} like {function.name} is not given {type(sample).__name__}")


def _request(route: Route, sample: Call) -> dict[str, Any]:
    return http_event(
        route,
        path=sample.path,
        query=sample.query,
        body=sample.body,
        headers=sample.headers,
        caller=sample.caller if route.who is Who.USER else None,
        request_id=f"sample-{route.use_case}",
    )


def _batch(consumer: Consumer, sample: Changes) -> dict[str, Any]:
    records = [
        stream_record(before, after, number=number, expired=sample.expired)
        for number, (before, after) in enumerate(sample.changes, start=FIRST_NUMBER)
    ]
    return stream_event(records, **({} if consumer.window else {"shard": None}))


def _messages(worker: Worker, sample: Messages) -> Iterator[dict[str, Any]]:
    for number, body in enumerate(sample.bodies, start=1):
        text = json.dumps(body, ensure_ascii=False)
        yield {
            "messageId": f"00000000-0000-4000-8000-{number:012d}",
            "receiptHandle": f"receipt-{number}",
            "body": text,
            "attributes": {
                "ApproximateReceiveCount": "1",
                "SentTimestamp": "1795000000000",
                "SenderId": "AIDAEXAMPLE",
                "ApproximateFirstReceiveTimestamp": "1795000000001",
            },
            "messageAttributes": {},
            "md5OfBody": hashlib.md5(text.encode(), usedforsecurity=False).hexdigest(),
            "eventSource": "aws:sqs",
            "eventSourceARN": f"arn:aws:sqs:us-east-1:000000000000:{worker.name}",
            "awsRegion": "us-east-1",
        }


def _tick(schedule: Schedule) -> dict[str, Any]:
    """What EventBridge Scheduler sends where the schedule names no input of its own."""
    return {
        "version": "0",
        "id": "00000000-0000-4000-8000-000000000001",
        "detail-type": "Scheduled Event",
        "source": "aws.scheduler",
        "account": "000000000000",
        "time": "2026-11-18T00:00:00Z",
        "region": "us-east-1",
        "resources": [f"arn:aws:scheduler:us-east-1:000000000000:schedule/default/{schedule.name}"],
        "detail": "{}",
    }
