"""Bodies that are texts in a format of their own, such as a table of values."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Document:
    """What was sent, and as what. A parameter says which media types it takes: `Annotated[Document, "text/csv"]`."""

    media_type: str
    text: str
