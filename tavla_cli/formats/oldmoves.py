"""What FIBS shows for `oldmoves`: the moves of a match, in the numbering of one of its players (formats/fibs.md).

Turns the plays of the other player to his own numbering; decides nothing else. Is not written.

FIBS numbers the board in one way for both players: the plays of one go down from 24, of the other up from 1. Which of them goes up is
found by all the steps that a player makes in a game, not by the first step of each play: a checker that is moved backwards stays what it
is, an illegal play.

Of the two scores the first belongs to the X of its game. A known fault of FIBS exchanges them when the names were exchanged; where only
the other order can follow from the score before, that one is taken.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tavla_cli.board import BAR, OFF, Step
from tavla_cli.formats.format import Format
from tavla_cli.formats.lines import read_lines
from tavla_cli.formats.notation import LONGEST, PlayMeaning, folded
from tavla_cli.formats.numbering import numbered
from tavla_cli.grammar import grammar, sentence, span
from tavla_cli.record import (
    Action,
    Beaver,
    Comment,
    Double,
    Drop,
    Entry,
    Fault,
    Game,
    Habits,
    Length,
    Match,
    Resign,
    Roll,
    Seat,
    Side,
    Take,
    Unplayed,
    Win,
)
from tavla_cli.source import Span

if TYPE_CHECKING:
    from lark import Lark, Token

MOST_GAMES = 10_000
"""Games in one match."""

MOST_MATCHES = 50_000
"""Matches in one input."""

MOST_LINES = 20_000
"""Lines in one game."""

MOST_MATCH_LINES = 200_000
"""Lines in one match."""

MOST_FAULTS = 200
"""Unreadable lines in one match."""

_HEAD = re.compile(
    r"(^|(?<=[\r\n]))[> \t]*Score is [0-9]+ ?-[^\n\r]{0,200}[\n\r]{1,4}[> \t]*[^\n\r]{1,80} is X - [^\n\r]{1,80} is O[ \t]*(?=[\r\n]|\Z)"
)
_WHOSE = re.compile(r"[XO]:")


class _Score(NamedTuple):
    """`points`: None where no length is stated, which is a session's way."""

    x: int
    o: int
    points: int | None


class _Names(NamedTuple):
    x: tuple[str, int]  # with the place where it begins
    o: tuple[str, int]


class _Done(NamedTuple):
    """An action of the player `x` (else O); `places`: where the play stands, in the line."""

    x: bool
    action: Action
    places: tuple[int, int]


class _Meaning(PlayMeaning):
    """The meaning of oldmoves.lark."""

    def score(self, x: "Token", o: "Token", points: "Token | None" = None) -> _Score:
        return _Score(int(x), int(o), int(points) if points is not None and points.isdecimal() else None)

    def names(self, x: "Token", o: "Token") -> _Names:
        return _Names((str(x).rstrip(), span(x)[0]), (str(o).rstrip(), span(o)[0]))

    def who(self, token: "Token") -> bool:
        return token.startswith("x")

    def action(self, x: bool, done: tuple[Action, tuple[int, int]]) -> _Done:
        return _Done(x, *done)

    def roll(self, dice: "Token", play: "tuple[Step, ...] | Token | None" = None) -> tuple[Action, tuple[int, int]]:
        thrown = (int(dice.strip("( )")[0]), int(dice.strip("( )")[-1]))
        end = span(dice)[1]
        if isinstance(play, tuple):
            return Roll(thrown, play), (play[0].start, play[-1].end)
        if play is None:
            return Roll(thrown, Unplayed.NOTHING), (end, end)
        return Roll(thrown, Unplayed.CANNOT_MOVE), span(play)

    def double(self) -> tuple[Action, tuple[int, int]]:
        return Double(), (0, 0)

    def beaver(self, word: "Token") -> tuple[Action, tuple[int, int]]:
        return Beaver(raccoon=word != "beavers"), (0, 0)

    def take(self) -> tuple[Action, tuple[int, int]]:
        return Take(), (0, 0)

    def drop(self) -> tuple[Action, tuple[int, int]]:
        return Drop(), (0, 0)

    def resign(self, gets: "Token | None" = None) -> tuple[Action, tuple[int, int]]:
        return Resign(points=_points(gets)), (0, 0)

    def win(self, said: "Token | None" = None) -> tuple[Action, tuple[int, int]]:
        match = said is not None and said.type == "MATCH"
        return Win(None if match else _points(said), match=match), (0, 0)


def recognises(text: str) -> bool:
    """Whether a score line with its line of names stands somewhere in the text."""
    return _HEAD.search(text) is not None


