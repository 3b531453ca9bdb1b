"""Names that stay: a resource keeps its logical id wherever it moves in the tree, and says what it is."""

from typing import cast

from aws_cdk import CfnElement
from constructs import Construct


def pascal(name: str) -> str:
    """`get_problem` becomes `GetProblem`: the id by which `sam local invoke` knows a function."""
    return "".join(part[:1].upper() + part[1:] for part in name.replace("-", "_").split("_"))


def shout(name: str) -> str:
    """A name as it stands in an environment."""
    return name.replace("-", "_").upper()


def pin(construct: Construct, logical_id: str) -> None:
    cast(CfnElement, construct.node.default_child).override_logical_id(logical_id)
