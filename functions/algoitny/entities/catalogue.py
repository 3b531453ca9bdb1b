"""The table with everything that stands in it: whoever has it from here can read every item."""

from functions.algoitny.entities.accounts import EmailLock, GoogleLock, SubscriptionPlan, User
from functions.algoitny.entities.answers import Answered
from functions.algoitny.entities.executions import Execution, HintsSeen, SearchHistory, Solved
from functions.algoitny.entities.jobs import (
    Erasure,
    JobLock,
    JobProgress,
    ProblemExtractionJob,
    ScriptGenerationJob,
)
from functions.algoitny.entities.problems import Problem, TestCase
from functions.algoitny.entities.table import TABLE
from functions.algoitny.entities.usage import DailyUsage, Usage, UsageLog

__all__ = [
    "TABLE",
    "Answered",
    "DailyUsage",
    "EmailLock",
    "Erasure",
    "Execution",
    "GoogleLock",
    "HintsSeen",
    "JobLock",
    "JobProgress",
    "Problem",
    "ProblemExtractionJob",
    "ScriptGenerationJob",
    "SearchHistory",
    "Solved",
    "SubscriptionPlan",
    "TestCase",
    "Usage",
    "UsageLog",
    "User",
]
