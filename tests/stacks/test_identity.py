"""Who signs in: the user pool of a stage, Google beside it, or an issuer outside."""

from collections.abc import Callable
from pathlib import Path

import pytest

from stacks.stages import IncompleteContext
from tests.stacks.synthesis import Assembly, readable, synthesize

GOOGLE = {
    "google_client_id": "quartet.apps.googleusercontent.com",
    "google_secret_name": "quartet/google",
    "callback_urls": "https://app.example.org/signed-in",
}


def test_users_sign_in_by_e_mail_with_a_strong_password(prod: Assembly) -> None:
    pool = prod["identity"].properties("UserPool")
    assert pool["UsernameAttributes"] == ["email"]
    assert pool["UsernameConfiguration"] == {"CaseSensitive": False}
    assert pool["MfaConfiguration"] == "OPTIONAL"
    assert pool["EnabledMfas"] == ["SOFTWARE_TOKEN_MFA"]
    policy = pool["Policies"]["PasswordPolicy"]
    assert policy["MinimumLength"] == 12
    assert all(policy[f"Require{what}"] for what in ("Lowercase", "Uppercase", "Numbers", "Symbols"))


def test_a_changed_address_counts_only_once_it_is_confirmed(prod: Assembly) -> None:
    pool = prod["identity"].properties("UserPool")
    assert pool["UserAttributeUpdateSettings"] == {"AttributesRequireVerificationBeforeUpdate": ["email"]}


def test_no_attribute_that_users_write_decides_what_they_may_do(prod: Assembly) -> None:
    """Roles come from the group, which only an administrator of the pool changes; a confirmed address from Cognito."""
    assert set(prod["identity"].properties("Apps")["WriteAttributes"]) == {"email", "name", "picture"}
    (group,) = prod["identity"].of_type("AWS::Cognito::UserPoolGroup").values()
    assert group["GroupName"] == "operators"
    custom = [a for a in prod["identity"].properties("UserPool")["Schema"] if a["Name"].startswith("custom:")]
    assert custom == []


def test_the_client_is_public_and_betrays_no_account(prod: Assembly) -> None:
    client = prod["identity"].properties("Apps")
    assert client["GenerateSecret"] is False
    assert client["PreventUserExistenceErrors"] == "ENABLED"
    assert client["EnableTokenRevocation"] is True


def test_only_the_local_stage_hands_out_tokens_by_administrator(assembly_of: Callable[[str], Assembly]) -> None:
    flow = "ALLOW_ADMIN_USER_PASSWORD_AUTH"
    assert flow in assembly_of("local")["identity"].properties("Apps")["ExplicitAuthFlows"]
    for stage in ("dev", "prod"):
        assert flow not in assembly_of(stage)["identity"].properties("Apps")["ExplicitAuthFlows"]


@pytest.mark.parametrize(
    ("stage", "protection", "policy"),
    [("local", "INACTIVE", "Delete"), ("dev", "INACTIVE", "Delete"), ("prod", "ACTIVE", "Retain")],
)
def test_users_outlive_their_stack_in_production_alone(
    assembly_of: Callable[[str], Assembly], stage: str, protection: str, policy: str
) -> None:
    identity = assembly_of(stage)["identity"]
    assert identity.properties("UserPool")["DeletionProtection"] == protection
    assert identity.resources["UserPool"]["DeletionPolicy"] == policy


def test_the_stack_says_where_tokens_come_from(prod: Assembly) -> None:
    said = {name: readable(output["Value"]) for name, output in prod["identity"].body["Outputs"].items()}
    assert said["UserPoolId"] == "UserPool"
    assert said["UserPoolClientId"] == "Apps"
    assert said["Issuer"] == "https://UserPool.ProviderName"


def test_google_is_a_way_to_sign_in_once_its_client_is_configured(tmp_path: Path) -> None:
    identity = synthesize("dev", tmp_path, GOOGLE)["identity"]
    (provider,) = identity.of_type("AWS::Cognito::UserPoolIdentityProvider").values()
    assert provider["ProviderType"] == "Google"
    assert provider["ProviderDetails"]["client_id"] == GOOGLE["google_client_id"]
    assert "{{resolve:secretsmanager:quartet/google" in readable(provider["ProviderDetails"]["client_secret"])
    assert provider["AttributeMapping"]["email_verified"] == "email_verified"
    client = identity.properties("Apps")
    assert set(client["SupportedIdentityProviders"]) == {"COGNITO", "Google"}
    assert client["AllowedOAuthFlows"] == ["code"]
    assert client["CallbackURLs"] == ["https://app.example.org/signed-in"]
    assert identity.of_type("AWS::Cognito::UserPoolDomain")


def test_without_google_there_is_no_oauth(prod: Assembly) -> None:
    identity = prod["identity"]
    assert not identity.of_type("AWS::Cognito::UserPoolIdentityProvider")
    assert identity.properties("Apps")["AllowedOAuthFlowsUserPoolClient"] is False


def test_an_issuer_outside_replaces_the_user_pool(tmp_path: Path) -> None:
    outside = {"oidc_issuer": "https://accounts.google.com", "oidc_audience": "our-client"}
    assembly = synthesize("dev", tmp_path, outside)
    assert "quartet-identity-dev" not in assembly.stacks
    (authorizer,) = assembly["sample"].of_type("AWS::ApiGatewayV2::Authorizer").values()
    assert authorizer["JwtConfiguration"] == {"Issuer": "https://accounts.google.com", "Audience": ["our-client"]}


@pytest.mark.parametrize(
    "half", [{"oidc_issuer": "https://x.example"}, {"oidc_audience": "x"}, {"google_client_id": "x"}]
)
def test_half_a_configuration_is_refused(tmp_path: Path, half: dict[str, str]) -> None:
    with pytest.raises(IncompleteContext):
        synthesize("dev", tmp_path, half)
