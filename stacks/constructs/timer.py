"""A function that runs every so often."""

from datetime import timedelta

from aws_cdk import Aws
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_scheduler as scheduler
from constructs import Construct

from singletable.service import Schedule
from stacks.constructs.naming import pin
from stacks.constructs.reach import allow

OLDEST = timedelta(days=1)
"""How long the scheduler keeps trying at most; before that, until the next run is due."""


class Timer(Construct):
    """EventBridge Scheduler, with a role that may start this one function. A run that fails is made up by the next."""

    def __init__(self, scope: Construct, name: str, *, declared: Schedule, function: lambda_.Function) -> None:
        super().__init__(scope, name)
        own_account = {"StringEquals": {"aws:SourceAccount": Aws.ACCOUNT_ID}}
        role = iam.Role(
            self,
            "Role",
            assumed_by=iam.PrincipalWithConditions(iam.ServicePrincipal("scheduler.amazonaws.com"), own_account),
            inline_policies={
                "Starts": iam.PolicyDocument(statements=[allow(["lambda:InvokeFunction"], function.function_arn)])
            },
        )
        self.schedule = scheduler.CfnSchedule(
            self,
            "Schedule",
            description=declared.summary,
            schedule_expression=rate(declared.every),
            flexible_time_window=scheduler.CfnSchedule.FlexibleTimeWindowProperty(mode="OFF"),
            target=scheduler.CfnSchedule.TargetProperty(
                arn=function.function_arn,
                role_arn=role.role_arn,
                retry_policy=scheduler.CfnSchedule.RetryPolicyProperty(
                    maximum_event_age_in_seconds=int(min(declared.every, OLDEST).total_seconds()),
                    maximum_retry_attempts=2,
                ),
            ),
        )
        self.schedule.override_logical_id(name)
        pin(role, f"{name}Role")


def rate(every: timedelta) -> str:
    minutes, seconds = divmod(int(every.total_seconds()), 60)
    if seconds or minutes < 1:
        raise ValueError(f"a schedule counts whole minutes, not {every}")
    for unit, length in (("day", 1440), ("hour", 60), ("minute", 1)):
        if minutes % length == 0:
            count = minutes // length
            return f"rate({count} {unit}{'s' if count > 1 else ''})"
    raise AssertionError("every number of minutes is a multiple of one")
