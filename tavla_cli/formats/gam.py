"""Reads single games as GammonEmpire and Jellyfish kept them, `.gam`: the rows of a `.mat` below a line with two names (formats/gam.md 1).

There is no match line, no game line and no score: every game is one of a money session. Writes none.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from tavla_cli.formats.format import Format
from tavla_cli.formats.lines import seat
from tavla_cli.formats.mat.rows import ROW
from tavla_cli.formats.mat.scan import Builder
from tavla_cli.formats.mat.scan import read as read_rows
from tavla_cli.grammar import grammar, sentence, span
from tavla_cli.record import Length, Match, Seat
from tavla_cli.source import Source, Span

if TYPE_CHECKING:
    from lark import Lark, Token

_LONGEST = 250  # characters of a line with names
_BEFORE = 5_000  # characters that may stand before the first row: comments
_FIRST_ROW = re.compile(r"^[ \t]*0{0,5}1[).][ \t]+(.{0,120}?[ \t])?[0-9]{2}:", re.M)
_ROW_FOLLOWS = re.compile(r"[\r\n][ \t\r\n]{0,400}0{0,5}1[).](?=\s)")
_NO_SIDE = re.compile(r"win", re.I)  # a result that stands in no column


class _Meaning:
    """The meaning of gam.lark."""

    def names(self, left: "Token", right: "Token") -> tuple[Seat, Seat]:
        return seat(str(left), span(left)[0]), seat(str(right), span(right)[0])


def recognises(source: Source) -> bool:
    """Nothing but comments and a line with two names stands before the first row, whose number is 1 and which holds dice."""
    text = source.text[: _BEFORE + 1000].replace("\r\n", "\n").replace("\r", "\n")  # `^` knows only LF; places do not matter here
    row = _FIRST_ROW.search(text)
    if row is None or row.start() > _BEFORE:
        return False
    before = [line for line in text[: row.start()].split("\n") if line.strip() and line.lstrip()[0] not in ";#"]
    return len(before) == 1 and _names(before[0]) is not None


def read(source: Source) -> Iterator[Match]:
    return read_rows(source.text, _Games(source.text))


class _Games(Builder):
    """A match whose games begin with a line of names."""

    format = "gam"
    states_results = False

    def line(self, start: int, line: str) -> Match | None:
        if len(line) <= _LONGEST and not ROW.match(line) and _ROW_FOLLOWS.match(self.text, start + len(line)) and (names := _names(line)):
            self.begin_game(start, line, None)
            left, right = (seat(each.name, start + each.span.start) for each in names)
            self.seats, self.seats_span = (left, right), Span(left.span.start, right.span.end)
            self.right_name = len(line[: names[1].span.start].expandtabs(8))
            if self.length is None:
                self.length = Length(0, money=True, span=self.seats_span)
        elif self.open and _NO_SIDE.match(line):
            self.pass_by(start, line)
            self.note(start, line)
        else:
            return super().line(start, line)
        return None


def _names(line: str) -> tuple[Seat, Seat] | None:
    found = sentence(_parser(), line, "names") if len(line) <= _LONGEST else None
    return found if isinstance(found, tuple) else None


@cache
def _parser() -> "Lark":
    return grammar("gam", _Meaning, ("names",))


FORMAT = Format(recognises, read)
