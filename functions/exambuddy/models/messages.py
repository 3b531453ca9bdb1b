"""What travels through ExamBuddy's queue."""

from edge.models import Message


class ErasureMessage(Message):
    user_id: str
