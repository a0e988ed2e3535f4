"""Bytes to text: encodings, lines, places, and what may be shown."""

import codecs
import time
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tavla_cli.source import Places, Source, Span, decode, lines, printable
from tests.shared import SHARED, needs_shared

TURKISH = (
    "Doğan|Ayşe|Yıldız|Işık|Çağla|Şahin|İbrahim|Özgür Öğüt|Akıncı|Taş|Baştürk|ÇAĞLAR ŞAHİN|Barış Güğüş|Müge Yüksel"
    "|Kâzım Işıl|Çiğdem|Gökçe Öztürk"
)
SERBIAN = "Đorđe|Petrović|Čolić|Miloš Đukić|Žarko|Kovač|Vučko|Čvoro|Anđela|Đuro|Ćosić|Šćepan|ĐORĐEVIĆ|Nađa Stojanović|Živojin Mišić|Mačkić"
CENTRAL = "Dvořák|Šimůnek|Łukasz Świątek|Paweł|Wałęsa"
WESTERN = "Jørgensen|Hélène|Brière|Peña|João|Nicolò|Åse|Weiß|Kjær|Bækgård|Guðrún|Sigurðsson|Davíð Þór|Loïc|Anaïs|Muñoz|Ægir|Mosè"
CYRILLIC = "Петровић|Душан|Јован Ђорђевић|Ана|Његош|Љубиша|МИЛОШ ЋОСИЋ|Иванов Юрий"
NAMES = [
    (page, name)
    for page, names in [("cp1254", TURKISH), ("cp1250", SERBIAN), ("cp1250", CENTRAL), ("cp1252", WESTERN), ("cp1251", CYRILLIC)]
    for name in names.split("|")
]


@pytest.mark.parametrize(("page", "name"), NAMES)
def test_one_name_tells_the_page(page: str, name: str) -> None:
    text = f" 3 point match\r\n {name} : 0      Bob : 0\r\n  1) 31: 8/5 6/5\r\n"
    source = decode("x.mat", text.encode(page))
    first = next(word for word in name.split() if not word.isascii())
    start = text.index(first)
    assert (source.text, source.encoding, source.bad) == (text, page, ())
    assert source.guessed is not None
    assert text[source.guessed.start : source.guessed.end] in name.split()
    assert source.guessed.start >= start


def test_guess_names_the_first_word_that_decides() -> None:
    text = "Çelik Gökçe Şahin Doğan"  # the first two are alike in all pages
    assert decode("x", text.encode("cp1254")) == Source("x", text, "cp1254", Span(12, 17), ())
    assert decode("x", "Çelik".encode("cp1254")).guessed == Span(0, 5)


def test_a_mistaken_letter_is_settled_by_the_other_names() -> None:
    assert decode("x", "Rođa : 0  Nikola : 0".encode("cp1250")).text == "Roğa : 0  Nikola : 0"  # a known limit: both are possible
    assert decode("x", "Rođa : 0  Đilas : 0".encode("cp1250")).text == "Rođa : 0  Đilas : 0"


