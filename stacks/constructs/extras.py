"""What functions use beyond table, bucket and queues: secrets, keys, an e-mail sender, a language model."""

from collections.abc import Callable
from dataclasses import dataclass

from aws_cdk import Aws, Stack
from aws_cdk import aws_kms as kms
from aws_cdk import aws_secretsmanager as secretsmanager
from constructs import Construct

from singletable.service import Extra, Service
from stacks.constructs.acknowledge import acknowledge
from stacks.constructs.naming import pascal, pin
from stacks.stages import Stage


class UnknownExtra(Exception):
    """A function declares a kind of permission that the stack does not know how to grant."""


@dataclass(frozen=True, slots=True)
class Provided:
    """An extra as a function meets it: the value in its environment, and what its policy names."""

    value: str
    resources: tuple[str, ...]


class Extras(Construct):
    """One secret or key per name, however many functions use it; a sender or model only where one is configured."""

    def __init__(self, scope: Construct, name: str, *, service: Service, stage: Stage) -> None:
        super().__init__(scope, name)
        self._service, self._stage = service, stage
        kinds: dict[str, Callable[[str], Provided | None]] = {
            "secret": self._secret,
            "key": self._key,
            "email": self._email,
            "model": self._model,
        }
        self.provided: dict[tuple[str, str], Provided | None] = {}
        for extra in (extra for function in service.functions() for extra in function.extras):
            if extra.kind not in kinds:
                raise UnknownExtra(f"{service.name}: {extra.kind!r} is none of {', '.join(kinds)}")
            if (extra.kind, extra.name) not in self.provided:
                self.provided[extra.kind, extra.name] = kinds[extra.kind](extra.name)

    def of(self, extra: Extra) -> Provided | None:
        return self.provided[extra.kind, extra.name]

    def _secret(self, name: str) -> Provided:
        """Born random, which is right for a key of ours; what others issue is put in its place by an operator."""
        secret = secretsmanager.Secret(
            self,
            f"{pascal(name)}Secret",
            generate_secret_string=secretsmanager.SecretStringGenerator(password_length=64, exclude_punctuation=True),
            removal_policy=self._stage.removal,
        )
        pin(secret, f"{pascal(name)}Secret")
        acknowledge(
            secret,
            "AwsSolutions-SMG4",
            "Its issuer changes it, not a schedule: the service accepts the current and the previous version.",
        )
        return Provided(secret.secret_arn, (secret.secret_arn,))

    def _key(self, name: str) -> Provided:
        key = kms.Key(self, f"{pascal(name)}Key", enable_key_rotation=True, removal_policy=self._stage.removal)
        pin(key, f"{pascal(name)}Key")
        return Provided(key.key_arn, (key.key_arn,))

    def _email(self, name: str) -> Provided | None:
        """SES checks the permission on whichever is verified, the address or its domain."""
        sender = self._configured("email", name)
        if sender is None:
            return None
        identities = (sender, sender.partition("@")[2])
        return Provided(sender, tuple(self._arn("ses", f"identity/{identity}") for identity in identities))

    def _model(self, name: str) -> Provided | None:
        """A model's id; or an inference profile's ARN, followed by the ARNs of the models it may turn to."""
        first, *others = (self._configured("model", name) or "").split(",")
        if not first:
            return None
        return Provided(first, tuple(_model_arn(model) for model in (first, *others)))

    def _configured(self, kind: str, name: str) -> str | None:
        return self.node.try_get_context(f"{self._service.name}.{kind}.{name}") or None

    def _arn(self, service: str, resource: str) -> str:
        return f"arn:{Aws.PARTITION}:{service}:{Stack.of(self).region}:{Stack.of(self).account}:{resource}"


def _model_arn(model: str) -> str:
    return model if model.startswith("arn:") else f"arn:{Aws.PARTITION}:bedrock:{Aws.REGION}::foundation-model/{model}"
