"""Unwrapped keys are remembered briefly and in small number: observed by when KMS is asked to unwrap one again."""

from typing import TYPE_CHECKING, Any

import pytest

from functions.codekurukshetra.privacy import Erased, Vault
from tests.privacy.conftest import TABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mypy_boto3_kms import KMSClient


class Clock:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


class Unwrappings:
    """Counts the requests that leave for KMS."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, **_: Any) -> None:
        self.count += 1

    def needed_for(self, vault: Vault, subject: str, wrapped: bytes) -> int:
        before = self.count
        vault.subject(subject, wrapped)
        return self.count - before


@pytest.fixture
def unwrappings(kms: "KMSClient") -> "Iterator[Unwrappings]":
    counter = Unwrappings()
    kms.meta.events.register("before-call.kms.Decrypt", counter)
    yield counter
    kms.meta.events.unregister("before-call.kms.Decrypt", counter)


def test_a_key_is_remembered_until_its_time_is_up(kms: "KMSClient", key_id: str, unwrappings: Unwrappings) -> None:
    clock = Clock()
    vault = Vault(kms, key_id, TABLE, keep_seconds=60, clock=clock)
    wrapped, _ = vault.new_subject("01ASHA")
    clock.now += 59.9
    assert unwrappings.needed_for(vault, "01ASHA", wrapped) == 0
    clock.now += 0.1
    assert unwrappings.needed_for(vault, "01ASHA", wrapped) == 1
    assert unwrappings.needed_for(vault, "01ASHA", wrapped) == 0


def test_reading_does_not_prolong_the_memory_of_a_key(kms: "KMSClient", key_id: str, unwrappings: Unwrappings) -> None:
    clock = Clock()
    vault = Vault(kms, key_id, TABLE, keep_seconds=60, clock=clock)
    wrapped, _ = vault.new_subject("01ASHA")
    for _ in range(3):
        clock.now += 19
        assert unwrappings.needed_for(vault, "01ASHA", wrapped) == 0
    clock.now += 3
    assert unwrappings.needed_for(vault, "01ASHA", wrapped) == 1


def test_only_the_keys_used_last_are_remembered(kms: "KMSClient", key_id: str, unwrappings: Unwrappings) -> None:
    vault = Vault(kms, key_id, TABLE, capacity=2)
    asha, _ = vault.new_subject("01ASHA")
    ravi, _ = vault.new_subject("01RAVI")
    vault.subject("01ASHA", asha)
    mira, _ = vault.new_subject("01MIRA")
    assert unwrappings.needed_for(vault, "01ASHA", asha) == 0
    assert unwrappings.needed_for(vault, "01MIRA", mira) == 0
    assert unwrappings.needed_for(vault, "01RAVI", ravi) == 1


def test_a_forgotten_person_is_not_remembered(kms: "KMSClient", key_id: str, unwrappings: Unwrappings) -> None:
    vault = Vault(kms, key_id, TABLE)
    asha, _ = vault.new_subject("01ASHA")
    ravi, _ = vault.new_subject("01RAVI")
    vault.forget("01ASHA")
    assert unwrappings.needed_for(vault, "01ASHA", asha) == 1
    assert unwrappings.needed_for(vault, "01RAVI", ravi) == 0


def test_meeting_an_erased_person_drops_the_key_that_was_still_in_memory(
    kms: "KMSClient", key_id: str, unwrappings: Unwrappings
) -> None:
    vault = Vault(kms, key_id, TABLE)
    wrapped, _ = vault.new_subject("01ASHA")
    with pytest.raises(Erased):
        vault.subject("01ASHA", None)
    assert unwrappings.needed_for(vault, "01ASHA", wrapped) == 1
