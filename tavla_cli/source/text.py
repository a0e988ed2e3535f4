"""Bytes to text, and the places in a text: encodings, byte-order marks, line ends. Knows no format and reads no file."""

import codecs
import re
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from tavla_cli.source.fit import first_deciding, fitting, mostly_utf8, words
from tavla_cli.source.span import Span

LINE_LIMIT = 1 << 20
"""The longest line that is read, in characters (T115)."""

SHOWN = 2_000
"""How much of a line is shown, in characters."""

_BAD = 100
_REPLACED = re.compile("\ufffd+")
_LINE_END = re.compile("[\r\n]")
# UTF-32 first: its little-endian mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Text codecs of Python in which no file is written: they raise whatever is asked of them, take quadratic time, or give lone surrogates.
_NOT_FOR_FILES = {"idna", "punycode", "undefined", "unicode-escape", "unicode_escape", "raw-unicode-escape", "raw_unicode_escape", "utf-7"}
# Characters that take no room though they are neither controls nor format characters.
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")


@dataclass(frozen=True, slots=True)
class Source:
    """A decoded input. `text` holds no byte-order mark and no lone surrogate; U+FFFD stands where bytes were not valid.

    `data` is what a binary format reads; `text` then is empty and `encoding` is "binary".
    `guessed` is the first word that decided a guessed code page (T111), None if nothing was guessed. `bad` are the stretches of bytes that
    are not valid in the encoding (T107), the first 100.
    """

    name: str
    text: str
    encoding: str
    guessed: Span | None = None
    bad: tuple[Span, ...] = ()
    data: bytes = field(default=b"", repr=False)


def decode(name: str, data: bytes, encoding: str | None = None) -> Source:
    """The text of an input: by its mark, else UTF-8, else UTF-16 without a mark, else the code page whose letters fit best.

    A given `encoding` is used as it is; LookupError if there is none of that name. No bytes make it raise.
    """
    if encoding is not None:
        return _decoded(name, data, _codec(encoding))
    for mark, marked in _MARKS:
        if data.startswith(mark):
            return _decoded(name, data, marked)
    wide = _wide(data)
    if wide is not None:
        return _decoded(name, data, wide)
    try:
        return Source(name, data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError as error:
        first = error.start
    found = words(data)
    if mostly_utf8(found):
        return _decoded(name, data, "utf-8")
    page = fitting(found)
    return _decoded(name, data, page, first_deciding(found, page) or Span(first, first + 1))


def _codec(encoding: str) -> str:
    try:
        codec = codecs.lookup(encoding).name
        if codec not in _NOT_FOR_FILES:
            b"a".decode(codec, "replace")  # LookupError for what is a codec, but not of text (zlib, hex)
            return codec
    except ValueError:  # a name with NUL in it
        pass
    raise LookupError(f"unknown encoding: {encoding}")


def _decoded(name: str, data: bytes, codec: str, guessed: Span | None = None) -> Source:
    try:
        text, bad = data.decode(codec), False
    except UnicodeDecodeError:
        text, bad = data.decode(codec, "replace"), True
    text = text.lstrip("\ufeff")
    # A U+FFFD that the file itself holds is counted too, but only beside bytes that are really bad.
    spans = tuple(Span(*m.span()) for m in islice(_REPLACED.finditer(text), _BAD)) if bad else ()
    return Source(name, text, codec, guessed, spans)


def _wide(data: bytes) -> str | None:
    """UTF-16 without a mark: at least half of the text is ASCII, so that one byte of each pair is NUL and the other is not."""
    sample = data[:4096]
    if b"\0" not in sample:
        return None
    even, odd = sample[0::2], sample[1::2]
    if not even.count(0) and odd.count(0) * 2 >= len(even):
        return "utf-16-le"
    if not odd.count(0) and even.count(0) * 2 >= len(even):
        return "utf-16-be"
    return None


def lines(text: str) -> Iterator[tuple[int, int]]:
    """Where each line begins and ends, its line end not included. Lines end at LF, CRLF and CR; the last may have no end."""
    # Two searches that each go over the text once: sixty times as fast as a regular expression on one long line.
    start, lf, cr = 0, text.find("\n"), text.find("\r")
    while lf >= 0 or cr >= 0:
        if cr < 0 or 0 <= lf < cr:
            yield start, lf
            start = lf + 1
        else:
            yield start, cr
            start = cr + 2 if lf == cr + 1 else cr + 1
            cr = text.find("\r", start)
        if 0 <= lf < start:
            lf = text.find("\n", start)
    if start < len(text):
        yield start, len(text)


class Places:
    """Lines and columns of offsets in a text. The table of lines grows as far as is asked: a text may hold a hundred million lines."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = array("q")
        self._more = self._all_starts()

    def _all_starts(self) -> Iterator[int]:
        yield from (start for start, _ in lines(self._text))
        if self._text[-1:] in ("", "\n", "\r"):  # a place after the last line end is on a line of its own
            yield len(self._text)

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Both count from 1; columns count code points, a tab as one. An offset outside the text is moved to its nearer end."""
        offset = min(max(offset, 0), len(self._text))
        if not self._starts or self._starts[-1] <= offset:
            for start in self._more:
                self._starts.append(start)
                if start > offset:
                    break
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """A line as it stands in the file, without its end, at most 2,000 characters of it; "" where there is no such line."""
        if number < 1:
            return ""
        self._starts.extend(islice(self._more, max(0, number - len(self._starts))))
        if number > len(self._starts):
            return ""
        start = self._starts[number - 1]
        shown = self._text[start : start + SHOWN]
        end = _LINE_END.search(shown)
        return shown[: end.start()] if end else shown


def printable(text: str) -> str:
    """What may be shown on a terminal: what would move its cursor, turn the writing round or not be seen is written `\\x1b`, `\\u202e`.

    A tab becomes one blank, so that columns stay.
    """
    if text.isprintable() and _UNSEEN.isdisjoint(text):
        return text
    return "".join(map(_shown, text))


def _shown(char: str) -> str:
    if char == "\t":
        return " "
    if (char.isprintable() and char not in _UNSEEN) or unicodedata.category(char) == "Zs":
        return char
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
