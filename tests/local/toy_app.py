"""A CDK app in plain JSON: a user pool, a table, and an API whose function answers with the claims of its caller."""

import json
import os
from pathlib import Path
from typing import Any

ENVIRONMENT = "aws://000000000000/us-east-1"
SHOW_CLAIMS = """
import json

def handler(event, context):
    print("asked for", event["rawPath"])
    jwt = event["requestContext"].get("authorizer", {}).get("jwt", {})
    return {"statusCode": 200, "body": json.dumps({"path": event["rawPath"], "claims": jwt.get("claims")})}
"""

IDENTITY = {
    "Resources": {
        "Pool": {"Type": "AWS::Cognito::UserPool", "Properties": {"UsernameAttributes": ["email"]}},
        "Client": {
            "Type": "AWS::Cognito::UserPoolClient",
            "Properties": {"UserPoolId": {"Ref": "Pool"}, "ExplicitAuthFlows": ["ALLOW_ADMIN_USER_PASSWORD_AUTH"]},
        },
    },
    "Outputs": {
        "UserPoolId": {"Value": {"Ref": "Pool"}, "Export": {"Name": "pool"}},
        "UserPoolClientId": {"Value": {"Ref": "Client"}, "Export": {"Name": "client"}},
    },
}


def route(path: str, **properties: Any) -> dict[str, Any]:
    target = {"Fn::Join": ["", ["integrations/", {"Ref": "Integration"}]]}
    return {
        "Type": "AWS::ApiGatewayV2::Route",
        "Properties": {"ApiId": {"Ref": "Api"}, "RouteKey": f"GET {path}", "Target": target, **properties},
    }


SERVICE = {
    "Resources": {
        "Table": {
            "Type": "AWS::DynamoDB::Table",
            "Properties": {
                "TableName": "toy",
                "BillingMode": "PAY_PER_REQUEST",
                "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
                "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}],
                "TimeToLiveSpecification": {"AttributeName": "ttl", "Enabled": True},
            },
        },
        "Role": {"Type": "AWS::IAM::Role", "Properties": {"AssumeRolePolicyDocument": {"Statement": []}}},
        "Function": {
            "Type": "AWS::Lambda::Function",
            "Properties": {
                "Runtime": "python3.13",
                "Handler": "index.handler",
                "Code": {"ZipFile": SHOW_CLAIMS},
                "Role": {"Fn::GetAtt": ["Role", "Arn"]},
            },
        },
        "Api": {
            "Type": "AWS::ApiGatewayV2::Api",
            "Properties": {
                "Name": "toy",
                "ProtocolType": "HTTP",
                "CorsConfiguration": {"AllowOrigins": ["https://toy.example"], "AllowMethods": ["GET"]},
            },
        },
        "Stage": {
            "Type": "AWS::ApiGatewayV2::Stage",
            "Properties": {"ApiId": {"Ref": "Api"}, "StageName": "$default", "AutoDeploy": True},
        },
        "Authorizer": {
            "Type": "AWS::ApiGatewayV2::Authorizer",
            "Properties": {
                "ApiId": {"Ref": "Api"},
                "Name": "jwt",
                "AuthorizerType": "JWT",
                "IdentitySource": ["$request.header.Authorization"],
                "JwtConfiguration": {
                    "Audience": [{"Fn::ImportValue": "client"}],
                    "Issuer": {
                        "Fn::Join": [
                            "/",
                            ["https://cognito-idp.us-east-1.amazonaws.com", {"Fn::ImportValue": "pool"}],
                        ]
                    },
                },
            },
        },
        "Integration": {
            "Type": "AWS::ApiGatewayV2::Integration",
            "Properties": {
                "ApiId": {"Ref": "Api"},
                "IntegrationType": "AWS_PROXY",
                "IntegrationUri": {"Fn::GetAtt": ["Function", "Arn"]},
                "PayloadFormatVersion": "2.0",
            },
        },
        "Health": route("/health"),
        "Me": route("/me", AuthorizationType="JWT", AuthorizerId={"Ref": "Authorizer"}),
    },
    "Outputs": {
        "ApiUrl": {"Value": {"Fn::Join": ["", ["https://", {"Ref": "Api"}, ".execute-api.us-east-1.amazonaws.com/"]]}}
    },
}


def main() -> None:
    assembly = Path(os.environ["CDK_OUTDIR"])
    assembly.mkdir(parents=True, exist_ok=True)
    stage = json.loads(os.environ["CDK_CONTEXT_JSON"])["stage"]
    identity, service = f"quartet-identity-{stage}", f"quartet-toy-{stage}"
    artifacts: dict[str, Any] = {}
    for name, template, needs in ((identity, IDENTITY, []), (service, SERVICE, [identity])):
        (assembly / f"{name}.template.json").write_text(json.dumps(template))
        properties = {"templateFile": f"{name}.template.json"}
        artifacts[name] = {
            "type": "aws:cloudformation:stack",
            "environment": ENVIRONMENT,
            "properties": properties,
            "dependencies": needs,
        }
    (assembly / "manifest.json").write_text(json.dumps({"version": "36.0.0", "artifacts": artifacts}))


if __name__ == "__main__":
    main()
