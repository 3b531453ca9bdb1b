"""Bodies that are texts in a format of their own, such as a table of values."""

from msgspec import Struct


class Document(Struct, frozen=True):
    """What was sent, and as what. A parameter says which media types it takes: `Annotated[Document, "text/csv"]`."""

    media_type: str
    text: str
