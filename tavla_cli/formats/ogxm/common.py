"""What OGXM v1, OGXM v2 and GammonView's JSON have in common: actions, boards, steps, header lines.

The three readers make `Ply`, `GameClaims` and `MatchClaims`, which build.py turns into the record. Knows no bytes and no rules. Facts:
formats/ogxm.md 2.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from tavla_cli.board import BAR, OFF, Position
from tavla_cli.record import Ending, Fault, Node, Side, Tag
from tavla_cli.source import Span

DOUBLE, TAKE, DROP, GAME_OVER, MATCH_OVER, FINAL, RESIGN_GAME, RESIGN_MATCH, FORFEIT, NULL, SET_POSITION = range(21, 32)
BEAVER, RACCOON, SETTLE, RESERVED, CUBE_SET, PASS = range(32, 38)
ESCAPED = 63
MARKERS = (GAME_OVER, MATCH_OVER, FINAL, NULL)
"""Actions that say nothing about the match but that a game ends there: the rest of the record says so too."""

BEHIND_UNPLAYED = (RESIGN_GAME, RESIGN_MATCH, FORFEIT, SETTLE)
"""Actions behind a roll without steps that was not played; else such a roll is one that nobody could play."""

DICE: tuple[tuple[int, int], ...] = tuple((low, high) for low in range(1, 7) for high in range(low, 7))
"""The roll of the actions 0 to 20, the lower die first."""

VARIATIONS = ("Backgammon", "Nackgammon", "Hypergammon", "LongGammon")
STARTING = ("standard", "nackgammon", "hypergammon3", "longgammon")
"""Names in `board.STARTS`, by the number of the variant."""

MOST_GAMES = 10_000
"""Games in one match; the format's own limit is 1,000."""

MOST_PLIES = 200_000
"""Plies in one match, all of which are in memory together; the format's own limit is 100,000."""

MOST_FAULTS = 200
"""Unreadable records in one match."""

MOST_COMMENTS = 20_000

MOST_SECTIONS = 1_000
"""Sections or chunks of one match that are no games."""

LONGEST = 4096
"""Bytes of a string that are read; the format's own limit."""

HIGHEST = 1 << 30
"""Numbers above it mean nothing in a match."""


class Ply(NamedTuple):
    """One action. `side` is the player who acts, whatever seat is stored; `steps` are pairs of an absolute point and pips.

    `bad` is what stands where steps should and are none. `board` holds 26 counts as stored: White's positive, Black's negative.
    """

    action: int
    side: Side
    span: Span
    steps: tuple[tuple[int, int], ...] = ()
    dice: tuple[int, int] | None = None
    board: tuple[int, ...] | None = None
    cube: int | None = None
    owner: Side | None = None
    resigned: int | None = None
    bad: str = ""


class Note(NamedTuple):
    """A comment before its place is known: `game` and `ply` count from 0, None for what it is not about."""

    text: str
    game: int | None
    ply: int | None
    span: Span


@dataclass(slots=True)
class GameClaims:
    """One game as stored. `board` and the cube are those it begins with, None where usual; `crawford` None where not said."""

    span: Span
    plies: list[Ply] = field(default_factory=list)
    winner: Side | None = None
    points: int | None = None
    board: tuple[int, ...] | None = None
    cube: int = 1
    owner: Side | None = None
    crawford: bool | None = None
    how: Ending | None = None


@dataclass(slots=True)
class MatchClaims:
    """One match as stored, filled by a reader. `score`: before the first game, None where not said. `start`, `end`: its bytes or letters.

    `written` and `marks` are by the number of the ply in the match, from 0: the steps of plays that are stored as boards, and what we
    noted on plies when we wrote them: "added", the record does not have it; "unknown", the play is not known; "unplayed", there is none;
    "cannot move".
    """

    format: str
    dialect: str
    start: int
    end: int
    length: int | None = None
    length_span: Span = field(default_factory=lambda: Span(0, 0))
    names: list[str] = field(default_factory=lambda: ["", ""])
    name_spans: list[Span] = field(default_factory=lambda: [Span(0, 0), Span(0, 0)])
    variant: int = 0
    score: tuple[int, int] | None = None
    tags: list[Tag] = field(default_factory=list)
    games: list[GameClaims] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    written: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    marks: dict[int, str] = field(default_factory=dict)
    plies: int = 0
    sections: int = 0
    stopped: bool = False
    inside: bool = False  # what is read now belongs to the last game

    def fault(self, code: str, span: Span, text: str = "") -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(code, span, len(self.games) if self.inside else None, text=text))
        else:
            self.stop(span, f"{MOST_FAULTS} unreadable records in a match")

    def breaks_off(self, span: Span, text: str = "") -> None:
        """Only the first place where something is missing is told: everything behind it is missing too."""
        if not any(fault.code == "T103" for fault in self.faults):
            self.fault("T103", span, text)

    def stop(self, span: Span, limit: str) -> None:
        """A limit is reached: nothing more of the match is read. Only the first is told."""
        if not self.stopped:
            self.stopped = True
            self.faults.append(Fault("T115", span, len(self.games) if self.inside else None, text=limit))

    def begin(self, game: GameClaims) -> None:
        """Another game begins, at the last node."""
        self.games.append(game)
        self.nodes[-1] = Node(self.nodes[-1].start, f"game {len(self.games)}")
        self.inside = True

    def section(self, name: str, span: Span) -> None:
        """Another section or chunk begins."""
        self.nodes.append(Node(span.start, name))
        self.inside = False
        self.sections += 1
        if self.sections > MOST_SECTIONS + len(self.games):
            self.stop(span, f"{MOST_SECTIONS:,} sections that are no games in a match")

    def tag(self, key: str, value: str, span: Span) -> None:
        if value:
            self.tags.append(Tag(key, value, span))

    def switch(self, key: str, on: bool, span: Span, also_off: bool) -> None:
        if on or also_off:
            self.tags.append(Tag(key, "On" if on else "Off", span))

    def beside_it(self, name: str) -> None:
        if name not in self.beside:
            self.beside.append(name)


