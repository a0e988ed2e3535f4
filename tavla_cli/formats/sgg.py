"""Reads the saved games of GamesGrid and GridGammon, `.sgg` (formats/sgg.md). Writes none.

The first name is the left player. Each roll stands in a line of its own and again with its play; of lines that say the same thing of the
same turn the first counts. Values of doubles are not written.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tavla_cli.formats.format import Format
from tavla_cli.formats.lines import MOST_MATCHES, Claims, OpenGame, seat, sentences
from tavla_cli.grammar import grammar, span
from tavla_cli.record import Beaver, Double, Drop, Match, Resign, Roll, Side, Take, Unplayed, Win
from tavla_cli.source import Source, Span

if TYPE_CHECKING:
    from lark import Token

_STARTS = ("players", "game", "automatic", "option", "day", "elo", "win", "action")
_MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
_SWITCHES = {"jacoby": "Jacoby", "crawford": "Crawford", "beavers": "Beaver"}  # the names of .mat headers
_MOST_BETWEEN = 4_000  # lines behind a game that may yet be the head of the next match
_MOST_DOUBLES = 30  # automatic ones in a game

_PLAYERS = re.compile(r"^[^\t\r\n]{1,400}? vs\. [^\r\n]", re.M)
_GAMES = re.compile(r"^Game [0-9]{1,9}\.[0-9]{1,9}\*?-[0-9]{1,9}\*?[ \t]*(/[ \t]*[0-9]{1,9})?[ \t]*$", re.M)
_MOVE = re.compile(r"([0-9]{1,9})\t(\t?)[\t ]*")


class _GameLine(NamedTuple):
    """`length` None: no length is said, it is money."""

    number: int
    score: tuple[int, int]
    crawford: bool
    length: int | None


class _Players(NamedTuple):
    """Both names, and where each begins in the line."""

    names: tuple[str, str]
    at: tuple[int, int]


class _Action(NamedTuple):
    """What stands behind the tabs. `word` is the kind of terminal: DICE, CLOSED_OUT, DOUBLE; `play` is a play, and `at` where it begins."""

    word: str
    dice: tuple[int, int] | None = None
    play: str = ""
    at: int = 0
    resigns: bool = False
    to: int | None = None


class _Meaning:
    """The meaning of sgg.lark. An optional part that is missing is None."""

    def players(self, first: "Token", second: "Token") -> _Players:
        return _Players((str(first).strip(), str(second).strip()), (span(first)[0], span(second)[0]))

    def game(self, *said: "Token | None") -> _GameLine:
        number, left, star, right, other_star, length = said
        assert number is not None and left is not None and right is not None
        crawford = star is not None or other_star is not None
        return _GameLine(int(number), (int(left), int(right)), crawford, None if length is None else int(length))

    def automatic(self) -> bool:
        return True

    def option(self, key: "Token", value: "Token | None") -> tuple[str, str]:
        return str(key), "" if value is None else str(value).strip()

    def day(self, month: "Token", day: "Token", year: "Token") -> str | None:
        number = _MONTHS.index(str(month)) + 1
        return f"{int(year):04}.{number:02}.{int(day):02}" if 1 <= int(day) <= 31 and len(year) == 4 else None

    def elo(self, left: "Token", games: "Token", right: "Token", other_games: "Token") -> tuple[str, str]:
        return f"{left}/{games}", f"{right}/{other_games}"

    def win(self, points: "Token") -> int:
        return int(points)

    def action(self, word: "Token", rest: "Token | None" = None) -> _Action:
        if word.type != "DICE":
            return _Action(word.type, to=None if rest is None else int(rest))
        dice = int(word[0]), int(word[1])
        if rest is None:
            return _Action(word.type, dice)
        if rest.type == "RESIGN":
            return _Action(word.type, dice, resigns=True)
        return _Action(word.type, dice, str(rest).rstrip(), span(rest)[0])


def recognises(source: Source) -> bool:
    """A line with `vs.` between two names, and a line such as `Game 2.1*-4/5`."""
    text = source.text
    if "\r" in text and "\n" not in text:
        text = text.replace("\r", "\n")  # `^` knows only LF; places do not matter here
    text = text.replace("\r\n", "\n")
    return _GAMES.search(text) is not None and _PLAYERS.search(text) is not None


def read(source: Source) -> Iterator[Match]:
    reader = _Reader(Claims("sgg", source.text))
    for start, line in reader.claims.lines():
        finished = reader.line(start, line)
        if finished is not None:
            yield finished
        if reader.claims.stopped:
            break
    last = reader.finish()
    if last is not None:
        yield last


class _Reader:
    """The match that is being read, and what was said of the turn that goes on."""

    def __init__(self, claims: Claims) -> None:
        self.claims = claims
        self.clear()

    def clear(self) -> None:
        self.names: _Players | None = None
        self.names_at = 0
        self.between: list[tuple[int, str]] = []  # lines behind a game: of this match, or of the next
        self.clear_game()

    def clear_game(self) -> None:
        self.rolled: tuple[int, Side, tuple[int, int], Span] | None = None  # a roll whose play is still to come
        self.seen: set[tuple[int, Side, str]] = set()
        self.played: set[tuple[int, Side]] = set()

    def line(self, start: int, line: str) -> Match | None:
        """Take one line; returns the match before it when the line begins another."""
        if not line.strip():
            return None
        if line.startswith("Game ") and isinstance(game := _said(line.rstrip(), "game"), _GameLine):
            return self.game_line(start, line, game)
        if self.claims.game is not None:
            self.in_game(start, line)
        elif self.claims.games:
            self.between.append((start, line))
            if len(self.between) > _MOST_BETWEEN:
                self.pass_by()
        else:
            self.head(start, line)
        return None

    def pass_by(self) -> None:
        """The lines behind the last game belong to this match."""
        for start, line in self.between:
            self.claims.note(start, line)
        self.between = []

    # ---- before the first game

    def head(self, start: int, line: str) -> None:
        claims = self.claims
        place = Span(start, start + len(line.rstrip()))
        if self.names is None:
            if " vs. " in line and isinstance(names := _said(line, "players"), _Players):
                self.names, self.names_at = names, start
            else:
                claims.note(start, line)
        elif line.startswith(("GamesGrid", "GridGammon")):
            claims.tag("Site", line.strip(), place)
        elif isinstance(day := _said(line, "day"), str):
            claims.tag("EventDate", day, place)
        elif isinstance(option := _said(line, "option"), tuple):
            self.option(start, line, place, option[0], option[1])
        else:
            claims.note(start, line)

    def option(self, start: int, line: str, place: Span, key: str, value: str) -> None:
        claims, low = self.claims, key.lower()
        switch = {"yes": "On", "no": "Off"}.get(value.lower())
        if low == "elo":
            found = _said(value, "elo")
            if not isinstance(found, tuple):
                claims.unread(start, line)
                return
            for number, rating in enumerate(found, 1):
                claims.tag(f"Player {number} Elo", rating, place)
        elif low in _SWITCHES and switch:
            claims.tag(_SWITCHES[low], switch, place)
        elif low == "doubling cube" and switch == "Off":
            claims.tag("CubeLimit", "1", place)
        elif low == "rated" and switch:
            claims.tag("Unrated", "On" if switch == "Off" else "Off", place)
        elif low == "variant":
            claims.tag("Variation", value, place)
        elif low == "match length" and re.fullmatch(r"[0-9]{1,9}", value):
            claims.measure(int(value), start + line.rindex(value), value)
        else:
            claims.tag(key, value, place)

    # ---- games

    def game_line(self, start: int, line: str, game: _GameLine) -> Match | None:
        self.roll_alone()
        finished = None
        before = self.claims.games[-1] if self.claims.games else None
        if self.claims.game is None and before is not None and game.number != (before.number or 0) + 1:
            heads = [
                index for index, (_, text) in enumerate(self.between) if " vs. " in text and isinstance(_said(text, "players"), _Players)
            ]
            if heads:  # another match begins
                head = self.between[heads[-1] :]
                del self.between[heads[-1] :]
                finished = self.finish()
                self.claims.clear()
                self.clear()
                for at, text in head:
                    self.head(at, text)
                if self.claims.ordinal > MOST_MATCHES:
                    self.claims.stop(Span(start, start + len(line)), f"{MOST_MATCHES:,} matches in an input")
                    return finished
        self.pass_by()
        self.clear_game()
        seats = None
        if self.names is not None:
            (left, right), (left_at, right_at) = self.names
            seats = seat(left, self.names_at + left_at, game.score[0]), seat(right, self.names_at + right_at, game.score[1])
        bare = line.rstrip()
        place = Span(start, start + len(bare))
        self.claims.begin(OpenGame(game.number, seats, place, place, crawford=game.crawford or None))
        if game.length is None:
            self.claims.measure(0, start, bare)
        else:
            said = bare[bare.rindex("/") + 1 :].strip()
            self.claims.measure(game.length, start + len(bare) - len(said), said)
        return finished

    def in_game(self, start: int, line: str) -> None:
        claims, game = self.claims, self.claims.game
        assert game is not None
        move = _MOVE.match(line)
        if move:
            self.move(start, line, int(move[1]), Side.RIGHT if move[2] else Side.LEFT, move.end())
        elif " wins " in line and (winner := self.winner(line)) is not None:
            self.roll_alone()
            side, points = winner
            claims.add(side, Win(points), Span(start, start + len(line.rstrip())))
            claims.end()
        elif "utomatic" in line and _said(line, "automatic"):
            if game.entries or (game.cube or 1) >= 1 << _MOST_DOUBLES:
                claims.unread(start, line)
            else:
                game.cube = 2 * (game.cube or 1)
        else:
            claims.note(start, line, following=True)

    def winner(self, line: str) -> tuple[Side, int] | None:
        """Who won and how many points; None where the line says no such thing of the players."""
        if self.names is None:
            return None
        left, right = self.names.names
        for side, name in ((Side.LEFT, left), (Side.RIGHT, right)):
            if left != right and line.startswith(f"{name} wins ") and isinstance(points := _said(line[len(name) + 6 :], "win"), int):
                return side, points
        return None

    def move(self, start: int, line: str, number: int, side: Side, at: int) -> None:
        claims, game = self.claims, self.claims.game
        assert game is not None
        text = line[at:].rstrip()
        found = _said(text, "action")
        place = Span(start + at, start + at + len(text))
        if not isinstance(found, _Action):
            if text:
                claims.unread(start + at, text)
            return
        if (number, side, text) in self.seen:
            return
        self.seen.add((number, side, text))
        if found.word == "DICE":
            self.dice(number, side, found, place)
            return
        self.roll_alone()
        answers = isinstance(game.last, Resign) and game.entries[-1].side is not side
        if found.word == "CLOSED_OUT":
            claims.add(side, Roll(None, Unplayed.CANNOT_MOVE, text), place)
        elif found.word == "RESIGN":
            claims.add(side, Resign(), place)
        elif answers and found.word in ("TAKE", "DROP"):
            if found.word == "DROP":
                game.entries.pop()  # the game goes on
            claims.note(start, line)
        else:
            claims.add(side, _cube(found), place)

    def dice(self, number: int, side: Side, found: _Action, place: Span) -> None:
        assert found.dice is not None
        if not found.play and not found.resigns:
            if (number, side) not in self.played:
                self.roll_alone()
                self.rolled = number, side, found.dice, place
            return
        if (number, side) in self.played:
            self.claims.fault("T101", place, self.claims.text[place.start : place.end])
            return
        if self.rolled is not None and self.rolled[:3] == (number, side, found.dice):
            self.rolled = None
        self.roll_alone()
        self.played.add((number, side))
        self.claims.roll(side, found.dice, place, found.play, found.at)
        if found.resigns:
            self.claims.add(side, Resign(), place)

    def roll_alone(self) -> None:
        """A roll whose play did not come."""
        if self.rolled is not None and self.claims.game is not None:
            _, side, dice, place = self.rolled
            self.claims.roll(side, dice, place)
        self.rolled = None

    def finish(self) -> Match | None:
        self.roll_alone()
        self.pass_by()
        return self.claims.match(empty_means_dance=False)


def _cube(said: _Action) -> Double | Beaver | Take | Drop:
    if said.word == "DOUBLE":
        return Double(said.to)
    if said.word in ("BEAVER", "RACCOON"):
        return Beaver(said.to, raccoon=said.word == "RACCOON")
    return Take() if said.word == "TAKE" else Drop()


_said = sentences(lambda: grammar("sgg", _Meaning, _STARTS))
FORMAT = Format(recognises, read, several=True)