def test_no_page_with_an_undefined_byte_when_another_has_a_letter() -> None:
    assert decode("x", b"abc \x9d def") == Source("x", "abc ť def", "cp1250", Span(4, 5), ())
    assert decode("x", "Mađar".encode("cp1250") + b" \x8e").text == "Mađar Ž"  # 1254 has no 8E
    assert decode("x", "Doğan".encode("cp1254") + b" \x90") == Source("x", "Doğan \ufffd", "cp1254", Span(0, 5), (Span(6, 7),))
    assert decode("x", b"\xa0 31: 8/5") == Source("x", "\xa0 31: 8/5", "cp1254", Span(0, 1), ())
    assert decode("x", "“Çetin” plays – 5€".encode("cp1254")).text == "“Çetin” plays – 5€"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", Source("x", "", "utf-8")),
        (b"Ali", Source("x", "Ali", "utf-8")),
        ("Çetin".encode(), Source("x", "Çetin", "utf-8")),
        (codecs.BOM_UTF8 + "Çetin".encode(), Source("x", "Çetin", "utf-8")),
        (codecs.BOM_UTF8, Source("x", "", "utf-8")),
        ("Çetin".encode("utf-16"), Source("x", "Çetin", "utf-16")),
        (codecs.BOM_UTF16_BE + "Çetin".encode("utf-16-be"), Source("x", "Çetin", "utf-16")),
        ("Çetin".encode("utf-32"), Source("x", "Çetin", "utf-32")),
        ("Çetin İş".encode("utf-16-le"), Source("x", "Çetin İş", "utf-16-le")),
        ("Çetin İş".encode("utf-16-be"), Source("x", "Çetin İş", "utf-16-be")),
        ("Ali".encode("utf-16") + b"\n", Source("x", "Ali\ufffd", "utf-16", None, (Span(3, 4),))),
        ("Çetin Şahin ".encode() + b"\xff\xfe!", Source("x", "Çetin Şahin \ufffd\ufffd!", "utf-8", None, (Span(12, 14),))),
        (codecs.BOM_UTF8 + b"a\xffb", Source("x", "a\ufffdb", "utf-8", None, (Span(1, 2),))),
    ],
)
def test_marks_utf8_and_utf16(data: bytes, expected: Source) -> None:
    assert decode("x", data) == expected


def test_the_first_hundred_bad_places() -> None:
    source = decode("x", "ç".encode() * 500 + b"\xff-" * 300)
    assert (source.encoding, len(source.bad), source.bad[99]) == ("utf-8", 100, Span(698, 699))


def test_a_given_encoding_is_used_as_it_is() -> None:
    assert decode("x", "Çetin".encode("cp857"), "CP857") == Source("x", "Çetin", "cp857")
    assert decode("x", codecs.BOM_UTF8 + b"Ali", "utf8") == Source("x", "Ali", "utf-8")
    assert decode("x", codecs.BOM_UTF16_LE + "Ali".encode("utf-16-le"), "utf-16-le") == Source("x", "Ali", "utf-16-le")
    assert decode("x", b"a\xff", "ascii") == Source("x", "a\ufffd", "ascii", None, (Span(1, 2),))


@pytest.mark.parametrize(
    "encoding", ["", "no-such", "zlib", "hex", "idna", "undefined", "punycode", "unicode_escape", "utf-7", "a\0b", "\ud800", "ş"]
)
def test_what_is_no_encoding(encoding: str) -> None:
    for data in (b"", b"abc"):
        with pytest.raises(LookupError):
            decode("x", data, encoding)


ENCODINGS = [
    None,
    "utf-8",
    "utf-8-sig",
    "utf-16",
    "utf-16-le",
    "utf-32",
    "cp1254",
    "cp857",
    "ascii",
    "latin-1",
    "shift_jis",
    "iso2022_jp",
    "gb18030",
    "hz",
]


@given(st.binary(max_size=200), st.sampled_from(ENCODINGS))
@example(b"\xff\xfe\0\0", None)
@example(b"\0", None)
@example(b"\x00\xd8", "utf-16-le")
def test_no_bytes_make_it_raise(data: bytes, encoding: str | None) -> None:
    source = decode("x", data, encoding)
    source.text.encode()  # no lone surrogate
    assert not source.text.startswith("\ufeff")
    assert all(set(source.text[span.start : span.end]) == {"\ufffd"} for span in source.bad)
    assert source.guessed is None or source.text[source.guessed.start : source.guessed.end]


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=100))
def test_utf8_reads_back(text: str) -> None:
    source = decode("x", text.encode())
    if source.encoding == "utf-8":  # a NUL in every second byte is UTF-16
        assert source == Source("x", text.lstrip("\ufeff"), "utf-8")
    else:
        assert "\0" in text


ENDED = st.text(alphabet="ab\t\r\n\v\f\x1c\x85\u2028\u2029é", max_size=40)


