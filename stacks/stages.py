"""The stages that can be deployed, and how each differs: typed, with what the command line adds."""

import platform
from collections.abc import Callable
from dataclasses import dataclass, replace

from aws_cdk import RemovalPolicy
from aws_cdk.aws_lambda import Architecture
from aws_cdk.aws_logs import RetentionDays
from constructs import Node


class UnknownStage(Exception):
    """The command line names no stage, or one that does not exist."""


class IncompleteContext(Exception):
    """Two context values belong together, and one is missing."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Whose tokens an API accepts."""

    issuer: str
    audience: str


@dataclass(frozen=True, slots=True)
class Google:
    """Google as a way to sign in to the user pool."""

    client_id: str
    secret_name: str
    """The Secrets Manager secret that holds the client's secret."""
    callback_urls: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One deployment of all services."""

    name: str
    target: str
    """Which assets it deploys: built for this machine (`local`) or for Lambda (`cloud`)."""
    keeps_data: bool
    """Tables, buckets, keys and users outlive their stack, and cannot be deleted by mistake."""
    log_retention: RetentionDays
    rate: int
    """Requests a second that one API lets through."""
    burst: int
    alarms: bool
    reserves_concurrency: bool
    origins: tuple[str, ...]
    """Web sites whose pages may call the APIs."""
    tokens: Tokens | None = None
    """An OIDC issuer outside; without one the stage has a user pool of its own."""
    google: Google | None = None
    alarm_email: str | None = None

    @property
    def is_local(self) -> bool:
        return self.target == "local"

    @property
    def architecture(self) -> Architecture:
        if self.is_local and platform.machine() not in ("arm64", "aarch64"):
            return Architecture.X86_64
        return Architecture.ARM_64

    @property
    def removal(self) -> RemovalPolicy:
        return RemovalPolicy.RETAIN if self.keeps_data else RemovalPolicy.DESTROY

    def table_name(self, declared: str) -> str:
        """Stages share an account, so only production has the plain name."""
        return declared if self.name == "prod" else f"{declared}-{self.name}"


RECOVERY_DAYS = 35
"""How far back a table can be restored, and so how long replaced objects are kept: both to the same moment."""

STAGES = {
    stage.name: stage
    for stage in (
        Stage(
            name="local",
            target="local",
            keeps_data=False,
            log_retention=RetentionDays.ONE_DAY,
            rate=10_000,
            burst=5_000,
            # The local cloud refuses half of the alarm types and never fires the rest.
            alarms=False,
            reserves_concurrency=False,
            origins=("*",),
        ),
        Stage(
            name="dev",
            target="cloud",
            keeps_data=False,
            log_retention=RetentionDays.TWO_WEEKS,
            rate=50,
            burst=100,
            alarms=True,
            # A young account has ten concurrent executions in all, of which none may be reserved.
            reserves_concurrency=False,
            origins=("http://localhost:3000",),
        ),
        Stage(
            name="prod",
            target="cloud",
            keeps_data=True,
            log_retention=RetentionDays.THREE_MONTHS,
            rate=500,
            burst=1_000,
            alarms=True,
            reserves_concurrency=True,
            origins=(),
        ),
    )
}


def stage_of(node: Node) -> Stage:
    """The stage that `-c stage=...` asks for, with what the rest of the context says about it."""

    def said(name: str) -> str | None:
        return node.try_get_context(name) or None

    asked = said("stage")
    if asked not in STAGES:
        raise UnknownStage(f"choose a stage: cdk <command> -c stage={'|'.join(STAGES)} (asked for {asked!r})")
    stage = STAGES[asked]
    return replace(
        stage,
        origins=_list(said("origins")) or stage.origins,
        tokens=_tokens(said),
        google=_google(said),
        alarm_email=said("alarm_email"),
    )


def _tokens(said: Callable[[str], str | None]) -> Tokens | None:
    issuer, audience = said("oidc_issuer"), said("oidc_audience")
    if issuer and audience:
        return Tokens(issuer, audience)
    if issuer or audience:
        raise IncompleteContext("an outside issuer needs both: -c oidc_issuer=https://... -c oidc_audience=...")
    return None


def _google(said: Callable[[str], str | None]) -> Google | None:
    client_id, secret_name = said("google_client_id"), said("google_secret_name")
    callback_urls = _list(said("callback_urls"))
    if client_id and secret_name and callback_urls:
        return Google(client_id, secret_name, callback_urls)
    if client_id or secret_name:
        raise IncompleteContext(
            "signing in with Google needs all three: -c google_client_id=... -c google_secret_name=... "
            "-c callback_urls=https://...,https://..."
        )
    return None


def _list(said: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in (said or "").split(",") if part.strip())
