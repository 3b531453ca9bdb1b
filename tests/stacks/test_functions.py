"""Every function of every service: its own role, and in it exactly what `service.py` declares."""

from collections.abc import Iterator

from singletable.service import LIST, Consumer, Deployable, Extra, Function, Isolated, Route, Service, Who, Worker
from stacks.constructs.naming import pascal
from tests.stacks.synthesis import CONFIGURED, Assembly, Template, listed, readable

STREAM_READS = ("DescribeStream", "GetRecords", "GetShardIterator", "ListStreams")
QUEUE_READS = ("DeleteMessage", "GetQueueAttributes", "ReceiveMessage")
SES = "arn:AWS::Partition:ses:AWS::Region:AWS::AccountId:identity"
BEDROCK = "arn:AWS::Partition:bedrock:AWS::Region::foundation-model"


def configured(service: Service, extra: Extra) -> tuple[str, ...]:
    """What an extra's actions are allowed on; nothing where it waits for a configuration."""
    said = CONFIGURED.get(f"{service.name}.{extra.kind}.{extra.name}")
    match extra.kind:
        case "secret":
            return (f"{pascal(extra.name)}Secret",)
        case "key":
            return (f"{pascal(extra.name)}Key.Arn",)
        case "model" if said:
            return (f"{BEDROCK}/{said}",)
        case "email" if said:
            return (f"{SES}/{said}", f"{SES}/{said.partition('@')[2]}")
    return ()


def declared_grants(service: Service, function: Function) -> Iterator[tuple[str, str]]:
    for need in function.needs:
        table = "Vault.Arn" if need.vault else "Table.Arn"
        yield f"dynamodb:{need.action}", f"{table}/index/{need.index}" if need.index else table
    for use in function.bucket:
        yield use.value, "Bucket.Arn" if use is LIST else f"Bucket.Arn/{function.bucket_prefix}*"
    for worker in function.sends:
        yield "sqs:SendMessage", f"{pascal(worker)}Queue.Arn"
    for isolated in function.invokes:
        yield "lambda:InvokeFunction", f"{pascal(isolated)}.Arn"
    for extra in function.extras:
        for resource in configured(service, extra):
            yield from ((action, resource) for action in extra.actions)


def grants_of_its_kind(function: Deployable) -> Iterator[tuple[str, str]]:
    """What Lambda itself needs in the function's name."""
    name = pascal(function.name)
    if not isinstance(function, Isolated):
        yield from ((f"logs:{action}", f"{name}Logs.Arn") for action in ("CreateLogStream", "PutLogEvents"))
    if isinstance(function, Consumer):
        yield from ((f"dynamodb:{action}", "Table.StreamArn") for action in STREAM_READS)
        yield "sqs:SendMessage", f"{name}DeadLetters.Arn"
    if isinstance(function, Worker):
        yield from ((f"sqs:{action}", f"{name}Queue.Arn") for action in QUEUE_READS)


def test_a_function_may_do_what_it_declares_and_nothing_else(
    template: Template, service: Service, function: Deployable
) -> None:
    allowed = template.grants(f"{pascal(function.name)}Role")
    assert allowed == {*declared_grants(service, function), *grants_of_its_kind(function)}


def test_a_function_lists_only_what_begins_with_its_prefix(template: Template, function: Deployable) -> None:
    statements = template.statements(f"{pascal(function.name)}Role")
    listing = [statement for statement in statements if LIST.value in listed(statement["Action"])]
    assert len(listing) == (LIST in function.bucket)
    for statement in listing:
        assert statement["Condition"] == {"StringLike": {"s3:prefix": f"{function.bucket_prefix}*"}}


def test_a_function_has_a_role_of_its_own_that_lambda_alone_assumes(template: Template, function: Deployable) -> None:
    name = pascal(function.name)
    assert readable(template.properties(name)["Role"]) == f"{name}Role.Arn"
    users = [f for f in template.of_type("AWS::Lambda::Function").values() if readable(f["Role"]) == f"{name}Role.Arn"]
    assert len(users) == 1
    (trust,) = template.properties(f"{name}Role")["AssumeRolePolicyDocument"]["Statement"]
    assert trust["Principal"] == {"Service": "lambda.amazonaws.com"}


def test_no_policy_has_a_wildcard_but_for_object_keys_in_its_own_bucket(template: Template, service: Service) -> None:
    for role in template.of_type("AWS::IAM::Role"):
        for action, resource in template.grants(role):
            assert "*" not in action
            assert "*" not in resource.removesuffix("*")
            assert not resource.endswith("*") or resource.startswith("Bucket.Arn/")


