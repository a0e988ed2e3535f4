"""Cuts a text into the pieces of SGF: parentheses, node marks, properties. Knows no property's meaning.

Every search goes over its stretch of the text once, and nothing is called for what is nested: the depth of variations costs nothing.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

MOST_PIECES = 5_000_000
"""Parentheses, nodes and properties of one input."""


class Mark(NamedTuple):
    """One of `(`, `)` and `;`."""

    char: str
    start: int


class Property(NamedTuple):
    """A name with at least one value. `name`: the capital letters of it (sgf.md 1). `values`: where the first one's bracket opens.

    `open`: the bracket of its only value is not closed, and the value was cut where something else begins.
    """

    name: str
    start: int
    values: int
    end: int
    open: bool = False


class Junk(NamedTuple):
    """A stretch that is none of this."""

    start: int
    end: int


class Cut(NamedTuple):
    """A value that the end of the text breaks off."""

    property: Property


class Limit(NamedTuple):
    """There are more pieces than are read."""

    start: int


Piece = Mark | Property | Junk | Cut | Limit

# Blanks, then one of: a mark, a name before a bracket, a word of something else, the end.
_NEXT = re.compile(r"[\s\0\x1a\ufeff]*+(?:([();])|([A-Za-z]++)[\s\0]*+(?=\[)|([A-Za-z]++|[^();A-Za-z\s\0\x1a\ufeff]++)|\Z)")
_VALUES = re.compile(r"(?:[\s\0]*+\[(?:[^\]\\]++|\\.)*+\])++", re.S)
_VALUE = re.compile(r"\[((?:[^\]\\]++|\\.)*+)\]?", re.S)
# In a value that is no text no bracket opens: where one does, the one before it was not closed.
_PLAIN_VALUES = re.compile(r"(?:[\s\0]*+\[(?:[^\[\]\\]++|\\.)*+\])++", re.S)
_PLAIN_REST = re.compile(r"\[(?:[^\[\]\\]++|\\.)*+", re.S)
_ELSE = re.compile(r"[;()\n\r]|[A-Z]{1,2}[\s\0]*+\Z")
_PLAIN = frozenset(
    ("W", "B", "A", "AE", "AW", "AB", "PL", "DI", "CV", "MI", "RU", "DA", "MR", "CR", "LU", "GW", "GB", "BM", "DO", "BC", "DC")
)


def pieces(text: str) -> Iterator[Piece]:
    """The pieces of a text in their order."""
    at, junk, count = 0, -1, 0
    while (found := _NEXT.match(text, at)) is not None:
        kind = found.lastindex
        if kind == 3:
            junk = found.start(3) if junk < 0 else junk
            at = found.end()
            continue
        if junk >= 0:
            yield Junk(junk, at)
            junk = -1
        if kind is None:
            return
        count += 1
        if count > MOST_PIECES:
            yield Limit(found.start(kind))
            return
        if kind == 1:
            yield Mark(found[1], found.start(1))
            at = found.end()
            continue
        piece = _property(text, found[2], found.start(2), found.end())
        yield piece
        if isinstance(piece, Cut):
            return
        at = piece.end


def values(text: str, of: Property) -> Iterator[tuple[int, int]]:
    """Where the values of a property stand in the text, without their brackets."""
    if of.open:
        yield of.values + 1, of.end
        return
    for found in _VALUE.finditer(text, of.values, of.end):
        yield found.span(1)


def _property(text: str, name: str, start: int, bracket: int) -> Property | Cut:
    """The property whose first value opens at `bracket`."""
    capitals = name if name.isupper() else "".join(filter(str.isupper, name))
    plain = capitals in _PLAIN
    found = (_PLAIN_VALUES if plain else _VALUES).match(text, bracket)
    if found:
        return Property(capitals, start, bracket, found.end())
    if not plain:
        return Cut(Property(capitals, start, bracket, len(text), True))
    rest = _PLAIN_REST.match(text, bracket)
    end = rest.end() if rest else bracket + 1
    cut = _ELSE.search(text, bracket + 1, end)
    if cut is None and end >= len(text) - 1:
        return Cut(Property(capitals, start, bracket, len(text), True))
    return Property(capitals, start, bracket, cut.start() if cut else end, True)
