"""Every entity of the table, so that who imports the table knows all that may stand in it."""

from functions.exambuddy.entities.attempts import ActiveAttempt, Attempt, GivenAnswer, SweepMark
from functions.exambuddy.entities.bank import QuestionVersion, StoredQuestion
from functions.exambuddy.entities.people import Answered, Erasure, User
from functions.exambuddy.entities.projects import CatalogueEntry, Gate, Override, Project
from functions.exambuddy.entities.statistics import DayTotals, ProjectTotals, QuestionTotals
from functions.exambuddy.entities.table import TABLE

__all__ = [
    "TABLE",
    "ActiveAttempt",
    "Answered",
    "Attempt",
    "CatalogueEntry",
    "DayTotals",
    "Erasure",
    "Gate",
    "GivenAnswer",
    "Override",
    "Project",
    "ProjectTotals",
    "QuestionTotals",
    "QuestionVersion",
    "StoredQuestion",
    "SweepMark",
    "User",
]
