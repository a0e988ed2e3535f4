"""Reads the matches of TrueMoneyGames, `.tmg` (formats/tmg.md). Writes none.

`Player1` is the left player. A roll and its play are two records: the entry stands where the play does. What is set
between the records of a game is kept as a comment; beavers that are allowed there are allowed.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tavla_cli.formats.format import Format
from tavla_cli.formats.lines import Claims, OpenGame, seat, sentences
from tavla_cli.grammar import grammar, span
from tavla_cli.record import Beaver, Double, Drop, Ending, Match, Remark, Seat, Side, Take, Win
from tavla_cli.source import Source, Span

if TYPE_CHECKING:
    from lark import Token

# The types of records (tmg.md, Records).
_ROLL, _AUTOMATIC, _PLAY, _DOUBLE, _TAKE, _BEAVER, _PASS, _SETTLEMENT = 1, 2, 4, 5, 7, 8, 10, 19
_WINS = (14, 15, 16)  # single, gammon, backgammon
_OUT_OF_TIME = (17, 22)

_STARTS = ("option", "game", "record", "player", "date", "dice", "to", "points")
_SWITCHES = {"jacoby": "Jacoby", "crawford": "Crawford", "beavers": "Beaver"}  # the names of .mat headers
_VARIANTS = {"1": "Backgammon", "2": "Nackgammon"}

_OPTION = re.compile(r"^[ \t]*(MatchID|Player[12]):", re.M)
_GAME = re.compile(r"^[ \t]*Game [0-9]{1,9}: *[0-9]{1,9} *- *[0-9]{1,9}[ \t]*$", re.M)
_IS_RECORD = re.compile(r"\s*-?[0-9]{1,9}\s+[0-9]{1,9}(?!\S)")


class _Option(NamedTuple):
    key: str
    value: str
    at: int  # where the value begins


class _GameLine(NamedTuple):
    number: int
    score: tuple[int, int]


class _Record(NamedTuple):
    side: Side
    type: int
    text: str
    at: int  # where the text begins


class _Player(NamedTuple):
    name: str
    at: int
    rating: str | None


class _Meaning:
    """The meaning of tmg.lark. An optional part that is missing is None."""

    def option(self, key: "Token", value: "Token | None") -> _Option:
        return _Option(str(key), "" if value is None else str(value).rstrip(), span(key if value is None else value)[0])

    def game(self, number: "Token", left: "Token", right: "Token") -> _GameLine:
        return _GameLine(int(number), (int(left), int(right)))

    def record(self, minus: "Token | None", _: "Token", type: "Token", text: "Token | None") -> _Record:
        side = Side.LEFT if minus is None else Side.RIGHT
        return _Record(side, int(type), "" if text is None else str(text).rstrip(), span(type if text is None else text)[0])

    def player(self, _: "Token", name: "Token", rating: "Token | None", *rest: "Token") -> _Player:
        return _Player(str(name), span(name)[0], None if rating is None else str(rating))

    def date(self, day: "Token", time: "Token | None" = None) -> tuple[str, str]:
        return day.replace("-", "."), "" if time is None else time[:5].replace(":", ".")

    def dice(self, dice: "Token") -> tuple[int, ...]:
        return (int(dice[0]), int(dice[1])) if dice.type == "DICE" else ()

    def to(self, value: "Token") -> int:
        return int(value)

    def points(self, points: "Token", *rest: "Token") -> int:
        return int(points)


def recognises(source: Source) -> bool:
    """A line with `MatchID:` or a player, and one such as `Game 1: 0-0`."""
    text = source.text.replace("\r\n", "\n").replace("\r", "\n")  # `^` knows only LF; places do not matter here
    return _OPTION.search(text) is not None and _GAME.search(text) is not None


def read(source: Source) -> Iterator[Match]:
    reader = _Reader(Claims("tmg", source.text))
    for start, line in reader.claims.lines():
        if line.strip():
            reader.line(start, line)
    match = reader.finish()
    if match is not None:
        yield match


class _Reader:
    def __init__(self, claims: Claims) -> None:
        self.claims = claims
        self.players: list[Seat] = [Seat("", None), Seat("", None)]
        self.rolled: tuple[Side, tuple[int, int], Span] | None = None  # a roll whose play is still to come

    def line(self, start: int, line: str) -> None:
        claims = self.claims
        if _IS_RECORD.match(line) and claims.game is not None and isinstance(record := _said(line, "record"), _Record):
            self.record(start, line, record)
        elif isinstance(game := _said(line, "game"), _GameLine):
            self.roll_alone()
            place = Span(start + len(line) - len(line.lstrip()), start + len(line.rstrip()))
            seats = tuple(seat(each.name, each.span.start, score) for each, score in zip(self.players, game.score, strict=True))
            claims.begin(OpenGame(game.number, (seats[0], seats[1]), place, place))
        elif isinstance(option := _said(line, "option"), _Option):
            self.option(start, line, option)
        else:
            claims.unread(start, line)

    def option(self, start: int, line: str, option: _Option) -> None:
        claims, key, value = self.claims, option.key.lower(), option.value
        place = Span(start + len(line) - len(line.lstrip()), start + len(line.rstrip()))
        if claims.game is not None:
            claims.note(start, line)
            if (
                key == "beavers" and value.isascii() and value.isdecimal() and value.strip("0")
            ):  # they were off and are allowed from here on
                claims.tags = [tag for tag in claims.tags if tag.key != _SWITCHES[key]]
                claims.tag(_SWITCHES[key], "On", place)
        elif key in ("player1", "player2"):
            side = Side.LEFT if key == "player1" else Side.RIGHT
            player = _said(value, "player")
            if not isinstance(player, _Player):
                claims.unread(start, line)
                return
            self.players[side] = seat(player.name, start + option.at + player.at)
            claims.tag(f"Player {side + 1} Elo", player.rating or "", place)
        elif key == "length" and re.fullmatch("[0-9]{1,9}", value):
            claims.measure(int(value), start + option.at, value)
        elif key in _SWITCHES and value.isascii() and value.isdecimal():
            claims.tag(_SWITCHES[key], "On" if value.strip("0") else "Off", place)
        elif key == "cube" and value == "0":
            claims.tag("CubeLimit", "1", place)
        elif key == "variant" and value in _VARIANTS:
            claims.tag("Variation", _VARIANTS[value], place)
        elif key == "startdate" and isinstance(date := _said(value, "date"), tuple):
            claims.tag("EventDate", date[0], place)
            claims.tag("EventTime", date[1], place)
        elif key in ("length", "variant", *_SWITCHES):
            claims.unread(start, line)
        else:
            claims.tag("Match ID" if key == "matchid" else option.key, value, place)

    def record(self, start: int, line: str, record: _Record) -> None:
        claims, game = self.claims, self.claims.game
        assert game is not None
        side, type, text, at = record
        place = (
            Span(start + at, start + at + len(text)) if text else Span(start + len(line) - len(line.lstrip()), start + len(line.rstrip()))
        )
        over = isinstance(game.last, Win)
        if type == _PLAY:
            dice = self.rolled[1] if self.rolled is not None and self.rolled[0] is side else None
            if dice is not None:
                self.rolled = None
            self.roll_alone()
            claims.roll(side, dice, place, text)
            return
        self.roll_alone()
        said = _said(text, {_ROLL: "dice", _AUTOMATIC: "to", _DOUBLE: "to", _BEAVER: "to"}.get(type, "points"))
        if type == _ROLL and isinstance(said, tuple):
            if said:
                self.rolled = side, (said[0], said[1]), place
            else:
                claims.add(None, Remark(Ending.TIME), place)
        elif type == _AUTOMATIC and isinstance(said, int) and not game.entries:
            game.cube = said
        elif type in (_DOUBLE, _BEAVER):
            to = said if isinstance(said, int) else None
            claims.add(side, Double(to) if type == _DOUBLE else Beaver(to), place)
        elif type in (_TAKE, _PASS):
            claims.add(side, Take() if type == _TAKE else Drop(), place)
        elif type in _WINS:
            claims.add(side, Win(said if isinstance(said, int) else None), place)
        elif type in _OUT_OF_TIME and not over:
            claims.add(None, Remark(Ending.TIME), place)
        elif type == _SETTLEMENT and not over:
            claims.add(None, Remark(Ending.SETTLEMENT), place)
        elif type in (*_OUT_OF_TIME, _SETTLEMENT):
            claims.note(start, line)
        else:
            claims.unread(start, line)

    def roll_alone(self) -> None:
        """A roll whose play did not come."""
        if self.rolled is not None and self.claims.game is not None:
            side, dice, place = self.rolled
            self.claims.roll(side, dice, place)
        self.rolled = None

    def finish(self) -> Match | None:
        self.roll_alone()
        return self.claims.match(empty_means_dance=False)


_said = sentences(lambda: grammar("tmg", _Meaning, _STARTS))
FORMAT = Format(recognises, read)
