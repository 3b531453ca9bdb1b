"""Work for later: what was answered is recorded first, then the message goes."""

from collections.abc import Callable

from singletable.errors import AlreadyAnswered
from singletable.idempotency import Once


def record_then_send(record: Callable[[], None], send: Callable[[str], None], *, once: Once, answer: str) -> None:
    """A first try may have died between the two, so a retry that finds the record sends the message again, made from
    the answer that was given then. Whoever works on it bears that."""
    try:
        record()
    except AlreadyAnswered as earlier:
        send(str(once.replay(earlier.found).body))  # type: ignore[arg-type]  # the record that was refused
        raise
    send(answer)
