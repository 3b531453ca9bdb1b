"""The table: its indexes, and the stored form that all its items share."""

from singletable.schema import Envelope, Index, Table, TimeFormat

GSI1 = Index("GSI1", "GSI1PK", "GSI1SK")
GSI2 = Index("GSI2", "GSI2PK")
GSI3 = Index("GSI3", "GSI3PK", "GSI3SK", numeric=True)

TABLE = Table(
    "algoitny_main",
    indexes=(GSI1, GSI2, GSI3),
    envelope=Envelope(
        type_name="tp",
        data="dat",
        times=TimeFormat.EPOCH,
        outside={"created_at": "crt", "updated_at": "upd", "version": "ver"},
    ),
)
