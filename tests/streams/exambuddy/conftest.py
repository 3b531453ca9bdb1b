"""The school whose exams are sat here too."""

from tests.api.exambuddy.conftest import school

__all__ = ["school"]
