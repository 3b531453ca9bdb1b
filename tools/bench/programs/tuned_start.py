"""The tuned client from nothing to its first answer; `tuned_start URL [TRICK]` does without one of its tricks."""

import sys

from tools.bench.programs.stages import Stages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

COLLECTOR, BYTECODE = "the collector held", "bytecode"


def start(address: str, without: str | None = None) -> None:
    if without == BYTECODE:
        compile_packages()
    stages = Stages()
    from singletable import collector

    if without != COLLECTOR:
        collector.hold()
    from singletable.client import dynamodb_client

    stages.end("import")
    settings: dict[str, Any] = {}
    if without not in (None, COLLECTOR, BYTECODE):
        from tools.bench.programs.undo import UNDO

        settings = UNDO[str(without)]()
        stages.skip()
    client = dynamodb_client(endpoint_url=address, **settings)
    stages.end("client")
    answer = client.get_item(TableName="bench", Key={"PK": {"S": "a"}, "SK": {"S": "b"}})
    collector.resume()
    stages.end("call")
    stages.print(answer)


def compile_packages() -> None:
    """As if packages had come without bytecode. The standard library keeps its own: Lambda's has it too."""
    from importlib import _bootstrap_external

    importer: Any = _bootstrap_external
    found = importer.cache_from_source

    def cache_from_source(path: str, **options: "Any") -> "Any":
        if "site-packages" in path:
            raise NotImplementedError
        return found(path, **options)

    importer.cache_from_source = cache_from_source


if __name__ == "__main__":
    start(*sys.argv[1:])
