"""What each function can reach, from its declaration: the permissions, and the names under which it finds things."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from aws_cdk import Aws
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_s3 as s3
from aws_cdk import aws_sqs as sqs

from singletable.service import LIST, Function
from stacks.constructs.extras import Extras
from stacks.constructs.naming import shout


class NoVault(Exception):
    """A service must declare its vault before its functions can use it."""


class NoBucket(Exception):
    """A service must say that it has a bucket before its functions can use one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Everything in a service that a function may be allowed to touch."""

    table: dynamodb.Table
    vault: dynamodb.Table | None
    bucket: s3.Bucket | None
    queues: Mapping[str, sqs.Queue]
    isolated: Mapping[str, lambda_.Function]
    extras: Extras

    def permissions(self, function: Function) -> Iterator[iam.PolicyStatement]:
        """Exactly the declared actions, each on exactly its table, index, queue, function or object prefix."""
        places = dict.fromkeys((need.vault, need.index) for need in function.needs)
        for vault, index in places:
            needed = [need.action for need in function.needs if (need.vault, need.index) == (vault, index)]
            arn = (self._vault if vault else self.table).table_arn
            yield allow([f"dynamodb:{action}" for action in needed], arn if index is None else f"{arn}/index/{index}")
        yield from self._bucket_permissions(function)
        for worker in function.sends:
            yield allow(["sqs:SendMessage"], self.queues[worker].queue_arn)
        for name in function.invokes:
            yield allow(["lambda:InvokeFunction"], self.isolated[name].function_arn)
        for extra in function.extras:
            if provided := self.extras.of(extra):
                yield allow(extra.actions, *provided.resources)

    @property
    def _vault(self) -> dynamodb.Table:
        if self.vault is None:
            raise NoVault("a function declares the use of a vault, its service has none")
        return self.vault

    def _bucket_permissions(self, function: Function) -> Iterator[iam.PolicyStatement]:
        if not function.bucket:
            return
        if self.bucket is None:
            raise NoBucket("a function declares the use of a bucket, its service has none")
        if uses := [use.value for use in function.bucket if use is not LIST]:
            yield allow(uses, self.bucket.arn_for_objects(f"{function.bucket_prefix}*"))
        if LIST in function.bucket:
            # Listing is asked of the bucket, not of an object: what it may show is a condition.
            listing = allow([LIST.value], self.bucket.bucket_arn)
            listing.add_condition("StringLike", {"s3:prefix": f"{function.bucket_prefix}*"})
            yield listing

    def names(self, function: Function) -> dict[str, str]:
        names = {"TABLE_NAME": self.table.table_name, "CURSOR_KEY": Aws.STACK_ID}
        if self.vault:
            names["VAULT_NAME"] = self.vault.table_name
        if self.bucket:
            names["BUCKET_NAME"] = self.bucket.bucket_name
        names |= {f"QUEUE_{shout(worker)}": self.queues[worker].queue_url for worker in function.sends}
        names |= {f"FUNCTION_{shout(name)}": self.isolated[name].function_name for name in function.invokes}
        for extra in function.extras:
            if provided := self.extras.of(extra):
                names[f"{shout(extra.kind)}_{shout(extra.name)}"] = provided.value
        return names


def allow(actions: list[str] | tuple[str, ...], *resources: str) -> iam.PolicyStatement:
    return iam.PolicyStatement(actions=sorted(set(actions)), resources=list(resources))
