"""The boards that may be true: one while the record is right, several after a play that cannot be. Knows no files and no words."""

from collections.abc import Iterable
from typing import NamedTuple

from tavla_cli.board import OFF, Judgement, Position, Step, judge, legal_plays
from tavla_cli.board.judge import literal
from tavla_cli.record import Side, Unplayed

MOST_BOARDS = 1000
"""More than this many boards say nothing: the replay then rests to the end of the game."""

BUDGET = 36_000
"""How much a match may spend on boards that are not certain, in boards found: about twenty microseconds each, so that noise takes a
second."""

FOR_ENTRY = 20
"""What each cell adds to that of a later match of a file."""

LOOKING, JUDGING, GENERATING = 1, 5, 25
"""What it costs, in the same unit, to see that a board cannot show a play, to judge one that it can, and to generate all plays for that."""

ALL_ROLLS = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))


class World(NamedTuple):
    """One board that may be true, and whose turn it then is (None: either's, before the opening roll)."""

    left: bytes
    right: bytes
    turn: Side | None

    def seen_by(self, side: Side) -> Position:
        return Position(self.left, self.right) if side is Side.LEFT else Position(self.right, self.left)

    @property
    def over(self) -> Side | None:
        """The player whose last checker is off."""
        if self.left[OFF] and self.left[OFF] == sum(self.left):
            return Side.LEFT
        if self.right[OFF] and self.right[OFF] == sum(self.right):
            return Side.RIGHT
        return None


def world(position: Position, side: Side, turn: Side | None) -> World:
    """The world of a position seen by `side`."""
    own, opp = position
    return World(own, opp, turn) if side is Side.LEFT else World(opp, own, turn)


Worlds = tuple[World, ...]
"""Without repetition, the likeliest first; empty: the boards are lost."""


class Budget:
    """What is left to spend on boards that are not certain, for one match.

    The later a match stands in its file, the less it gets: or noise that holds a thousand of them would take many minutes.
    """

    def __init__(self, ordinal: int, entries: int) -> None:
        self.left = BUDGET if ordinal == 1 else min(BUDGET, BUDGET // (2 * ordinal) + FOR_ENTRY * entries)

    def spend(self, cost: int) -> bool:
        self.left -= cost
        return self.left >= 0


def once(worlds: Iterable[World]) -> Worlds:
    """Without repetition; nothing when there are too many to mean anything."""
    found = dict.fromkeys(worlds)
    return () if len(found) > MOST_BOARDS else tuple(found)


def after_any(one: World, side: Side, rolls: Iterable[tuple[int, int]], budget: Budget) -> list[World]:
    """Every board after a turn of `side` of which only the possible rolls are known."""
    found: dict[World, None] = {}
    position = one.seen_by(side)
    for die1, die2 in rolls:
        if budget.left < 0:
            return []
        plays = legal_plays(position, die1, die2)
        if not budget.spend(1 + len(plays)):
            return []
        for result in plays or (position,):
            found[world(result, side, side.other)] = None
    return list(found)


class Tried(NamedTuple):
    """A play tried on every board: the boards it leads to, and the judgement on the first board it was tried on."""

    worlds: list[World]
    first: Judgement | None


def try_play(
    worlds: Iterable[World],
    side: Side,
    dice: tuple[int, int],
    play: tuple[Step, ...] | Unplayed,
    marks_hits: bool | None,
    budget: Budget,
    certain: bool,
) -> Tried:
    """Drops the boards that the play does not fit. Only boards on which it is the side's turn should be handed in."""
    found: list[World] = []
    first: Judgement | None = None
    steps = play if isinstance(play, tuple) else ()
    for one in worlds:
        if not certain:
            if not budget.spend(LOOKING):
                return Tried([], first)
            if steps and first is not None and literal(one.seen_by(side), steps) is None:
                continue
            budget.spend(JUDGING)
        judgement = judge(one.seen_by(side), dice[0], dice[1], steps, marks_hits)
        if not certain and judgement.after is not None and (judgement.wrong or judgement.rerouted is not None):
            budget.spend(GENERATING)
        if first is None:
            first = judgement
        found.extend(world(result, side, side.other) for result in judgement.results)
    return Tried(found, first)


def after_fault(one: World, side: Side, dice: tuple[int, int], judgement: Judgement, budget: Budget) -> list[World]:
    """The boards that may be true after a play that is wrong: the one the record leaves, and every legal result of the roll."""
    found = [] if judgement.after is None else [world(judgement.after, side, side.other)]
    rolls = [dice] if 1 <= dice[0] <= 6 and 1 <= dice[1] <= 6 else _rolls_like(dice)
    return found + after_any(one, side, rolls, budget)


def _rolls_like(dice: tuple[int, int]) -> list[tuple[int, int]]:
    """The rolls that a roll of which one die is misread can have been."""
    good = [die for die in dice if 1 <= die <= 6]
    return [(good[0], die) for die in range(1, 7)] if good else list(ALL_ROLLS)
