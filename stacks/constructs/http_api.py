"""The HTTP API of a service: one explicit route per endpoint, tokens checked before any of our code runs."""

import json
from collections.abc import Mapping

from aws_cdk import ArnFormat, Stack
from aws_cdk import aws_apigatewayv2 as apigateway
from aws_cdk import aws_apigatewayv2_authorizers as authorizers
from aws_cdk import aws_apigatewayv2_integrations as integrations
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_logs as logs
from constructs import Construct

from singletable.service import Route, Service, Who
from stacks.constructs.acknowledge import acknowledge
from stacks.constructs.cors import preflight
from stacks.constructs.naming import pascal, pin
from stacks.stages import Stage, Tokens

ACCESS_LOG = {
    "request_id": "$context.requestId",
    "time": "$context.requestTime",
    "route": "$context.routeKey",
    "status": "$context.status",
    "response_bytes": "$context.responseLength",
    "latency_ms": "$context.responseLatency",
    "integration_ms": "$context.integrationLatency",
    "integration_error": "$context.integrationErrorMessage",
    "authorizer_error": "$context.authorizer.error",
}
"""What a request was and how it went; never who sent it, nor from where."""


class HttpApi(Construct):
    """Routes, authoriser, limits and access log."""

    def __init__(
        self,
        scope: Construct,
        name: str,
        *,
        service: Service,
        functions: Mapping[str, lambda_.Function],
        tokens: Tokens,
        stage: Stage,
    ) -> None:
        super().__init__(scope, name)
        self.api = apigateway.HttpApi(
            self,
            "Api",
            api_name=f"quartet-{service.name}-{stage.name}",
            description=service.summary,
            cors_preflight=preflight(stage.origins) if stage.origins else None,
            create_default_stage=False,
        )
        pin(self.api, "Api")
        authorizer = authorizers.HttpJwtAuthorizer("Tokens", tokens.issuer, jwt_audience=[tokens.audience])
        routes = {route.name: self._route(route, functions[route.name], authorizer) for route in service.routes}
        slower = [route for route in service.routes if route.rate is not None]
        made = self._stage(slower, stage)
        for route in slower:
            # A stage that limits a route is refused until that route exists.
            made.node.add_dependency(routes[route.name])

    def _route(
        self, route: Route, function: lambda_.Function, authorizer: authorizers.HttpJwtAuthorizer
    ) -> apigateway.HttpRoute:
        name = f"{pascal(route.name)}Route"
        made = apigateway.HttpRoute(
            self,
            name,
            http_api=self.api,
            route_key=apigateway.HttpRouteKey.with_(route.path, apigateway.HttpMethod(route.method)),
            integration=integrations.HttpLambdaIntegration(f"{pascal(route.name)}Integration", function),
            authorizer=authorizer if route.who is Who.USER else None,
        )
        pin(made, name)
        if route.who is Who.PUBLIC:
            acknowledge(made, "AwsSolutions-APIG4", f"{route.method} {route.path} is declared public.")
        return made

    def _stage(self, slower: list[Route], stage: Stage) -> apigateway.CfnStage:
        log = logs.LogGroup(self, "AccessLog", retention=stage.log_retention, removal_policy=stage.removal)
        pin(log, "AccessLog")
        made = apigateway.CfnStage(
            self,
            "Stage",
            api_id=self.api.api_id,
            stage_name="$default",
            auto_deploy=True,
            default_route_settings=apigateway.CfnStage.RouteSettingsProperty(
                throttling_rate_limit=stage.rate, throttling_burst_limit=stage.burst
            ),
            route_settings={f"{route.method} {route.path}": _limit(route, stage) for route in slower},
            access_log_settings=apigateway.CfnStage.AccessLogSettingsProperty(
                destination_arn=_arn(log), format=json.dumps(ACCESS_LOG)
            ),
        )
        made.override_logical_id("ApiStage")
        return made


def _arn(log: logs.LogGroup) -> str:
    """The group itself: its attribute `Arn` means all streams in it, which API Gateway reports as drift."""
    return Stack.of(log).format_arn(
        service="logs",
        resource="log-group",
        resource_name=log.log_group_name,
        arn_format=ArnFormat.COLON_RESOURCE_NAME,
    )


def _limit(route: Route, stage: Stage) -> dict[str, int]:
    rate = min(route.rate or stage.rate, stage.rate)
    return {"ThrottlingRateLimit": rate, "ThrottlingBurstLimit": min(2 * rate, stage.burst)}
