"""`networked SUBJECT`: as `warm`, but over a connection to what answers at AWS_ENDPOINT_URL."""

import json
import sys
from collections.abc import Callable

from tools.bench.programs import subjects
from tools.bench.programs.subjects import Calls
from tools.bench.programs.warm import measure
from tools.bench.programs.with_pydynox import pydynox

SUBJECTS: dict[str, Callable[[], Calls]] = {"store": subjects.store, "pydynox": pydynox}


if __name__ == "__main__":
    print(json.dumps(measure(SUBJECTS[sys.argv[1]](), subjects.raw(), expect=lambda operation: None)))
