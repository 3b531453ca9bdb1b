"""ExamBuddy's table: three indexes, flat items, moments in whole seconds."""

from singletable.schema import Envelope, Index, Table, TimeFormat

GSI1 = Index("GSI1", "GSI1PK", "GSI1SK")
GSI2 = Index("GSI2", "GSI2PK", "GSI2SK")
GSI3 = Index("GSI3", "GSI3PK", "GSI3SK")

TABLE = Table(
    "ExamBuddyTable",
    indexes=(GSI1, GSI2, GSI3),
    envelope=Envelope(type_name="EntityType", times=TimeFormat.ISO_SECONDS),
)
