"""The records of temp.xg as a match: games, cube actions, plays, results, comments. Facts: formats/xg.md 3 and 4.

Plays and positions are taken as they are stored; that they fit together is the replay's to see. Analyses, rollouts, clocks and pictures are
named and passed by.
"""

from collections.abc import Callable
from dataclasses import replace

from tavla_cli.board import BAR, OFF, STARTS, Position, Step, flipped
from tavla_cli.formats.notation import spelled_steps
from tavla_cli.formats.numbering import numbered
from tavla_cli.formats.xg import records as layout
from tavla_cli.formats.xg.container import unpack
from tavla_cli.formats.xg.header import HIGHEST_CUBE, Header, read_header
from tavla_cli.formats.xg.records import SIZE, Cube, Field, FooterGame, FooterMatch, HeaderGame, Move, Record, position_of
from tavla_cli.formats.xg.rtf import plain
from tavla_cli.record import (
    Action,
    Beaver,
    Comment,
    Double,
    Drop,
    Dump,
    Ending,
    Entry,
    Fault,
    Game,
    Habits,
    Match,
    Node,
    Remark,
    Resign,
    Roll,
    Seat,
    SetBoard,
    Side,
    Take,
    Unplayed,
    Win,
)
from tavla_cli.source import Source, Span

MOST_GAMES = 10_000
"""Games in one match, or in a session."""

MOST_ENTRIES = 20_000
"""Rolls and cube actions in one game; no game of backgammon has a tenth of it."""

MOST_FAULTS = 200
"""Unreadable records in one match."""

MOST_COMMENTS = 20_000

_SIDES = {1: Side.LEFT, -1: Side.RIGHT}
_AUTO_DOUBLES_SINCE, _CUBE_CLOCK_SINCE = 26, 28  # file versions
_ILLEGAL = 2  # Move.INVALID
_NOT_ANALYSED = -100
_RESIGNED, _SETTLED = 100, 1000  # what Termination adds
_MATCH_RESIGNED = 4


def read(source: Source) -> Match:
    """The match of a file; one without games where it holds none. Never raises."""
    unpacked = unpack(source.data)
    builder = _Builder(unpacked.records, unpacked.comments)
    builder.faults += unpacked.faults
    builder.beside += unpacked.beside
    if unpacked.note:
        builder.comments.append(Comment(unpacked.note))
    builder.read()
    return builder.match()


