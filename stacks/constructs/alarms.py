"""What calls a person: callers get errors or wait, work is lost, the stream falls behind, capacity runs out."""

from collections.abc import Mapping

from aws_cdk import Aws, Duration
from aws_cdk import aws_apigatewayv2 as apigateway
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_cloudwatch_actions as actions
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_sns as sns
from aws_cdk import aws_sns_subscriptions as subscriptions
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from singletable.service import Consumer, Deployable, Isolated, Route, Service
from stacks.constructs.naming import pascal
from stacks.stages import Stage

FIVE_MINUTES = Duration.minutes(5)


class Alarms(Construct):
    """A route's failures are counted where callers meet them, at the API; every other function is watched by itself."""

    def __init__(
        self,
        scope: Construct,
        name: str,
        *,
        service: Service,
        api: apigateway.HttpApi,
        table: dynamodb.Table,
        functions: Mapping[str, lambda_.Function],
        dead_letters: Mapping[str, sqs.Queue],
        stage: Stage,
    ) -> None:
        super().__init__(scope, name)
        self.topic = sns.Topic(self, "Topic", display_name=f"{service.title} ({stage.name})", enforce_ssl=True)
        # The rule for TLS takes the place of the policy that every topic is born with, and that lets alarms in.
        self.topic.add_to_resource_policy(
            iam.PolicyStatement(
                principals=[iam.ServicePrincipal("cloudwatch.amazonaws.com")],
                actions=["sns:Publish"],
                resources=[self.topic.topic_arn],
                conditions={"StringEquals": {"aws:SourceAccount": Aws.ACCOUNT_ID}},
            )
        )
        if stage.alarm_email:
            self.topic.add_subscription(subscriptions.EmailSubscription(stage.alarm_email))
        self._api(api, longest=max(route.timeout for route in service.routes))
        self._table(table)
        for function in service.functions():
            if not isinstance(function, Route):
                self._function(function, functions[function.name])
        for owner, queue in dead_letters.items():
            waiting = queue.metric_approximate_number_of_messages_visible(statistic="Maximum", period=FIVE_MINUTES)
            self._alarm(
                f"{pascal(owner)}GaveUp", waiting, 1, says=f"{owner} gave up on something: see its dead letters"
            )

    def _api(self, api: apigateway.HttpApi, longest: int) -> None:
        errors = api.metric_server_error(statistic="Sum", period=FIVE_MINUTES)
        self._alarm("ServerErrors", errors, 5, says="callers get 5xx answers")
        latency = api.metric_latency(statistic="p99", period=FIVE_MINUTES)
        self._alarm(
            "SlowAnswers", latency, longest * 500, periods=3, says="1 % of the calls take half of what a call may"
        )

    def _table(self, table: dynamodb.Table) -> None:
        for metric in ("ReadThrottleEvents", "WriteThrottleEvents"):
            throttled = table.metric(metric, statistic="Sum", period=FIVE_MINUTES)
            self._alarm(
                metric, throttled, 1, periods=2, says="the table refuses requests: a hot key, or a limit reached"
            )

    def _function(self, declared: Deployable, function: lambda_.Function) -> None:
        name = function.node.id
        errors = function.metric_errors(statistic="Sum", period=FIVE_MINUTES)
        self._alarm(f"{name}Errors", errors, 1, periods=2, says=f"{name} fails")
        if isinstance(declared, Isolated):
            throttles = function.metric_throttles(statistic="Sum", period=FIVE_MINUTES)
            self._alarm(f"{name}Throttles", throttles, 1, periods=2, says=f"{name} has no room left")
        if isinstance(declared, Consumer):
            age = function.metric("IteratorAge", statistic="Maximum", period=FIVE_MINUTES)
            behind = Duration.minutes(15).to_milliseconds()
            self._alarm(f"{name}Behind", age, behind, says=f"{name} is a quarter of an hour behind the stream")

    def _alarm(self, name: str, metric: cloudwatch.Metric, threshold: float, *, says: str, periods: int = 1) -> None:
        alarm = metric.create_alarm(
            self,
            name,
            alarm_description=says,
            threshold=threshold,
            evaluation_periods=periods,
            comparison_operator=cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
            treat_missing_data=cloudwatch.TreatMissingData.NOT_BREACHING,
        )
        alarm.add_alarm_action(actions.SnsAction(self.topic))
