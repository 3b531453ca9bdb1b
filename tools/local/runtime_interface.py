"""One function of a synthesized stack under Lambda's own runtime interface, with its asset and layers and nothing else.

What a layer lacks fails here as it would in Lambda, without Docker and without an account.
"""

import os
import queue
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import files, version
from pathlib import Path
from typing import IO, Any

from tools.build.builder import one_builder_at_a_time
from tools.build.targets import ROOT
from tools.local.processes import started
from tools.local.runtime_api import Failure, Outcome, RuntimeApi, serving
from tools.local.templates import PSEUDO_PARAMETERS, Template, resolve

RUNTIME_PACKAGES = ("awslambdaric", "simplejson", "snapshot_restore_py")
START_LIMIT = 30.0


@dataclass(frozen=True)
class Answer:
    """What a function returned, or how it failed, and what it logged."""

    payload: Any
    failure: Failure | None
    log: str


@dataclass(frozen=True)
class LambdaFunction:
    handler: str
    asset: Path
    layers: tuple[Path, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    timeout: float = 3.0
    memory: int = 128

    @classmethod
    def from_template(
        cls, template_path: Path, logical_id: str, references: Mapping[str, str], **further: str
    ) -> "LambdaFunction":
        """`references` stands in for what only a deployment knows; `further` joins the environment."""
        template = Template(template_path)
        declared = template.properties(logical_id)
        variables = declared.get("Environment", {}).get("Variables", {})
        return cls(
            handler=declared["Handler"],
            asset=template.asset(declared["Code"]),
            layers=tuple(template.layers(logical_id)),
            environment={name: resolve(value, references) for name, value in variables.items()} | further,
            timeout=float(declared.get("Timeout", cls.timeout)),
            memory=int(declared.get("MemorySize", cls.memory)),
        )

    def invoke(self, event: object) -> Answer:
        """A cold start and one invocation."""
        with self.started() as environment:
            return environment.invoke(event)

    @contextmanager
    def started(self) -> Iterator["ExecutionEnvironment"]:
        """A process that takes one invocation after the other, as a warm Lambda does."""
        with serving() as api, tempfile.TemporaryFile() as log:
            command = [sys.executable, "-S", "-P", "-m", "awslambdaric", self.handler]
            with started(command, self._variables(api), log, folder=self.asset) as process:
                yield ExecutionEnvironment(self, api, process, log)

    def _variables(self, api: RuntimeApi) -> dict[str, str]:
        """Built from nothing: neither the caller's environment nor its packages reach the function."""
        path = [self.asset, *(layer / "python" for layer in reversed(self.layers)), runtime()]
        return {
            "PATH": os.defpath,
            "LANG": "en_US.UTF-8",
            "TZ": ":UTC",
            "PYTHONPATH": os.pathsep.join(map(str, path)),
            "PYTHONDONTWRITEBYTECODE": "1",
            "LAMBDA_TASK_ROOT": str(self.asset),
            "AWS_LAMBDA_RUNTIME_API": api.address,
            "AWS_LAMBDA_FUNCTION_NAME": self.handler.rsplit(".", 2)[-2],
            "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": str(self.memory),
            "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
            "AWS_REGION": PSEUDO_PARAMETERS["AWS::Region"],
            "AWS_DEFAULT_REGION": PSEUDO_PARAMETERS["AWS::Region"],
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            **self.environment,
        }


@dataclass(frozen=True)
class ExecutionEnvironment:
    function: LambdaFunction
    api: RuntimeApi
    process: subprocess.Popen[bytes]
    log: IO[bytes]

    def invoke(self, event: object) -> Answer:
        request = self.api.offer(event, self.function.timeout)
        outcome = self._outcome()
        if outcome.request not in (request, ""):
            raise RuntimeError(f"an outcome of request {outcome.request} came for {request}")
        self.log.seek(0)
        return Answer(outcome.payload, outcome.failure, self.log.read().decode(errors="replace"))

    def _outcome(self) -> Outcome:
        deadline = time.monotonic() + START_LIMIT + self.function.timeout
        while time.monotonic() < deadline:
            ended = self.process.poll() is not None
            try:
                return self.api.outcomes.get(timeout=0.05)
            except queue.Empty:
                if ended:
                    return Outcome("", failure=Failure("Runtime.ExitError", f"it ended with {self.process.returncode}"))
        return Outcome("", failure=Failure("Sandbox.Timedout", f"no answer within {self.function.timeout} s"))


def runtime() -> Path:
    """Lambda's own packages in a folder of their own, as in /var/runtime: a function sees them, and none of ours."""
    place = ROOT / ".build" / f"runtime-{sys.implementation.cache_tag}-{version('awslambdaric')}"
    with one_builder_at_a_time(place.parent):
        if not place.exists():
            unfinished = place.with_name(f"{place.name}.unfinished")
            for package in RUNTIME_PACKAGES:
                copy_package(package, unfinished)
            unfinished.rename(place)
    return place


def copy_package(package: str, into: Path) -> None:
    for file in files(package) or ():
        if ".." not in file.parts and not file.parts[0].endswith(".dist-info"):
            (into / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file.locate(), into / file)
