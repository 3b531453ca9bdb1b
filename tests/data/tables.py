"""Small tables in the four stored forms; `LIBRARY`, the nested one, is what most tests run on."""

from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Annotated

from msgspec import Struct

from singletable.schema import Counter, Envelope, Index, Key, KeyOnly, Offload, Table, Text, TimeFormat, Top, entity

BY_NAME = Index("GSI1", "GSI1PK", "GSI1SK")
BY_ID = Index("GSI2", "GSI2PK")
BY_NUMBER = Index("GSI3", "GSI3PK", "GSI3SK", numeric=True)

LIBRARY = Table(
    "library",
    indexes=(BY_NAME, BY_ID, BY_NUMBER),
    envelope=Envelope(
        type_name="tp",
        data="dat",
        times=TimeFormat.EPOCH,
        outside={"created_at": "crt", "updated_at": "upd", "version": "ver"},
    ),
)


class Shelf(StrEnum):
    OPEN = "open"
    STACKS = "stacks"


@entity(LIBRARY, tag="rdr")
class Reader:
    reader_id: KeyOnly[str]
    email: Annotated[str, "em"]
    name: Annotated[str, "nm"] = ""
    card: Annotated[str | None, "crd"] = None
    group: Annotated[int, "grp"] = 1
    interests: Annotated[frozenset[str], "int"] = frozenset()
    created_at: datetime
    version: int = 1

    key = Key("RDR#{reader_id}", "META", answers="a reader by id")
    by_email = Key("EMAIL#{email}", "RDR#{reader_id}", index=BY_NAME, answers="a reader by e-mail")
    by_card = Key("CARD#{card}", index=BY_ID, answers="a reader by card")
    in_group = Key("GROUP#{group}", "{created_at}", index=BY_NUMBER, answers="the readers of a group, by age")


@entity(LIBRARY, tag="elk")
class EmailLock:
    email: KeyOnly[str]
    owner: Annotated[str, "own"]
    since: Annotated[datetime | None, "snc"] = None

    key = Key("EMAIL#{email}", "LOCK", answers="who owns an e-mail address")


@entity(LIBRARY, tag="bk")
class Book:
    isbn: KeyOnly[str]
    title: Annotated[str, "tit"]
    shelf: Annotated[Shelf, "shf"] = Shelf.OPEN
    lent_to: Annotated[str | None, "lnt"] = None
    damaged: Annotated[bool, "dmg"] = False
    summary: Annotated[Text | None, "sum", Offload(above=100)] = None
    updated_at: datetime
    version: int = 1

    @property
    def state(self) -> str:
        return "LENT" if self.lent_to else "IN"

    key = Key("BOOK#{isbn}", "META", answers="a book")
    listed = Key(
        "BOOKS#{state}",
        "{updated_at}",
        index=BY_NUMBER,
        when=lambda book: not book.damaged,
        answers="books in the house, or lent, by their last change",
    )
    to_repair = Key(
        "REPAIR",
        "{updated_at:ms}#{isbn}",
        index=BY_NAME,
        when=lambda book: book.damaged,
        answers="books to repair, the longest waiting first",
    )
    in_stacks = Key(
        "STACKS",
        "{isbn}",
        index=BY_NAME,
        when=lambda book: book.shelf is Shelf.STACKS and not book.damaged,
        answers="undamaged books in the stacks",
    )


@entity(LIBRARY, tag="vis")
class Visit:
    """Ordered by time within a room; also by age over all rooms, as a number."""

    room: KeyOnly[str]
    at: KeyOnly[datetime]
    visit_id: KeyOnly[str]
    minutes: Annotated[int, "min"]
    kind: Annotated[str, "knd"] = "read"

    key = Key("ROOM#{room}", "VISIT#{at:ms}#{visit_id}", answers="the visits of a room, by time")
    long = Key(
        "LONG#{kind}", "{minutes}", index=BY_NUMBER, when=lambda v: v.minutes > 0, answers="visits by their length"
    )


class LastUse(Struct, frozen=True):
    what: Annotated[str, "wht"]
    at: Annotated[datetime, "at"]
    remark: Annotated[str | None, "rmk"]


@entity(LIBRARY, tag="use", lifetime=timedelta(days=90))
class Use:
    """What a reader did on one day: a counter per action."""

    reader_id: KeyOnly[str]
    day: KeyOnly[date]
    copies: Annotated[Counter[int], "cop"] = 0
    orders: Annotated[Counter[int], "ord"] = 0
    last: Annotated[LastUse | None, "last", Top] = None
    created_at: datetime

    key = Key("RDR#{reader_id}", "USE#{day}", answers="what a reader did per day")


@entity(LIBRARY, tag="ntc")
class Notice:
    """Gone when its time has come."""

    board: KeyOnly[str]
    number: KeyOnly[int]
    text: Annotated[str, "txt"] = ""
    likes: Annotated[int, "lks"] = 0
    expires_at: datetime | None = None
    version: int = 1

    key = Key("BOARD#{board}", "NOTICE#{number:06d}", answers="the notices of a board")


@entity(LIBRARY, tag="ans")
class Answer:
    caller: KeyOnly[str]
    token: KeyOnly[str]
    request_hash: Annotated[str, "rqh"]
    status: Annotated[int, "sts"]
    body: Annotated[Text, "bdy", Offload(above=1000)]
    created_at: datetime
    expires_at: datetime

    key = Key("IDEM#{caller}", "{token}", answers="the answer that an idempotency key got")


GSI1 = Index("GSI1", "GSI1PK", "GSI1SK")
GSI2 = Index("GSI2", "GSI2PK", "GSI2SK")

SCHOOL = Table("school", indexes=(GSI1, GSI2), envelope=Envelope(type_name="EntityType", times=TimeFormat.ISO_SECONDS))


@entity(SCHOOL, tag="PROJECT")
class Project:
    project_id: str
    admin_id: str
    title: str
    archived: bool = False
    question_count: int = 0
    created_at: datetime

    key = Key("ADMIN#{admin_id}", "PROJECT#{project_id}", answers="an admin's projects")
    by_id = Key("PROJECT#{project_id}", "PROJECT#{project_id}", index=GSI1, answers="a project by id")
    by_status = Key(
        "ADMIN#{admin_id}#STATUS#{archived}", "{created_at:s}#{project_id}", index=GSI2, answers="by status and age"
    )


def pascal_case(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


WARDROBE = Table(
    "wardrobe",
    indexes=(GSI1,),
    envelope=Envelope(type_name="EntityType", times=TimeFormat.ISO_MILLISECONDS, naming=pascal_case),
)


@entity(WARDROBE, tag="Item")
class Garment:
    garment_id: KeyOnly[str]
    user_id: str
    name: str
    purchase_date: date | None = None
    shared_count: int = 0
    is_public: bool = False
    created_at: datetime

    key = Key("ITEM#{garment_id}", "METADATA", answers="a garment")


EVENT = Table("event", indexes=(GSI1,), envelope=Envelope(type_name="entity_type", times=TimeFormat.ISO_SECONDS))


@entity(EVENT, tag="team")
class Team:
    team_id: str
    name: str
    payment_status: str
    expires_at: datetime | None = None
    created_at: datetime
    version: int = 1

    key = Key("TEAM#{team_id}", "PROFILE", answers="a team")
    by_payment = Key(
        "PAYMENT_STATUS#{payment_status}", "{created_at:s}#{team_id}", index=GSI1, answers="teams by payment status"
    )
