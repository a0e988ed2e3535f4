"""Cuts a text into the rows and cells of a table. Knows no heading."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tavla_cli.source import LINE_LIMIT, Span

DELIMITERS = ";,\t|"
MOST_CELLS = 200
"""Cells in one row."""

_BLANK = " \t\0\xa0\x1a"
_END = re.compile(r"\r\n|\n|\r")


class Cell(NamedTuple):
    """What stands in a cell, without blanks and quotes around it, and where. `text` is one line."""

    text: str
    span: Span

    def __bool__(self) -> bool:
        return bool(self.text)


class Row(NamedTuple):
    """`limit`: what stopped the reading at this row, None where nothing did."""

    cells: tuple[Cell, ...]
    span: Span
    limit: str | None = None


def rows(text: str, delimiter: str, start: int = 0) -> Iterator[Row]:
    """The rows that hold anything, from an offset on. A quoted cell may go over several lines."""
    pattern = _pattern(delimiter)
    at = start
    while at < len(text):
        begin, cells = at, list[Cell]()
        while True:
            found = pattern.match(text, at)
            assert found is not None  # it matches nothing at all, too
            at = found.end()
            if at - begin > LINE_LIMIT:
                break
            group = 1 if found[1] is not None else 2
            cells.append(_cell(text, *found.span(group), quoted=group == 1))
            if at >= len(text) or text[at] != delimiter:
                break
            at += 1
            if len(cells) == MOST_CELLS:
                yield Row((), Span(begin, begin + 1), f"a row of {MOST_CELLS} cells")
                return
        if at - begin > LINE_LIMIT:
            yield Row((), Span(begin, begin + 1), "a row of 1 MiB")
            return
        if any(cells):
            yield Row(tuple(cells), Span(begin, at))
        end = _END.match(text, at)
        at = end.end() if end else at


def _cell(text: str, start: int, end: int, quoted: bool) -> Cell:
    while start < end and text[start] in _BLANK:
        start += 1
    while end > start and text[end - 1] in _BLANK:
        end -= 1
    said = text[start:end]
    if quoted:
        said = " ".join(said.replace('""', '"').split())
    elif said[:1] == "'" and said[1:2] in ("=", "+", "-", "@"):
        said = said[1:]  # so that a spreadsheet does not take it for a formula
    return Cell(said, Span(start, end))


@cache
def _pattern(delimiter: str) -> re.Pattern[str]:
    # A quote that is not closed within a page is a sign like any other: nothing is searched for twice.
    sign = re.escape(delimiter)
    return re.compile(rf'[ ]*"((?:[^"]|""){{0,2000}}+)"[ ]*(?={sign}|\r|\n|\Z)|([^{sign}\r\n]*)')
