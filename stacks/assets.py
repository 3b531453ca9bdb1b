"""Where the built folders are that the functions are deployed from."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


class NotBuilt(Exception):
    """A stack asks for code that nobody has built yet."""


@dataclass(frozen=True, slots=True)
class Assets:
    """The folders of one target, as `make build` leaves them."""

    target: str
    place: Path = ROOT / ".build"
    sources: Path = ROOT / "functions"

    def code(self, service: str) -> str:
        return self._folder(f"service-{service}")

    def layers(self, service: str) -> dict[str, str]:
        """The layer of all, and the service's own where it names packages of its own."""
        layers = {"SharedLayer": self._folder("layer")}
        if (self.sources / service / "requirements.txt").exists():
            layers["ServiceLayer"] = self._folder(f"layer-{service}")
        return layers

    def isolated(self, asset: str) -> str:
        return self._folder(f"isolated-{asset.replace('/', '-')}")

    def _folder(self, name: str) -> str:
        folder = self.place / f"{name}-{self.target}"
        if not folder.is_dir():
            raise NotBuilt(f"{folder.name} is missing below {self.place.name}: run `make build` first")
        return str(folder)
