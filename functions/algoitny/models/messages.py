"""What travels through AlgoItny's queues: ids alone, so that a message can never be out of date."""

from edge.models import Message


class ExecutionMessage(Message):
    execution_id: str


class JobMessage(Message):
    job_id: str


class ErasureMessage(Message):
    erasure_id: str
