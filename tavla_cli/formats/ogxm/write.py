"""Writes OGXM v2: each match a whole file, several back to back, which is a stream. Facts: formats/ogxm.md 4 and 5.

A reader of the format replays the steps, so the writer keeps the board that such a reader has: a play that cannot be is written as the
board after it, with its steps in a private comment, and where the record goes on from another board than that, the board is set.
"""

import zlib
from collections.abc import Sequence
from struct import pack

from tavla_cli.board import BAR, STARTS, Play, Position, flipped, judge, legal_plays
from tavla_cli.formats.ogxm.common import (
    BEAVER,
    BEHIND_UNPLAYED,
    CUBE_SET,
    DICE,
    DOUBLE,
    DROP,
    FORFEIT,
    HIGHEST,
    LONGEST,
    PASS,
    RACCOON,
    RESIGN_GAME,
    RESIGN_MATCH,
    SET_POSITION,
    SETTLE,
    STARTING,
    TAKE,
    board_of,
    moved,
    own,
)
from tavla_cli.formats.ogxm.encode import annotation, encoded, record, section, varint
from tavla_cli.formats.ogxm.header import match_record
from tavla_cli.formats.ogxm.v2 import END, HEADER, HEADER_LINE, ILLEGAL_STEPS, PLY
from tavla_cli.formats.told import Deed, Lost, Told, ToldGame, Written
from tavla_cli.record import Beaver, Double, Drop, Ending, Remark, Resign, Roll, SetBoard, Side, Take, Unplayed, Unread

_MOST_STEPS = 16  # that our own reader, and GammonView's, take from a private comment
_MOST_GAMES, _MOST_PLIES_IN_GAME, _MOST_PLIES = 1_000, 1_500, 100_000
"""The format's own limits; a file beyond them is written, but other programs refuse it."""


def write(told: Sequence[Told], dialect: str | None) -> Written:
    """The matches one after the other, and what of them could not be held."""
    lost: dict[str, Lost] = {}
    return Written(b"".join(_Writer(each, lost).file() for each in told), tuple(lost.values()))


