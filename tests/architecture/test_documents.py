"""What the documents say can be followed: links lead somewhere, commands exist, samples fit."""

import json
import re
from pathlib import Path

import pytest

from functions.catalogue import SERVICES
from singletable.service import Service
from stacks.constructs.naming import pascal
from tests.architecture.sources import ROOT, name
from tools.bench.readme import placed

LINK = re.compile(r"\]\((?!https?://|#)([^)#\s]+)")
OUR_COMMAND = re.compile(r"\bmake (?:-s )?([a-z][a-z-]*)")
SAM_LINE = re.compile(r"sam local invoke (\w+) -t cdk\.out/quartet-(\w+)-prod\.template\.json -e (\S+)")
PAGES = sorted(
    page for place in ("*.md", "docs/**/*.md", "functions/**/*.md", "tools/**/*.md") for page in ROOT.glob(place)
)
README = (ROOT / "README.md").read_text()

each_page = pytest.mark.parametrize("page", PAGES, ids=name)


@each_page
def test_every_link_leads_to_a_file(page: Path) -> None:
    linked = LINK.findall(page.read_text())
    assert [target for target in linked if not (page.parent / target).exists()] == []


def code_in(page: Path) -> str:
    text = page.read_text()
    return "\n".join(re.findall(r"```[a-z]*\n(.*?)```", text, re.DOTALL) + re.findall(r"`([^`\n]+)`", text))


@each_page
def test_every_command_is_one_of_ours(page: Path) -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(OUR_COMMAND.findall(code_in(page))) - targets == set()


def test_the_line_for_sam_names_a_function_and_its_event() -> None:
    services = {service.name: service for service in SERVICES}
    lines = SAM_LINE.findall(README)
    assert lines
    for function, service, event in lines:
        assert function in {pascal(each.name) for each in services[service].functions()}
        assert (ROOT / event).is_file()


def test_the_figures_of_the_readme_are_those_of_the_last_whole_run() -> None:
    assert placed(README, json.loads((ROOT / "docs" / "bench.json").read_text())) == README


@pytest.mark.parametrize("service", SERVICES, ids=lambda service: service.name)
def test_the_readme_names_every_service(service: Service) -> None:
    assert f"**{service.title}**" in README or f"[{service.title}]" in README
