"""A position as a record, and a record of a position as a setup: what the formats of positions share. Reads no text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tavla_cli.board import BAR, OFF, Position, flipped, problem
from tavla_cli.board.ids import CHECKERS, Setup
from tavla_cli.formats.numbering import numbered
from tavla_cli.record import (
    Beaver,
    Comment,
    Double,
    Entry,
    Fault,
    Game,
    Habits,
    Length,
    Match,
    Node,
    Roll,
    Seat,
    SetBoard,
    Side,
    Tag,
    Unplayed,
)
from tavla_cli.source import LINE_LIMIT, Span, lines

MOST_POSITIONS = 50_000
"""Positions in one input, each of which is a match (formats/mat/scan.py, MOST_MATCHES)."""

MOST_FAULTS = 200
"""Lines that cannot be read, between two positions; a text with more is no list of positions."""

MOST_COMMENTS = 20_000
"""Comments between two positions."""


@dataclass(frozen=True, slots=True)
class Stand:
    """What a file claims about one position. `position` is seen by the left player, `scores` are his first.

    `offers`: how often the cube was turned since the last roll and waits for an answer (1 a double, 2 a beaver, 3 a raccoon), by `on_roll`
    first. `play`: what was done with the dice, where the file says that too; it stands at `dice_span`.
    """

    position: Position
    span: Span
    on_roll: Side | None = None
    dice: tuple[int, int] | None = None
    dice_span: Span | None = None
    play: Roll | None = None
    cube: int | None = None
    owner: Side | None = None
    names: tuple[str, str] = ("", "")
    name_spans: tuple[Span, Span] = (Span(0, 0), Span(0, 0))
    scores: tuple[int | None, int | None] = (None, None)
    score_span: Span | None = None
    length: Length | None = None
    crawford: bool = False
    offers: int = 0
    tags: tuple[Tag, ...] = ()
    beside: tuple[str, ...] = ()
    nodes: tuple[Node, ...] = ()


class Collected:
    """What stands between two positions, until the match is made to which it belongs; and the ordinals of the matches."""

    def __init__(self, format: str, dialect: str) -> None:
        self._format, self._dialect = format, dialect
        self._faults: list[Fault] = []
        self._comments: list[Comment] = []
        self._count = 0
        self.stopped = False

    def fault(self, code: str, span: Span, text: str = "") -> None:
        if self.stopped:
            return
        if len(self._faults) >= MOST_FAULTS:
            self.stop(span, f"{MOST_FAULTS} unreadable lines between two positions")
        else:
            self._faults.append(Fault(code, span, text=text[:80]))

    def stop(self, span: Span, limit: str) -> None:
        """A limit is reached: nothing is read from here on."""
        if not self.stopped:
            self.stopped = True
            self._faults.append(Fault("T115", span, text=limit))

    def comment(self, text: str, span: Span, game: int | None = None) -> None:
        if len(self._comments) >= MOST_COMMENTS:
            self.stop(span, f"{MOST_COMMENTS:,} comments between two positions")
        elif text.strip():
            self._comments.append(Comment(text.strip(), game, None, span))

    def lines(self, text: str) -> Iterator[tuple[int, str]]:
        """The lines of a text with their offsets, as far as they are read."""
        for start, end in lines(text):
            if self.stopped:
                return
            if end - start > LINE_LIMIT:
                self.stop(Span(start, start + 1), "a line of 1 MiB")
                return
            yield start, text[start:end]

    def match(self, stand: Stand) -> Iterator[Match]:
        """The match of a position, with everything collected before it; none when there are too many."""
        if self._count >= MOST_POSITIONS:
            self.stop(stand.span, f"{MOST_POSITIONS:,} positions")
        elif not self.stopped:
            yield self._made((_game(stand),), stand.span, stand)

    def rest(self) -> Iterator[Match]:
        """What was collected behind the last position, as a match without games."""
        if self._faults or self._comments:
            start = min([fault.span.start for fault in self._faults] + [comment.span.start for comment in self._comments])
            yield self._made((), Span(start, start), None)

    def _made(self, games: tuple[Game, ...], span: Span, stand: Stand | None) -> Match:
        self._count += 1
        match = Match(
            self._format,
            self._dialect,
            stand.length if stand else None,
            games,
            stand.tags if stand else (),
            Habits(),
            tuple(self._faults),
            self._count,
            span,
            tuple(self._comments),
            stand.beside if stand else (),
            stand.nodes if stand else (),
        )
        self._faults.clear()
        self._comments.clear()
        return match


def _game(stand: Stand) -> Game:
    entries = [Entry(None, SetBoard(stand.position, stand.cube, stand.owner), None, stand.span)]
    at = stand.dice_span or stand.span
    side = stand.on_roll
    if side is not None and stand.offers:
        entries.append(Entry(side, Double(), None, at))
        entries += [Entry(side.other if turn % 2 == 0 else side, Beaver(None, turn > 0), None, at) for turn in range(stand.offers - 1)]
    elif side is not None and (stand.play or stand.dice):
        entries.append(Entry(side, stand.play or Roll(stand.dice, Unplayed.NOTHING), None, at))
    score_span = stand.score_span or stand.span
    left, right = (
        Seat(name, score, span=score_span, name_span=name_span, score_span=score_span)
        for name, score, name_span in zip(stand.names, stand.scores, stand.name_spans, strict=True)
    )
    return Game(
        None,
        (left, right),
        numbered(entries),
        crawford=True if stand.crawford else None,
        span=stand.span,
        seats_span=score_span,
        on_roll=stand.on_roll,
    )


def side_of(points: Sequence[int]) -> bytes | None:
    """One player's checkers from the 26 numbers of his places (0 is not used), 15 less those that are off; None for numbers that no
    record has."""
    if any(not 0 <= count <= 255 for count in points[1:]):
        return None
    return bytes((max(0, CHECKERS - sum(points[1:])),)) + bytes(points[OFF + 1 : BAR + 1])


def of_setup(setup: Setup, left_is_upper: bool) -> tuple[Side, Position, Side | None, tuple[int, int]]:
    """Of an identifier: who is on roll, the position seen by the left player, the owner of the cube, and the scores, left and right."""
    side = Side.LEFT if setup.upper == left_is_upper else Side.RIGHT
    own, other = setup.score
    return (
        side,
        setup.position if side is Side.LEFT else flipped(setup.position),
        {1: side, -1: side.other}.get(setup.owner),
        (own, other) if side is Side.LEFT else (other, own),
    )


def rule_tags(setup: Setup, span: Span) -> tuple[Tag, ...]:
    """What an identifier says about rules, as header lines. A cube limit only where it is not XG's usual 1024 (ids.md 3)."""
    found = []
    if not setup.length:
        found.append(Tag("Jacoby", "On" if setup.jacoby else "Off", span))
    if not setup.length and setup.beavers:
        found.append(Tag("Beaver", "On", span))
    if setup.max_cube != _USUAL_LIMIT:
        found.append(Tag("CubeLimit", str(setup.max_cube), span))
    return tuple(found)