def test_policies_are_in_the_roles_and_nowhere_else(template: Template, service: Service) -> None:
    assert not template.of_type("AWS::IAM::Policy")
    assert not template.of_type("AWS::IAM::ManagedPolicy")
    assert not any("ManagedPolicyArns" in role for role in template.of_type("AWS::IAM::Role").values())


def test_nothing_may_scan(template: Template, service: Service) -> None:
    assert "dynamodb:Scan" not in template.text
    assert "PartiQL" not in template.text
    assert "dynamodb:*" not in template.text


def test_a_function_runs_its_own_handler_with_the_declared_memory_and_time(
    template: Template, service: Service, function: Deployable
) -> None:
    made = template.properties(pascal(function.name))
    assert made["Handler"] == service.handler(function)
    assert made["MemorySize"] == function.memory
    assert made["Timeout"] == function.timeout
    assert made["Runtime"] == "python3.13"
    assert made["Architectures"] == ["arm64"]


def test_a_function_is_found_by_its_name_in_pascal_case(template: Template, function: Deployable) -> None:
    """`sam local invoke` takes the last part of the construct's path; the logical id says the same."""
    assert template.resources[pascal(function.name)]["Type"] == "AWS::Lambda::Function"


def test_there_is_no_function_that_nobody_declared(template: Template, service: Service) -> None:
    declared = {pascal(function.name) for function in service.functions()}
    assert set(template.of_type("AWS::Lambda::Function")) == declared


def test_a_function_finds_what_it_declares_in_its_environment(
    template: Template, service: Service, function: Deployable
) -> None:
    found = template.properties(pascal(function.name)).get("Environment", {}).get("Variables", {})
    if isinstance(function, Isolated):
        assert found == {}
        return
    expected = {
        "TABLE_NAME": "Table",
        "CURSOR_KEY": "AWS::StackId",
        "STAGE": "prod",
        "SERVICE": service.name,
        "POWERTOOLS_SERVICE_NAME": service.name,
        "POWERTOOLS_METRICS_NAMESPACE": "Quartet",
        "POWERTOOLS_LOG_LEVEL": "INFO",
    }
    expected |= {"BUCKET_NAME": "Bucket"} if service.bucket else {}
    expected |= {"VAULT_NAME": "Vault"} if service.vault else {}
    expected |= {f"QUEUE_{worker.upper()}": f"{pascal(worker)}Queue" for worker in function.sends}
    expected |= {f"FUNCTION_{name.upper()}": pascal(name) for name in function.invokes}
    assert {name: readable(found[name]) for name in expected} == expected
    settings = {name.upper() for name in service.settings}
    extras = {f"{extra.kind}_{extra.name}".upper() for extra in function.extras if configured(service, extra)}
    assert set(found) == {*expected, *settings, *extras}


def test_the_command_line_overrides_a_declared_setting(prod: Assembly) -> None:
    found = prod["sample"].properties("GetThing")["Environment"]["Variables"]
    assert (found["PAGE_SIZE"], found["GATEWAY_URL"]) == ("50", "https://gateway.example")


def test_every_function_logs_to_a_group_of_its_own_that_forgets(template: Template, function: Deployable) -> None:
    made = template.properties(pascal(function.name))
    if isinstance(function, Isolated):
        assert "LoggingConfig" not in made
        return
    group = readable(made["LoggingConfig"]["LogGroup"])
    assert group == f"{pascal(function.name)}Logs"
    assert template.properties(group)["RetentionInDays"] == 90


def test_every_route_has_one_function_and_users_need_a_token(template: Template, route: Route) -> None:
    key = f"{route.method} {route.path}"
    (made,) = (found for found in template.of_type("AWS::ApiGatewayV2::Route").values() if found["RouteKey"] == key)
    integration = template.properties(readable(made["Target"]).removeprefix("integrations/"))
    assert readable(integration["IntegrationUri"]) == f"{pascal(route.name)}.Arn"
    assert integration["PayloadFormatVersion"] == "2.0"
    if route.who is Who.PUBLIC:
        assert made["AuthorizationType"] == "NONE"
        assert "AuthorizerId" not in made
    else:
        assert made["AuthorizationType"] == "JWT"
        assert template.properties(readable(made["AuthorizerId"]))["AuthorizerType"] == "JWT"
