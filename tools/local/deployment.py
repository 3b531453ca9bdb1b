"""The CDK command line: stacks to an assembly, the assembly to the emulator."""

import json
import re
import shutil
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path

from tools.build.fingerprint import fingerprint
from tools.build.targets import NODE_MODULES, ROOT
from tools.local.emulator import ACCOUNT, REGION, Emulator
from tools.local.machine import clean_environment
from tools.local.processes import run
from tools.local.progress import silent

CDK = NODE_MODULES / ".bin" / "cdk"
QUIET = {
    "CDK_DISABLE_CLI_TELEMETRY": "true",
    "CDK_DISABLE_VERSION_CHECK": "1",
    "JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION": "20",
}
OUR_APP = f"{sys.executable} app.py"
STACK_DONE = re.compile(r"✅\s+(\S+)")

Outputs = dict[str, dict[str, str]]


def synthesize(app: str, stage: str, assembly: Path, built: list[Path], settings: Mapping[str, str]) -> bool:
    """Write the assembly unless it was written from these very sources before; says whether it had to."""
    recorded = assembly.with_suffix(".fingerprint")
    context = [f"{name}={value}" for name, value in {"stage": stage, **settings}.items()]
    digest = fingerprint(sources(built), (app, stage, version("aws-cdk-lib"), *context))
    if assembly.is_dir() and recorded.exists() and recorded.read_text() == digest:
        return False
    recorded.unlink(missing_ok=True)
    shutil.rmtree(assembly, ignore_errors=True)
    options = (*(word for said in context for word in ("--context", said)), "--quiet", "--no-notices")
    run(CDK, "synth", "--app", app, "--output", assembly, *options, environment=clean_environment(**QUIET), hear=silent)
    recorded.write_text(digest)
    return True


def sources(built: list[Path]) -> list[Path]:
    """What decides an assembly: the stacks, the declarations they read, and the assets by their own fingerprints."""
    code = [ROOT / name for name in ("app.py", "cdk.json", "stacks", "functions", "layers")]
    return [path for path in code if path.exists()] + [folder.with_suffix(".fingerprint") for folder in built]


def bootstrap(emulator: Emulator) -> None:
    account = f"aws://{ACCOUNT}/{REGION}"
    run(CDK, "--app", "", "bootstrap", account, "--no-notices", environment=emulator.environment | QUIET, hear=silent)


def deploy(assembly: Path, emulator: Emulator, outputs: Path, stack_done: Callable[[str], None]) -> Outputs:
    def hear(line: str) -> None:
        if found := STACK_DONE.search(line):
            stack_done(found[1])

    options = ("--all", "--require-approval", "never", "--method", "direct", "--concurrency", "4", "--no-notices")
    environment = emulator.environment | QUIET
    run(CDK, "deploy", "--app", assembly, "--outputs-file", outputs, *options, environment=environment, hear=hear)
    return dict(json.loads(outputs.read_text()))


def stack_names(assembly: Path) -> list[str]:
    artifacts = json.loads((assembly / "manifest.json").read_text())["artifacts"]
    return [name for name, artifact in artifacts.items() if artifact["type"] == "aws:cloudformation:stack"]
