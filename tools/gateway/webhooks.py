"""Signed webhooks and the road they travel: late, twice, out of order, altered or lost, as a seed decides."""

import hashlib
import hmac
import http.client
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Condition, Thread
from urllib.parse import urlsplit

ANSWER_WITHIN_SECONDS = 5.0
SECONDS_PER_PLACE = 0.5


@dataclass(frozen=True, slots=True)
class Event:
    """A webhook as it leaves the gateway; a repeat carries the same id, body and signature."""

    number: int
    id: str
    name: str
    body: bytes
    signature: str

    @property
    def headers(self) -> dict[str, str]:
        return {
            "Content-Type": "application/json",
            "User-Agent": "Razorpay-Webhook/v1",
            "X-Razorpay-Event-Id": self.id,
            "X-Razorpay-Signature": self.signature,
        }


@dataclass(frozen=True, slots=True)
class Road:
    """What happens to webhooks on their way. Shares are from 0 to 1, of events; a seed decides which."""

    delay: float = 0.0  # seconds before each is sent
    reorder: int = 0  # places by which one may fall behind those that came after it
    duplicate: float = 0.0  # share sent twice
    lose: float = 0.0  # share never sent
    alter: float = 0.0  # share whose first copy is changed after it was signed
    retries: int = 5  # further attempts after an answer other than 2xx
    retry_seconds: float = 1.0  # before the first retry, doubled for each further one
    hold: bool = False  # nothing is sent until it is flushed


@dataclass(frozen=True, slots=True)
class Attempt:
    event_id: str
    name: str
    number: int
    altered: bool
    status: int | None  # None: no answer


@dataclass(frozen=True, slots=True)
class Parcel:
    event: Event
    place: int
    due: float
    altered: bool = False
    attempt: int = 1


def signature(secret: str, message: bytes) -> str:
    return hmac.digest(secret.encode(), message, hashlib.sha256).hex()


def altered(body: bytes) -> bytes:
    """One digit of the amount changed, as somebody on the way might wish."""
    start = body.index(b'"amount":') + len(b'"amount":')
    return body[:start] + (b"1" if body[start : start + 1] != b"1" else b"2") + body[start + 1 :]


def parcels(event: Event, road: Road, seed: str, now: float) -> list[Parcel]:
    """The copies of an event that are sent, and each one's place in the order of sending."""

    def draw(what: str) -> float:
        digest = hashlib.sha256(f"{seed}/{event.number}/{what}".encode()).digest()
        return int.from_bytes(digest[:6]) / 2**48

    if draw("lose") < road.lose:
        return []
    copies = 2 if draw("duplicate") < road.duplicate else 1
    behind = [int(draw(f"behind {copy}") * (road.reorder + 1)) for copy in range(copies)]
    return [
        Parcel(
            event=event,
            place=event.number + places,
            due=now + road.delay + places * SECONDS_PER_PLACE,
            altered=copy == 0 and draw("alter") < road.alter,
        )
        for copy, places in enumerate(behind)
    ]


class Courier:
    """Sends one webhook at a time: by itself when each is due, or everything at once when flushed."""

    def __init__(self, url: str | None, road: Road, seed: str) -> None:
        self.url = url
        self.road = road
        self._seed = seed
        self._waiting: list[Parcel] = []
        self._attempts: list[Attempt] = []
        self._busy = False
        self._closed = False
        self._changed = Condition()
        self._thread = Thread(target=self._work, name="webhooks", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join()

    def configure(self, url: str | None, road: Road) -> None:
        with self._changed:
            self.url, self.road = url, road
            self._changed.notify_all()

    def accept(self, event: Event) -> None:
        with self._changed:
            self._waiting += parcels(event, self.road, self._seed, time.monotonic())
            self._changed.notify_all()

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        with self._changed:
            return tuple(self._attempts)

    def flush(self) -> list[Attempt]:
        """Everything that waits, retries included, in order of place and without waiting for its time."""
        sent: list[Attempt] = []
        while parcel := self._take():
            sent.append(self._carry(parcel))
        return sent

    def deliver(self, events: Sequence[Event]) -> list[Attempt]:
        """These events now, in this order and as often as they are named, once each and unaltered."""
        with self._changed:
            self._waiting = [parcel for parcel in self._waiting if parcel.event not in events]
        sent: list[Attempt] = []
        for event in events:
            with self._changed:
                self._changed.wait_for(lambda: not self._busy)
                self._busy = True
            sent.append(self._carry(Parcel(event, event.number, 0.0), retry=False))
        return sent

    def _take(self) -> Parcel | None:
        with self._changed:
            self._changed.wait_for(lambda: not self._busy)
            if not self._waiting or self.url is None:
                return None
            parcel = min(self._waiting, key=lambda waiting: (waiting.place, waiting.event.number, waiting.attempt))
            return self._leave_with(parcel)

    def _leave_with(self, parcel: Parcel) -> Parcel:
        self._waiting.remove(parcel)
        self._busy = True
        return parcel

    def _work(self) -> None:
        while True:
            with self._changed:
                while not (parcel := self._due()) and not self._closed:
                    self._changed.wait(self._patience())
                if self._closed or parcel is None:
                    return
                self._leave_with(parcel)
            self._carry(parcel)

    def _due(self) -> Parcel | None:
        if self._busy or self.road.hold or self.url is None or not self._waiting:
            return None
        first = min(self._waiting, key=lambda waiting: (waiting.due, waiting.event.number))
        return first if first.due <= time.monotonic() else None

    def _patience(self) -> float | None:
        if self._busy or self.road.hold or self.url is None or not self._waiting:
            return None
        return max(0.0, min(waiting.due for waiting in self._waiting) - time.monotonic())

    def _carry(self, parcel: Parcel, *, retry: bool = True) -> Attempt:
        body = altered(parcel.event.body) if parcel.altered else parcel.event.body
        status = send(self.url, body, parcel.event.headers)
        attempt = Attempt(parcel.event.id, parcel.event.name, parcel.attempt, parcel.altered, status)
        with self._changed:
            self._attempts.append(attempt)
            refused = status is None or not 200 <= status < 300
            if refused and retry and parcel.attempt <= self.road.retries:
                due = time.monotonic() + self.road.retry_seconds * 2 ** (parcel.attempt - 1)
                self._waiting.append(replace(parcel, due=due, altered=False, attempt=parcel.attempt + 1))
            self._busy = False
            self._changed.notify_all()
        return attempt


def send(url: str | None, body: bytes, headers: dict[str, str]) -> int | None:
    """The status of the answer; None where there is none. A redirect is an answer, not an instruction."""
    target = urlsplit(url or "")
    kind = http.client.HTTPSConnection if target.scheme == "https" else http.client.HTTPConnection
    if target.hostname is None:
        return None
    connection = kind(target.hostname, target.port, timeout=ANSWER_WITHIN_SECONDS)
    try:
        path = f"{target.path or '/'}?{target.query}" if target.query else target.path or "/"
        connection.request("POST", path, body, headers)
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()