def test_lines_end_at_lf_crlf_and_cr_only() -> None:
    text = "a\nb\r\nc\rd\n\re\v\f\x1c\x85\u2028\u2029f"
    assert [text[s:e] for s, e in lines(text)] == ["a", "b", "c", "d", "", "e\v\f\x1c\x85\u2028\u2029f"]
    assert [list(lines(t)) for t in ("", "\n", "\r\n", "\r", "a", "\n\n", "\r\r\n")] == [
        [], [(0, 0)], [(0, 0)], [(0, 0)], [(0, 1)], [(0, 0), (1, 1)], [(0, 0), (1, 1)]
    ]  # fmt: skip


@given(ENDED)
def test_lines_join_back(text: str) -> None:
    found = list(lines(text))
    ends = [start for start, _ in found[1:]] + ([len(text)] if found else [])
    between = [text[end:start] for (_, end), start in zip(found, ends, strict=True)]
    assert "".join(text[s:e] + b for (s, e), b in zip(found, between, strict=True)) == text
    assert all(b in ("\n", "\r\n", "\r") for b in between[:-1])
    assert between[-1:] in ([], [""], ["\n"], ["\r\n"], ["\r"])
    assert not any(c in "\r\n" for s, e in found for c in text[s:e])
    assert [text[s:e] for s, e in found] == text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n") or not text


@given(ENDED)
def test_places_agree_with_lines(text: str) -> None:
    places = Places(text)
    for number, (start, end) in enumerate(lines(text), 1):
        assert [places.line_and_column(at) for at in range(start, end + 1)] == [(number, at - start + 1) for at in range(start, end + 1)]
        assert places.line(number) == text[start:end]
    count = len(list(lines(text)))
    last = places.line_and_column(len(text))
    assert last == ((count + 1, 1) if text[-1:] in ("", "\r", "\n") else (count, len(text) - list(lines(text))[-1][0] + 1))
    assert (places.line(0), places.line(-1), places.line(count + 1), places.line(count + 2)) == ("", "", "", "")


def test_places_outside_and_long_lines() -> None:
    places = Places("ab\n" + "c" * 5000 + "\r\nd")
    assert [places.line_and_column(at) for at in (-5, 0, 2, 3, 5003, 5004, 5005, 9999)] == [
        (1, 1), (1, 1), (1, 3), (2, 1), (2, 5001), (2, 5002), (3, 1), (3, 2)
    ]  # fmt: skip
    assert (places.line(2), places.line(3)) == ("c" * 2000, "d")
    assert Places("\tç\tb").line_and_column(3) == (1, 4)


def test_one_huge_line_is_a_step() -> None:
    text = "a" * 50_000_000
    began = time.process_time()
    assert list(lines(text)) == [(0, len(text))]
    assert Places(text).line_and_column(40_000_000) == (1, 40_000_001)
    assert decode("x", text.encode()[:-1] + b"\xf0").encoding == "cp1254"
    assert time.process_time() - began < 20


def test_printable() -> None:
    assert printable("Çetin\tĐorđe Петровић 42 \xa0é") == "Çetin Đorđe Петровић 42 \xa0é"
    shown = {
        "\0": r"\x00", "\x1b[31m": r"\x1b[31m", "\n": r"\x0a", "\x7f": r"\x7f", "\x9b": r"\x9b", "\u202e": r"\u202e", "\u2066": r"\u2066",
        "\u200b": r"\u200b", "\ufeff": r"\ufeff", "\xad": r"\xad", "\u2028": r"\u2028", "\udc80": r"\udc80", "\u3164": r"\u3164",
        "\U000e0041": r"\U000e0041",
    }  # fmt: skip
    assert {raw: printable(raw) for raw in shown} == shown


@given(st.text(alphabet=st.characters(), max_size=30))
def test_nothing_printed_is_a_control(text: str) -> None:
    shown = printable(text)
    assert not {unicodedata.category(c) for c in shown} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert printable(shown) == shown


@needs_shared
def test_real_files_are_utf8() -> None:
    assert SHARED is not None
    found = {path.name: decode(path.name, path.read_bytes()) for path in sorted((SHARED / "corpus" / "mat").iterdir()) if path.is_file()}
    assert len(found) > 100
    assert {name: source.encoding for name, source in found.items() if source.encoding != "utf-8" or source.bad or source.guessed} == {}
