"""Users of the local pool and their tokens."""

import secrets
from collections.abc import Iterable
from contextlib import suppress

from mypy_boto3_cognito_idp import CognitoIdentityProviderClient
from mypy_boto3_cognito_idp.type_defs import AttributeTypeTypeDef

from tools.local.emulator import Emulator


def token(emulator: Emulator, pool: str, client: str, email: str, groups: Iterable[str] = (), name: str = "") -> str:
    """A valid ID token: the API's authoriser compares its `aud` with the client, and it carries e-mail and groups."""
    cognito: CognitoIdentityProviderClient = emulator.client("cognito-idp")
    attributes = {"email": email, "email_verified": "true", "name": name or email.split("@")[0]}
    listed: list[AttributeTypeTypeDef] = [{"Name": key, "Value": value} for key, value in attributes.items()]
    try:
        cognito.admin_create_user(UserPoolId=pool, Username=email, MessageAction="SUPPRESS", UserAttributes=listed)
    except cognito.exceptions.UsernameExistsException:
        cognito.admin_update_user_attributes(UserPoolId=pool, Username=email, UserAttributes=listed)
    password = f"{secrets.token_urlsafe(24)}aA1!"
    cognito.admin_set_user_password(UserPoolId=pool, Username=email, Password=password, Permanent=True)
    for group in groups:
        join_group(cognito, pool, email, group)
    answer = cognito.admin_initiate_auth(
        UserPoolId=pool,
        ClientId=client,
        AuthFlow="ADMIN_USER_PASSWORD_AUTH",
        AuthParameters={"USERNAME": email, "PASSWORD": password},
    )
    return answer["AuthenticationResult"]["IdToken"]


def join_group(cognito: CognitoIdentityProviderClient, pool: str, email: str, group: str) -> None:
    with suppress(cognito.exceptions.GroupExistsException):
        cognito.create_group(UserPoolId=pool, GroupName=group)
    cognito.admin_add_user_to_group(UserPoolId=pool, Username=email, GroupName=group)