_USUAL_LIMIT = 1024


def setup_of(match: Match) -> Setup | None:
    """What a record of a position says, seen by the player on roll (the left one where it does not say who is).

    None where no position stands in it, or one that cannot be.
    """
    game = match.games[0] if match.games else None
    board = next((entry.action for entry in game.entries if isinstance(entry.action, SetBoard)), None) if game else None
    if game is None or board is None or board.position is None or problem(board.position) is not None:
        return None
    side = game.on_roll or Side.LEFT
    acts = [entry.action for entry in game.entries if entry.side is not None]
    roll = next((act for act in acts if isinstance(act, Roll)), None)
    offers = sum(isinstance(act, Double | Beaver) for act in acts)
    scores = [seat.score or 0 for seat in game.seats] if game.seats else [0, 0]
    limit = match.tag("CubeLimit")
    cube = board.cube or 1
    return Setup(
        board.position if side is Side.LEFT else flipped(board.position),
        dice=roll.dice if roll and roll.dice and all(1 <= die <= 6 for die in roll.dice) else None,
        cube=cube if cube & (cube - 1) == 0 else 1,
        owner=0 if board.owner is None else 1 if board.owner is side else -1,
        score=(scores[side], scores[side.other]),
        length=match.length.points or 0 if match.length else 0,
        crawford=bool(game.crawford),
        jacoby=match.tag("Jacoby") == "On",
        beavers=match.tag("Beaver") == "On",
        max_cube=int(limit) if limit and limit.isdigit() and len(limit) < 10 else _USUAL_LIMIT,
        offer=("", "D", "B", "R")[min(offers, 3)],
    )
