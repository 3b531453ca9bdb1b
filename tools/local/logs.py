"""What the functions of a local cloud have logged."""

from operator import itemgetter

from tools.local.emulator import Emulator


def log_lines(emulator: Emulator, wanted: str = "") -> list[str]:
    """The lines of every function whose log group's name contains `wanted`, oldest first."""
    logs = emulator.client("logs")
    groups = logs.get_paginator("describe_log_groups").paginate().search("logGroups[].logGroupName")
    events = [
        (event["timestamp"], group.rsplit("/", 1)[-1].removesuffix("Logs"), event["message"].rstrip())
        for group in groups
        if wanted.lower() in group.lower()
        for event in logs.get_paginator("filter_log_events").paginate(logGroupName=group).search("events[]")
    ]
    return [f"{function}: {message}" for _, function, message in sorted(events, key=itemgetter(0))]
