"""Personal fields: sealed under a data key of the person's own; an e-mail that can be found without being readable."""

import base64
import binascii
import hashlib
import hmac
import os
import re
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any, Literal, Protocol

VERSION = "v1"
NONCE_BYTES = 12
TAG_BYTES = 16
INDEX_BYTES = 20
INDEX_KEY_BYTES = 32
UNWRAPPING_THREADS = 8
MOST_EMAIL_BYTES = 254


class Erased(Exception):
    """The person's key is gone, and with it everything that it sealed."""

    def __init__(self, subject: str) -> None:
        super().__init__("the personal data of this subject was erased")
        self.subject = subject


class Unreadable(Exception):
    """Damaged, moved from another row or field, or never sealed here. It never says what it held."""


class InvalidEmail(ValueError):
    """Not an e-mail address. It never repeats the address."""


class KeyService(Protocol):
    """What is asked of a KMS client; the argument names are Amazon's."""

    @property
    def exceptions(self) -> Any: ...

    def generate_data_key(
        self,
        *,
        KeyId: str,  # noqa: N803
        KeySpec: Literal["AES_256"],  # noqa: N803
        EncryptionContext: Mapping[str, str],  # noqa: N803
    ) -> Any: ...

    def decrypt(
        self,
        *,
        KeyId: str,  # noqa: N803
        CiphertextBlob: bytes,  # noqa: N803
        EncryptionContext: Mapping[str, str],  # noqa: N803
    ) -> Any: ...


class Subject:
    """One person's fields: sealed for this table, this person and the named field, and opened nowhere else."""

    __slots__ = ("_cipher", "_subject", "_table")

    def __init__(self, table: str, subject: str, data_key: bytes) -> None:
        # Loading OpenSSL costs a cold start; only a function that touches personal fields pays for it.
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        self._table = table
        self._subject = subject
        self._cipher = AESGCM(data_key)

    def seal(self, field: str, text: str) -> str:
        nonce = os.urandom(NONCE_BYTES)
        sealed = nonce + self._cipher.encrypt(nonce, text.encode(), self._place(field))
        return f"{VERSION}.{_armour(sealed)}"

    def open(self, field: str, token: str) -> str:
        from cryptography.exceptions import InvalidTag

        sealed = _unarmour(token)
        try:
            text = self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], self._place(field))
        except InvalidTag:
            raise Unreadable("a sealed field failed its check") from None
        return text.decode()

    def _place(self, field: str) -> bytes:
        # Each part carries its length, so that no two places can spell the same bytes.
        parts = (part.encode() for part in (VERSION, self._table, self._subject, field))
        return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