class _Writer:
    """Writes one match; `lost` collects one sentence a kind, over all matches."""

    def __init__(self, told: Told, lost: dict[str, Lost]) -> None:
        self.told, self.lost = told, lost
        variant = told.variation if told.variation in STARTING else "standard"
        self.usual = STARTS[variant]
        self.notes: list[tuple[int, int, str, str]] = []  # scope, what it is about, key, text
        self.refs: dict[tuple[int, int], int] = {}  # number of the game and of the entry in it, from 0, to that of the ply
        self.plies = 0

    def lose(self, template: str, place: str | None = None, **args: object) -> None:
        self.lost.setdefault(template, Lost(template, args, place))

    # ---- the file

    def file(self) -> bytes:
        told = self.told
        header, lines, newer = match_record(told, self.lose)
        body = section(b"MTCH", header, True)
        games = [self.game(index, game) for index, game in enumerate(told.games)]
        body += b"".join(section(b"GAME", game, True) for game in games)
        self.check_scores()
        for number, (key, value) in enumerate(lines, 1):  # two private notes on one thing must not have one key
            self.notes.append((0, 0, f"{HEADER_LINE}/{number}", f"{key.replace('=', ' ')}={value}"))
        self.comments()
        if self.notes:
            self.notes.sort(key=lambda note: (*note[:2], not note[2], note[2]))  # those with a key first, by it
            body += section(b"ANNO", b"".join(annotation(*note) for note in self.notes), False)
        if len(games) > _MOST_GAMES or self.plies > _MOST_PLIES:
            self.lose("OGXM ends at 1,000 games, 1,500 plies a game and 100,000 plies; other programs will not read this file.")
        size = HEADER + len(body) + _CHECKED + len(END)
        summed = b"OGXM" + pack("<HHHHI", 2, int(newer), 2, 0, size) + body
        digest = varint(0) + varint(4) + pack("<I", zlib.crc32(summed))
        return summed + section(b"CSUM", record(digest, {}), True) + END

    def check_scores(self) -> None:
        """Scores are not stored but derived, from the results before: say where that gives another one."""
        games = self.told.games
        score = games[0].score if games else None
        for number, game in enumerate(games, 1):
            if game.score is not None and score is not None and game.score != score:
                self.lose("The format derives scores from results; this game would begin at another score than it does.", str(number))
                return
            if game.winner is not None and game.points is not None and score is not None:
                most = self.told.length or HIGHEST
                after = max(min(score[game.winner] + game.points, most), score[game.winner])
                score = (after, score[1]) if game.winner is Side.LEFT else (score[0], after)

    def comments(self) -> None:
        for comment in self.told.match.comments:
            scope, ref = (0, 0) if comment.game is None else (1, comment.game - 1)
            if comment.game is not None and comment.entry is not None:
                ply = self.refs.get((comment.game - 1, comment.entry))
                if ply is None:
                    self.lose("A comment on what is no ply is written as one on its game.", str(comment.game))
                else:
                    scope, ref = 2, ply
            raw, at = encoded(comment.text), 0
            if len(raw) > LONGEST:
                self.lose("A comment of more than 4,096 bytes is written as several.")
            while at < len(raw):
                part = raw[at : at + LONGEST].decode("utf-8", "ignore")
                self.notes.append((scope, ref, "", part))
                at += len(encoded(part))

    # ---- one game

    def game(self, index: int, game: ToldGame) -> bytes:
        fields: dict[int, bytes] = {}
        if game.winner is not None and game.points is not None and game.points >= 0:
            fields[0], fields[1] = varint(game.winner), varint(min(game.points, HIGHEST))
        elif game.winner is not None:
            self.lose("A result without points cannot be held.", str(index + 1))
        if game.start is not None and game.start != self.usual:
            fields[3] = self.board(game.start, str(index + 1))
        if game.cube != 1 and 0 < game.cube <= HIGHEST and game.cube & (game.cube - 1) == 0:
            fields[4] = varint(game.cube)
        if game.owner is not None:
            fields[5] = varint(game.owner)
        ending = {Ending.RESIGNATION: 2, Ending.SETTLEMENT: 3, Ending.FORFEIT: 4, Ending.TIME: 4}
        if game.how in ending and game.winner is not None:
            fields[7] = varint(ending[game.how])
        if game.how in (Ending.TIME, Ending.ABORTED):
            self.lose("That a game ended by time or was broken off cannot be held; a loss by time is written as a forfeit.", str(index + 1))
        if game.game.throw is not None:
            self.lose("The throw of one die each that opens a game cannot be held.", str(index + 1))
        if game.game.number is not None and game.game.number != index + 1:
            self.lose("Games are numbered from 1 on; other numbers cannot be held.", str(index + 1))
        seats = game.game.seats
        if seats is not None and (seats[0].name, seats[1].name) != self.told.names:
            self.lose("Names that change from game to game cannot be held; those of the first stand for all.", str(index + 1))
        plies = _Plies(self, index, game)
        plies.all()
        if len(plies.actions) > _MOST_PLIES_IN_GAME:
            self.lose("OGXM ends at 1,000 games, 1,500 plies a game and 100,000 plies; other programs will not read this file.")
        return record(b"", fields) + bytes(plies.bytes)

    def board(self, position: Position, place: str | None) -> bytes:
        """The bytes of a board seen by the left player."""
        total = sum(self.usual.own)
        if {sum(position.own), sum(position.opp)} != {total}:
            self.lose("Checkers that are missing from a board are taken for borne off.", place)
        return pack("<26b", *board_of(position))


_SAYS = {Unplayed.NOTHING: "unplayed", Unplayed.CANNOT_MOVE: "cannot move"}
_CHECKED = len(section(b"CSUM", record(bytes(6), {}), True))


