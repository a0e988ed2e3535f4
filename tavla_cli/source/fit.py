"""Which code page bytes were written in, judged by the letters of the words they make. Decides between four pages; decodes nothing else.

Text in a code page says nowhere which one it is. The pages agree in most letters that their languages share (`ö`, `é`);
what decides are the bytes that are another letter in each: F0 is `ğ` in 1254, `đ` in 1250, `ð` in 1252 and a Cyrillic `р` in 1251.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from tavla_cli.source.span import Span

PAGES = ("cp1254", "cp1250", "cp1252", "cp1251")
"""In the order in which they are taken when they fit alike."""

_DISTINCT = 4_000
_SEEN = 100_000
_REACH = 30
_HIGH = re.compile(rb"[\x80-\x9f\xa1-\xff]")
_REST = re.compile(rb"[A-Za-z\x80-\x9f\xa1-\xff]{1,%d}" % _REACH)
_BEFORE = re.compile(rb"[A-Za-z]*\Z")

_ASCII = "abcdefghijklmnopqrstuvwxyz"
_CYRILLIC = "абвгдежзиклмнопрстуфхцчш"
_VOWELS = frozenset("aeiouyıæøœ")


class _Alphabet(NamedTuple):
    weight: int
    letters: frozenset[str]


def _with_ascii(weight: int, letters: str, without: str = "") -> _Alphabet:
    return _Alphabet(weight, frozenset(_ASCII + letters) - frozenset(without))


# What tavla players write first, then the languages of the west, then what shares a page with Serbian.
_ALPHABETS: dict[str, tuple[_Alphabet, ...]] = {
    "cp1254": (_with_ascii(6, "çğıöşüâîû", without="qwx"),),
    "cp1250": (
        _with_ascii(6, "čćđšž", without="qwxy"),  # Serbian, Croatian, Bosnian
        _with_ascii(3, "áčďéěíňóřšťúůýžäĺľôŕ"),  # Czech, Slovak, Slovene
        _with_ascii(3, "ąćęłńóśźż"),  # Polish
        _with_ascii(3, "áéíóöőúüű"),  # Hungarian
        _with_ascii(2, "ăâîşţ"),  # Romanian
    ),
    "cp1252": (
        _with_ascii(4, "äöüßé"),  # German
        _with_ascii(4, "àâæçèéêëîïôœùûüÿ"),  # French
        _with_ascii(4, "áéíñóúüçàèòï"),  # Spanish, Catalan
        _with_ascii(4, "áâãàçéêíóôõú"),  # Portuguese
        _with_ascii(4, "àèéìòù"),  # Italian
        _with_ascii(4, "åäæöøéü"),  # Danish, Norwegian, Swedish
        _with_ascii(4, "áðéíóúýþæö"),  # Icelandic
        _with_ascii(2, "äöõüšž"),  # Estonian, Finnish
    ),
    "cp1251": (
        _Alphabet(6, frozenset(_CYRILLIC + "ђјљњћџ")),  # Serbian, Montenegrin
        _Alphabet(4, frozenset(_CYRILLIC + "ёйщъыьэюя")),  # Russian, Bulgarian
    ),
}


def words(data: bytes) -> dict[bytes, int]:
    """The distinct words with a byte over 127, each with where it stands first; of a huge input only those of the first part."""
    found: dict[bytes, int] = {}
    end = seen = 0
    while (high := _HIGH.search(data, end)) and seen < _SEEN and len(found) < _DISTINCT:
        before = _BEFORE.search(data[max(end, high.start() - _REACH) : high.start()])
        rest = _REST.match(data, high.start())
        assert before and rest  # neither can fail: the one may be empty, the other begins with the byte found
        start = high.start() - len(before.group())
        end = rest.end()
        seen += 1
        found.setdefault(data[start:end], start)
    return found


def mostly_utf8(found: Iterable[bytes]) -> bool:
    """Whether what is not valid UTF-8 is UTF-8 all the same: at least as many whole letters as broken ones. A code page makes few."""
    whole = broken = 0
    for word in found:
        text = word.decode("utf-8", "replace")
        bad = text.count("\ufffd")
        broken += bad
        whole += sum(not char.isascii() for char in text) - bad
    return whole > 0 and whole >= broken


def fitting(found: Iterable[bytes]) -> str:
    """The page that fits best: fewest words with an undefined byte or a symbol in them, then the words in the letters of one language."""
    texts = list(found)

    def misfit(page: str) -> tuple[int, int]:
        odd = score = 0
        for word in texts:
            text = word.decode(page, "replace")
            odd += _odd(text, page)
            score += _score(text, page)
        return odd, -score

    return min(PAGES, key=misfit)


def first_deciding(found: dict[bytes, int], page: str) -> Span | None:
    """The first word that another page reads differently, else the first. One byte is one code point: offsets are those of bytes."""
    others = [other for other in PAGES if other != page and (other != "cp1251" or page == "cp1251")]
    deciding = (word for word in found if any(word.decode(page, "replace") != word.decode(other, "replace") for other in others))
    word = next(deciding, next(iter(found), None))
    return None if word is None else Span(found[word], found[word] + len(word))


def _letter(char: str) -> bool:
    return char.isalpha() and char not in "ªº"


def _odd(text: str, page: str) -> bool:
    """A symbol where a letter must be (`Pawe³`), a byte that the page does not have, or two alphabets in one word."""
    if "\ufffd" in text:
        return True
    if page == "cp1251" and any(map(str.isascii, text)) and any(_letter(c) and not c.isascii() for c in text):
        return True
    for at, char in enumerate(text):
        if char.isascii() or _letter(char):
            continue
        left = at > 0 and _letter(text[at - 1])
        right = at + 1 < len(text) and _letter(text[at + 1])
        kind = unicodedata.category(char)
        # Quotation marks and dashes stand anywhere; other punctuation stands beside words, a symbol or a small raised digit does neither.
        if (left and right and kind not in ("Pi", "Pf", "Pd")) or ((left or right) and kind[0] != "P"):
            return True
    return False


def _score(text: str, page: str) -> int:
    letters = [c for c in text if _letter(c)]
    if all(c.isascii() for c in letters):
        return 0
    lower = {c.replace("İ", "i").lower() for c in letters}
    weight = max((a.weight for a in _ALPHABETS[page] if lower <= a.letters), default=0)
    if page == "cp1251":
        return weight  # every letter counts there, and Slavic words are full of clusters
    return weight - sum(_strange(text, at) for at, c in enumerate(text) if _letter(c) and not c.isascii())


def _vowel(char: str) -> bool:
    return unicodedata.normalize("NFD", char.lower())[:1] in _VOWELS


def _strange(text: str, at: int) -> int:
    """How strange a letter is where it stands. Consonants come before vowels, vowels before consonants; a few have habits of their own."""
    char = text[at].lower()
    before = text[at - 1] if at and _letter(text[at - 1]) else ""
    after = text[at + 1] if at + 1 < len(text) and _letter(text[at + 1]) else ""
    if char == "ğ":  # follows a vowel, always
        return 0 if before and _vowel(before) else 6
    if char == "ð":  # never begins a word
        return 0 if before else 6
    if char == "þ" and before:  # begins words
        return 3
    if char == "č" and after.lower() in ("k", "v"):  # Vučko, Čvoro
        return 0
    if after:
        return 3 if _vowel(char) == _vowel(after) else 0
    return 3 if before and _vowel(char) == _vowel(before) else 0
