"""The blind index: one entry for every spelling of an address, none for what is no address, nothing to read in it."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.codekurukshetra.privacy import InvalidEmail, email_index, normalise_email

KEY = b"k" * 32


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("asha@example.com", "asha@example.com"),
        ("  Asha.Rao+team@Example.COM\n", "asha.rao+team@example.com"),
        ("ａｓｈａ＠ｅｘａｍｐｌｅ．ｃｏｍ", "asha@example.com"),
        ("jose\u0301@example.com", "jos\u00e9@example.com"),
        ("JOS\u00c9@example.com", "jos\u00e9@example.com"),
        ("o\ufb03ce@example.com", "office@example.com"),
        ("STRASSE@example.com", "strasse@example.com"),
        ("straße@example.com", "strasse@example.com"),
        ("asha@bücher.example", "asha@xn--bcher-kva.example"),
        ("asha@BÜCHER.example", "asha@xn--bcher-kva.example"),
        ("asha@XN--BCHER-KVA.example", "asha@xn--bcher-kva.example"),
        ("asha@उदाहरण.परीक्षा", "asha@xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g"),
        ("आशा@example.in", "आशा@example.in"),
        ("asha@example。com", "asha@example.com"),
    ],
)
def test_every_spelling_of_an_address_has_one_normal_form(written: str, normal: str) -> None:
    assert normalise_email(written) == normal


def test_two_domains_that_only_look_alike_stay_two() -> None:
    assert normalise_email("asha@straße.de") != normalise_email("asha@strasse.de")
    assert normalise_email("asha@example.com") != normalise_email("asha@ex\u0430mple.com")


@pytest.mark.parametrize(
    "written",
    [
        "",
        "@",
        "asha",
        "asha@",
        "@example.com",
        "asha@localhost",
        "asha@example.com.",
        "asha@.example.com",
        "asha@exa mple.com",
        "asha rao@example.com",
        "asha@@example.com",
        "asha@rao@example.com",
        ".asha@example.com",
        "asha.@example.com",
        "as..ha@example.com",
        '"asha rao"@example.com',
        "asha<script>@example.com",
        "asha\x00@example.com",
        "as\nha@example.com",
        "asha\u200d@example.com",
        "as\u00adha@example.com",
        "asha\ufe0f@example.com",
        "asha\u202e@example.com",
        "asha\ud800@example.com",
        "asha@ex\ud800ample.com",
        "asha@ex\x00ample.com",
        "asha@-example.com",
        "asha@exam_ple.com",
        "asha@xn--a.com",
        "asha@127.0.0.1",
        "asha@[127.0.0.1]",
        "a" * 65 + "@example.com",
        "asha@" + "a" * 64 + ".com",
        "asha@" + "a.b" * 100 + ".com",
        "आ" * 22 + "@example.com",
        "\ufdfa" * 200 + "@example.com",
    ],
)
def test_what_is_no_address_is_refused_without_repeating_it(written: str) -> None:
    with pytest.raises(InvalidEmail) as refusal:
        normalise_email(written)
    assert len(written) < 2 or written not in str(refusal.value)


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_text_is_either_refused_or_has_a_stable_normal_form(local: str, domain: str) -> None:
    try:
        normal = normalise_email(f"{local}@{domain}")
    except InvalidEmail:
        return
    assert normalise_email(normal) == normal
    assert normal.isprintable()


@given(st.text(st.characters(categories=("Ll", "Lu", "Mn", "Nd")), min_size=1, max_size=12))
def test_case_and_unicode_form_never_make_a_second_address(local: str) -> None:
    def normal(text: str) -> str | None:
        try:
            return normalise_email(f"{text}@example.com")
        except InvalidEmail:
            return None

    forms = {normal(unicodedata.normalize(form, local)) for form in ("NFC", "NFD", "NFKC", "NFKD")}
    assert forms == {normal(local)}
    assert normal(local.casefold()) == normal(local)


def test_every_single_character_is_refused_or_stable() -> None:
    unstable = []
    for point in range(sys.maxunicode + 1):
        try:
            normal = normalise_email(f"{chr(point)}@example.com")
        except InvalidEmail:
            continue
        if normalise_email(normal) != normal:
            unstable.append(point)
    assert unstable == []


def test_the_index_has_160_bits_and_shows_no_address() -> None:
    index = email_index(KEY, "asha@example.com")
    assert len(index) == 32
    assert set(index) <= set("abcdefghijklmnopqrstuvwxyz234567")
    assert "asha" not in index


def test_one_person_has_one_index_however_the_address_is_written() -> None:
    spellings = ("asha@bücher.example", " ASHA@Bücher.Example ", "ａｓｈａ@xn--bcher-kva.example")
    assert len({email_index(KEY, spelling) for spelling in spellings}) == 1


def test_another_key_gives_another_index() -> None:
    assert email_index(KEY, "asha@example.com") != email_index(b"j" * 32, "asha@example.com")


def test_a_short_key_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 32 bytes"):
        email_index(b"k" * 31, "asha@example.com")


def test_an_index_computed_today_is_found_tomorrow() -> None:
    assert email_index(KEY, "asha@example.com") == "aypf2t6hk7rigmxhbj4lrcslgukcotbx"
