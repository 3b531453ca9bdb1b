"""The table of a service, as its declaration has it."""

from aws_cdk import Aws
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_iam as iam
from aws_cdk import aws_kms as kms
from constructs import Construct

from singletable.keys import PARTITION, SORT
from singletable.schema import Index, Table
from stacks.constructs.naming import pin
from stacks.stages import RECOVERY_DAYS, Stage


class SingleTable(Construct):
    """Keys, indexes and time-to-live from the declaration; recovery, stream and protection for every table alike."""

    def __init__(self, scope: Construct, name: str, *, declared: Table, own_key: bool, stage: Stage) -> None:
        super().__init__(scope, name)
        self.table = dynamodb.Table(
            self,
            "Table",
            table_name=stage.table_name(declared.name),
            partition_key=text(PARTITION),
            sort_key=text(SORT),
            billing_mode=dynamodb.BillingMode.PAY_PER_REQUEST,
            stream=dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
            time_to_live_attribute=declared.ttl,
            point_in_time_recovery_specification=dynamodb.PointInTimeRecoverySpecification(
                point_in_time_recovery_enabled=True, recovery_period_in_days=RECOVERY_DAYS
            ),
            encryption=dynamodb.TableEncryption.CUSTOMER_MANAGED if own_key else dynamodb.TableEncryption.AWS_MANAGED,
            encryption_key=self._key(stage) if own_key else None,
            deletion_protection=stage.keeps_data,
            removal_policy=stage.removal,
        )
        for index in declared.indexes:
            self.table.add_global_secondary_index(
                index_name=index.name,
                partition_key=text(index.partition),
                sort_key=_sort_key(index),
                projection_type=dynamodb.ProjectionType.ALL,
            )
        pin(self.table, "Table")

    def _key(self, stage: Stage) -> kms.Key:
        """A key that whoever may use the table uses through it, exactly as with the key that AWS manages."""
        key = kms.Key(self, "Key", enable_key_rotation=True, removal_policy=stage.removal)
        pin(key, "TableKey")
        key.add_to_resource_policy(
            iam.PolicyStatement(
                sid="ThroughTheTableOnly",
                principals=[iam.AnyPrincipal()],
                actions=[
                    "kms:CreateGrant",
                    "kms:Decrypt",
                    "kms:DescribeKey",
                    "kms:Encrypt",
                    "kms:GenerateDataKey*",
                    "kms:ReEncrypt*",
                ],
                resources=["*"],
                conditions={
                    "StringEquals": {
                        "kms:CallerAccount": Aws.ACCOUNT_ID,
                        "kms:ViaService": f"dynamodb.{Aws.REGION}.amazonaws.com",
                    }
                },
            )
        )
        return key


def text(name: str) -> dynamodb.Attribute:
    return dynamodb.Attribute(name=name, type=dynamodb.AttributeType.STRING)


def _sort_key(index: Index) -> dynamodb.Attribute | None:
    if index.sort is None:
        return None
    if index.numeric:
        return dynamodb.Attribute(name=index.sort, type=dynamodb.AttributeType.NUMBER)
    return text(index.sort)
