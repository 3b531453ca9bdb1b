"""The layer that every function carries: as small as its packages allow."""

from tools.bench.goals import Effort, Found, Goal, Part
from tools.bench.processes import ROOT
from tools.build.builder import build, zipped_sizes
from tools.build.targets import Target


def zipped(effort: Effort) -> Found:
    build([Target.CLOUD], say=lambda line: None)
    sizes = zipped_sizes(ROOT / ".build" / f"layer-{Target.CLOUD}")
    parts = tuple(Part(name, size / 1e6, "MB") for name, size in sizes.most_common(8))
    return Found(sizes.total() / 1e6, "the shared layer as Lambda gets it", "", parts)


GOALS = (Goal("layer: megabytes zipped", 6, zipped),)
