"""Reads replays of bgammon.org: one line a sentence of bgammon.lark. Knows no rules."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tavla_cli.board import BAR, OFF, Step
from tavla_cli.formats.lines import read_lines
from tavla_cli.formats.notation import LONGEST, PlayMeaning
from tavla_cli.formats.numbering import numbered
from tavla_cli.grammar import grammar, sentence, span
from tavla_cli.record import (
    Action,
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
    Tag,
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

MOST_EVENTS = 20_000
"""Events in one game."""

MOST_MATCH_EVENTS = 200_000
"""Events in one match."""

MOST_FAULTS = 200
"""Unreadable lines in one match."""

_BEGINS = re.compile(
    r"\s*(bgammon-replay [0-9]{1,20}|i -?[0-9]{1,18} [^\s]+ [^\s]+( [0-9]{1,9}){3} [012]( [0-9]{1,9}){2})[ \t]*([\r\n]|\Z)",
)
_VARIANTS = {1: "acey-deucey", 2: "tabula"}
_LEVELS = (1, 2, 3)


class _Index(NamedTuple):
    pass


class _Info(NamedTuple):
    """The line that begins a game; each name with its place, the scores' and the variant's place too."""

    time: int
    names: tuple[str, str]
    places: tuple[tuple[int, int], tuple[int, int]]
    length: int
    length_place: tuple[int, int]
    scores: tuple[int, int]
    score_places: tuple[tuple[int, int], tuple[int, int]]
    winner: int  # 0 unknown
    points: int
    variant: int
    variant_place: tuple[int, int]


class _Rolled(NamedTuple):
    player: int
    dice: tuple[int, ...]
    play: tuple[Step, ...] | None
    unread: bool = False


class _Doubled(NamedTuple):
    player: int
    to: int
    taken: bool


class _Ended(NamedTuple):
    player: int


class _Meaning(PlayMeaning):
    """The meaning of bgammon.lark."""

    def index(self, _: "Token") -> _Index:
        return _Index()

    def info(self, time: "Token", left: "Token", right: "Token", *numbers: "Token") -> _Info:
        length, left_score, right_score, winner, points, variant = numbers
        return _Info(
            int(time),
            (str(left), str(right)),
            (span(left), span(right)),
            int(length),
            span(length),
            (int(left_score), int(right_score)),
            (span(left_score), span(right_score)),
            int(winner),
            int(points),
            int(variant),
            span(variant),
        )

    def roll(self, player: "Token", dice: "Token", play: tuple[Step, ...] | None) -> _Rolled:
        return _Rolled(int(player), tuple(int(die) for die in dice.split("-")), play)

    def double(self, player: "Token", to: "Token", answer: "Token") -> _Doubled:
        return _Doubled(int(player), int(to), answer == "1")

    def end(self, player: "Token") -> _Ended:
        return _Ended(int(player))


_Line = _Index | _Info | _Rolled | _Doubled | _Ended


def recognises(text: str) -> bool:
    """Whether the text begins with an index line or with the line that begins a game."""
    return _BEGINS.match(text) is not None


def read(text: str) -> Iterator[Match]:
    """The matches of a text, one after the other."""
    return read_lines(text, _Reader())


@dataclass(slots=True)
class _Open:
    """The game that is being read. `cube`: what the doubles that were taken leave."""

    info: _Info
    start: int
    span: Span
    entries: list[Entry] = field(default_factory=list)
    cube: int = 1

    def seats(self) -> tuple[Seat, Seat]:
        found = []
        for side in Side:
            name, score = (
                Span(self.start + begin, self.start + end) for begin, end in (self.info.places[side], self.info.score_places[side])
            )
            found.append(Seat(self.info.names[side], self.info.scores[side], span=name, name_span=name, score_span=score))
        return found[0], found[1]


class _Reader:
    """The match that is being read."""

    def __init__(self) -> None:
        self.ordinal = 1
        self.stopped = False
        self.clear()

    def clear(self) -> None:
        self.games: list[_Open] = []
        self.faults: list[Fault] = []
        self.open: _Open | None = None
        self.events = 0
        self.skipping = False  # a game that is no backgammon

    def stop(self, span: Span, limit: str) -> None:
        """A limit is reached: nothing of the input is read from here on."""
        if not self.stopped:
            self.stopped = True
            self.faults.append(Fault("T115", span, len(self.games) or None, text=limit))

    def fault(self, span: Span, text: str) -> None:
        if len(self.faults) == MOST_FAULTS:
            self.stop(span, f"{MOST_FAULTS} unreadable lines in a match")
        else:
            self.faults.append(Fault("T101", span, len(self.games) or None, text=text[:80]))

    def line(self, start: int, line: str) -> Match | None:
        """Take one line; returns the match before it when the line begins another."""
        bare = line.strip(" \t\x0b\x0c\x1a\0")
        if not bare:
            return None
        start += line.index(bare)
        at = Span(start, start + len(bare))
        found = _line(bare)
        if isinstance(found, _Info):
            return self.begin(found, start, at)
        if isinstance(found, _Index) or self.skipping:
            return None
        if found is None or self.open is None:
            self.fault(at, bare)
            return None
        self.events += 1
        if len(self.open.entries) >= MOST_EVENTS:
            self.stop(at, f"{MOST_EVENTS:,} events in a game")
        if self.events > MOST_MATCH_EVENTS:
            self.stop(at, f"{MOST_MATCH_EVENTS:,} events in a match")
        self.do(self.open, found, bare, at)
        return None

    def begin(self, info: _Info, start: int, at: Span) -> Match | None:
        self.skipping = info.variant != 0
        if self.skipping:
            self.open = None
            name = _VARIANTS.get(info.variant, str(info.variant))
            self.fault(Span(start + info.variant_place[0], start + info.variant_place[1]), f"a game that is not backgammon: {name}")
            return None
        finished = None
        if self.games and not _goes_on(self.games[-1].info, info):
            finished = self.finish()
            if self.ordinal > MOST_MATCHES:
                self.stop(at, f"{MOST_MATCHES:,} matches in an input")
        if len(self.games) == MOST_GAMES:
            self.stop(at, f"{MOST_GAMES:,} games in a match")
        self.open = _Open(info, start, at)
        self.games.append(self.open)
        return finished

    def do(self, game: _Open, found: _Rolled | _Doubled | _Ended, text: str, at: Span) -> None:
        side = Side.LEFT if found.player == 1 else Side.RIGHT
        if isinstance(found, _Ended):
            game.entries.append(Entry(side, Resign(), None, at))
        elif isinstance(found, _Doubled):
            answer: Action = Take() if found.taken else Drop()
            game.entries += [Entry(side, Double(found.to), None, at), Entry(side.other, answer, None, Span(at.end - 1, at.end))]
            game.cube = found.to if found.taken else game.cube
        elif len(found.dice) != 2:
            self.fault(at, text)
        else:
            game.entries.append(Entry(side, _roll(found, side, text), None, at))

    def finish(self) -> Match | None:
        """The match that was read so far, if there is one; then begin anew."""
        found = None
        if self.games or self.faults:
            where = self.games[0].span if self.games else self.faults[0].span
            infos = [game.info for game in self.games]
            length = None
            if self.games:
                place = infos[0].length_place
                length = Length(infos[0].length, infos[0].length == 0, Span(self.games[0].start + place[0], self.games[0].start + place[1]))
            found = Match(
                "match",
                "bgammon",
                length,
                tuple(_game(game, infos[index + 1] if index + 1 < len(infos) else None) for index, game in enumerate(self.games)),
                tuple(_date(infos[0].time, where)) if infos else (),
                Habits(marks_hits=False, caps_points=False, numbers_rows=False),
                tuple(self.faults),
                self.ordinal,
                where,
                beside=("clock",) if len({info.time for info in infos}) > 1 else (),
            )
            self.ordinal += 1
        self.clear()
        return found


def _goes_on(before: _Info, info: _Info) -> bool:
    """Whether a game belongs to the match of the game before it."""
    if (before.names, before.length) != (info.names, info.length):
        return False
    grown = all(score >= old for score, old in zip(info.scores, before.scores, strict=True))
    return info.length == 0 or (grown and info.scores != (0, 0))


def _game(game: _Open, following: _Info | None) -> Game:
    info = game.info
    entries = game.entries
    if info.winner:
        entries = [*entries, Entry(Side(info.winner - 1), Win(_points(game, following)), None, game.span)]
    return Game(None, game.seats(), numbered(entries), span=game.span, seats_span=game.span)


def _points(game: _Open, following: _Info | None) -> int:
    """What the winner won: after a play that ended the game the points stand without the cube.

    A writer who counts it in is known by the score of the next game.
    """
    points, side = game.info.points, game.info.winner - 1
    last = game.entries[-1].action if game.entries else None
    if not isinstance(last, Roll) or points not in _LEVELS:
        return points
    if following is not None and following.scores[side] - game.info.scores[side] == points:
        return points
    return points * game.cube


def _roll(found: _Rolled, side: Side, text: str) -> Roll:
    dice = (found.dice[0], found.dice[1])
    if found.unread:
        begin = _ROLL.match(text)
        start = begin.end() if begin else 0
        return Roll(dice, Unplayed.UNREADABLE, text[start:], unread=(start, len(text)))
    if found.play is None:
        return Roll(dice, Unplayed.NOTHING)
    play = found.play if side is Side.LEFT else tuple(_flipped(step) for step in found.play)
    return Roll(dice, play, text[found.play[0].start : found.play[-1].end])


def _flipped(step: Step) -> Step:
    """A step of player 2 in his own numbering. The bar and the place beside the board are written alike for both."""
    return replace(step, points=tuple(point if point in (BAR, OFF) else BAR - point for point in step.points))


def _date(time: int, where: Span) -> Iterator[Tag]:
    """When the first game began, in UTC; 0 is no time."""
    if not 0 < time < 1 << 40:
        return
    try:
        begun = datetime.fromtimestamp(time, UTC)
    except (OverflowError, ValueError, OSError):
        return
    yield Tag("EventDate", f"{begun:%Y.%m.%d}".zfill(10), where)
    yield Tag("EventTime", f"{begun:%H.%M}", where)


_ROLL = re.compile(r"([12]) +r +([0-9])-([0-9]) *")


@lru_cache(maxsize=4096)
def _line(text: str) -> _Line | None:
    found = sentence(_parser(), text, "line") if len(text) <= LONGEST else None
    if isinstance(found, _Line):
        return found
    head = _ROLL.match(text)
    return _Rolled(int(head[1]), (int(head[2]), int(head[3])), None, unread=True) if head else None


@cache
def _parser() -> "Lark":
    return grammar("bgammon", _Meaning, ("line",))
