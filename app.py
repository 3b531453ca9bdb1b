"""The CDK app: one stack per service of the catalogue, plus identity."""

import sys
from collections.abc import Iterable

from aws_cdk import App

from functions.catalogue import SERVICES
from singletable.service import Service
from stacks.assets import Assets, NotBuilt
from stacks.identity_stack import IdentityStack
from stacks.service_stack import ServiceStack
from stacks.stages import IncompleteContext, UnknownStage, stage_of


def assemble(app: App, services: Iterable[Service] = SERVICES, assets: Assets | None = None) -> App:
    stage = stage_of(app.node)
    tokens = stage.tokens or IdentityStack(app, stage=stage).tokens
    for service in services:
        ServiceStack(app, service=service, stage=stage, tokens=tokens, assets=assets or Assets(stage.target))
    return app


if __name__ == "__main__":
    try:
        assemble(App(analytics_reporting=False)).synth()
    except (IncompleteContext, NotBuilt, UnknownStage) as lack:
        sys.exit(str(lack))
