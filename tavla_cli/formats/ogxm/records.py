"""The records of OGXM v2: what a file is made of below its sections. Facts: formats/ogxm.md 4.

A record is its length, a mask that says which fields follow, and the fields in the order of their bits.
"""

from collections.abc import Callable
from struct import unpack_from
from typing import NamedTuple

from tavla_cli.formats.ogxm.common import LONGEST

Value = int | str | bytes | tuple[int, ...] | bool
"""A field's value: a number, a text, bytes as they are, a board or two numbers, True for a flag."""


class Broken(Exception):
    """The bytes are none of what should stand there; `at` is where. Never leaves this package."""

    def __init__(self, at: int) -> None:
        self.at = at


class Got(NamedTuple):
    """A value and its place."""

    value: Value
    start: int
    end: int


class Cursor:
    """Reads forwards in `data` up to `end`; raises Broken where there is too little or something else."""

    def __init__(self, data: bytes, at: int, end: int) -> None:
        self.data, self.at, self.end = data, at, end

    def take(self, count: int) -> bytes:
        start = self.at
        if count > self.end - start:
            raise Broken(start)
        self.at = start + count
        return self.data[start : self.at]

    def byte(self) -> int:
        if self.at >= self.end:
            raise Broken(self.at)
        self.at += 1
        return self.data[self.at - 1]

    def varint(self, bits: int = 32) -> int:
        start, value, shift = self.at, 0, 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            if byte < 128:
                break
            shift += 7
            if shift >= bits:
                raise Broken(start)
        if value >> bits or (shift and not byte):  # too large, or longer than it need be
            raise Broken(start)
        return value

    def record(self) -> "Cursor":
        """A cursor over the next record, which is passed by."""
        length = self.varint()
        start = self.at
        if length > self.end - start:
            raise Broken(start)
        self.at = start + length
        return Cursor(self.data, start, self.at)


def _number(cursor: Cursor) -> int:
    return cursor.varint()


def _long(cursor: Cursor) -> int:
    return cursor.varint(64)


def _pair(cursor: Cursor) -> tuple[int, ...]:
    return cursor.varint(), cursor.varint()


def _text(cursor: Cursor) -> str:
    start = cursor.at
    raw = cursor.take(cursor.varint())
    if len(raw) > LONGEST:
        raise Broken(start)
    return raw.decode("utf-8", "replace")


def _flag(_: Cursor) -> bool:
    return True


def _board(cursor: Cursor) -> tuple[int, ...]:
    found: tuple[int, ...] = unpack_from("<26b", cursor.take(26))
    return found


def _two_bytes(cursor: Cursor) -> tuple[int, ...]:
    return cursor.byte(), cursor.byte()


def _equity(cursor: Cursor) -> int:
    found: int = unpack_from("<i", cursor.take(4))[0]
    return found


def _counted(cursor: Cursor) -> bytes:
    return cursor.take(cursor.varint())


def _nested(cursor: Cursor) -> bytes:
    start = cursor.at
    cursor.record()
    return cursor.data[start : cursor.at]


_Read = Callable[[Cursor], Value]
Fields = tuple[tuple[str, _Read], ...]
"""Names and kinds of fields: of bit 0, 1, 2, ..."""

MTCH: Fields = (
    ("white", _text), ("black", _text), ("rules", _number), ("cube limit", _number), ("score start", _pair), ("score final", _pair),
    ("result", _number), ("source", _number), ("started", _long), ("completed", _long), ("player seat", _number),
    ("crawford before", _flag), ("event", _text), ("event year", _number), ("precision", _number), ("stage", _text), ("round", _number),
    ("table", _text), ("city", _text), ("country", _text), ("event url", _text), ("site", _text), ("match ref", _text),
    ("white profile", _nested), ("black profile", _nested), ("rated", _flag),
)  # fmt: skip

PROFILE: Fields = (("user", _text), ("rating", _number), ("system", _text), ("country", _text), ("kind", _number))

GAME: Fields = (
    ("winner", _number), ("points", _number), ("last", _flag), ("board", _board), ("cube", _number), ("owner", _number),
    ("doubles", _number), ("termination", _number),
)  # fmt: skip

EXTRAS: Fields = (
    ("dice", _two_bytes), ("resigned", _number), ("cube", _number), ("illegal", _flag), ("settled", _equity), ("steps", _counted),
    ("board", _board), ("action", _number), ("owner", _number),
)  # fmt: skip

ANNO: Fields = (
    ("key", _text), ("kind", _number), ("alternative", _number), ("language", _text), ("author", _text), ("at", _long),
)  # fmt: skip


def fields(cursor: Cursor, known: Fields, *required: tuple[str, _Read]) -> dict[str, Got]:
    """The fields of a record that `cursor` stands at, by name; those of unknown bits are passed by. Raises Broken."""
    body = cursor.record()
    mask = body.varint(64)
    found: dict[str, Got] = {}
    for name, read in required:
        start = body.at
        found[name] = Got(read(body), start, body.at)
    for bit, (name, read) in enumerate(known):
        if mask >> bit & 1:
            start = body.at
            found[name] = Got(read(body), start, body.at)
    return found


def number(found: dict[str, Got], name: str) -> int | None:
    got = found.get(name)
    return got.value if got is not None and isinstance(got.value, int) else None


def text(found: dict[str, Got], name: str) -> str:
    got = found.get(name)
    return got.value if got is not None and isinstance(got.value, str) else ""


NUMBER, TEXT = _number, _text
"""The kinds of required fields."""
