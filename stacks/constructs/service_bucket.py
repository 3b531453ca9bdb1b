"""The bucket of a service: large bodies, archives, uploads."""

from collections.abc import Sequence

from aws_cdk import Duration
from aws_cdk import aws_s3 as s3
from constructs import Construct

from singletable.service import Expiry
from stacks.constructs.acknowledge import acknowledge
from stacks.constructs.naming import pin
from stacks.stages import RECOVERY_DAYS, Stage


class ServiceBucket(Construct):
    """Encrypted, private, reachable over TLS alone; what was replaced goes when the table's past goes."""

    def __init__(self, scope: Construct, name: str, *, expiries: Sequence[Expiry], stage: Stage) -> None:
        super().__init__(scope, name)
        self.bucket = s3.Bucket(
            self,
            "Bucket",
            encryption=s3.BucketEncryption.S3_MANAGED,
            block_public_access=s3.BlockPublicAccess.BLOCK_ALL,
            object_ownership=s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
            enforce_ssl=True,
            minimum_tls_version=1.2,
            versioned=True,
            removal_policy=stage.removal,
            lifecycle_rules=[
                s3.LifecycleRule(
                    id="replaced-and-unfinished",
                    abort_incomplete_multipart_upload_after=Duration.days(1),
                    noncurrent_version_expiration=Duration.days(RECOVERY_DAYS),
                    expired_object_delete_marker=True,
                ),
                *(
                    s3.LifecycleRule(id=f"expire-{at}", prefix=expiry.prefix, expiration=Duration.days(expiry.days))
                    for at, expiry in enumerate(expiries, 1)
                ),
            ],
            cors=[_uploads_from(stage.origins)] if stage.origins else None,
        )
        pin(self.bucket, "Bucket")
        acknowledge(
            self.bucket,
            "AwsSolutions-S1",
            "Only the service's functions and the short-lived links they sign reach an object; both are in their logs.",
        )


def _uploads_from(origins: Sequence[str]) -> s3.CorsRule:
    return s3.CorsRule(
        allowed_methods=[s3.HttpMethods.GET, s3.HttpMethods.POST, s3.HttpMethods.PUT],
        allowed_origins=list(origins),
        allowed_headers=["*"],
        exposed_headers=["ETag"],
        max_age=3600,
    )
