"""The HTTP API: routes, tokens, limits, browsers, access log."""

import json
from collections.abc import Callable

from singletable.service import Service
from tests.stacks.synthesis import Assembly, Template, readable


def test_the_api_has_the_declared_routes_and_no_other(template: Template, service: Service) -> None:
    keys = [route["RouteKey"] for route in template.of_type("AWS::ApiGatewayV2::Route").values()]
    assert sorted(keys) == sorted(f"{route.method} {route.path}" for route in service.routes)


def test_tokens_are_those_of_the_user_pool(prod: Assembly, template: Template, service: Service) -> None:
    outputs = prod["identity"].body["Outputs"].values()
    exported = {output["Export"]["Name"]: readable(output["Value"]) for output in outputs if "Export" in output}
    (authorizer,) = template.of_type("AWS::ApiGatewayV2::Authorizer").values()
    assert authorizer["IdentitySource"] == ["$request.header.Authorization"]
    issuer, (audience,) = authorizer["JwtConfiguration"]["Issuer"], authorizer["JwtConfiguration"]["Audience"]
    assert exported[readable(issuer).removeprefix("https://")] == "UserPool.ProviderName"
    assert exported[readable(audience)] == "Apps"


def test_only_the_api_may_call_a_route_function(template: Template, service: Service) -> None:
    permissions = template.of_type("AWS::Lambda::Permission").values()
    assert len(permissions) == len(service.routes)
    for permission in permissions:
        assert permission["Principal"] == "apigateway.amazonaws.com"
        assert ":execute-api:AWS::Region:AWS::AccountId:Api/" in readable(permission["SourceArn"])


def test_the_stage_limits_every_route_and_the_slower_ones_further(template: Template, service: Service) -> None:
    stage = template.properties("ApiStage")
    assert stage["DefaultRouteSettings"] == {"ThrottlingRateLimit": 500, "ThrottlingBurstLimit": 1000}
    limits = {key: setting["ThrottlingRateLimit"] for key, setting in stage.get("RouteSettings", {}).items()}
    assert limits == {f"{route.method} {route.path}": route.rate for route in service.routes if route.rate}


def test_a_limited_route_exists_before_the_stage_that_limits_it(prod: Assembly) -> None:
    assert "ListThingsRoute" in prod["sample"].resources["ApiStage"]["DependsOn"]


def test_access_is_logged_as_json_without_who_and_from_where(template: Template, service: Service) -> None:
    settings = template.properties("ApiStage")["AccessLogSettings"]
    assert readable(settings["DestinationArn"]).endswith(":logs:AWS::Region:AWS::AccountId:log-group:AccessLog")
    logged = json.loads(settings["Format"])
    assert logged["request_id"] == "$context.requestId"
    assert not [name for name in logged.values() if "identity" in name or "claims" in name or "principal" in name]


def test_browsers_may_call_from_the_configured_sites_only(template: Template, service: Service) -> None:
    cors = template.properties("Api")["CorsConfiguration"]
    assert cors["AllowOrigins"] == ["https://app.example.org", "https://www.example.org"]
    assert "idempotency-key" in cors["AllowHeaders"]
    assert "if-match" in cors["AllowHeaders"]
    assert "etag" in cors["ExposeHeaders"]
    assert not cors.get("AllowCredentials")


def test_a_stack_says_where_its_api_table_and_bucket_are(template: Template, service: Service) -> None:
    said = {name: readable(output["Value"]) for name, output in template.body["Outputs"].items()}
    expected = {"ApiUrl": "Api.ApiEndpoint", "TableName": "Table"} | (
        {"BucketName": "Bucket"} if service.bucket else {}
    )
    assert said == expected


def test_the_local_stage_lets_every_origin_call(assembly_of: Callable[[str], Assembly]) -> None:
    cors = assembly_of("local")["sample"].properties("Api")["CorsConfiguration"]
    assert cors["AllowOrigins"] == ["*"]
