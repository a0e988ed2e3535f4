"""The cube of one game: its value, its owner, offers and answers. Knows no boards."""

from typing import NamedTuple

from tavla_cli.record import Beaver, Double, Side
from tavla_cli.replay.events import CubeWrong
from tavla_cli.rules import ANY, Limit, Rules, dead


class Cube(NamedTuple):
    """A value and who may turn it; None: both."""

    value: int
    owner: Side | None


class Offer(NamedTuple):
    """A double, beaver or raccoon that waits for its answer.

    `by` doubled; `readings` are the values the cube may go to, the likeliest first; `before` is what a drop loses. `keeper` gets the
    cube when the offer is accepted. `ignored`: it stood before the opening roll and does not count. `animals` counts beavers and raccoons.
    """

    by: Side
    readings: tuple[int, ...]
    before: int
    keeper: Side
    ignored: bool = False
    animals: int = 0
    doubler: Side | None = None  # who began it
    annulled: Cube | None = None


class CubeState:
    """What is known of the cube. After a wrong cube action more than one reading may be open; later claims choose."""

    def __init__(self, rules: Rules, value: int = 1, owner: Side | None = None) -> None:
        self.rules = rules
        self.readings: tuple[Cube, ...] = (Cube(value, owner),)
        self.offer: Offer | None = None
        self.refused: Side | None = None  # whose answer may follow to a beaver that was not allowed and is read as a take
        self.turned = False  # offered in this game; an automatic double does not count

    def begin_otherwise(self) -> None:
        """A game that is said to begin with another cube than 1 in the middle may have begun with that all the same."""
        self.readings = tuple(dict.fromkeys((*self.readings, Cube(1, None))))

    @property
    def now(self) -> Cube:
        return self.readings[0]

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(cube.value for cube in self.readings))

    def value_wrong(self, said: int | None, expected: tuple[int, ...], first: bool) -> tuple[CubeWrong | None, tuple[int, ...]]:
        """What is wrong with the value a double names, and the values the cube may go to."""
        if said is None or said in expected:
            return None, (said,) if said is not None else expected
        money = self.rules.length == 0
        if first and money and said > expected[0] and said & (said - 1) == 0:
            limit = self.rules.automatic_doubles
            if limit is None or (limit and said <= 2 << min(limit, 60)):
                return None, (said,)
            return CubeWrong.AUTOMATIC, (expected[0], said)
        return CubeWrong.VALUE, (*expected, said) if said > 0 else expected

    def double(self, side: Side, action: Double, needed: int | None, crawford: bool | None) -> tuple[CubeWrong | None, int, int | None]:
        """A double by the player on roll: what is wrong, the value it should name, and the limit that it breaks."""
        mine = tuple(cube for cube in self.readings if cube.owner in (None, side))
        cubes = mine or self.readings
        named = tuple(cube for cube in cubes if action.to is not None and cube.value * 2 == action.to)
        cubes = named or cubes
        before = cubes[0]
        expected = tuple(dict.fromkeys(cube.value * 2 for cube in cubes))
        first = not self.turned and before == Cube(1, None)
        value_wrong, readings = self.value_wrong(action.to, expected, first)
        if first and value_wrong is None and readings[0] > 2:  # automatic doubles before the first roll
            before = Cube(readings[0] // 2, None)
        wrong: CubeWrong | None = None
        limit: int | None = None
        annulled: Cube | None = None
        if not mine:
            wrong, annulled = CubeWrong.NOT_YOURS, before
        elif crawford:
            wrong, annulled = CubeWrong.CRAWFORD, before
        elif needed is not None and dead(before.value, needed):
            wrong = CubeWrong.LIMIT if self.rules.cube_limit is Limit.MATCH else CubeWrong.DEAD
            limit = before.value
        elif isinstance(self.rules.cube_limit, int) and before.value * 2 > self.rules.cube_limit:
            wrong, limit = CubeWrong.LIMIT, self.rules.cube_limit
        else:
            wrong = value_wrong
        self.offer = Offer(side, readings, before.value, side.other, doubler=side, annulled=annulled)
        self.turned = True
        return wrong, expected[0], limit

    def beaver(self, side: Side, action: Beaver) -> tuple[CubeWrong | None, int]:
        """A beaver or raccoon in answer to an offer: what is wrong, and the value it should name."""
        offer = self.offer
        assert offer is not None
        expected = tuple(value * 2 for value in offer.readings)
        allowed = self.rules.beavers if offer.animals == 0 else _animals(self.rules)
        if allowed is not None and offer.animals >= allowed:
            self.accept()
            self.readings += tuple(Cube(value * 2, side) for value in offer.readings)
            self.refused = side.other
            return CubeWrong.BEAVER, expected[0]
        wrong, readings = self.value_wrong(action.to, expected, False)
        keeper = offer.keeper if offer.animals else side
        self.offer = Offer(side, readings, offer.readings[0], keeper, animals=offer.animals + 1, doubler=offer.doubler)
        return wrong, expected[0]

    def accept(self) -> None:
        """The offer is taken."""
        offer = self.offer
        assert offer is not None
        self.offer = None
        if offer.ignored:
            return
        taken = tuple(Cube(value, offer.keeper) for value in offer.readings)
        self.readings = (*taken, offer.annulled) if offer.annulled else taken

    def unanswered(self) -> None:
        """Play goes on without an answer: taken, or perhaps not offered at all."""
        offer = self.offer
        assert offer is not None
        before = self.readings
        self.accept()
        self.readings = tuple(dict.fromkeys((*self.readings, *before)))


def _animals(rules: Rules) -> int | None:
    """How many beavers and raccoons may follow one double."""
    if rules.raccoons is False:
        return 1
    if rules.beavers is None:
        return None
    return ANY if rules.beavers >= ANY else rules.beavers
