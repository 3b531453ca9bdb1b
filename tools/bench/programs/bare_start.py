"""A bare botocore client from nothing to its first answer; prints the milliseconds of each stage."""

import sys

from tools.bench.programs.stages import Stages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def start(address: str) -> None:
    stages = Stages()
    from botocore.session import Session

    stages.end("import")
    client: Any = Session().create_client("dynamodb", endpoint_url=address)
    stages.end("client")
    answer = client.get_item(TableName="bench", Key={"PK": {"S": "a"}, "SK": {"S": "b"}})
    stages.end("call")
    stages.print(answer)


if __name__ == "__main__":
    start(sys.argv[1])