def read(text: str) -> Iterator[Match]:
    """The matches of a text, one after the other."""
    return read_lines(text, _Reader())


@dataclass(slots=True)
class _Open:
    """The game that is being read. `crossed`: its X is the right player."""

    score: _Score
    span: Span
    names: tuple[str, str] | None = None
    names_spans: tuple[Span, ...] = ()
    names_line: Span | None = None
    crossed: bool = False
    entries: list[Entry] = field(default_factory=list)
    lines: int = 0


class _Reader:
    """The match that is being read."""

    def __init__(self) -> None:
        self.ordinal = 1
        self.stopped = False
        self.clear()

    def clear(self) -> None:
        self.games: list[Game] = []
        self.faults: list[Fault] = []
        self.comments: list[Comment] = []
        self.length: Length | None = None
        self.names: tuple[str, str] | None = None
        self.start: int | None = None
        self.open: _Open | None = None
        self.lines = 0

    def stop(self, span: Span, limit: str) -> None:
        """A limit is reached: nothing of the input is read from here on."""
        if not self.stopped:
            self.stopped = True
            self.faults.append(Fault("T115", span, len(self.games) + 1 if self.open else None, text=limit))

    def fault(self, span: Span, text: str) -> None:
        if len(self.faults) == MOST_FAULTS:
            self.stop(span, f"{MOST_FAULTS} unreadable lines in a match")
        else:
            self.faults.append(Fault("T101", span, len(self.games) + 1 if self.open else None, text=text[:80]))

    def line(self, start: int, line: str) -> Match | None:
        """Take one line; returns the match before it when the line begins another."""
        bare = line.strip("> \t\x0b\x0c\x1a\0")  # `> ` is the prompt of a terminal
        if not bare:
            return None
        start += line.index(bare)
        at = Span(start, start + len(bare))
        self.lines += 1
        if self.lines > MOST_MATCH_LINES:
            self.stop(at, f"{MOST_MATCH_LINES:,} lines in a match")
        if bare[:8].casefold() == "score is":
            score = _sentence(bare, "score")
            if isinstance(score, _Score):
                self.end_game()
                self.open = _Open(score, at)
                return None
        if self.open is None:
            return None  # what was said before the match
        self.open.lines += 1
        if self.open.lines > MOST_LINES:
            self.stop(at, f"{MOST_LINES:,} lines in a game")
        if self.open.names is None:
            names = _sentence(bare, "names")
            if isinstance(names, _Names):
                return self.begin(self.open, names, at)
            self.fault(at, bare)
            return None
        done = _sentence(bare, "action") if _WHOSE.match(bare) else None
        if isinstance(done, _Done):
            self.do(self.open, done, bare, at)
        elif _WHOSE.match(bare) and (found := _ROLL.match(bare)):
            side = self.side(self.open, bare[0] == "X")
            dice = (int(found[1]), int(found[2]))
            action = Roll(dice, Unplayed.UNREADABLE, bare[found.end() :], unread=(found.end(), len(bare)))
            self.open.entries.append(Entry(side, action, None, at))
        else:
            self.fault(at, bare)
        return None

    def begin(self, game: _Open, names: _Names, at: Span) -> Match | None:
        """The names of a game: whether it is the next of the match before it, and whether they were exchanged."""
        both = (names.x[0], names.o[0])
        length = Length(game.score.points or 0, game.score.points is None, game.span)
        finished = None
        if self.names is not None and not self.goes_on(both, length, game.score):
            self.open = None
            finished = self.finish()
            if self.ordinal > MOST_MATCHES:
                self.stop(at, f"{MOST_MATCHES:,} matches in an input")
            self.open = game
        if self.names is None:
            self.names, self.length, self.start = both, length, game.span.start
        game.names, game.crossed, game.names_line = both, both != self.names, at
        game.names_spans = tuple(Span(at.start + begin, at.start + begin + len(name)) for name, begin in names)
        return finished

    def goes_on(self, names: tuple[str, str], length: Length, score: _Score) -> bool:
        same = self.names is not None and names in (self.names, self.names[::-1]) and length == self.length
        return same and (length.money or not self.games or (score.x, score.o) != (0, 0))

    def side(self, game: _Open, x: bool) -> Side:
        return Side.LEFT if x is not game.crossed else Side.RIGHT

    def do(self, game: _Open, done: _Done, text: str, at: Span) -> None:
        action = done.action
        side = self.side(game, done.x)
        last = game.entries[-1] if game.entries else None
        if last is not None and isinstance(last.action, Resign) and last.side is not side:
            if isinstance(action, Take):
                return  # it is as the loser said
            if isinstance(action, Drop):  # the game goes on
                game.entries.pop()
                where = len(game.entries) - 1 if game.entries else None
                self.comments.append(Comment("An offer to resign was rejected.", len(self.games) + 1, where, Span(last.span.start, at.end)))
                return
        if isinstance(action, Roll):
            action = replace(action, text=text[slice(*done.places)].strip())
        game.entries.append(Entry(side, action, None, at))

    def end_game(self) -> None:
        game, self.open = self.open, None
        if game is None:
            return
        if game.names is None or self.names is None:
            self.fault(game.span, "Score is ...")
            return
        if len(self.games) == MOST_GAMES:
            self.stop(game.span, f"{MOST_GAMES:,} games in a match")
            return
        order = (1, 0) if game.crossed else (0, 1)
        scores = (game.score.x, game.score.o)
        left, right = scores[order[0]], scores[order[1]]
        if game.crossed and self.games and (before := self.games[-1].seats) is not None:
            left, right = _likely((left, right), (before[0].score or 0, before[1].score or 0))
        seats = []
        for side, points in zip(Side, (left, right), strict=True):
            name = game.names_spans[order[side]]
            seats.append(Seat(self.names[side], points, span=name, name_span=name, score_span=game.span))
        entries = numbered(_turned(game.entries))
        self.games.append(Game(None, (seats[0], seats[1]), entries, span=game.span, seats_span=game.names_line or game.span))

    def finish(self) -> Match | None:
        """The match that was read so far, if there is one; then begin anew."""
        self.end_game()
        found = None
        if self.games or self.faults:
            where = self.games[0].span if self.games else self.faults[0].span
            found = Match(
                "oldmoves",
                "fibs",
                self.length,
                tuple(self.games),
                (),
                Habits(marks_hits=False, empty_means_dance=False, numbers_rows=False),
                tuple(self.faults),
                self.ordinal,
                where,
                tuple(self.comments),
            )
            self.ordinal += 1
        self.clear()
        return found


