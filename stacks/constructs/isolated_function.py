"""A function for code that nobody trusts: no layer, no environment, and a role that may do nothing at all."""

from aws_cdk import Duration
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from singletable.service import Isolated
from stacks.constructs.house_function import RUNTIME, keeps_its_runtime
from stacks.constructs.naming import pin
from stacks.stages import Stage


class IsolatedFunction(lambda_.Function):
    """It may not even write a log: stolen credentials are worth nothing. Whoever calls it logs what it answered."""

    def __init__(self, scope: Construct, name: str, *, declared: Isolated, code: lambda_.Code, stage: Stage) -> None:
        role = iam.Role(scope, f"{name}Role", assumed_by=iam.ServicePrincipal("lambda.amazonaws.com"))
        super().__init__(
            scope,
            name,
            description=declared.summary,
            runtime=RUNTIME,
            architecture=stage.architecture,
            handler=declared.handler,
            code=code,
            role=role.without_policy_updates(),
            memory_size=declared.memory,
            timeout=Duration.seconds(declared.timeout),
            reserved_concurrent_executions=declared.reserved_concurrency if stage.reserves_concurrency else None,
        )
        pin(self, name)
        pin(role, f"{name}Role")
        keeps_its_runtime(self)
