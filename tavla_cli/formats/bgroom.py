"""Reads the matches of BGRoom, text that begins with `BGF version` (formats/bgroom.md); BGBlitz's `.bgf` is another thing. Writes none.

X is the left player. The format writes no answer to a double: it was taken where play goes on, and dropped where the game ends behind it;
such an answer stands where the double does. Nor does it write results: whoever acted last before the blank line has won.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tavla_cli.formats.format import Format
from tavla_cli.formats.lines import Claims, OpenGame, seat, sentences
from tavla_cli.grammar import grammar, span
from tavla_cli.record import Beaver, Double, Drop, Match, Row, Seat, Side, Take, Win
from tavla_cli.source import Source, Span

if TYPE_CHECKING:
    from lark import Token

_VERSION = re.compile(r"^[^\r\n]{0,100}BGF version ", re.M)
_GAME = re.compile(r"^[ \t]*Game [0-9]{1,9} - .{1,200} \([X0O]\) vs\. ", re.M | re.I)
_MARK = re.compile(r"\s*\([X0O]\)\s*\Z", re.I)


class _GameLine(NamedTuple):
    """`first` is the player whose name stands first."""

    number: int
    first: Side
    seats: tuple[Seat, Seat]


class _Action(NamedTuple):
    """`word` is the kind of terminal: DICE, DOUBLE, BEAVER. `at`: where it begins, `play_at` where the play does."""

    number: int
    number_at: tuple[int, int]
    side: Side
    word: str
    at: int
    dice: tuple[int, int] | None = None
    play: str = ""
    play_at: int = 0


class _Meaning:
    """The meaning of bgroom.lark. An optional part that is missing is None."""

    def game(self, number: "Token", name: "Token", side: "Token", rest: "Token") -> _GameLine:
        first = Side.LEFT if side[1] in "Xx" else Side.RIGHT
        return _GameLine(int(number), first, (seat(str(name), span(name)[0]), seat(_MARK.sub("", rest), span(rest)[0])))

    def action(self, number: "Token", letter: "Token", word: "Token", play: "Token | None" = None) -> _Action:
        side = Side.LEFT if letter in "Xx" else Side.RIGHT
        found = _Action(int(number), span(number), side, word.type, span(word)[0])
        if word.type != "DICE":
            return found
        text, at = ("", span(word)[1]) if play is None else (str(play).rstrip(), span(play)[0])
        return found._replace(dice=(int(word[1]), int(word[-2])), play=text, play_at=at)


def recognises(source: Source) -> bool:
    """The words `BGF version`, and a line such as `Game 1 - ann (X) vs. bob (0)`."""
    text = source.text.replace("\r", "\n") if "\r" in source.text and "\n" not in source.text else source.text
    version = _VERSION.search(text)
    return version is not None and _GAME.search(text, version.end()) is not None


def read(source: Source) -> Iterator[Match]:
    reader = _Reader(Claims("bgroom", source.text))
    for start, line in reader.claims.lines():
        reader.line(start, line)
    match = reader.claims.match(empty_means_dance=False)
    if match is not None:
        yield match


class _Reader:
    """`offered`: who doubled in the line before, and where; `last`: who acted last."""

    def __init__(self, claims: Claims) -> None:
        self.claims = claims
        self.offered: tuple[Side, Span] | None = None
        self.last: tuple[Side, Span] | None = None
        self.begun = False  # the line with the version has been seen
        self.fresh = False  # the line before began a game

    def line(self, start: int, line: str) -> None:
        claims = self.claims
        fresh, self.fresh = self.fresh, False
        if not line.strip():
            self.blank()
        elif line.lstrip().startswith("Game ") and isinstance(game := _said(line, "game"), _GameLine):
            self.game_line(start, line, game)
        elif claims.game is not None and isinstance(action := _said(line, "action"), _Action):
            self.action(start, line, action)
        elif fresh and line.lstrip().lower().startswith("single"):
            claims.measure(0, start, line.rstrip())
        elif claims.game is None:
            if self.begun:
                claims.note(start, line)
            self.begun = self.begun or "BGF version" in line
        else:
            claims.unread(start, line)

    def game_line(self, start: int, line: str, game: _GameLine) -> None:
        lead = len(line) - len(line.lstrip())
        place = Span(start + lead, start + len(line.rstrip()))
        first, second = (seat(each.name, start + each.span.start) for each in game.seats)
        seats = (first, second) if game.first is Side.LEFT else (second, first)
        self.claims.begin(OpenGame(game.number, seats, place, place))
        self.offered = self.last = None
        self.fresh = True

    def action(self, start: int, line: str, action: _Action) -> None:
        claims, game, side = self.claims, self.claims.game, action.side
        assert game is not None
        end = start + len(line.rstrip())
        place = Span(start + action.at, end)
        if self.offered is not None and action.word != "BEAVER":
            by, where = self.offered
            claims.add(by.other, Take(), where)
        number = Span(start + action.number_at[0], start + action.number_at[1])
        game.rows.append(Row(action.number, False, len(game.entries), number))
        if action.dice is not None:
            claims.roll(side, action.dice, place, action.play, action.play_at - action.at)
        else:
            claims.add(side, Double() if action.word == "DOUBLE" else Beaver(), place)
        self.offered = (side, place) if action.word == "DOUBLE" else None
        self.last = side, place

    def blank(self) -> None:
        """A blank line ends a game in which something happened."""
        claims = self.claims
        if claims.game is None or self.last is None:
            return
        if self.offered is not None:
            by, where = self.offered
            claims.add(by.other, Drop(), where)
        side, where = self.last
        claims.add(side, Win(), where)
        claims.end()
        self.offered = self.last = None


_said = sentences(lambda: grammar("bgroom", _Meaning, ("game", "action")))
FORMAT = Format(recognises, read)