_ROLL = re.compile(r"[XO]: *\( *([0-9]) ([0-9]) *\) *")


def _likely(score: tuple[int, int], before: tuple[int, int]) -> tuple[int, int]:
    """The score of a game in which the names were exchanged: the other way round where only that can follow from the score before it."""

    def follows(found: tuple[int, int]) -> bool:
        return all(after >= old for after, old in zip(found, before, strict=True)) and found != before

    return score[::-1] if follows(score[::-1]) and not follows(score) else score


def _turned(entries: Sequence[Entry]) -> Iterator[Entry]:
    """The entries with each player's plays in his own numbering."""
    plays: dict[Side, list[tuple[Step, ...]]] = {side: [] for side in Side}
    for entry in entries:
        if entry.side is not None and isinstance(entry.action, Roll) and isinstance(entry.action.play, tuple):
            plays[entry.side].append(entry.action.play)
    votes = [sum(_votes(step) for play in plays[side] for step in play) for side in Side]
    # Who has made no step that tells it goes the other way than the other.
    rising = [votes[side] > 0 or (votes[side] == 0 and votes[side.other] < 0) for side in Side]
    for entry in entries:
        action, side = entry.action, entry.side
        if side is not None and rising[side] and isinstance(action, Roll) and isinstance(action.play, tuple):
            action = replace(action, play=tuple(_flipped(step) for step in action.play))
        yield replace(entry, action=action)


def _votes(step: Step) -> int:
    """How many checkers a step moves up (positive) or down, in the numbering that it is written in."""
    found = 0
    for start, end in zip(step.points, step.points[1:], strict=False):
        if start == BAR:
            found += -1 if end > 18 else 1 if end < 7 else 0
        elif end == OFF:
            found += 1 if start > 18 else -1 if start < 7 else 0
        else:
            found += 1 if start < end else -1
    return found * step.count


def _flipped(step: Step) -> Step:
    """A step in the other numbering. The bar and the place beside the board are written alike in both."""
    first = step.points[0] if step.points[0] == BAR else BAR - step.points[0]
    others = [point if point == OFF else BAR - point for point in step.points[1:]]
    return replace(step, points=(first, *others))


def _points(said: "Token | None") -> int | None:
    found = re.search(r"[0-9]{1,9}", said) if said is not None else None
    return int(found[0]) if found else None


@lru_cache(maxsize=4096)
def _sentence(text: str, start: str) -> object:
    if len(text) > LONGEST:
        return None
    return sentence(_parser(), folded(text) if start == "action" else text, start)


@cache
def _parser() -> "Lark":
    return grammar("oldmoves", _Meaning, ("score", "names", "action"))


FORMAT = Format(lambda source: recognises(source.text), lambda source: read(source.text), several=True)
