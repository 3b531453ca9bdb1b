"""The nested part of an item as a Pydantic model, for the data layers that take one."""

from importlib import import_module
from typing import Any


def data_model() -> Any:
    pydantic: Any = import_module("pydantic")

    class Limits(pydantic.BaseModel):  # type: ignore[misc]
        time: int
        memory: int

    class Data(pydantic.BaseModel):  # type: ignore[misc]
        tit: str
        url: str
        lng: str
        dif: int
        slv: int
        nrv: bool
        tgs: list[str]
        lim: Limits

    return Data
