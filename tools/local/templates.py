"""Reads functions out of a synthesized template: their asset, their layers, their environment."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PSEUDO_PARAMETERS = {
    "AWS::Region": "us-east-1",
    "AWS::AccountId": "000000000000",
    "AWS::Partition": "aws",
    "AWS::URLSuffix": "amazonaws.com",
}


class Unresolved(Exception):
    """A template refers to something that the caller gave no value for."""


class Template:
    """One stack of an assembly."""

    def __init__(self, path: Path) -> None:
        self._assembly = path.parent
        self.resources: dict[str, Any] = json.loads(path.read_text())["Resources"]
        manifest = path.with_name(path.name.replace(".template.json", ".assets.json"))
        self._assets: dict[str, Any] = json.loads(manifest.read_text())["files"] if manifest.exists() else {}

    def functions(self) -> list[str]:
        """Logical ids of the functions that run Python."""
        found = (name for name, made in self.resources.items() if made["Type"] == "AWS::Lambda::Function")
        return sorted(name for name in found if self.properties(name)["Runtime"].startswith("python"))

    def properties(self, logical_id: str) -> dict[str, Any]:
        return dict(self.resources[logical_id].get("Properties", {}))

    def asset(self, location: Mapping[str, Any]) -> Path:
        """The folder behind `Code` of a function or `Content` of a layer."""
        digest = str(location["S3Key"]).rsplit("/", 1)[-1].removesuffix(".zip")
        return self._assembly / str(self._assets[digest]["source"]["path"])

    def layers(self, logical_id: str) -> list[Path]:
        return [
            self.asset(self.properties(layer["Ref"])["Content"])
            for layer in self.properties(logical_id).get("Layers", [])
        ]


def resolve(value: Any, references: Mapping[str, str]) -> str:
    """A string as CloudFormation would make it. `references` names a resource's Ref `Logical`, its attribute
    `Logical.Attribute`, and an import by its export's name."""
    match value:
        case str():
            return value
        case {"Ref": str(name)} | {"Fn::ImportValue": str(name)}:
            return known(name, references)
        case {"Fn::GetAtt": [str(name), str(attribute)]}:
            return known(f"{name}.{attribute}", references)
        case {"Fn::Join": [str(separator), list(parts)]}:
            return separator.join(resolve(part, references) for part in parts)
        case {"Fn::Select": [index, {"Fn::Split": [str(separator), text]}]}:
            return resolve(text, references).split(separator)[int(index)]
    raise Unresolved(f"no way to resolve {json.dumps(value)}")


def known(name: str, references: Mapping[str, str]) -> str:
    values = {**PSEUDO_PARAMETERS, **references}
    if name not in values:
        raise Unresolved(f"the template refers to {name}, and no value was given for it")
    return values[name]
