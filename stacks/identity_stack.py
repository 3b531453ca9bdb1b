"""Who may sign in: one user pool for all services of a stage."""

from aws_cdk import Aws, CfnOutput, Duration, SecretValue, Stack
from aws_cdk import aws_cognito as cognito
from constructs import Construct

from stacks.constructs.acknowledge import acknowledge
from stacks.constructs.naming import pin
from stacks.stages import Google, Stage, Tokens


class IdentityStack(Stack):
    """A Cognito user pool. It says who somebody is; what they may do each service stores itself, but for one group."""

    def __init__(self, scope: Construct, *, stage: Stage) -> None:
        super().__init__(
            scope,
            f"quartet-identity-{stage.name}",
            description="The user pool of Quartet",
            termination_protection=stage.keeps_data,
        )
        self._pool = self._user_pool(stage)
        self._pool.add_group(
            "Operators", group_name="operators", description="May do everything, in every service: the first users"
        )
        provider = self._google(stage.google) if stage.google else None
        client = self._client(stage)
        if provider:
            client.node.add_dependency(provider)
        self.tokens = Tokens(f"https://{self._pool.user_pool_provider_name}", client.user_pool_client_id)
        CfnOutput(self, "UserPoolId", value=self._pool.user_pool_id)
        CfnOutput(self, "UserPoolClientId", value=client.user_pool_client_id)
        CfnOutput(self, "Issuer", value=self.tokens.issuer)

    def _user_pool(self, stage: Stage) -> cognito.UserPool:
        pool = cognito.UserPool(
            self,
            "UserPool",
            self_sign_up_enabled=True,
            sign_in_aliases=cognito.SignInAliases(email=True),
            sign_in_case_sensitive=False,
            auto_verify=cognito.AutoVerifiedAttrs(email=True),
            # A new address counts once its owner has confirmed it; until then the old one stays.
            keep_original=cognito.KeepOriginalAttrs(email=True),
            standard_attributes=cognito.StandardAttributes(
                email=cognito.StandardAttribute(required=True, mutable=True)
            ),
            account_recovery=cognito.AccountRecovery.EMAIL_ONLY,
            password_policy=cognito.PasswordPolicy(
                min_length=12,
                require_lowercase=True,
                require_uppercase=True,
                require_digits=True,
                require_symbols=True,
                temp_password_validity=Duration.days(3),
            ),
            mfa=cognito.Mfa.OPTIONAL,
            mfa_second_factor=cognito.MfaSecondFactor(otp=True, sms=False),
            feature_plan=cognito.FeaturePlan.ESSENTIALS,
            deletion_protection=stage.keeps_data,
            removal_policy=stage.removal,
        )
        pin(pool, "UserPool")
        acknowledge(pool, "AwsSolutions-COG2", "Learners choose a second factor themselves; none is forced on them.")
        acknowledge(
            pool, "AwsSolutions-COG8", "Threat protection is priced per user; a stage that wants it turns it on."
        )
        return pool

    def _client(self, stage: Stage) -> cognito.UserPoolClient:
        own = cognito.ClientAttributes().with_standard_attributes(email=True, fullname=True, profile_picture=True)
        providers = [cognito.UserPoolClientIdentityProvider.COGNITO]
        if stage.google:
            providers.append(cognito.UserPoolClientIdentityProvider.GOOGLE)
        client = self._pool.add_client(
            "Apps",
            generate_secret=False,
            auth_flows=cognito.AuthFlow(user_srp=True, admin_user_password=stage.is_local),
            prevent_user_existence_errors=True,
            enable_token_revocation=True,
            id_token_validity=Duration.hours(1),
            access_token_validity=Duration.hours(1),
            refresh_token_validity=Duration.days(30),
            read_attributes=own.with_standard_attributes(email_verified=True),
            write_attributes=own,
            supported_identity_providers=providers,
            disable_o_auth=stage.google is None,
            o_auth=_code_flow(stage.google) if stage.google else None,
        )
        pin(client, "Apps")
        return client

    def _google(self, google: Google) -> cognito.UserPoolIdentityProviderGoogle:
        self._pool.add_domain(
            "Domain",
            cognito_domain=cognito.CognitoDomainOptions(domain_prefix=f"{self.stack_name}-{Aws.ACCOUNT_ID}"),
        )
        return cognito.UserPoolIdentityProviderGoogle(
            self,
            "Google",
            user_pool=self._pool,
            client_id=google.client_id,
            client_secret_value=SecretValue.secrets_manager(google.secret_name),
            scopes=["openid", "email", "profile"],
            attribute_mapping=cognito.AttributeMapping(
                email=cognito.ProviderAttribute.GOOGLE_EMAIL,
                email_verified=cognito.ProviderAttribute.GOOGLE_EMAIL_VERIFIED,
                fullname=cognito.ProviderAttribute.GOOGLE_NAME,
                profile_picture=cognito.ProviderAttribute.GOOGLE_PICTURE,
            ),
        )


def _code_flow(google: Google) -> cognito.OAuthSettings:
    return cognito.OAuthSettings(
        flows=cognito.OAuthFlows(authorization_code_grant=True),
        scopes=[cognito.OAuthScope.OPENID, cognito.OAuthScope.EMAIL, cognito.OAuthScope.PROFILE],
        callback_urls=list(google.callback_urls),
    )
