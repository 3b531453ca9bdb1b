"""What a service is made of: routes, stream consumers, queue workers, schedules; the stack and the tests read it."""

from collections.abc import Iterator
from datetime import timedelta
from enum import Enum, StrEnum
from functools import cached_property

from msgspec import Struct, field

from singletable.schema import Index, Table


class Who(Enum):
    """Who may call a route at all; roles beyond that are decided by what is stored on the user."""

    PUBLIC = "anyone"
    USER = "anyone with a valid token"


PUBLIC, USER = Who.PUBLIC, Who.USER


class Need(Struct, frozen=True):
    """One DynamoDB action that a function may do, on the service's table or on one of its indexes; or on its vault."""

    action: str
    index: str | None = None
    vault: bool = False


GetItem = Need("GetItem")
PutItem = Need("PutItem")
UpdateItem = Need("UpdateItem")
DeleteItem = Need("DeleteItem")
ConditionCheck = Need("ConditionCheckItem")
BatchGetItem = Need("BatchGetItem")
BatchWriteItem = Need("BatchWriteItem")
Query = Need("Query")


def query(index: Index) -> Need:
    return Need("Query", index.name)


def in_vault(need: Need) -> Need:
    """The same action, on the vault."""
    return Need(need.action, need.index, vault=True)


class BucketUse(StrEnum):
    """What a function may do with the service's bucket."""

    READ = "s3:GetObject"
    WRITE = "s3:PutObject"
    DELETE = "s3:DeleteObject"
    LIST = "s3:ListBucket"


READ, WRITE, DELETE, LIST = BucketUse.READ, BucketUse.WRITE, BucketUse.DELETE, BucketUse.LIST


class Extra(Struct, frozen=True):
    """A permission beyond table, bucket and queue: the stack knows how to grant each kind."""

    kind: str
    """`secret`, `key`, `email`, `model`: what the stack provides under `name`."""
    name: str
    actions: tuple[str, ...]


class Function(Struct, frozen=True, kw_only=True):
    """What every Lambda of a service declares: exactly what it may touch, and how much it gets."""

    needs: tuple[Need, ...] = ()
    bucket: tuple[BucketUse, ...] = ()
    bucket_prefix: str = ""
    """Narrows the bucket permission to keys that begin so."""
    sends: tuple[str, ...] = ()
    """Workers whose queue it may send to."""
    invokes: tuple[str, ...] = ()
    """Isolated functions it may call."""
    extras: tuple[Extra, ...] = ()
    memory: int = 512
    timeout: int = 15


class Route(Function, frozen=True):
    """One endpoint: one file in `api/`, one Lambda, one role."""

    method: str
    path: str
    use_case: str
    who: Who
    summary: str = ""
    idempotent: bool = False
    """Honours `Idempotency-Key`."""
    versioned: bool = False
    """Answers an `ETag` and honours `If-Match`."""
    status: int = 200
    also_answers: tuple[int, ...] = ()
    """Successes beside `status`, such as 201 where a PUT makes what it would change."""
    largest_body: int = 256 * 1024
    problems: tuple[str, ...] = ()
    """Codes of the refusals that are particular to it."""
    rate: int | None = None
    """Requests a second that the gateway lets through, where lower than the stage's own."""

    @property
    def folder(self) -> str:
        return "api"

    @property
    def name(self) -> str:
        return self.use_case


class Consumer(Function, frozen=True):
    """A stream consumer: one file in `streams/`. It sees only items whose partition key begins with a prefix."""

    name: str
    summary: str
    partitions: tuple[str, ...] = ()
    sorts: tuple[str, ...] = ()
    """Sort keys must begin with one of these, where given."""
    events: tuple[str, ...] = ("INSERT", "MODIFY", "REMOVE")
    expired_only: bool = False
    """Only removals that time-to-live made."""
    batch: int = 1000
    window: timedelta = timedelta(seconds=5)

    @property
    def folder(self) -> str:
        return "streams"


class Worker(Function, frozen=True):
    """A queue and the function that empties it: one file in `workers/`."""

    name: str
    summary: str
    batch: int = 10
    attempts: int = 5
    concurrency: int | None = None

    @property
    def folder(self) -> str:
        return "workers"


class Schedule(Function, frozen=True):
    """A function that runs every so often: one file in `schedules/`."""

    name: str
    summary: str
    every: timedelta

    @property
    def folder(self) -> str:
        return "schedules"


class Isolated(Function, frozen=True):
    """A function with its own asset, no layer, no permissions: where untrusted code runs."""

    name: str
    summary: str
    asset: str
    """Folder below functions/."""
    handler: str
    reserved_concurrency: int = 10

    @property
    def folder(self) -> str:
        return "isolated"


Deployable = Route | Consumer | Worker | Schedule | Isolated


class Expiry(Struct, frozen=True):
    """Objects below a prefix of the bucket are deleted after so many days."""

    prefix: str
    days: int


class Service(Struct, frozen=True, kw_only=True, dict=True):
    """One application: its table and all that runs around it. The page to read first."""

    name: str
    title: str
    summary: str
    table: Table
    vault: Table | None = None
    """A second table without recovery, backup or stream: what is deleted there is gone for good."""
    routes: tuple[Route, ...]
    consumers: tuple[Consumer, ...] = ()
    workers: tuple[Worker, ...] = ()
    schedules: tuple[Schedule, ...] = ()
    isolated: tuple[Isolated, ...] = ()
    problems: tuple[str, ...] = ()
    """Codes of refusals that any of its routes with a caller may answer."""
    idempotency: type | None = None
    """The entity that records answers given under an `Idempotency-Key`."""
    bucket: bool = False
    expiries: tuple[Expiry, ...] = ()
    own_key: bool = False
    """The table is encrypted under a key of the service's own, which it can rotate and disable."""
    settings: dict[str, str] = field(default_factory=dict)
    """Further environment of every function, with its default; `cdk -c <service>.<name>=...` overrides."""

    @cached_property
    def by_use_case(self) -> dict[str, Route]:
        return {route.use_case: route for route in self.routes}

    @property
    def tables(self) -> tuple[Table, ...]:
        return (self.table,) if self.vault is None else (self.table, self.vault)

    def functions(self) -> Iterator[Deployable]:
        yield from self.routes
        yield from self.consumers
        yield from self.workers
        yield from self.schedules
        yield from self.isolated

    def handler(self, function: Deployable) -> str:
        """Where Lambda finds the function in the service's asset."""
        if isinstance(function, Isolated):
            return function.handler
        return f"functions.{self.name}.{function.folder}.{function.name}.handler"
