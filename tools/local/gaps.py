"""What ministack leaves out of a deployment, put right afterwards through its public API; its code is not patched."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.local.emulator import Emulator

TABLES = {"AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable"}
API_HOST = re.compile(r"^\w+://(\w+)\.execute-api\.")


def close_gaps(assembly: Path, stacks: list[str], emulator: Emulator) -> None:
    physical = {stack: physical_ids(stack, emulator) for stack in stacks}
    for stack, logical_id, resource in resources(assembly, stacks):
        properties = resource.get("Properties", {})
        if resource["Type"] in TABLES and "TimeToLiveSpecification" in properties:
            set_time_to_live(emulator, physical[stack][logical_id], properties["TimeToLiveSpecification"])
        if resource["Type"] == "AWS::ApiGatewayV2::Api" and "CorsConfiguration" in properties:
            set_cors(emulator, physical[stack][logical_id], properties["CorsConfiguration"])


def set_time_to_live(emulator: Emulator, table: str, specification: dict[str, Any]) -> None:
    """CloudFormation drops it: expired items would stay for ever."""
    emulator.client("dynamodb").update_time_to_live(TableName=table, TimeToLiveSpecification=specification)


def set_cors(emulator: Emulator, api_id: str, configuration: dict[str, Any]) -> None:
    """CloudFormation stores it under names that the gateway does not read: every preflight would be a 403."""
    emulator.client("apigatewayv2").update_api(ApiId=api_id, CorsConfiguration=configuration)


def reachable(api_url: str, emulator: Emulator) -> str:
    """The address of an API by path: not every resolver knows names below `.localhost`, and by host ministack keeps
    `/health` for itself."""
    found = API_HOST.match(api_url)
    if found is None:
        raise ValueError(f"{api_url} is not the address of an API")
    return f"{emulator.url}/_aws/execute-api/{found[1]}"


def resources(assembly: Path, stacks: list[str]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for stack in stacks:
        template = json.loads((assembly / f"{stack}.template.json").read_text())
        for logical_id, resource in template["Resources"].items():
            yield stack, logical_id, resource


def physical_ids(stack: str, emulator: Emulator) -> dict[str, str]:
    pages = emulator.client("cloudformation").get_paginator("list_stack_resources").paginate(StackName=stack)
    rows = (row for page in pages for row in page["StackResourceSummaries"])
    return {row["LogicalResourceId"]: row["PhysicalResourceId"] for row in rows}
