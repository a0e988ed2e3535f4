"""Positions: where the checkers stand, pips, and what a lost game costs. Knows no dice."""

from typing import NamedTuple

BAR = 25
OFF = 0
HOME = 6


class Position(NamedTuple):
    """The checkers of both players, each counted from his own side.

    Both are 26 counts: index 0 the checkers borne off, 1 to 24 the points on the way home, 25 the bar.
    `own` belongs to the player on roll.
    """

    own: bytes
    opp: bytes


def flipped(position: Position) -> Position:
    """The same checkers seen by the other player."""
    return Position(position.opp, position.own)


def pips(side: bytes) -> int:
    """How many pips a side still has to go; a checker on the bar counts 25."""
    return sum(point * count for point, count in enumerate(side))


def loss(loser: bytes) -> int:
    """What the loser of a finished game loses, in units of the cube: 1 a single game, 2 a gammon, 3 a backgammon.

    A gammon when no checker was borne off; a backgammon when, besides, one is on the bar or in the winner's home board.
    """
    if loser[OFF]:
        return 1
    return 3 if any(loser[19:]) else 2


def problem(position: Position) -> str | None:
    """Why no game can reach this position, as the name of the reason, or None.

    `too-many`: more than 15 checkers on a side; `shared-point`: both on one point; `both-closed-out`: both on the bar against closed
    boards.
    """
    own, opp = position
    if sum(own) > 15 or sum(opp) > 15:
        return "too-many"
    if any(own[point] and opp[BAR - point] for point in range(1, 25)):
        return "shared-point"
    if own[BAR] and opp[BAR] and min(own[1:7]) > 1 and min(opp[1:7]) > 1:
        return "both-closed-out"
    return None


def _start(points: dict[int, int]) -> Position:
    side = bytes(points.get(point, 0) for point in range(26))
    return Position(side, side)


STARTS: dict[str, Position] = {
    "standard": _start({24: 2, 13: 5, 8: 3, 6: 5}),
    "nackgammon": _start({24: 2, 23: 2, 13: 4, 8: 3, 6: 4}),
    "hypergammon1": _start({24: 1}),
    "hypergammon2": _start({24: 1, 23: 1}),
    "hypergammon3": _start({24: 1, 23: 1, 22: 1}),
    "longgammon": _start({24: 15}),
}
