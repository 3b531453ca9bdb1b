"""A second table of a service for what must be gone for good once it is deleted: no recovery, no backup, no stream."""

from aws_cdk import aws_dynamodb as dynamodb
from constructs import Construct

from singletable.keys import PARTITION, SORT
from singletable.schema import Table
from stacks.constructs.acknowledge import acknowledge
from stacks.constructs.naming import pin
from stacks.constructs.single_table import text
from stacks.stages import Stage


class Vault(Construct):
    """Keys and time-to-live from the declaration. Nothing brings an item back, so production protects the table."""

    def __init__(self, scope: Construct, name: str, *, declared: Table, stage: Stage) -> None:
        super().__init__(scope, name)
        self.table = dynamodb.Table(
            self,
            "Table",
            table_name=stage.table_name(declared.name),
            partition_key=text(PARTITION),
            sort_key=text(SORT),
            billing_mode=dynamodb.BillingMode.PAY_PER_REQUEST,
            time_to_live_attribute=declared.ttl,
            encryption=dynamodb.TableEncryption.AWS_MANAGED,
            deletion_protection=stage.keeps_data,
            removal_policy=stage.removal,
        )
        pin(self.table, "Vault")
        acknowledge(
            self.table,
            "AwsSolutions-DDB3",
            "Recovery would bring back what was deleted so that nobody can read what it sealed.",
        )
