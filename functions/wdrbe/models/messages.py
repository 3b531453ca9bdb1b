"""What travels through Wdrbe's queues. Every one of them may come twice, or late."""

from datetime import datetime

from edge.models import Message


class ShareMessage(Message):
    """An item was shared: the token names the event, however often it is told."""

    user_id: str
    item_id: str
    token: str
    platform: str
    activity_id: str
    at: datetime


class ImportMessage(Message):
    user_id: str
    import_id: str


class ErasureMessage(Message):
    user_id: str
    until: datetime
