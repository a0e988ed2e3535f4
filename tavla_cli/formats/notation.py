"""A play as people and programs write it, to steps (formats/notation.md). Knows no board: what is legal is decided later."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from tavla_cli.board import BAR, OFF, Step
from tavla_cli.grammar import grammar, sentence, span
from tavla_cli.record import Unplayed

if TYPE_CHECKING:
    from lark import Lark, Token

LONGEST = 4000  # characters; no play of four checkers is longer, and what is longer is not parsed
MOST_MOVES = 16  # moves of a checker in one play; a double has four

_STEP = re.compile(r"(\([0-9]+\))?([^x(]*)(.*)")  # a count before, the way, a count behind
_STOP = re.compile(r"(?:->|[/>-])? *([^ /*>-]+|-) *(\*?)")  # a point on the way, and its star
_POINTS = {**{str(point): point for point in range(26)}, "bar": BAR, "off": OFF, "-": OFF}  # other words: the grammar is asked
_ALIKE = {
    **dict.fromkeys("‐‑‒–—―−", "-"), **dict.fromkeys("→➔➜➝⇒⟶", ">"), **dict.fromkeys("⁄∕", "/"), **dict.fromkeys("‘’´`ʼ", "'"),
    "×": "x", "∗": "*", "ı": "i",
}  # fmt: skip


class _Chain(NamedTuple):
    """A step without its place: see `Step`."""

    points: tuple[int, ...]
    hits: tuple[bool, ...]
    times: int


class PlayMeaning:
    """The meaning of notation.lark: what `read_play` returns."""

    def play(self, *tokens: "Token") -> tuple[Step, ...] | None:
        steps = tuple(Step(*_chain(str(token)), *span(token)) for token in tokens)
        return steps if sum((len(step.points) - 1) * step.count for step in steps) <= MOST_MOVES else None

    def bar(self, _: "Token") -> int:
        return BAR

    def off(self, _: "Token") -> int:
        return OFF

    def cannot_move(self, _: "Token") -> Unplayed:
        return Unplayed.CANNOT_MOVE

    def unknown(self, _: "Token") -> Unplayed:
        return Unplayed.UNKNOWN

    def nothing(self) -> Unplayed:
        return Unplayed.NOTHING


def read_play(text: str) -> tuple[Step, ...] | Unplayed | None:
    """The steps of a play without its dice, or what stands where a play should; None where it cannot be read.

    Steps count from the beginning of the text, from the first point (or a count before it) to the end of the count.
    """
    if len(text) > LONGEST:
        return None
    found = sentence(_parser(), folded(text))
    return found if isinstance(found, tuple | Unplayed) else None


def spelled_steps(hops: Iterable[tuple[int, int]]) -> str:
    """Pairs of the mover's own points in the order in which a record keeps them, like neighbours counted: `24/18 13/11(2)`."""
    words = (f"{'bar' if src == BAR else src}/{'off' if dst == OFF else dst}" for src, dst in hops)
    counted = ((word, len(list(same))) for word, same in groupby(words))
    return " ".join(f"{word}({count})" if count > 1 else word for word, count in counted)


def folded(text: str) -> str:
    """The text in lower case without accents, of the same length, so that a place in one is a place in the other.

    All four Turkish letters I, İ, ı and i become `i`: records are shifted to lower and upper case by programs that know no Turkish.
    """
    return text.lower() if text.isascii() and text.isprintable() else "".join(map(_folded, text))


@lru_cache(maxsize=4096)
def _folded(letter: str) -> str:
    if letter.isspace():
        return " "
    plain = unicodedata.normalize("NFD", _ALIKE.get(letter, letter))[0]
    lower = plain.lower()
    return lower if len(lower) == 1 else plain


@lru_cache(maxsize=4096)
def _chain(step: str) -> _Chain:
    """What a STEP of the grammar says: `13/7*/5(2)`, `8/4 x2`, `(2)8/5`. There are few different ones."""
    found = _STEP.fullmatch(step)
    assert found is not None
    before, way, times = found.groups("")
    stops = _STOP.findall(way)
    points = tuple(_point(word) for word, _ in stops)
    hits = [star == "*" for _, star in stops[1:]]
    hits[-1] |= times.endswith("*")
    return _Chain(points, tuple(hits), int((before or times).strip("x() *") or 1))


def _point(word: str) -> int:
    if word in _POINTS:
        return _POINTS[word]
    found = sentence(_parser(), word, "word")
    return found if isinstance(found, int) else int(word)  # `08`


@cache
def _parser() -> "Lark":
    return grammar("notation", PlayMeaning, ("start", "word"))
