"""The lines of a `.mat` match that are no rows, to what they claim (formats/mat.md 3 to 6 and 8). Knows neither rows nor order.

Each reader answers None for a line of another kind, mostly without parsing it. Spans count from the beginning of the text handed in.
"""

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tavla_cli.board import OFF, Position
from tavla_cli.formats.notation import LONGEST, folded
from tavla_cli.grammar import grammar, sentence, span
from tavla_cli.record import Length, Seat, SetBoard, Side, Tag
from tavla_cli.source.span import Span

if TYPE_CHECKING:
    from lark import Lark, Token

_CHECKERS = 15
_STARTS = ("seat", "header", "match", "game", "set_pos")
_SEAT = re.compile(r":\s*[-+]?[0-9]{1,9}\s*\Z")
_HEADER = re.compile(r"\s*[;#]+\s*\[")
_GAME = re.compile(r"\s*game\s+[0-9]", re.IGNORECASE)
_MATCH = re.compile(r"\s*((\S{1,20} )?\S{1,100}?\s*-?(points?|pts?)[ -]+match|match +(of|to) |money |unlimited )")
_ODD_LENGTH = re.compile(r" *[0-9]\S*( [0-9]\S*)* +(points?|pts?)[ -]+match(?!\w)")  # `3.5 point match`
_SET_POS = re.compile(r"\s*[;#]+\s*set\s*pos\s*=", re.IGNORECASE)


class GameLine(NamedTuple):
    """A line that begins a game. `number` is None where it is too long to be one; `crawford`: it says that it is the Crawford game."""

    number: int | None
    crawford: bool = False


class _LineMeaning:
    """The meaning of mat_lines.lark. An optional part that is missing is None."""

    def seat(self, *parts: "Token | None") -> Seat:
        name = rating = score = None
        for token in parts:
            if token is None:
                continue
            if token.type == "RATING":
                rating = token[1:].strip()
            elif token.type == "SCORE":
                score = token
            else:
                name = token
        assert score is not None  # every sentence of the rule has one
        start, end = span(score)
        return Seat(name.strip() if name else "", int(score), rating, Span(0, end), _trimmed(name), Span(start, end))

    def header(self, key: "Token", value: "Token | None") -> Tag:
        said = "" if value is None else value[1:-1] if value.type == "QUOTED" else str(value)
        return Tag(key.strip(), said, Span(span(key)[0], span(value or key)[1]))

    def match(self, number: "Token | None") -> Length:
        if number is None or number.type == "ODD":
            return Length(None)
        if number.type == "MONEY":
            return Length(None, money=True)
        return Length(int(number), span=Span(*span(number)))

    def game(self, number: "Token", crawford: "Token | None" = None) -> GameLine:
        return GameLine(int(number) if number.type == "NUMERAL" else None, crawford is not None)

    def set_pos(self, board: "Token", cube: "Token | None") -> SetBoard:
        position = _position(board)
        if cube is None or position is None:
            return SetBoard(position)
        power = int(cube)
        owner = None if power == 0 else Side.LEFT if power < 0 else Side.RIGHT
        return SetBoard(position, 2 ** abs(power), owner)


def read_seat(text: str) -> Seat | None:
    """One half of a score line, `name : 3` or `name,1529 : 0`; the last colon counts."""
    if len(text) > LONGEST or not _SEAT.search(text[-40:]):
        return None
    return _seat(text)


@lru_cache(maxsize=256)
def _seat(text: str) -> Seat | None:
    found = _read(text, "seat")
    return found if isinstance(found, Seat) else None


def read_header(text: str) -> Tag | None:
    """A header line `; [Key "Value"]`. Its span runs from the key to the end of the value, quotes included."""
    if not _HEADER.match(text):
        return None
    found = _read(text, "header")
    return found if isinstance(found, Tag) else None


def read_match_line(text: str) -> Length | None:
    """`7 point match`, `Match of 7 points`, `Money session`. Its span is that of the number, or of the line where there is none."""
    if len(text) > LONGEST or not _MATCH.match(plain := folded(text)):
        return None
    found = _read(plain, "match")
    if not isinstance(found, Length):
        return Length(None, span=_line(text)) if _ODD_LENGTH.match(plain) else None
    return found if found.span.end else Length(found.points, found.money, _line(text))


def read_game_line(text: str) -> GameLine | None:
    """`Game 3`, `Game 3 (Crawford)`, and nothing after it: a player can be called `Game 3`."""
    if not _GAME.match(text):
        return None
    found = _read(folded(text[: LONGEST + 1]), "game")
    return found if isinstance(found, GameLine) else None


def read_set_pos(text: str) -> SetBoard | None:
    """`; Set Pos=<26 characters>/c`, a board with its cube set inside a game; a SetBoard without a position where it shows none."""
    if not _SET_POS.match(text):
        return None
    found = _read(text, "set_pos")
    return found if isinstance(found, SetBoard) else SetBoard(None)


def _read(text: str, kind: str) -> object:
    return None if len(text) > LONGEST else sentence(_parser(), text, kind)


@cache
def _parser() -> "Lark":
    return grammar("mat_lines", _LineMeaning, _STARTS)


def _line(text: str) -> Span:
    return Span(len(text) - len(text.lstrip()), len(text.rstrip()))


def _trimmed(name: "Token | None") -> Span:
    if name is None:
        return Span(0, 0)
    start, end = span(name)
    blank = len(name) - len(name.lstrip())
    return Span(start + blank, max(start + blank, end - (len(name) - len(name.rstrip()))))


def _position(board: str) -> Position | None:
    """The board of a `Set Pos`, seen by the left player.

    Upper case is his, on his own points, index 25 his bar; index 0 is the other's bar. That is the reverse of an XGID (formats/mat.md 8).
    """
    own, opp = bytearray(26), bytearray(26)
    for point, letter in enumerate(board):
        if letter != "-":
            side, place = (own, point) if letter.isupper() else (opp, 25 - point)
            side[place] += ord(letter.lower()) - ord("a") + 1
    if own[OFF] or opp[OFF]:  # a checker of his where only the other's bar can be
        return None
    own[OFF], opp[OFF] = max(_CHECKERS - sum(own), 0), max(_CHECKERS - sum(opp), 0)
    return Position(bytes(own), bytes(opp))
