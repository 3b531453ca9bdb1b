"""A client that fails as it was told to, and otherwise passes on what it is asked."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from botocore.exceptions import ClientError

from singletable.store import Store

Answer = Callable[[dict[str, Any]], dict[str, Any]] | ClientError


class Flaky:
    """Each method's answers are used up first; then the engine itself is asked."""

    def __init__(self, client: Any, answers: Mapping[str, Sequence[Answer]]) -> None:
        self._client, self._answers = client, {method: [*script] for method, script in answers.items()}
        self.asked: list[tuple[str, dict[str, Any]]] = []

    def __getattr__(self, method: str) -> Callable[..., Any]:
        def call(**request: Any) -> Any:
            self.asked.append((method, request))
            script = self._answers.get(method)
            if not script:
                return getattr(self._client, method)(**request)
            answer = script.pop(0)
            if isinstance(answer, ClientError):
                raise answer
            return answer(request)

        return call


def error(code: str, operation: str = "Any", **details: Any) -> ClientError:
    return ClientError({"Error": {"Code": code, "Message": code}, "ResponseMetadata": {}, **details}, operation)  # type: ignore[typeddict-item]


def flaky_store(store: Store, client: Any, **answers: Sequence[Answer]) -> tuple[Store, Flaky, list[float]]:
    """The same table through a flaky client: the store, its client, and the pauses that it made."""
    flaky, pauses = Flaky(client, answers), list[float]()
    again = Store(
        store.table,
        flaky,  # type: ignore[arg-type]
        name=store.name,
        cursors=store.cursors,
        now=store.now,
        pause=pauses.append,
        meter=store.meter,
    )
    return again, flaky, pauses
