"""The layers that functions carry, as small as their packages allow: the shared one, and what a service has beside."""

from tools.bench.goals import Effort, Found, Goal, Part
from tools.build.builder import build, zipped_sizes
from tools.build.targets import Target


def zipped(effort: Effort) -> Found:
    layers = [folder for folder in build([Target.CLOUD], say=lambda line: None) if folder.name.startswith("layer-")]
    sizes = {layer.name: zipped_sizes(layer) for layer in layers}
    parts = [
        Part(f"{layer}: {package}", size / 1e6, "MB")
        for layer, packages in sizes.items()
        for package, size in (("all", packages.total()), *packages.most_common(5))
    ]
    largest = max(sizes, key=lambda layer: sizes[layer].total())
    return Found(sizes[largest].total() / 1e6, f"{largest}, as Lambda gets it", "", tuple(parts))


GOALS = (Goal("largest layer: megabytes zipped", 6, zipped),)
