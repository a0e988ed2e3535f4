"""What the values of SGF's properties mean: the meaning of sgf.lark, and text. Knows no tree."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tavla_cli.board import BAR, OFF
from tavla_cli.grammar import grammar, sentence, span
from tavla_cli.record import Ending, Side

if TYPE_CHECKING:
    from lark import Lark, Token

LONGEST = 1_000
"""Characters of a value that is no text; none is a tenth as long."""

_STARTS = ("move", "head", "dice", "item", "rule", "result", "colour", "keeper", "number", "points")


class Pair(NamedTuple):
    """One checker's way, each point one of the letters `a` to `z`, and where it stands in the value."""

    letters: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Moved:
    """Dice and pairs. `rest`: what stands behind the dice where it cannot be read, and where."""

    dice: tuple[int, int]
    pairs: tuple[Pair, ...] = ()
    rest: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Word:
    """`double`, `take`, `drop`, `resign`, `accept` or `reject`, with the number behind `resign`."""

    word: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """RE. `how` is None where the value does not say; `winner` None for a game that it says has none."""

    winner: Side | None
    points: int | None = None
    how: Ending | None = None


_HOW = {"r": Ending.RESIGNATION, "t": Ending.TIME, "f": Ending.FORFEIT}


class ValueMeaning:
    """The meaning of sgf.lark."""

    def move(self, first: "Token", *rest: "Token | None") -> Moved | Word:
        if first.type == "DICE":
            return Moved(_dice(first), tuple(Pair(str(token), *span(token)) for token in rest if token is not None))
        number = rest[0] if rest else None
        return Word(first.lower(), int(number) if number is not None else None)

    def head(self, dice: "Token", rest: "Token") -> Moved:
        return Moved(_dice(dice), (), span(rest))

    def dice(self, dice: "Token") -> tuple[int, int]:
        return _dice(dice)

    def item(self, key: "Token", number: "Token") -> tuple[str, int]:
        return key.lower(), int(number)

    def rule(self, *rules: "Token") -> tuple[str, ...]:
        return tuple(rule.strip() for rule in rules)

    def result(self, first: "Token", number: "Token | None" = None, how: "Token | None" = None) -> Ended:
        if first.type == "NONE":
            return Ended(None)
        return Ended(_side(first), None if number is None else int(number), None if how is None else _HOW[how[0].lower()])

    def colour(self, colour: "Token") -> Side:
        return _side(colour)

    def keeper(self, word: "Token") -> tuple[Side | None]:
        return (_side(word) if word.type == "COLOUR" else None,)

    def number(self, number: "Token") -> int:
        return int(number)

    def points(self, first: "Token", last: "Token | None" = None) -> str:
        """The letters of a point or of a range, in the order of the alphabet."""
        return "".join(chr(code) for code in range(ord(first[0]), ord((last or first)[0]) + 1))


def _dice(token: "Token") -> tuple[int, int]:
    return int(token[0]), int(token[1])


def _side(token: "Token") -> Side:
    return Side.LEFT if token[0] in "wW" else Side.RIGHT


def read_move(value: str) -> Moved | Word | None:
    """A value of B or W; where only its dice can be read, those."""
    found = _read("move", value)
    if found is None:
        found = _read("head", value)
    return found if isinstance(found, Moved | Word) else None


def read_dice(value: str) -> tuple[int, int] | None:
    found = _read("dice", value)
    return (found[0], found[1]) if isinstance(found, tuple) else None


def read_item(value: str) -> tuple[str, int] | None:
    """An item of MI: its name in lower case and its number."""
    found = _read("item", value)
    return (found[0], found[1]) if isinstance(found, tuple) else None


def read_rules(value: str) -> tuple[str, ...] | None:
    found = _read("rule", value)
    return tuple(map(str, found)) if isinstance(found, tuple) else None


def read_result(value: str) -> Ended | None:
    found = _read("result", value)
    return found if isinstance(found, Ended) else None


def read_colour(value: str) -> Side | None:
    found = _read("colour", value)
    return found if isinstance(found, Side) else None


def read_keeper(value: str) -> tuple[Side | None] | None:
    """Who has the cube, (None,) for nobody; None where the value cannot be read."""
    found = _read("keeper", value)
    return (found[0],) if isinstance(found, tuple) else None


def read_number(value: str) -> int | None:
    found = _read("number", value)
    return found if isinstance(found, int) else None


def read_points(value: str) -> str | None:
    """The letters that a value of AE, AW or AB names: one, or a range."""
    found = _read("points", value)
    return found if isinstance(found, str) else None


@lru_cache(maxsize=16_384)
def _read(start: str, value: str) -> object:
    if len(value) > LONGEST:
        return None
    return sentence(_parser(), value, start)


@cache
def _parser() -> "Lark":
    return grammar("sgf", ValueMeaning, _STARTS)


# ---- letters and text


def point(letter: str, side: Side) -> int:
    """The mover's own number of a point, which the letters count from White's side for both players (sgf.md 3)."""
    if letter == "y":
        return BAR
    if letter == "z":
        return OFF
    own = ord(letter) - 96
    return own if side is Side.LEFT else BAR - own


def letter(own: int, side: Side) -> str:
    """The letter of a point of the mover's own."""
    if own >= BAR:
        return "y"
    if own <= OFF:
        return "z"
    return chr(96 + (own if side is Side.LEFT else BAR - own))


_ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.S)
_ENDS = re.compile(r"\r\n?")


def unescaped(value: str) -> str:
    """Text without its escapes: a backslash before a line end takes that away, any other stands for what follows it."""
    return _ESCAPED.sub(lambda found: "" if found[1][0] in "\r\n" else found[1], value)


def read_text(value: str) -> str:
    """A text of several lines: white space is a blank, but for line ends."""
    return re.sub(r"[^\S\n]", " ", _ENDS.sub("\n", unescaped(value)))


def read_line(value: str) -> str:
    """A text of one line: a name, a place."""
    return " ".join(read_text(value).split("\n")).strip()


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