class _Builder:
    """The match that is being read."""

    def __init__(self, data: bytes | bytearray, comments: bytes | bytearray | None) -> None:
        self.data = data
        self.said = _lines(comments)
        self.unsaid = set(range(len(self.said)))  # comments to which no record points
        self.header: Header | None = None
        self.version = 0
        self.usual = STARTS["standard"]  # how games of the variation begin
        self.games: list[Game] = []
        self.faults: list[Fault] = []
        self.comments: list[Comment] = []
        self.beside: list[str] = []
        self.nodes: list[Node] = []
        self.stopped = False
        self.game: Record | None = None  # the header of the open game
        self.entries: list[Entry] = []
        self.board: Position | None = None  # as the records show it, seen by the left player; None before the first of a game
        self.said_before = 0  # comments before the open game

    # ---- notes

    def fault(self, span: Span, text: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault("T101", span, self.ordinal, text=text))
        else:
            self.stop(span, f"{MOST_FAULTS} unreadable records in a match")

    def stop(self, span: Span, limit: str) -> None:
        if not self.stopped:
            self.stopped = True
            self.faults.append(Fault("T115", span, self.ordinal, text=limit))

    @property
    def ordinal(self) -> int | None:
        """The number of the open game, from 1."""
        return None if self.game is None else len(self.games) + 1

    def beside_it(self, name: str) -> None:
        if name not in self.beside:
            self.beside.append(name)

    def comment(self, index: int, span: Span, game: int | None = None, entry: int | None = None) -> None:
        if not 0 <= index < len(self.said):
            return
        self.unsaid.discard(index)
        if len(self.comments) >= MOST_COMMENTS:
            self.stop(span, f"{MOST_COMMENTS:,} comments in a match")
        elif self.said[index]:
            self.comments.append(Comment(self.said[index], game, entry, span))

    # ---- records

    def read(self) -> None:
        readers: dict[int, Callable[[Record], None]] = {
            layout.HEADER_MATCH: self.header_match,
            layout.HEADER_GAME: self.header_game,
            layout.CUBE: self.cube,
            layout.MOVE: self.move,
            layout.FOOTER_GAME: self.footer_game,
            layout.FOOTER_MATCH: self.footer_match,
        }
        whole = len(self.data) // SIZE
        for index in range(whole):
            record = Record(self.data, index * SIZE)
            self.nodes.append(Node(record.start, f"record {index + 1}"))
            kind = record.number(layout.TYPE)
            if kind in readers:
                readers[kind](record)
            else:
                self.fault(record.span(layout.TYPE), f"a record of type {kind}")
            if self.stopped:
                break
        self.end_game()
        if not self.stopped and len(self.data) % SIZE:
            self.nodes.append(Node(whole * SIZE, f"record {whole + 1}"))
            self.faults.append(Fault("T103", Span(whole * SIZE, len(self.data)), text=f"record {whole + 1}"))
        if self.header is None and self.data:
            self.fault(Span(0, 0), "no match header")
        for index in sorted(self.unsaid):
            self.comment(index, Span(0, 0))

    def match(self) -> Match:
        header = self.header
        return Match(
            "xg",
            f"v{header.version}" if header else "",
            header.length if header else None,
            tuple(self.games),
            header.tags if header else (),
            Habits(marks_hits=False, numbers_rows=False),
            tuple(self.faults),
            span=Span(0, min(SIZE, len(self.data))),
            comments=tuple(self.comments),
            beside=tuple(self.beside),
            nodes=tuple(self.nodes),
        )

    def header_match(self, record: Record) -> None:
        if self.header is not None:
            self.fault(record.whole, "a second match header")
            return
        self.header = header = read_header(record)
        for span, text in header.wrong:
            self.fault(span, text)
        self.version, self.usual = header.version, header.usual
        if header.clock:
            self.beside_it("clock")
        for index in header.comments:
            self.comment(index, record.whole)

    # ---- games

    def header_game(self, record: Record) -> None:
        self.end_game()
        if len(self.games) >= MOST_GAMES:
            self.stop(record.whole, f"{MOST_GAMES:,} games in a match")
            return
        self.game = record
        self.board = None
        self.said_before = len(self.comments)
        for field in HeaderGame.COMMENTS:
            self.comment(record.number(field), record.whole, self.ordinal)

    def end_game(self) -> None:
        record, self.game = self.game, None
        if record is None:
            return
        if self.board is None:  # no record shows one
            self.open(self.first_board(record), 0, record.span(HeaderGame.POSITION))
        seats = (self.seat(record, Side.LEFT), self.seat(record, Side.RIGHT))
        doubles = self.auto_doubles(record)
        self.games.append(
            Game(
                record.number(HeaderGame.NUMBER),
                seats,
                numbered(self.entries),
                crawford=True if record.number(HeaderGame.CRAWFORD) else None,
                cube=1 << doubles if doubles else None,
                span=record.whole,
                seats_span=Span(record.start + HeaderGame.SCORE[0].at, record.start + HeaderGame.SCORE[1].at + 4),
            )
        )
        for index in range(self.said_before, len(self.comments)):
            about = self.comments[index].entry
            if about is not None and about >= len(self.entries):
                self.comments[index] = replace(self.comments[index], entry=None)
        self.entries = []

    def seat(self, record: Record, side: Side) -> Seat:
        score = HeaderGame.SCORE[side]
        name, name_span = self.header.names[side] if self.header else ("", Span(0, 0))
        return Seat(name, record.number(score), None, record.span(score), name_span, record.span(score))

    def auto_doubles(self, record: Record) -> int:
        """How often the cube was turned before the game; the cubes of its records do not count that."""
        count = record.number(HeaderGame.AUTO_DOUBLES) if self.version >= _AUTO_DOUBLES_SINCE else 0
        return count if 0 <= count <= HIGHEST_CUBE else 0

    def first_board(self, record: Record) -> Position | None:
        counts = record.board(HeaderGame.POSITION)
        return position_of(counts, sum(self.usual.own)) if any(counts) else self.usual

    def value(self, power: int) -> tuple[int, Side | None]:
        """A cube: its value, and whose it is; a positive power of two is player 1's."""
        assert self.game is not None
        value = 1 << min(abs(power), HIGHEST_CUBE) + self.auto_doubles(self.game)
        return value, Side.LEFT if power > 0 else Side.RIGHT if power < 0 else None

    def open(self, board: Position | None, power: int, span: Span) -> None:
        """The board that the game begins with, told only where it is not the usual one."""
        if board != self.usual or power:
            cube, owner = self.value(power) if power else (None, None)
            self.entries.append(Entry(None, SetBoard(board, cube, owner), None, span))
        self.board = board

    def shown(self, record: Record, field: Field, cube: Field, edited: Field) -> Position | None:
        """The board of a record, seen by the left player. It is told where a game begins with it, and where somebody set it up later."""
        assert self.game is not None
        counts = record.board(field)
        first = self.board is None
        board = position_of(counts, sum(self.usual.own)) if any(counts) or not first else self.first_board(self.game)
        power = record.number(cube)
        if abs(power) > HIGHEST_CUBE:
            self.fault(record.span(cube), f"cube {power}")
            power = 0
        if first:
            self.open(board, power, record.span(field))
        elif self.version >= layout.WIDE_SINCE and record.number(edited) and board is not None and board != self.board:
            self.entries.append(Entry(None, SetBoard(board, *self.value(power)), None, record.span(field)))
        self.board = board
        return board

    def side(self, record: Record, active: Field) -> Side | None:
        """Whose turn the record tells of; None where that cannot be said, or where no game has begun."""
        if self.game is None:
            self.fault(record.whole, "a record outside of a game")
            return None
        side = _SIDES.get(record.number(active))
        if side is None:
            self.fault(record.span(active), f"player {record.number(active)}")
        return side

    def enter(self, side: Side | None, action: Action, span: Span) -> None:
        if len(self.entries) >= MOST_ENTRIES:
            self.stop(span, f"{MOST_ENTRIES:,} rolls and cube actions in a game")
        else:
            self.entries.append(Entry(side, action, None, span))

    # ---- cube and dice

    def cube(self, record: Record) -> None:
        side = self.side(record, Cube.ACTIVE)
        if side is None:
            return
        self.shown(record, Cube.POSITION, Cube.CUBE, Cube.EDITED)
        before = len(self.entries)
        double = record.number(Cube.DOUBLE)
        if double == 1:
            self.doubled(record, side)
        elif double not in (0, -1, -2):
            self.fault(record.span(Cube.DOUBLE), f"double {double}")
        self.comment(record.number(Cube.COMMENT), record.whole, self.ordinal, before)  # of no double: about the roll that follows
        if record.number(Cube.ANALYSED) != _NOT_ANALYSED and double in (0, 1):
            self.beside_it("analysis")
        if self.version >= _CUBE_CLOCK_SINCE and any(record.numbers(Cube.CLOCK)):
            self.beside_it("clock")

    def doubled(self, record: Record, side: Side) -> None:
        value, _ = self.value(record.number(Cube.CUBE))
        take, beaver, raccoon = record.number(Cube.TAKE), record.number(Cube.BEAVER), record.number(Cube.RACCOON)
        self.enter(side, Double(value * 2), record.span(Cube.DOUBLE))
        if take in (0, 1):
            self.enter(side.other, Take() if take else Drop(), record.span(Cube.TAKE))
        elif take == 2:
            self.enter(side.other, Beaver(value * 4), record.span(Cube.TAKE))
            if beaver in (0, 1):
                self.enter(side, Take() if beaver else Drop(), record.span(Cube.BEAVER))
            elif beaver == 2:
                self.enter(side, Beaver(value * 8, raccoon=True), record.span(Cube.BEAVER))
                if raccoon in (0, 1):
                    self.enter(side.other, Take() if raccoon else Drop(), record.span(Cube.RACCOON))
        if take not in (-1, 0, 1, 2) or (take == 2 and beaver not in (-1, 0, 1, 2)):
            self.fault(record.span(Cube.ACTIONS), f"take {take}, beaver {beaver}")

    def move(self, record: Record) -> None:
        side = self.side(record, Move.ACTIVE)
        if side is None:
            return
        before = self.shown(record, Move.BEFORE, Move.CUBE, Move.EDITED)
        roll = self.roll(record, before, side)
        if roll is not None:
            self.enter(side, roll, record.span(Move.PLAY_AND_DICE))
        self.comment(record.number(Move.COMMENT), record.whole, self.ordinal, len(self.entries) - 1 if roll is not None else None)
        if record.number(Move.CANDIDATES) > 0:
            self.beside_it("analysis")

    def roll(self, record: Record, before: Position | None, side: Side) -> Roll | None:
        """What was rolled and played; None where neither was (the last record of a position without dice)."""
        left, right = record.numbers(Move.DICE)
        dice = (left, right) if 0 <= left <= 9 and 0 <= right <= 9 else None
        if dice is None:
            self.fault(record.span(Move.DICE), f"dice {left} {right}")
        counts, pairs = record.board(Move.AFTER), record.numbers(Move.PLAY)
        shows_board = any(counts)
        if not shows_board and (not any(pairs) or not record.number(Move.PLAYED)):  # rolled, then resigned
            return Roll(dice, Unplayed.NOTHING) if dice != (0, 0) else None
        after = position_of(counts, sum(self.usual.own)) if shows_board else None
        if after is not None:
            self.board = after if side is Side.LEFT else flipped(after)
        if record.number(Move.INVALID) == _ILLEGAL:
            text = spelled_steps([hop for hop in _hops(pairs) if hop != (OFF, OFF)])
            if after is None:
                return Roll(dice, Unplayed.UNREADABLE, text)
            return Roll(dice, Unplayed.DECLARED, text, Dump(flipped(after)))
        hops = _played(pairs)
        if not hops:  # XG's text export says "Cannot Move" of it
            return Roll(dice, Unplayed.CANNOT_MOVE if shows_board and record.number(Move.PLAYED) else Unplayed.NOTHING)
        if all(OFF < src <= BAR and OFF <= dst < BAR for src, dst in hops):
            return Roll(dice, tuple(Step(hop, (False,)) for hop in hops), spelled_steps(hops))
        return Roll(dice, Unplayed.UNREADABLE, spelled_steps(hops))

    # ---- results

    def footer_game(self, record: Record) -> None:
        if self.game is None:
            self.fault(record.whole, "a record outside of a game")
            return
        winner = _SIDES.get(record.number(FooterGame.WINNER))
        points, termination = record.number(FooterGame.POINTS), record.number(FooterGame.TERMINATION)
        if winner is None:
            self.fault(record.span(FooterGame.WINNER), f"winner {record.number(FooterGame.WINNER)}")
        span = record.span(FooterGame.TERMINATION)
        settled, rest = termination >= _SETTLED, termination % _SETTLED
        resigned, level = rest >= _RESIGNED, rest % _RESIGNED
        if termination < 0 or termination >= 2 * _SETTLED or level > _MATCH_RESIGNED:
            self.fault(span, f"termination {termination}")
        elif settled:
            self.enter(None, Remark(Ending.SETTLEMENT), span)
        elif resigned and winner is not None:
            is_match = level == _MATCH_RESIGNED
            self.enter(winner.other, Resign(is_match, level if 0 < level < _MATCH_RESIGNED else None), span)
        if winner is not None:
            self.enter(winner, Win(points), record.span(FooterGame.RESULT))
        self.end_game()

    def footer_match(self, record: Record) -> None:
        self.end_game()
        if any(record.real(field) for field in FooterMatch.ELO):
            self.beside_it("ratings")


def _lines(comments: bytes | bytearray | None) -> list[str]:
    """The texts of temp.xgc, one a line; the bytes 1 and 2 stand for a line end inside of one."""
    if not comments:
        return []
    found = bytes(comments).split(b"\r\n", MOST_COMMENTS)[:MOST_COMMENTS]
    return [plain(line.replace(b"\1\2", b"\r\n")) for line in found]


def _hops(pairs: tuple[int, ...]) -> list[tuple[int, int]]:
    """All pairs as points of the mover's own: stored they are one less, and what goes off is negative."""
    return [(src + 1, max(dst + 1, OFF)) for src, dst in zip(pairs[::2], pairs[1::2], strict=True)]


def _played(pairs: tuple[int, ...]) -> list[tuple[int, int]]:
    """The pairs before the first that begins with -1."""
    hops = _hops(pairs)
    return hops[: next((index for index, (src, _) in enumerate(hops) if src == OFF), len(hops))]
