"""The stacks of stage `local`, synthesized once, and an emulated AWS behind their functions."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from aws_cdk import App

from app import assemble
from tools.build.builder import build
from tools.build.targets import Target
from tools.local.emulator import Emulator, emulator
from tools.local.machine import free_port


@pytest.fixture(scope="session")
def assembly(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What CDK writes for a deployment, with a copy of every asset: a build meanwhile changes nothing in it."""
    build([Target.LOCAL], say=lambda line: None)
    place = tmp_path_factory.mktemp("assembly")
    assemble(App(analytics_reporting=False, outdir=str(place), context={"stage": "local"})).synth()
    return place


@pytest.fixture(scope="session")
def aws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emulator]:
    place = tmp_path_factory.mktemp("aws")
    lock = os.open(place / "lock", os.O_CREAT | os.O_RDWR)
    try:
        with emulator(free_port(0), place, lock) as running:
            yield running
    finally:
        os.close(lock)
