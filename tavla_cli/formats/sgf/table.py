"""The checkers and the cube as a record moves them, without asking whether it may: what set-up properties change is only so known."""

from tavla_cli.board import BAR, OFF, STARTS, Position, Step
from tavla_cli.record import Side

_MOST = 255  # checkers of one side on one point
_HIGHEST_CUBE = 1 << 30


class Table:
    """What stands on it after the moves that were made. Each side has its own numbering, 25 the bar; what is off is the rest."""

    def __init__(self, variation: str, cube: int) -> None:
        start = STARTS[variation]
        self.start = start
        self.sides = (bytearray(start.own), bytearray(start.opp))
        self.cube = cube
        self.owner: Side | None = None
        self.offer: tuple[int, Side] | None = None  # what the cube goes to, and who then has it

    @property
    def position(self) -> Position:
        """Seen by the left player."""
        own, opp = (bytes((max(0, sum(first) - sum(side[1:])), *side[1:])) for side, first in zip(self.sides, self.start, strict=True))
        return Position(own, opp)

    def clear(self, point: int) -> None:
        """Take everybody's checkers from a point of the left player's own; 25 is both bars."""
        self.sides[0][point] = 0
        self.sides[1][BAR if point == BAR else BAR - point] = 0

    def put(self, side: Side, point: int, count: int = 1) -> None:
        """So many checkers more on a point of the side's own."""
        counts = self.sides[side]
        counts[point] = min(counts[point] + count, _MOST)

    def play(self, side: Side, steps: tuple[Step, ...]) -> None:
        own, other = self.sides[side], self.sides[side.other]
        for step in steps:
            src, dst = step.points[0], step.points[-1]
            own[src] = max(0, own[src] - 1)
            if dst != OFF:
                self.put(side, dst)
            if OFF < dst < BAR and other[BAR - dst] == 1:
                other[BAR - dst] = 0
                self.put(side.other, BAR)

    def double(self, side: Side) -> None:
        """A double, or in answer to one a beaver, whose player keeps the cube."""
        if self.offer is None:
            self.offer = min(self.cube * 2, _HIGHEST_CUBE), side.other
        else:
            value, keeper = self.offer
            self.offer = min(value * 2, _HIGHEST_CUBE), side if keeper is side else keeper

    def accept(self) -> None:
        if self.offer is not None:
            self.cube, self.owner = self.offer
            self.offer = None
