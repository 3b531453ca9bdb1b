"""One service in the cloud: its table, its functions, and what starts them. One class, an instance per service."""

from collections.abc import Iterable

from aws_cdk import CfnOutput, Stack, Tags
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from singletable.service import Consumer, Route, Schedule, Service, Worker
from stacks.assets import Assets
from stacks.constructs.alarms import Alarms
from stacks.constructs.dead_letters import DeadLetters
from stacks.constructs.extras import Extras
from stacks.constructs.house_function import RUNTIME, HouseFunction
from stacks.constructs.http_api import HttpApi
from stacks.constructs.isolated_function import IsolatedFunction
from stacks.constructs.naming import pascal, shout
from stacks.constructs.queue_worker import QueueWorker, queue_permissions
from stacks.constructs.reach import Reach
from stacks.constructs.service_bucket import ServiceBucket
from stacks.constructs.single_table import SingleTable
from stacks.constructs.stream_consumer import StreamConsumer, stream_permissions
from stacks.constructs.timer import Timer
from stacks.constructs.vault import Vault
from stacks.constructs.work_queue import WorkQueue
from stacks.stages import Stage, Tokens


class ServiceStack(Stack):
    """Everything that `service.py` of one service declares."""

    def __init__(self, scope: Construct, *, service: Service, stage: Stage, tokens: Tokens, assets: Assets) -> None:
        name = f"quartet-{service.name}-{stage.name}"
        super().__init__(scope, name, description=service.summary, termination_protection=stage.keeps_data)
        Tags.of(self).add("service", service.name)
        Tags.of(self).add("stage", stage.name)
        self._service, self._stage = service, stage
        self._code = lambda_.Code.from_asset(assets.code(service.name))
        self._layers = [self._layer(name, folder) for name, folder in assets.layers(service.name).items()]
        self._environment = self._settings()
        self._functions: dict[str, lambda_.Function] = {}
        self._dead_letters: dict[str, sqs.Queue] = {}

        table = SingleTable(self, "Data", declared=service.table, own_key=service.own_key, stage=stage).table
        vault = Vault(self, "Keys", declared=service.vault, stage=stage).table if service.vault else None
        bucket = (
            ServiceBucket(self, "Objects", expiries=service.expiries, stage=stage).bucket if service.bucket else None
        )
        queues = {worker.name: self._queue(worker) for worker in service.workers}
        for isolated in service.isolated:
            code = lambda_.Code.from_asset(assets.isolated(isolated.asset))
            self._functions[isolated.name] = IsolatedFunction(
                self, pascal(isolated.name), declared=isolated, code=code, stage=stage
            )
        self._reach = Reach(
            table=table,
            vault=vault,
            bucket=bucket,
            queues=queues,
            isolated=dict(self._functions),
            extras=Extras(self, "Extras", service=service, stage=stage),
        )
        for route in service.routes:
            self._function(route)
        for consumer in service.consumers:
            self._consumer(consumer)
        for worker in service.workers:
            self._worker(worker)
        for schedule in service.schedules:
            Timer(self, f"{pascal(schedule.name)}Timer", declared=schedule, function=self._function(schedule))
        api = HttpApi(self, "Http", service=service, functions=self._functions, tokens=tokens, stage=stage).api
        if stage.alarms:
            Alarms(
                self,
                "Alarms",
                service=service,
                api=api,
                table=table,
                functions=self._functions,
                dead_letters=self._dead_letters,
                stage=stage,
            )
        CfnOutput(self, "ApiUrl", value=api.api_endpoint)
        CfnOutput(self, "TableName", value=table.table_name)
        if bucket:
            CfnOutput(self, "BucketName", value=bucket.bucket_name)

    def _layer(self, name: str, folder: str) -> lambda_.LayerVersion:
        return lambda_.LayerVersion(
            self,
            name,
            code=lambda_.Code.from_asset(folder),
            compatible_runtimes=[RUNTIME],
            compatible_architectures=[self._stage.architecture],
        )

    def _settings(self) -> dict[str, str]:
        """What every function of the service finds in its environment, as declared or as the command line has it."""
        service = self._service
        settings = {
            shout(name): str(self.node.try_get_context(f"{service.name}.{name}") or default)
            for name, default in service.settings.items()
        }
        return settings | {
            "STAGE": self._stage.name,
            "SERVICE": service.name,
            "POWERTOOLS_SERVICE_NAME": service.name,
            "POWERTOOLS_METRICS_NAMESPACE": "Quartet",
            "POWERTOOLS_LOG_LEVEL": "INFO",
        }

    def _queue(self, worker: Worker) -> sqs.Queue:
        made = WorkQueue(self, f"{pascal(worker.name)}Queue", worker=worker)
        self._dead_letters[worker.name] = made.dead_letters
        return made.queue

    def _function(
        self, declared: Route | Consumer | Worker | Schedule, further: Iterable[iam.PolicyStatement] = ()
    ) -> HouseFunction:
        function = HouseFunction(
            self,
            pascal(declared.name),
            declared=declared,
            handler=self._service.handler(declared),
            code=self._code,
            layers=self._layers,
            permissions=[*self._reach.permissions(declared), *further],
            environment=self._environment | self._reach.names(declared),
            summary=declared.summary or declared.name,
            stage=self._stage,
        )
        self._functions[declared.name] = function
        return function

    def _consumer(self, consumer: Consumer) -> None:
        dead_letters = DeadLetters(self, f"{pascal(consumer.name)}DeadLetters").queue
        self._dead_letters[consumer.name] = dead_letters
        table = self._reach.table
        StreamConsumer(
            self,
            f"{pascal(consumer.name)}Stream",
            declared=consumer,
            function=self._function(consumer, stream_permissions(table, dead_letters)),
            table=table,
            dead_letters=dead_letters,
        )

    def _worker(self, worker: Worker) -> None:
        queue = self._reach.queues[worker.name]
        function = self._function(worker, queue_permissions(queue))
        QueueWorker(self, f"{pascal(worker.name)}Work", declared=worker, function=function, queue=queue)