class Vault:
    """Makes and unwraps the data keys of people; it keeps at most `capacity` unwrapped ones, for a short while.

    Who erases a person deletes the stored wrapped key: without it no `Subject` can be had, here or from any copy of the
    sealed fields. `forget` also drops the unwrapped key that this process may still hold.
    """

    def __init__(
        self,
        kms: KeyService,
        key_id: str,
        table: str,
        *,
        keep_seconds: float = 300.0,
        capacity: int = 512,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._kms = kms
        self._key_id = key_id
        self._table = table
        self._keep_seconds = keep_seconds
        self._capacity = capacity
        self._clock = clock
        self._unwrapped: OrderedDict[tuple[str, bytes], tuple[float, Subject]] = OrderedDict()
        self._lock = Lock()

    def new_subject(self, subject: str) -> tuple[bytes, Subject]:
        """A fresh data key: the wrapped form to store, and the person that it belongs to, ready to seal."""
        made = self._kms.generate_data_key(
            KeyId=self._key_id, KeySpec="AES_256", EncryptionContext={"subject": subject}
        )
        wrapped = bytes(made["CiphertextBlob"])
        return wrapped, self._remember(subject, wrapped, made["Plaintext"])

    def subject(self, subject: str, wrapped: bytes | None) -> Subject:
        """The person whose stored wrapped key this is; `Erased` where there is none any more."""
        if wrapped is None:
            self.forget(subject)
            raise Erased(subject)
        known = self._recall(subject, wrapped)
        return known or self._remember(subject, wrapped, self._unwrap(subject, wrapped))

    def subjects(self, wrapped_keys: Mapping[str, bytes | None]) -> dict[str, Subject]:
        """Many people at once, for a list or an export; the erased are left out."""
        present = {subject: wrapped for subject, wrapped in wrapped_keys.items() if wrapped is not None}
        with ThreadPoolExecutor(UNWRAPPING_THREADS) as pool:
            return dict(zip(present, pool.map(self.subject, present.keys(), present.values()), strict=True))

    def forget(self, subject: str) -> None:
        with self._lock:
            for entry in [entry for entry in self._unwrapped if entry[0] == subject]:
                del self._unwrapped[entry]

    def _unwrap(self, subject: str, wrapped: bytes) -> bytes:
        try:
            answer = self._kms.decrypt(
                KeyId=self._key_id, CiphertextBlob=wrapped, EncryptionContext={"subject": subject}
            )
        except self._kms.exceptions.InvalidCiphertextException:
            raise Unreadable("a wrapped key does not belong to its subject") from None
        return bytes(answer["Plaintext"])

    def _recall(self, subject: str, wrapped: bytes) -> Subject | None:
        with self._lock:
            entry = self._unwrapped.get((subject, wrapped))
            if entry is None or entry[0] <= self._clock():
                return None
            self._unwrapped.move_to_end((subject, wrapped))
            return entry[1]

    def _remember(self, subject: str, wrapped: bytes, data_key: bytes) -> Subject:
        person = Subject(self._table, subject, data_key)
        with self._lock:
            now = self._clock()
            for entry in [entry for entry, (until, _) in self._unwrapped.items() if until <= now]:
                del self._unwrapped[entry]
            self._unwrapped[subject, wrapped] = (now + self._keep_seconds, person)
            self._unwrapped.move_to_end((subject, wrapped))
            while len(self._unwrapped) > self._capacity:
                self._unwrapped.popitem(last=False)
        return person


def email_index(key: bytes, email: str) -> str:
    """The e-mail as a key that only the holder of `key` can compute: 160 bits, 32 characters."""
    if len(key) < INDEX_KEY_BYTES:
        raise ValueError(f"an index key has at least {INDEX_KEY_BYTES} bytes")
    digest = hmac.digest(key, b"email\0" + normalise_email(email).encode(), hashlib.sha256)
    return base64.b32encode(digest[:INDEX_BYTES]).decode().lower()


def normalise_email(email: str) -> str:
    """One spelling for every way to write the same address: case, width, accents and domain encoding."""
    if len(email) > MOST_EMAIL_BYTES:
        raise InvalidEmail("the address is too long")
    folded = unicodedata.normalize("NFKC", email).strip()
    local, at, domain = folded.rpartition("@")
    # Folding can undo a normal form; after a second normalisation the result is stable.
    local = unicodedata.normalize("NFKC", local.casefold())
    if not at or not _is_local_part(local):
        raise InvalidEmail("the part before the @ is not valid")
    address = f"{local}@{_ascii_domain(domain)}"
    if len(address.encode()) > MOST_EMAIL_BYTES:
        raise InvalidEmail("the address is too long")
    return address


_ASCII_LOCAL = re.compile(r"[a-z0-9!#$%&'*+/=?^_`{|}~.-]")
_ASCII_DOMAIN = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])")
# Drawn as nothing, yet marks or letters by category: two addresses could look, but not be, the same.
_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def _is_local_part(local: str) -> bool:
    dotted = all(local.split("."))
    allowed = all(
        _ASCII_LOCAL.match(char) if char.isascii() else unicodedata.category(char)[0] in "LMN" for char in local
    )
    return dotted and allowed and not _INVISIBLE.search(local) and len(local.encode()) <= 64


def _ascii_domain(domain: str) -> str:
    ascii_domain = domain.lower()
    if not ascii_domain.isascii() or "xn--" in ascii_domain:
        # Its tables are large and few addresses need them.
        import idna

        try:
            # Straight from the written form: casefold would make two different domains, ß and ss, one.
            ascii_domain = idna.encode(domain, uts46=True, std3_rules=True).decode()
        except UnicodeError:
            raise InvalidEmail("the domain is not valid") from None
    if len(ascii_domain) > 253 or not _ASCII_DOMAIN.fullmatch(ascii_domain):
        raise InvalidEmail("the domain is not valid")
    return ascii_domain


def _armour(sealed: bytes) -> str:
    return base64.urlsafe_b64encode(sealed).decode().rstrip("=")


def _unarmour(token: str) -> bytes:
    version, dot, text = token.partition(".")
    if version != VERSION or not dot:
        raise Unreadable("a sealed field of an unknown format")
    try:
        sealed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise Unreadable("a sealed field is damaged") from None
    # Base64 has several spellings for the same bytes; one token means one text.
    if _armour(sealed) != text or len(sealed) < NONCE_BYTES + TAG_BYTES:
        raise Unreadable("a sealed field is damaged")
    return sealed
