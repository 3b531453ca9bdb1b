"""The two tables of CodeKurukshetra: what it knows, and the keys without which nobody reads the personal part of it."""

from singletable.schema import Envelope, Index, Table, TimeFormat

GSI1 = Index("GSI1", "GSI1PK", "GSI1SK")
GSI2 = Index("GSI2", "GSI2PK", "GSI2SK")
GSI3 = Index("GSI3", "GSI3PK", "GSI3SK")

ENVELOPE = Envelope(type_name="entity_type", times=TimeFormat.ISO_SECONDS)
TABLE = Table("codekurukshetra_main", indexes=(GSI1, GSI2, GSI3), envelope=ENVELOPE)
VAULT = Table("codekurukshetra_keys", indexes=(), envelope=ENVELOPE)