# ---- places and boards


def own(point: int, side: Side) -> int:
    """An absolute point as its mover counts it: White, who is left, moves upward from his bar 0, Black downward from his bar 25."""
    return BAR - point if side is Side.LEFT else point


def position_of(board: Sequence[int], total: int = 15) -> Position | None:
    """26 counts as a position seen by the left player; the checkers that stand nowhere are off. None where a bar holds the other's."""
    if len(board) != BAR + 1 or board[0] < 0 or board[BAR] > 0:
        return None
    left = [0, *(max(board[BAR - point], 0) for point in range(1, BAR + 1))]
    right = [0, *(max(-board[point], 0) for point in range(1, BAR + 1))]
    for side in (left, right):
        side[OFF] = max(total - sum(side), 0)
    return Position(bytes(min(count, 255) for count in left), bytes(min(count, 255) for count in right))


def board_of(position: Position) -> list[int]:
    """A position seen by the left player as 26 counts. Where both players stand on one point, which cannot be, White does."""
    counts = [0] * (BAR + 1)
    for point in range(1, BAR + 1):
        counts[point] -= position.opp[point]
    for point in range(1, BAR + 1):
        if position.own[point]:
            counts[BAR - point] = position.own[point]
    return [min(max(count, -127), 127) for count in counts]


def moved(position: Position, hops: Iterable[tuple[int, int]]) -> Position | None:
    """The board after the steps of a play, legal or not, seen by the mover before and after; None where a checker is not there."""
    mine, theirs = bytearray(position.own), bytearray(position.opp)
    for src, dst in hops:
        if not (OFF <= src <= BAR and OFF <= dst <= BAR) or not mine[src] or mine[dst] == 255:
            return None
        mine[src] -= 1
        mine[dst] += 1
        if 0 < dst < BAR and theirs[BAR - dst] == 1:
            theirs[BAR - dst] = 0
            theirs[BAR] += 1
    return Position(bytes(mine), bytes(theirs))


def hops_of(steps: Iterable[tuple[int, int]], side: Side) -> list[tuple[int, int]]:
    """Stored steps as pairs of the mover's own points; what goes past the last point is off."""
    found = []
    for point, pips in steps:
        src = own(point, side)
        found.append((src, min(max(src - pips, OFF), BAR)))
    return found


# ---- header lines


def day(milliseconds: int, precision: int | None) -> tuple[str, str]:
    """The date and the time of day, UTC, of a moment; precision 0 is known to the day, 1 to the month, 2 to the year, None exactly.

    Two empty texts where no calendar has it.
    """
    try:
        moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=milliseconds)
    except OverflowError:
        return "", ""
    date = f"{moment.year:04}.{moment.month:02}.{moment.day:02}"
    if precision is None:
        return date, f"{moment.hour:02}.{moment.minute:02}"
    return {1: date[:7], 2: date[:4]}.get(precision, date), ""


def tag_date(claims: MatchClaims, milliseconds: int, precision: int | None, span: Span) -> None:
    date, time = day(milliseconds, precision)
    if not date:
        claims.fault("T101", span, str(milliseconds))
    claims.tag("EventDate", date, span)
    claims.tag("EventTime", time, span)


def tag_place(claims: MatchClaims, places: Iterable[tuple[str, Span]]) -> None:
    """Where it was played, from the best word for `Site` downwards; a second one is the location."""
    for key, (text, span) in zip(("Site", "Location"), [place for place in places if place[0]], strict=False):
        claims.tag(key, text, span)
