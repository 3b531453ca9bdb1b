"""The local cloud: the real stacks, deployed to an emulator on this machine, for as long as a block runs."""

import fcntl
import json
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tools.build.builder import build
from tools.build.targets import ROOT, Target
from tools.local import identity
from tools.local.deployment import OUR_APP, Outputs, bootstrap, deploy, stack_names, synthesize
from tools.local.emulator import Emulator, emulator
from tools.local.gaps import close_gaps, reachable
from tools.local.gateway import SETTING, STACK, LocalGateway, local_gateway
from tools.local.logs import log_lines
from tools.local.machine import NotReady, check_machine, free_port
from tools.local.processes import run
from tools.local.progress import Progress, Say, silent

PLACE = ROOT / ".local"
PORT = 4566


@dataclass(frozen=True)
class LocalCloud:
    """A running local cloud, as its users see it."""

    emulator: Emulator
    place: Path
    stage: str
    outputs: Outputs
    gateway: str | None = None
    """The address of the payment gateway's simulator, where a service pays."""

    @property
    def endpoints(self) -> dict[str, str]:
        """The address of each service's API, by the service's name."""
        names = {stack: stack.removeprefix("quartet-").removesuffix(f"-{self.stage}") for stack in self.outputs}
        with_api = {names[stack]: out["ApiUrl"] for stack, out in self.outputs.items() if "ApiUrl" in out}
        return {name: reachable(url, self.emulator) for name, url in sorted(with_api.items())}

    def token(self, email: str, groups: Iterable[str] = (), name: str = "") -> str:
        pool = self.outputs[f"quartet-identity-{self.stage}"]
        return identity.token(self.emulator, pool["UserPoolId"], pool["UserPoolClientId"], email, groups, name)

    def client(self, service: str) -> Any:
        """A boto3 client of the emulator, for looking at what was stored."""
        return self.emulator.client(service)

    def logs(self, function: str = "") -> list[str]:
        """What its functions have logged, or those whose name contains `function`."""
        return log_lines(self.emulator, function)

    def save(self) -> None:
        (self.place / "endpoints.json").write_text(json.dumps(self.endpoints, indent=2) + "\n")
        facts = {
            "pid": self.emulator.pid,
            "port": self.emulator.port,
            "stage": self.stage,
            "outputs": self.outputs,
            "gateway": self.gateway,
        }
        (self.place / "cloud.json").write_text(json.dumps(facts, indent=2) + "\n")


@contextmanager
def sole_user(place: Path) -> Iterator[int]:
    """A lock held by whoever runs a cloud here, and by its emulator: no stale number can make a dead one look alive."""
    place.mkdir(parents=True, exist_ok=True)
    with (place / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise NotReady(
                "A local cloud is already running here: `make status` shows it, `make down` stops it."
            ) from None
        yield lock.fileno()


def is_running(place: Path) -> bool:
    try:
        with sole_user(place):
            return False
    except NotReady:
        return True


def running_cloud(place: Path = PLACE) -> LocalCloud:
    """The cloud that another process keeps running."""
    described = place / "cloud.json"
    if not is_running(place) or not described.exists():
        raise NotReady("No local cloud is ready here: start one with `make run`.")
    facts = json.loads(described.read_text())
    return LocalCloud(Emulator(facts["port"], facts["pid"]), place, facts["stage"], facts["outputs"], facts["gateway"])


@contextmanager
def local_cloud(
    port: int = 0,
    state_dir: Path = PLACE,
    stage: str = "local",
    *,
    app: str = OUR_APP,
    demo: bool = False,
    say: Say = silent,
) -> Iterator[LocalCloud]:
    """Build, synthesize, start, deploy; on leaving stop all of it. Every run begins with an empty cloud."""
    progress = Progress(6 if demo else 5, say)
    check_machine()
    state_dir = state_dir.resolve()
    with sole_user(state_dir) as lock:
        port = free_port(port)
        assembly = state_dir / "assembly"
        progress.step("assets for this machine")
        built = build([Target.LOCAL], say=progress.detail)
        progress.step("synthesis of the stacks")
        gateway = local_gateway(state_dir)
        if not synthesize(app, stage, assembly, built, {SETTING: gateway.url}):
            progress.detail("unchanged since the last run")
        progress.step(f"ministack on 127.0.0.1:{port}, log in {state_dir.name}/ministack.log")
        try:
            with emulator(port, state_dir, lock) as running:
                bootstrap(running)
                cloud = LocalCloud(running, state_dir, stage, deploy_stacks(assembly, running, progress))
                progress.step("settings that the emulator's CloudFormation leaves out")
                close_gaps(assembly, list(cloud.outputs), running)
                with paying(cloud, gateway, progress) as complete:
                    complete.save()
                    if demo:
                        progress.step("demo data")
                        load_demo(complete, progress)
                    yield complete
        finally:
            forget(state_dir)


@contextmanager
def paying(cloud: LocalCloud, gateway: LocalGateway, progress: Progress) -> Iterator[LocalCloud]:
    """The cloud with a payment gateway beside it, if one of its services takes money."""
    stack = STACK.format(stage=cloud.stage)
    if stack not in cloud.outputs:
        yield cloud
        return
    progress.detail(f"payment gateway simulator on {gateway.url}")
    with gateway.running(cloud.place):
        gateway.serve(stack, reachable(cloud.outputs[stack]["ApiUrl"], cloud.emulator), cloud.emulator)
        yield replace(cloud, gateway=gateway.url)


def deploy_stacks(assembly: Path, emulator: Emulator, progress: Progress) -> Outputs:
    names, done = stack_names(assembly), []
    progress.step(f"deployment of {len(names)} stacks")

    def stack_done(name: str) -> None:
        done.append(name)
        progress.detail(f"{name} ({len(done)}/{len(names)})")

    return deploy(assembly, emulator, assembly.parent / "outputs.json", stack_done)


def load_demo(cloud: LocalCloud, progress: Progress) -> None:
    """`python -m tools.demo <endpoints.json>`, which finds this cloud by `running_cloud` of the file's folder."""
    program = (sys.executable, "-m", "tools.demo", cloud.place / "endpoints.json")
    run(*program, environment=cloud.emulator.environment, hear=progress.detail)


def forget(place: Path) -> None:
    """Remove what describes a running cloud and what it left; the assembly and the log stay."""
    for name in ("endpoints.json", "cloud.json", "outputs.json"):
        (place / name).unlink(missing_ok=True)
    shutil.rmtree(place / "scratch", ignore_errors=True)
