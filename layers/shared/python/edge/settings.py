"""The environment of a function, read once at cold start; every missing name is listed at once."""

import os
from collections.abc import Mapping
from functools import cache


class MissingSettings(Exception):
    """The function was deployed without something it needs."""


class Settings:
    """Typed reads of the environment; `demand` before use turns a late surprise into an early one."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment

    def demand(self, *names: str) -> None:
        missing = [name for name in names if not self._environment.get(name)]
        if missing:
            raise MissingSettings(f"not in the environment: {', '.join(missing)}")

    def text(self, name: str) -> str:
        self.demand(name)
        return self._environment[name]

    def optional(self, name: str) -> str | None:
        return self._environment.get(name) or None

    def number(self, name: str, default: int) -> int:
        return int(self._environment.get(name) or default)

    def queue(self, worker: str) -> str:
        return self.text(f"QUEUE_{worker.upper()}")

    def function(self, isolated: str) -> str:
        return self.text(f"FUNCTION_{isolated.upper()}")

    @property
    def table(self) -> str:
        return self.text("TABLE_NAME")

    @property
    def vault(self) -> str:
        return self.text("VAULT_NAME")

    @property
    def bucket(self) -> str | None:
        return self.optional("BUCKET_NAME")

    @property
    def cursor_key(self) -> bytes:
        return self.text("CURSOR_KEY").encode()


@cache
def settings() -> Settings:
    read = Settings(dict(os.environ))
    read.demand("TABLE_NAME", "CURSOR_KEY")
    return read