class _Plies:
    """Writes the plies of one game. `here` is the board that a reader of the file has, seen by the left player; None: any."""

    def __init__(self, writer: _Writer, index: int, game: ToldGame) -> None:
        self.writer, self.index, self.game = writer, index, game
        self.here: Position | None = game.start or writer.usual
        self.turn: Side | None = None
        self.bytes = bytearray()
        self.first = writer.plies
        self.actions: list[int] = []
        self.unplayed = False  # the last ply is a roll without a play
        self.rolls = [number for number, deed in enumerate(game.deeds) if isinstance(deed.entry.action, Roll)]
        self.following: list[Side] = []  # for each deed, the player who acts next behind it
        side = Side.LEFT
        for deed in reversed(game.deeds):
            self.following.append(side)
            if isinstance(deed.entry.action, Roll | Double) and deed.entry.side is not None:
                side = deed.entry.side
        self.following.reverse()

    def add(self, action: int, side: Side, extras: dict[int, bytes] | None = None, steps: bytes = b"") -> None:
        self.unplayed = False
        self.bytes.append(action | side << 6 | (128 if extras else 0))
        self.bytes += steps
        if extras:
            self.bytes += record(b"", extras)
        self.actions.append(action)
        self.writer.plies += 1

    def all(self) -> None:
        for number, deed in enumerate(self.game.deeds):
            entry, ref = deed.entry, self.writer.plies
            match entry.action:
                case SetBoard() as board:
                    self.set_board(number, deed, board)
                case Roll() as roll if entry.side is not None:
                    ref = self.roll(number, deed, roll, entry.side)
                case Unread():
                    self.writer.lose("What cannot be read is left out.", deed.place)
                case Remark(how):
                    self.remark(how)
                case action if entry.side is not None:
                    self.act(deed, action, entry.side)
            if self.writer.plies > ref:
                self.writer.refs[self.index, number] = ref
        if not self.rolls:
            return
        last = self.game.deeds[self.rolls[-1]]
        if self.unplayed and self.game.winner is not None and self.game.how is Ending.RESIGNATION:
            self.mark("added")  # a roll without a play is one before a resignation, or the file cannot be replayed
            self.resign(last, Resign(), self.game.winner.other)
        place = self.writer.refs.get((self.index, self.rolls[-1]))
        if place is not None and isinstance(last.entry.action, Roll):
            following = self.actions[place - self.first + 1 :]
            unplayed = following[0] in BEHIND_UNPLAYED if following else self.game.winner is None
            says = _SAYS.get(last.entry.action.play) if isinstance(last.entry.action.play, Unplayed) else None
            if says is not None and says != ("unplayed" if unplayed else "cannot move"):
                self.writer.notes.append((2, place, PLY, says))

    def mark(self, text: str) -> None:
        """A private note on the ply that comes next."""
        self.writer.notes.append((2, self.writer.plies, PLY, text))

    # ---- cube and end

    def act(self, deed: Deed, action: object, side: Side) -> None:
        match action:
            case Double(to) | Beaver(to):
                if to is not None and to != (deed.to if isinstance(action, Beaver) else deed.cube * 2):
                    self.writer.lose("A cube turned to another value than the next is written as turned to the next.", deed.place)
                self.add(DOUBLE if isinstance(action, Double) else RACCOON if action.raccoon else BEAVER, side)
            case Take():
                self.add(TAKE, side)
            case Drop():
                self.add(DROP, side)
            case Resign() as resign:
                self.resign(deed, resign, side)

    def resign(self, deed: Deed, resign: Resign, side: Side) -> None:
        if resign.how in (Ending.FORFEIT, Ending.TIME):
            self.add(FORFEIT, side)
            return
        points = resign.points or self.game.points or 0
        cube = max(deed.cube, 1)
        level = resign.level or self.game.resigned or (points // cube if points % cube == 0 else 0)
        self.add(RESIGN_MATCH if resign.match else RESIGN_GAME, side, {1: varint(level if level in (1, 2, 3) else 1)})

    def remark(self, how: Ending) -> None:
        if how is Ending.FORFEIT and self.game.winner is not None:
            self.add(FORFEIT, self.game.winner.other)
        elif how is Ending.SETTLEMENT:
            points = min(self.game.points or 0, 2000)
            self.add(SETTLE, self.game.winner or Side.LEFT, {4: pack("<i", points * 1_000_000)})

    # ---- boards

    def set_board(self, number: int, deed: Deed, action: SetBoard) -> None:
        if action.position is None:
            self.writer.lose("A board that nobody can read is left out.", deed.place)
            return
        if number or (action.position == self.writer.usual and action.cube is None):  # else it is where the game begins
            self.place(action.position, self.following[number], deed.place)
            if action.cube is not None and number and 0 < action.cube <= HIGHEST:
                extras = {2: varint(action.cube)} | ({} if action.owner is None else {8: varint(action.owner)})
                self.add(CUBE_SET, self.following[number], extras)

    def place(self, position: Position, side: Side, place: str | None) -> None:
        self.add(SET_POSITION, side, {6: self.writer.board(position, place)})
        self.here, self.turn = position, side

    # ---- rolls

    def roll(self, number: int, deed: Deed, roll: Roll, side: Side) -> int:
        """Write a turn; returns the number of its ply."""
        lose, position = self.writer.lose, deed.position
        if self.turn is side.other:  # two turns of one player: the other's is missing
            self.mark("added")
            self.add(PASS, side.other)
        mine = self.left(position, side)
        if mine is not None and mine != self.here:
            self.mark("added")
            self.place(mine, side, deed.place)
        self.turn, ref = side.other, self.writer.plies
        if roll.dice is None or not all(1 <= die <= 6 for die in roll.dice):
            if roll.dice is not None or isinstance(roll.play, tuple):
                lose("A turn without a roll that dice can show is written as one of which nothing is known.", deed.place)
            if roll.play is not Unplayed.CANNOT_MOVE:
                self.mark("unknown")
                self.here = self.left(deed.after, side)
            self.add(PASS, side)
            return ref
        if roll.dice[0] < roll.dice[1]:
            lose("The order of the dice cannot be held.", deed.place)
        action = DICE.index((min(roll.dice), max(roll.dice)))
        if deed.hops is not None:
            self.hops(action, side, deed.hops)
            self.here = self.left(deed.after, side)
            return ref
        self.other_play(number, deed, roll, side, action)
        return ref

    def hops(self, action: int, side: Side, hops: Play) -> None:
        """A play that can be, in an order in which it can be played."""
        low, high = DICE[action]
        steps = b""
        for src, dst, _ in hops:
            pips = src - dst if dst or src - dst in (low, high) else low if low > src else high
            steps += bytes([pips << 5 | own(src, side)])
        self.add(action, side, steps=steps + b"\0" * (len(steps) < _room(action)))

    def other_play(self, number: int, deed: Deed, roll: Roll, side: Side, action: int) -> None:
        """A play that is not legal, not known, or missing, or that nobody can judge."""
        lose = self.writer.lose
        low, high = DICE[action]
        before = deed.position or self.left(self.here, side)
        play = () if roll.play in (Unplayed.NOTHING, Unplayed.CANNOT_MOVE) else roll.play
        legal = None if before is None else legal_plays(before, high, low)
        if play == () and (not legal or number == self.rolls[-1]):
            self.add(action, side, steps=b"\0")
            self.unplayed = legal != {}
            return
        if legal and deed.position is None and before is not None and isinstance(play, tuple):
            # Nobody knows the board, but the reader of the file has one, on which the play may be legal.
            judgement = judge(before, high, low, play, self.writer.told.match.habits.marks_hits)
            hops = legal.get(judgement.after) if judgement.legal and judgement.after is not None else None
            if hops is not None:
                self.hops(action, side, hops)
                self.here = self.left(judgement.after, side)
                return
        if roll.dump is not None:
            after: Position | None = flipped(roll.dump.position)
        elif isinstance(play, tuple):
            pairs = [hop for step in play for _ in range(step.count) for hop in zip(step.points, step.points[1:], strict=False)]
            if len(pairs) > _MOST_STEPS or not all(0 <= point <= BAR for hop in pairs for point in hop):
                lose("A play on points that no board has cannot be held.", deed.place)
                pairs = []
            after = deed.after or (moved(before, pairs) or before if before is not None else None)
            steps = [(own(src, side), src - dst) for src, dst in pairs]
            if after is None:
                fitting = len(steps) <= _room(action) and all(1 <= pips <= 6 and 0 <= point <= BAR for point, pips in steps)
                stored = bytes(pips << 5 | point for point, pips in steps) if fitting else b""
                if not fitting:
                    lose("A play that does not fit its dice, on a board that is not known, is left out.", deed.place)
                self.add(action, side, steps=stored + b"\0" * (len(stored) < _room(action)))
                self.here = None
                return
            text = ",".join(f"{point}/{pips}" for point, pips in steps)
            self.writer.notes.append((2, self.writer.plies, ILLEGAL_STEPS, f"1:{text}"))
        else:
            if play is not Unplayed.UNKNOWN:
                lose("A play that cannot be read is written as one that is not known.", deed.place)
            self.mark("unknown")
            after = deed.after
            if after is None:
                self.add(action, side, steps=b"\0")
                self.here, self.unplayed = None, True
                return
        assert after is not None
        self.here = self.left(after, side)
        assert self.here is not None
        board = self.writer.board(self.here, deed.place)
        self.add(SET_POSITION, side.other, {0: bytes((low, high)), 3: b"", 6: board})

    @staticmethod
    def left(position: Position | None, side: Side) -> Position | None:
        """A board seen by `side` as the left player sees it, or the other way round."""
        return position if position is None or side is Side.LEFT else flipped(position)


def _room(action: int) -> int:
    """How many steps a roll has."""
    return 4 if DICE[action][0] == DICE[action][1] else 2
