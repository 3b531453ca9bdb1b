"""Sealed fields: what goes in comes out, only where it was put, and never after the key is gone."""

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.codekurukshetra.privacy import Erased, Subject, Unreadable, Vault
from tests.privacy.conftest import TABLE

if TYPE_CHECKING:
    from mypy_boto3_kms import KMSClient

DATA_KEY = bytes(range(32))
ASHA = Subject(TABLE, "01ASHA", DATA_KEY)


@given(field=st.text(min_size=1), text=st.text())
def test_what_was_sealed_opens_to_the_same_text(field: str, text: str) -> None:
    assert ASHA.open(field, ASHA.seal(field, text)) == text


def test_the_same_text_is_never_sealed_to_the_same_token_twice() -> None:
    tokens = {ASHA.seal("phone", "+919876543210") for _ in range(200)}
    assert len(tokens) == 200


def test_a_token_shows_nothing_of_its_text() -> None:
    token = ASHA.seal("name", "Asha")
    assert token.startswith("v1.")
    assert "Asha" not in token


@given(text=st.text(max_size=40), place=st.integers(min_value=0), bit=st.integers(0, 7))
def test_any_flipped_bit_makes_a_token_unreadable(text: str, place: int, bit: int) -> None:
    token = bytearray(ASHA.seal("name", text).encode())
    token[place % len(token)] ^= 1 << bit
    with pytest.raises(Unreadable):
        ASHA.open("name", token.decode("latin-1"))


@given(text=st.text(max_size=40), kept=st.floats(0, 1, exclude_max=True))
def test_a_truncated_token_is_unreadable(text: str, kept: float) -> None:
    token = ASHA.seal("name", text)
    with pytest.raises(Unreadable):
        ASHA.open("name", token[: int(len(token) * kept)])


@pytest.mark.parametrize("token", ["", "v1", "v1.", "v2.AAAA", "Asha", "v1.=", "v1.AAA", "v1.ü", "v1. AAAA"])
def test_what_was_never_sealed_is_unreadable(token: str) -> None:
    with pytest.raises(Unreadable):
        ASHA.open("name", token)


def test_a_padded_spelling_of_a_token_is_unreadable() -> None:
    token = ASHA.seal("name", "Asha")
    with pytest.raises(Unreadable):
        ASHA.open("name", token + "==")


@given(
    put=st.tuples(st.text(max_size=4), st.text(max_size=4), st.text(max_size=4)),
    taken=st.tuples(st.text(max_size=4), st.text(max_size=4), st.text(max_size=4)),
)
def test_a_token_opens_only_in_its_own_table_row_and_field(
    put: tuple[str, str, str], taken: tuple[str, str, str]
) -> None:
    table, subject, field = put
    token = Subject(table, subject, DATA_KEY).seal(field, "Asha")
    other_table, other_subject, other_field = taken
    reader = Subject(other_table, other_subject, DATA_KEY)
    if put == taken:
        assert reader.open(other_field, token) == "Asha"
    else:
        with pytest.raises(Unreadable):
            reader.open(other_field, token)


def test_a_person_cannot_read_the_fields_of_another(vault: Vault) -> None:
    _, asha = vault.new_subject("01ASHA")
    _, ravi = vault.new_subject("01RAVI")
    with pytest.raises(Unreadable):
        ravi.open("name", asha.seal("name", "Asha"))


def test_a_stored_wrapped_key_opens_what_it_sealed_in_another_process(
    vault: Vault, kms: "KMSClient", key_id: str
) -> None:
    wrapped, asha = vault.new_subject("01ASHA")
    token = asha.seal("email", "asha@example.com")
    elsewhere = Vault(kms, key_id, TABLE)
    assert elsewhere.subject("01ASHA", wrapped).open("email", token) == "asha@example.com"


def test_a_wrapped_key_moved_to_another_person_is_refused_even_while_it_is_remembered(vault: Vault) -> None:
    wrapped, _ = vault.new_subject("01ASHA")
    with pytest.raises(Unreadable):
        vault.subject("01RAVI", wrapped)


def test_a_damaged_wrapped_key_is_unreadable(vault: Vault) -> None:
    wrapped, _ = vault.new_subject("01ASHA")
    with pytest.raises(Unreadable):
        vault.subject("01ASHA", wrapped[:-1] + bytes([wrapped[-1] ^ 1]))


def test_the_stored_form_does_not_hold_the_data_key(kms: "KMSClient", key_id: str, vault: Vault) -> None:
    wrapped, _ = vault.new_subject("01ASHA")
    plain = kms.decrypt(KeyId=key_id, CiphertextBlob=wrapped, EncryptionContext={"subject": "01ASHA"})["Plaintext"]
    assert len(plain) == 32
    assert plain not in wrapped


def test_after_the_key_is_destroyed_old_rows_cannot_be_read(vault: Vault) -> None:
    stored: dict[str, bytes] = {}
    stored["01ASHA"], asha = vault.new_subject("01ASHA")
    backup = {"name": asha.seal("name", "Asha"), "phone": asha.seal("phone", "+919876543210")}

    del stored["01ASHA"]
    with pytest.raises(Erased) as refusal:
        vault.subject("01ASHA", stored.get("01ASHA"))
    assert refusal.value.subject == "01ASHA"

    stored["01ASHA"], registered_again = vault.new_subject("01ASHA")
    for field, token in backup.items():
        with pytest.raises(Unreadable):
            registered_again.open(field, token)


def test_many_people_are_unlocked_at_once_and_the_erased_are_left_out(
    vault: Vault, kms: "KMSClient", key_id: str
) -> None:
    stored: dict[str, bytes | None] = {}
    tokens: dict[str, str] = {}
    for number in range(20):
        subject = f"01PERSON{number:02d}"
        stored[subject], person = vault.new_subject(subject)
        tokens[subject] = person.seal("name", subject.lower())
    stored["01PERSON07"] = None

    people = Vault(kms, key_id, TABLE).subjects(stored)

    names = {subject: person.open("name", tokens[subject]) for subject, person in people.items()}
    assert names == {subject: subject.lower() for subject in tokens if subject != "01PERSON07"}
