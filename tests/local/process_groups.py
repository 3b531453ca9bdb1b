"""Whether anything of a process group still runs; the dead that nobody has collected yet do not count."""

import subprocess
import time


def ends(group: int, within: float = 10.0) -> bool:
    deadline = time.monotonic() + within
    while living(group) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not living(group)


def living(group: int) -> list[str]:
    listed = subprocess.run(["ps", "-A", "-o", "pgid=,stat="], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in listed.splitlines()]
    return [state for number, state in rows if int(number) == group and not state.startswith("Z")]
