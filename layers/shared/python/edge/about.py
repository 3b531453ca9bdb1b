"""What every service says of itself: its description, a page to browse it, and that it is well."""

from functools import cache
from html import escape
from pathlib import Path

from edge.answer import Answer, Html, Json
from edge.models import View
from singletable.service import Service

_PAGE = Path(__file__).with_name("docs.html")


class Health(View):
    service: str
    status: str


@cache
def _description(service_name: str) -> str:
    """Lambda starts in the asset, the tests in the project: the file has the same place in both."""
    return Path("docs/openapi", f"{service_name}.json").read_text(encoding="utf-8")


def openapi(service: Service) -> Answer[Json]:
    return Answer(_description(service.name), headers={"Cache-Control": "public, max-age=300"})


def docs(service: Service) -> Answer[Html]:
    page = _PAGE.read_text(encoding="utf-8").replace("{{title}}", escape(service.title))
    return Answer(page, headers={"Cache-Control": "public, max-age=300"}, content_type="text/html; charset=utf-8")


def health(service: Service) -> Health:
    return Health(service=service.name, status="ok")
