"""A service that uses every kind of function and every kind of permission once: what the constructs are tested on."""

from datetime import timedelta

from singletable.schema import Envelope, Index, Table, TimeFormat
from singletable.service import (
    DELETE,
    LIST,
    PUBLIC,
    READ,
    USER,
    WRITE,
    Consumer,
    Expiry,
    Extra,
    GetItem,
    Isolated,
    PutItem,
    Query,
    Route,
    Schedule,
    Service,
    UpdateItem,
    Worker,
    in_vault,
    query,
)

BY_OWNER = Index("ByOwner", "OwnerPK", "OwnerSK")
BY_ID = Index("ById", "IdPK")
BY_TIME = Index("ByTime", "TimePK", "TimeSK", numeric=True)
TABLE = Table(
    "sample_main",
    indexes=(BY_OWNER, BY_ID, BY_TIME),
    envelope=Envelope(type_name="kind", times=TimeFormat.ISO_MILLISECONDS),
    ttl="expires",
)

VAULT = Table("sample_keys", indexes=(), envelope=Envelope(type_name="kind", times=TimeFormat.ISO_SECONDS))

RECEIPTS = Extra("email", "receipts", ("ses:SendEmail",))
WRITER = Extra("model", "writer", ("bedrock:InvokeModel",))
PERSONAL = Extra("key", "personal", ("kms:Decrypt", "kms:GenerateDataKey"))
GATEWAY = Extra("secret", "gateway", ("secretsmanager:GetSecretValue",))

SAMPLE = Service(
    name="sample",
    title="Sample",
    summary="Every kind of function once",
    table=TABLE,
    vault=VAULT,
    routes=(
        Route("GET", "/things", "list_things", who=PUBLIC, needs=(query(BY_TIME),), rate=20),
        Route(
            "GET", "/things/{thing_id}", "get_thing", who=USER, needs=(GetItem, Query, query(BY_OWNER)), bucket=(READ,)
        ),
        Route(
            "POST",
            "/things",
            "make_thing",
            who=USER,
            needs=(PutItem, UpdateItem, in_vault(GetItem), in_vault(PutItem)),
            bucket=(READ, WRITE),
            bucket_prefix="things/",
            sends=("paint",),
            extras=(GATEWAY, PERSONAL, RECEIPTS),
            memory=1024,
            timeout=20,
        ),
    ),
    consumers=(
        Consumer("count", "Counts things", partitions=("THING#", "USER#"), sorts=("META",), needs=(UpdateItem,)),
        Consumer(
            "archive",
            "Keeps what expired",
            expired_only=True,
            bucket=(WRITE,),
            bucket_prefix="archive/",
            window=timedelta(0),
        ),
    ),
    workers=(
        Worker(
            "paint",
            "Paints things",
            needs=(GetItem, UpdateItem),
            sends=("paint",),
            invokes=("sand_box",),
            extras=(WRITER, GATEWAY),
            attempts=3,
            concurrency=2,
            timeout=60,
        ),
        Worker("sweep_up", "Removes things", bucket=(DELETE, LIST), bucket_prefix="things/", batch=100),
    ),
    schedules=(
        Schedule("wake", "Wakes the painter", every=timedelta(minutes=90), sends=("paint", "sweep_up")),
        Schedule("stocktake", "Counts what is left", every=timedelta(days=7), needs=(query(BY_ID),)),
    ),
    isolated=(Isolated("sand_box", "Runs what users wrote", asset="sand_box", handler="main.handler", timeout=30),),
    bucket=True,
    expiries=(Expiry("archive/", 400), Expiry("tmp/", 2)),
    own_key=True,
    settings={"gateway_url": "https://gateway.example", "page_size": "20"},
)
