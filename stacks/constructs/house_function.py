"""A function of a service: its own role, its own log group, and nothing that it does not declare."""

from collections.abc import Iterable, Mapping, Sequence

from aws_cdk import Duration
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_logs as logs
from constructs import Construct

from singletable.service import Function
from stacks.constructs.acknowledge import acknowledge
from stacks.constructs.naming import pin
from stacks.constructs.reach import allow
from stacks.stages import Stage

RUNTIME = lambda_.Runtime.PYTHON_3_13


class HouseFunction(lambda_.Function):
    """One Lambda. Tracing stays off: it needs a permission on every resource there is, and HTTP APIs carry no trace."""

    def __init__(
        self,
        scope: Construct,
        name: str,
        *,
        declared: Function,
        handler: str,
        code: lambda_.Code,
        layers: Sequence[lambda_.ILayerVersion],
        permissions: Iterable[iam.PolicyStatement],
        environment: Mapping[str, str],
        summary: str,
        stage: Stage,
    ) -> None:
        log_group = logs.LogGroup(scope, f"{name}Logs", retention=stage.log_retention, removal_policy=stage.removal)
        writes_its_log = allow(["logs:CreateLogStream", "logs:PutLogEvents"], log_group.log_group_arn)
        role = iam.Role(
            scope,
            f"{name}Role",
            assumed_by=iam.ServicePrincipal("lambda.amazonaws.com"),
            inline_policies={"Declared": iam.PolicyDocument(statements=[*permissions, writes_its_log])},
        )
        super().__init__(
            scope,
            name,
            description=summary,
            runtime=RUNTIME,
            architecture=stage.architecture,
            handler=handler,
            code=code,
            layers=list(layers),
            role=role.without_policy_updates(),
            log_group=log_group,
            memory_size=declared.memory,
            timeout=Duration.seconds(declared.timeout),
            environment=dict(environment),
        )
        pin(self, name)
        pin(role, f"{name}Role")
        pin(log_group, f"{name}Logs")
        keeps_its_runtime(self)
        if declared.bucket:
            acknowledge(
                role,
                f"AwsSolutions-IAM5[Resource::<Bucket.Arn>/{declared.bucket_prefix}*]",
                "Object keys are made as it runs. The bucket is the service's own, and the declared prefix narrows it.",
            )


def keeps_its_runtime(function: lambda_.Function) -> None:
    acknowledge(
        function,
        "AwsSolutions-L1",
        "The assets carry bytecode for this very version; a newer one comes with a build for it, not by itself.",
    )
