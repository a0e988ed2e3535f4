"""One game: what the nodes behind the root say, in the order in which they say it. Knows no tree and no rules."""

from collections import Counter
from collections.abc import Callable, Sequence

from tavla_cli.board import BAR, OFF, Step
from tavla_cli.formats.mat.scan import MOST_ROWS
from tavla_cli.formats.numbering import numbered
from tavla_cli.formats.sgf.head import Head, Said
from tavla_cli.formats.sgf.table import Table
from tavla_cli.formats.sgf.values import (
    Ended,
    Moved,
    Word,
    point,
    read_colour,
    read_dice,
    read_keeper,
    read_move,
    read_number,
    read_points,
    read_text,
    unescaped,
)
from tavla_cli.record import (
    Action,
    Beaver,
    Comment,
    Double,
    Drop,
    Ending,
    Entry,
    Game,
    Remark,
    Resign,
    Roll,
    SetBoard,
    Side,
    Take,
    Unplayed,
    Unread,
    Win,
)
from tavla_cli.source import Span

SIDES = {"W": Side.LEFT, "B": Side.RIGHT}
"""The properties of moves, and whose they are."""

_SETUP = frozenset(("AE", "AW", "AB", "PL", "DI", "CV", "CP", "CO"))


class OneGame:
    """The game that is being read. `fault` and `stop` tell of what cannot be read, and of a limit that is reached.

    `beside`: what else it holds, as in `Match`.
    """

    def __init__(self, head: Head, fault: Callable[[Span, str], None], stop: Callable[[Span, str], None]) -> None:
        self.head, self.fault, self.stop = head, fault, stop
        self.beside: dict[str, None] = {}
        self.entries: list[Entry] = []
        self.comments: list[tuple[str, int | None, Span]] = []
        self.table = Table(head.variation, head.cube or 1)
        self.cube = head.cube
        self.set_at: Span | None = None  # where a set-up begins that counts from the next turn on
        self.set_board = self.set_cube = False
        self.to_move: Side | None = None  # PL since the last turn
        self.rolled: tuple[tuple[int, int], Span] | None = None  # DI
        self.last: Side | None = None  # whose the last turn was
        self.doubler: Side | None = None  # whose double or beaver waits for its answer
        self.animals = 0  # how many beavers and raccoons it has had

    def ended(self, ordinal: int, number: int | None) -> tuple[Game, list[Comment]]:
        """The whole game, the match's `ordinal`th, and what was said about it."""
        head = self.head
        self.settle(None, None)
        count = len(self.entries)
        if head.ended is not None:
            self.result(*head.ended)
        comments = [
            Comment(text, ordinal, about if about is not None and 0 <= about < count else None, span) for text, about, span in self.comments
        ]
        seats = (head.seats[0], head.seats[1]) if head.named or head.has_items else None
        crawford = True if head.crawford else None
        cube = self.cube if self.cube != 1 else None
        return Game(number, seats, numbered(self.entries), (), crawford, None, cube, head.span, head.seats_span), comments

    def node(self, properties: Sequence[Said], root: bool) -> None:
        before = len(self.entries)
        comments = []
        for said in properties:
            if said.name in SIDES:
                self.move(SIDES[said.name], said)
            elif said.name == "C":
                comments.append((read_text(said.value), said.span))
            elif said.name in _SETUP:
                self.set_up(said)
            else:
                self.beside["other properties"] = None
        about: int | None = len(self.entries) - 1
        if root:
            about = None
        elif len(self.entries) == before and self.set_at is not None:
            about = before  # the entry that the set-up will be
        self.comments += [(text, about, span) for text, span in comments if text]

    def add(self, side: Side | None, action: Action, span: Span) -> None:
        if len(self.entries) < 2 * MOST_ROWS:
            self.entries.append(Entry(side, action, None, span))
        else:
            self.stop(span, f"{MOST_ROWS:,} rows in a game")

    def move(self, side: Side, said: Said) -> None:
        for value, span in said.values[1:]:
            self.fault(span, value)
        value, at = said.values[0]
        found = read_move(unescaped(value) if "\\" in value else value)
        self.settle(side, found.dice if isinstance(found, Moved) else None)
        if isinstance(found, Moved):
            self.roll(side, found, value, at.start - said.span.start, said.span)
        elif found is None or not self.word(side, found, said.span):
            self.add(side, Unread(value[:80]), said.span)
            self.doubler = None
        self.last, self.to_move = side, None

    def broken_off(self, said: Said) -> None:
        """A move in which the text ends: its dice, where they are whole."""
        found = read_move(said.value)
        if isinstance(found, Moved):
            self.settle(SIDES[said.name], found.dice)
            self.add(SIDES[said.name], Roll(found.dice, Unplayed.NOTHING), said.span)

    def roll(self, side: Side, moved: Moved, value: str, shift: int, span: Span) -> None:
        """`shift`: where the value begins, from the beginning of the property."""
        self.doubler = None
        self.table.accept()
        dice = None if moved.dice == (0, 0) else moved.dice
        if moved.rest is not None:
            begin, end = moved.rest
            self.add(side, Roll(dice, Unplayed.UNREADABLE, value[begin:end][:80], unread=(begin + shift, end + shift)), span)
        elif not moved.pairs:
            self.add(side, Roll(dice, Unplayed.NOTHING), span)
        else:
            steps = tuple(
                Step((point(pair.letters[0], side), point(pair.letters[1], side)), (False,), 1, pair.start + shift, pair.end + shift)
                for pair in moved.pairs
            )
            self.table.play(side, steps)
            self.add(
                side, Roll(dice, steps, " ".join(f"{_spelled(src)}/{_spelled(dst)}" for src, dst in (step.points for step in steps))), span
            )

    def word(self, side: Side, said: Word, span: Span) -> bool:
        """Take a word in place of a roll; False where it says nothing."""
        match said.word:
            case "double":
                beaver = self.doubler is not None and self.doubler is not side
                self.add(side, Beaver(raccoon=self.animals > 0) if beaver else Double(), span)
                self.animals = self.animals + 1 if beaver else 0
                self.doubler = side
                self.table.double(side)
            case "take":
                self.add(side, Take(), span)
                self.doubler = None
                self.table.accept()
            case "drop":
                self.add(side, Drop(), span)
                self.doubler = self.table.offer = None
            case "resign":
                if said.number is not None and not 1 <= said.number <= 3:
                    return False
                self.add(side, Resign(level=said.number), span)
            case _:
                last = self.entries[-1] if self.entries else None
                if last is None or last.side is side or not isinstance(last.action, Resign):
                    return False
                if said.word == "reject":
                    self.entries.pop()
                    self.beside["refused resignations"] = None
        return True

    def result(self, ended: Ended, span: Span) -> None:
        if ended.winner is None:
            return
        if ended.how is Ending.RESIGNATION and not any(isinstance(entry.action, Resign) for entry in self.entries):
            self.add(ended.winner.other, Resign(), span)
        elif ended.how is not None and ended.how is not Ending.RESIGNATION:
            self.add(None, Remark(ended.how), span)
        self.add(ended.winner, Win(ended.points), span)

    # ---- set-up

    def set_up(self, said: Said) -> None:
        """A property that sets something: it counts from the next turn on, so that several make one board."""
        value = said.value
        match said.name:
            case "PL":
                side = read_colour(value)
                if side is not None:
                    self.to_move = side
                    return
            case "DI":
                dice = read_dice(value)
                if dice is not None:
                    self.rolled = dice, said.span
                    return
            case "CV":
                cube = read_number(value)
                if cube is not None and cube > 0:
                    self.table.cube, self.set_cube = cube, True
                    self.set_at = self.set_at or said.span
                    return
            case "CP" | "CO":
                keeper = read_keeper(value)
                if keeper is not None:
                    self.table.owner = keeper[0]
                    self.set_cube = True
                    self.set_at = self.set_at or said.span
                    return
            case _:
                self.set_checkers(said)
                return
        self.fault(said.span, value)

    def set_checkers(self, said: Said) -> None:
        self.set_at = self.set_at or said.span
        self.set_board = True
        counts: Counter[str] = Counter()
        for value, span in said.values:
            letters = read_points(value)
            if letters is None:
                self.fault(span, value)
            else:
                counts.update(letters)
        del counts["z"]  # what is off is what is nowhere else
        for letter, count in counts.items():
            if said.name == "AE":
                self.table.clear(point(letter, Side.LEFT))
            else:
                side = Side.LEFT if said.name == "AW" else Side.RIGHT
                self.table.put(side, point(letter, side), count)

    def settle(self, side: Side | None, dice: tuple[int, int] | None) -> None:
        """What was set up counts from here; `side` acts next, with these dice, or nobody does."""
        if self.set_at is not None:
            span, self.set_at = self.set_at, None
            table, first = self.table, not self.entries
            if first and table.owner is None and (not self.set_board or table.position == table.start):
                if self.set_cube:
                    self.cube = table.cube
            elif self.set_cube:
                self.add(None, SetBoard(table.position, table.cube, table.owner), span)
            else:
                self.add(None, SetBoard(table.position), span)
            self.set_board = self.set_cube = False
        if self.rolled is not None:
            (rolled, span), self.rolled = self.rolled, None
            by = self.to_move
            if by is None:
                by = side if self.last is None else self.last.other
            if by is None:
                self.fault(span, "")
            elif (by, rolled) != (side, dice):
                self.add(by, Roll(rolled, Unplayed.NOTHING), span)
        elif side is None and self.to_move is not None:
            self.beside["the player to move"] = None


def _spelled(own: int) -> str:
    return "bar" if own == BAR else "off" if own == OFF else str(own)
