"""Synthesis of the real app with empty assets, and the templates it wrote; as a program it closes the network first."""

import json
import socket
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from functions.catalogue import SERVICES as CATALOGUE
from singletable.service import Service
from tests.stacks.sample import SAMPLE

ROOT = Path(__file__).parents[2]
SERVICES: tuple[Service, ...] = (SAMPLE, *CATALOGUE)
CONFIGURED = {
    "alarm_email": "watch@example.org",
    "origins": "https://app.example.org, https://www.example.org",
    "sample.email.receipts": "shop@mail.example.org",
    "sample.model.writer": "maker.model-v1:0",
    "sample.page_size": "50",
}


@dataclass(frozen=True)
class Template:
    """One stack as CloudFormation gets it."""

    text: str
    body: Mapping[str, Any]

    @property
    def resources(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.body["Resources"]
        return found

    def properties(self, logical_id: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.resources[logical_id].get("Properties", {})
        return found

    def of_type(self, kind: str) -> dict[str, Mapping[str, Any]]:
        return {name: self.properties(name) for name, found in self.resources.items() if found["Type"] == kind}

    def statements(self, role: str) -> Iterator[Mapping[str, Any]]:
        for policy in self.properties(role).get("Policies", []):
            yield from policy["PolicyDocument"]["Statement"]

    def grants(self, role: str) -> set[tuple[str, str]]:
        """Every (action, resource) that a role allows."""
        return {
            (action, readable(resource))
            for statement in self.statements(role)
            for action in listed(statement["Action"])
            for resource in listed(statement["Resource"])
        }


@dataclass(frozen=True)
class Assembly:
    """All stacks of one stage."""

    folder: Path
    stage: str

    def __getitem__(self, service: str) -> Template:
        text = (self.folder / f"quartet-{service}-{self.stage}.template.json").read_text()
        return Template(text, json.loads(text))

    @property
    def stacks(self) -> set[str]:
        return {file.name.removesuffix(".template.json") for file in self.folder.glob("*.template.json")}

    @property
    def protection(self) -> dict[str, bool]:
        artifacts = json.loads((self.folder / "manifest.json").read_text())["artifacts"]
        return {name: artifacts[name]["properties"].get("terminationProtection", False) for name in self.stacks}

    @property
    def findings(self) -> list[str]:
        """What the security rules still hold against it."""
        report = json.loads((self.folder / "validation-report.json").read_text())
        return [
            f"{violation['ruleName']} at {construct['constructPath']}"
            for plugin in report["pluginReports"]
            for violation in plugin["violations"]
            for construct in violation["violatingConstructs"]
        ]


def synthesize(stage: str, folder: Path, context: Mapping[str, str] | None = None, *, nag: bool = False) -> Assembly:
    # Imported here: the CDK starts a Node process, which a run that selects other tests does not need.
    from aws_cdk import App, Validations
    from cdk_nag import AwsSolutionsChecks

    from app import assemble
    from stacks.assets import Assets

    target = "local" if stage == "local" else "cloud"
    place = empty_assets(folder / "build", target)
    assembly = Assembly(folder / "assembly", stage)
    flags = json.loads((ROOT / "cdk.json").read_text())["context"]
    chosen = {**flags, "stage": stage, **(context or {})}
    app = App(analytics_reporting=False, outdir=str(assembly.folder), context=chosen)
    assemble(app, SERVICES, Assets(target, place))
    if nag:
        Validations.of(app).add_plugins(AwsSolutionsChecks(app))
    try:
        app.synth()
    except RuntimeError:
        if not (nag and assembly.findings):
            raise
    return assembly


def empty_assets(place: Path, target: str) -> Path:
    names = ["layer", *(f"{kind}-{service.name}" for service in SERVICES for kind in ("service", "layer"))]
    names += [f"isolated-{isolated.asset}" for service in SERVICES for isolated in service.isolated]
    for name in names:
        (place / f"{name}-{target}").mkdir(parents=True, exist_ok=True)
        (place / f"{name}-{target}" / "name").write_text(name)
    return place


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def readable(value: Any) -> str:
    """A CloudFormation value on one line: `Table.Arn/index/GSI1`."""
    match value:
        case {"Fn::GetAtt": [logical_id, attribute]}:
            return f"{logical_id}.{attribute}"
        case {"Ref": name}:
            return str(name)
        case {"Fn::Join": [separator, parts]}:
            return str(separator).join(readable(part) for part in parts)
        case {"Fn::ImportValue": name}:
            return str(name)
        case _:
            return str(value)


def refuse(*_: object, **__: object) -> NoReturn:
    raise OSError("the network is closed")


if __name__ == "__main__":
    socket.socket.connect = refuse  # type: ignore[method-assign]
    socket.getaddrinfo = refuse
    synthesize("prod", Path(sys.argv[1]), CONFIGURED)
