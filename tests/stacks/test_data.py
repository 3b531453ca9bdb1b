"""Tables and buckets: as declared, recoverable, private, and safe from a slip of the hand where it matters."""

from collections.abc import Callable

import pytest

from singletable.provision import table_request
from singletable.service import Service
from tests.stacks.synthesis import Assembly, Template, readable

STATEFUL = ("AWS::DynamoDB::Table", "AWS::S3::Bucket", "AWS::KMS::Key", "AWS::SecretsManager::Secret")


def test_the_deployed_table_is_the_one_that_tests_create(template: Template, service: Service) -> None:
    table = dict(template.properties("Table"))
    request = table_request(service.table, service.table.name)
    assert table["TableName"] == request["TableName"]
    assert table["BillingMode"] == request["BillingMode"]
    assert table["KeySchema"] == request["KeySchema"]
    assert table.get("GlobalSecondaryIndexes", []) == request.get("GlobalSecondaryIndexes", [])
    assert by_name(table["AttributeDefinitions"]) == by_name(request["AttributeDefinitions"])


def by_name(attributes: list[dict[str, str]]) -> dict[str, str]:
    return {attribute["AttributeName"]: attribute["AttributeType"] for attribute in attributes}


def test_a_table_expires_recovers_and_streams(template: Template, service: Service) -> None:
    table = template.properties("Table")
    assert table["TimeToLiveSpecification"] == {"AttributeName": service.table.ttl, "Enabled": True}
    recovery = {"PointInTimeRecoveryEnabled": True, "RecoveryPeriodInDays": 35}
    assert table["PointInTimeRecoverySpecification"] == recovery
    assert table["StreamSpecification"] == {"StreamViewType": "NEW_AND_OLD_IMAGES"}


def test_a_table_is_encrypted_under_its_own_key_where_the_service_asks(template: Template, service: Service) -> None:
    encryption = template.properties("Table")["SSESpecification"]
    assert encryption["SSEEnabled"] is True
    if not service.own_key:
        assert "KMSMasterKeyId" not in encryption
        return
    assert readable(encryption["KMSMasterKeyId"]) == "TableKey.Arn"
    key = template.properties("TableKey")
    assert key["EnableKeyRotation"] is True
    (through_the_table,) = (s for s in key["KeyPolicy"]["Statement"] if s["Principal"] == {"AWS": "*"})
    only = {name: readable(value) for name, value in through_the_table["Condition"]["StringEquals"].items()}
    assert only == {"kms:CallerAccount": "AWS::AccountId", "kms:ViaService": "dynamodb.AWS::Region.amazonaws.com"}


def test_what_is_deleted_from_a_vault_nothing_brings_back(template: Template, service: Service) -> None:
    assert ("Vault" in template.resources) is (service.vault is not None)
    if service.vault is None:
        return
    vault, request = template.properties("Vault"), table_request(service.vault, service.vault.name)
    assert {name: vault[name] for name in ("TableName", "KeySchema", "BillingMode")} == {
        name: request[name] for name in ("TableName", "KeySchema", "BillingMode")
    }
    assert vault["TimeToLiveSpecification"] == {"AttributeName": service.vault.ttl, "Enabled": True}
    assert not vault.get("PointInTimeRecoverySpecification", {}).get("PointInTimeRecoveryEnabled", False)
    assert "StreamSpecification" not in vault
    assert vault["SSESpecification"]["SSEEnabled"] is True
    assert vault["DeletionProtectionEnabled"] is True


@pytest.mark.parametrize(("stage", "protected"), [("local", False), ("dev", False), ("prod", True)])
def test_data_outlives_its_stack_in_production_alone(
    assembly_of: Callable[[str], Assembly], service: Service, stage: str, protected: bool
) -> None:
    template = assembly_of(stage)[service.name]
    assert template.properties("Table").get("DeletionProtectionEnabled", False) is protected
    kept = {found["DeletionPolicy"] for found in template.resources.values() if found["Type"] in STATEFUL}
    assert kept == {"Retain" if protected else "Delete"}


@pytest.mark.parametrize(("stage", "suffix"), [("local", "-local"), ("dev", "-dev"), ("prod", "")])
def test_only_production_has_the_plain_table_name(
    assembly_of: Callable[[str], Assembly], service: Service, stage: str, suffix: str
) -> None:
    assert assembly_of(stage)[service.name].properties("Table")["TableName"] == f"{service.table.name}{suffix}"


def test_a_bucket_is_private_encrypted_and_reached_over_tls_alone(template: Template, service: Service) -> None:
    buckets = template.of_type("AWS::S3::Bucket")
    assert list(buckets) == (["Bucket"] if service.bucket else [])
    for bucket in buckets.values():
        assert set(bucket["PublicAccessBlockConfiguration"].values()) == {True}
        (rule,) = bucket["BucketEncryption"]["ServerSideEncryptionConfiguration"]
        assert rule["ServerSideEncryptionByDefault"]["SSEAlgorithm"] == "AES256"
        (policy,) = template.of_type("AWS::S3::BucketPolicy").values()
        refused = [s["Condition"] for s in policy["PolicyDocument"]["Statement"] if s["Effect"] == "Deny"]
        assert {"Bool": {"aws:SecureTransport": "false"}} in refused
        assert {"NumericLessThan": {"s3:TlsVersion": 1.2}} in refused


def test_objects_expire_as_declared_and_replaced_ones_with_the_tables_past(prod: Assembly) -> None:
    rules = prod["sample"].properties("Bucket")["LifecycleConfiguration"]["Rules"]
    assert {rule["Prefix"]: rule["ExpirationInDays"] for rule in rules if "Prefix" in rule} == {
        "archive/": 400,
        "tmp/": 2,
    }
    (general,) = (rule for rule in rules if "Prefix" not in rule)
    assert general["NoncurrentVersionExpiration"] == {"NoncurrentDays": 35}
    assert general["AbortIncompleteMultipartUpload"] == {"DaysAfterInitiation": 1}


def test_browsers_may_upload_from_the_configured_sites_only(prod: Assembly) -> None:
    (rule,) = prod["sample"].properties("Bucket")["CorsConfiguration"]["CorsRules"]
    assert rule["AllowedOrigins"] == ["https://app.example.org", "https://www.example.org"]


def test_nothing_needs_a_custom_resource(template: Template, service: Service) -> None:
    kinds = {found["Type"] for found in template.resources.values()}
    assert not [kind for kind in kinds if kind.startswith("Custom::") or "CustomResource" in kind]


def test_every_log_group_forgets(template: Template, service: Service) -> None:
    groups = template.of_type("AWS::Logs::LogGroup")
    assert {group["RetentionInDays"] for group in groups.values()} == {90}
