"""Judging one recorded play: is it legal, what is wrong with it if not, and which board it leaves."""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from tavla_cli.board.plays import landing, legal_plays, moved
from tavla_cli.board.position import BAR, HOME, OFF, Position, pips
from tavla_cli.board.steps import Play, Step

MOST_STEPS = 5
"""More steps than this no roll has; the rest of a longer play is not looked at."""


class Wrong(Enum):
    """What can be wrong with a play; the value is the code of the check that reports it."""

    NO_CHECKER = "P101"
    BLOCKED = "P102"
    NOT_ROLLED = "P103"
    BAR_FIRST = "P104"
    OFF_EARLY = "P105"
    OFF_NOT_HIGHEST = "P106"
    UNPLAYED = "P107"
    LARGER = "P108"
    BACKWARDS = "P109"
    MOVE_AVAILABLE = "P112"
    BAD_DICE = "P113"


class Judgement(NamedTuple):
    """What is to be said about one recorded play.

    `results` are the legal positions the play can mean, the one taken first; empty when the play is illegal. `after` is the board the
    record leaves, legal or not; None when no board can show it. Positions are seen by the player who made the play. `step` is the
    index of the step at fault, None for the
    whole play. `number` belongs to UNPLAYED and LARGER: the number that can still be played, or must be. `unmarked` and `mismarked`
    are the points (mover's own)
    where a checker is hit without a star, and where a star stands though nothing is hit. `rerouted`: the result is legal, the way
    described is not. `ran`: the point of the own home board where one checker hit and went on, None otherwise.
    """

    wrong: Wrong | None
    step: int | None
    results: tuple[Position, ...]
    after: Position | None
    number: int | None = None
    unmarked: tuple[int, ...] = ()
    mismarked: tuple[int, ...] = ()
    rerouted: int | None = None
    ran: int | None = None

    @property
    def legal(self) -> bool:
        return bool(self.results)

    @property
    def ambiguous(self) -> bool:
        return len(self.results) > 1


class _Way(NamedTuple):
    """One way to play all steps with the dice."""

    position: Position
    used: int
    hits: frozenset[int]


class _Leg(NamedTuple):
    """Two neighbouring points of a step."""

    src: int
    dst: int
    step: int
    starred: bool


def judge(position: Position, die1: int, die2: int, steps: Sequence[Step], marks_hits: bool | None = None) -> Judgement:
    """Judge the play of a roll. The player who rolled is `position.own`; no steps means that nothing was moved.

    A play that uses every die is legal when its steps are, so no other plays are generated for it; a shorter one is compared with all
    of them.
    `marks_hits` False: the record never stars a hit, so a step that can go two ways, one of them hitting, means either (RULES.md A06);
    otherwise the way that fits the stars is meant. Dice that are not 1 to 6 give BAD_DICE and the board the record leaves.
    """
    if not (1 <= die1 <= 6 and 1 <= die2 <= 6):
        return Judgement(Wrong.BAD_DICE, None, (), literal(position, steps))
    dice = (die1,) * 4 if die1 == die2 else (die1, die2)
    if not steps:
        return _pass(position, die1, die2)
    plain = _plain(position, dice, steps)
    if plain is not None:
        return _taken([plain], frozenset(step.points[1] for step in steps if step.hits[0]), marks_hits)
    chains = _chains(steps)
    legal: dict[Position, Play] | None = None
    if sum(map(len, chains)) <= len(dice):
        search = _Search(dice)
        search.explore(position, dice, chains)
        ways = [way for way in search.ways if way.used == len(dice) or way.position.own[OFF] == sum(way.position.own)]
        if not ways and search.ways:
            legal = legal_plays(position, die1, die2)
            ways = [way for way in search.ways if way.position in legal]
            if not ways:
                return _short(position, legal, search.ways, dice)
        if ways:
            starred = frozenset(leg.dst for chain in chains for leg in chain if leg.starred)
            return _taken(ways, starred, marks_hits)
    blame = _Blame()
    blame.explore(position, dice, chains)
    after = literal(position, steps)
    if after is not None and _can_be_result(position, after, dice):
        legal = legal_plays(position, die1, die2) if legal is None else legal
        if after in legal:
            return Judgement(None, None, (after,), after, rerouted=blame.step or 0)
    return Judgement(blame.wrong, blame.step if blame.step is not None else len(steps) - 1, (), after)


def _can_be_result(position: Position, after: Position, dice: tuple[int, ...]) -> bool:
    """What every legal result keeps: it saves generating all plays for most of those that are wrong."""
    own, now = position.own, after.own
    went = pips(own) - pips(now)
    if now[OFF] > own[OFF]:
        if any(now[HOME + 1 :]) or went > sum(dice):
            return False
    elif went not in {sum(dice[:count]) for count in range(1, len(dice) + 1)} and went not in dice:
        return False
    return not now[BAR] or all(now[point] >= own[point] for point in range(1, BAR))


def _plain(position: Position, dice: tuple[int, ...], steps: Sequence[Step]) -> _Way | None:
    """The usual case: every step takes one die, in the order written, and every die is used; None for anything else."""
    own, opp, left = bytearray(position.own), bytearray(position.opp), list(dice)
    hits: set[int] = set()
    for step in steps:
        if len(step.points) != 2 or step.count > len(left):
            return None
        src, dst = step.points
        for _ in range(step.count):
            die = src - dst
            if die not in left:
                die = max(left, default=0) if dst == OFF else 0
            if not die or landing(own, opp, src, die) != dst:
                return None
            left.remove(die)
            own[src] -= 1
            own[dst] += 1
            if dst and opp[BAR - dst]:
                opp[BAR - dst] -= 1
                opp[BAR] += 1
                hits.add(dst)
    return None if left else _Way(Position(bytes(own), bytes(opp)), len(dice), frozenset(hits))


def _pass(position: Position, die1: int, die2: int) -> Judgement:
    own, opp = position
    if not any(landing(own, opp, src, die) >= 0 for src in range(1, BAR + 1) for die in {die1, die2}):
        return Judgement(None, None, (position,), position)
    return Judgement(Wrong.MOVE_AVAILABLE, None, (), position)


def _taken(ways: list[_Way], starred: frozenset[int], marks_hits: bool | None) -> Judgement:
    """The legal reading that fits the stars best; more than one where nothing tells them apart."""
    if marks_hits is not False:
        fewest = min(len(way.hits ^ starred) for way in ways)
        ways = [way for way in ways if len(way.hits ^ starred) == fewest]
    ways.sort(key=lambda way: len(way.hits))  # a hit should have been written
    results = tuple(dict.fromkeys(way.position for way in ways))
    way = ways[0]
    return Judgement(
        None,
        None,
        results,
        way.position,
        unmarked=tuple(sorted(way.hits - starred, reverse=True)),
        mismarked=tuple(sorted(starred - way.hits, reverse=True)),
        ran=max((point for point in way.hits if point <= HOME and not way.position.own[point]), default=None),
    )


def _short(position: Position, legal: dict[Position, Play], ways: list[_Way], dice: tuple[int, ...]) -> Judgement:
    """A play of fewer dice than can be, or of the smaller die where the larger alone must be played."""
    way = max(ways, key=lambda w: w.used)
    most = max(map(len, legal.values()), default=0)
    if way.used >= most:
        return Judgement(Wrong.LARGER, None, (), way.position, number=max(dice))
    return Judgement(Wrong.UNPLAYED, None, (), way.position, number=_still(position, way, dice))


def _still(position: Position, way: _Way, dice: tuple[int, ...]) -> int:
    """The number that was left unplayed: one that can follow the play if there is one."""
    own, opp = way.position
    left = [die for die in dice if pips(position.own) - pips(own) != die] or list(dice)
    playable = (die for die in left if any(landing(own, opp, src, die) >= 0 for src in range(1, BAR + 1)))
    return next(playable, left[0])


def _chains(steps: Sequence[Step]) -> tuple[tuple[_Leg, ...], ...]:
    chains: list[tuple[_Leg, ...]] = []
    for index, step in enumerate(steps):
        legs = tuple(_Leg(src, dst, index, star) for src, dst, star in zip(step.points, step.points[1:], step.hits, strict=False))
        chains.extend([legs] * step.count)
        if len(chains) > MOST_STEPS:
            break
    return tuple(chains[:MOST_STEPS])


class _Search:
    """Tries the steps in every order and with every choice of dice, as written first, one die at a time.

    The dice of several steps may be mixed: `bar/17(2)` enters both checkers before either runs on.
    """

    def __init__(self, dice: tuple[int, ...]) -> None:
        self.dice = len(dice)
        self.ways: list[_Way] = []
        self.done = False
        self.seen: set[tuple[Position, tuple[int, ...], tuple[tuple[_Leg, ...], ...], frozenset[int]]] = set()

    def explore(
        self,
        position: Position,
        dice: tuple[int, ...],
        chains: tuple[tuple[_Leg, ...], ...],
        hits: frozenset[int] = frozenset(),
        branched: bool = False,
    ) -> None:
        """`branched`: a step has used several dice, so that another way may lead to another board."""
        if not chains:
            self.ways.append(_Way(position, self.dice - len(dice), hits))
            self.done = not branched and not dice
            return
        key = (position, dice, chains, hits)
        if self.done or key in self.seen:
            return
        self.seen.add(key)
        own, opp = position
        tried: set[tuple[_Leg, ...]] = set()
        for index, chain in enumerate(chains):
            if chain in tried:
                continue
            tried.add(chain)
            leg = chain[0]
            for die in dict.fromkeys(dice):
                to = landing(own, opp, leg.src, die)
                if to < leg.dst:
                    continue
                arrived = to == leg.dst
                left = chain[1:] if arrived else (leg._replace(src=to), *chain[1:])
                rest = (*chains[:index], left, *chains[index + 1 :]) if left else (*chains[:index], *chains[index + 1 :])
                mine, theirs, hit = moved(own, opp, leg.src, to)
                now = hits | {to} if hit else hits
                self.explore(Position(mine, theirs), _without(dice, die), rest, now, branched or not arrived)


class _Blame:
    """Finds the step at fault: of the orders of steps and dice the one that makes most steps legal, and in it the first that fails."""

    def __init__(self) -> None:
        self.most = -1
        self.wrong = Wrong.NOT_ROLLED  # more steps than any roll has
        self.step: int | None = None
        self.seen: set[tuple[Position, tuple[int, ...], tuple[tuple[_Leg, ...], ...]]] = set()

    def explore(self, position: Position, dice: tuple[int, ...], chains: tuple[tuple[_Leg, ...], ...], played: int = 0) -> None:
        key = (position, dice, chains)
        if not chains or key in self.seen:
            return
        self.seen.add(key)
        moving = False
        for index, chain in enumerate(chains):
            leg = chain[0]
            rest = (*chains[:index], chain[1:], *chains[index + 1 :]) if len(chain) > 1 else (*chains[:index], *chains[index + 1 :])
            for left, after in _routes(position, dice, leg.src, leg.dst):
                moving = True
                self.explore(after, left, rest, played + 1)
        if not moving and played > self.most:
            self.most = played
            leg = chains[0][0]
            self.step = leg.step
            self.wrong = _fault(position, dice, leg.src, leg.dst)


def _routes(position: Position, dice: tuple[int, ...], src: int, dst: int) -> list[tuple[tuple[int, ...], Position]]:
    """The ways in which one checker goes from `src` to `dst` by itself: the dice left over, and the position."""
    found = []
    own, opp = position
    for die in dict.fromkeys(dice):
        to = landing(own, opp, src, die)
        if to < dst:
            continue
        mine, theirs, _ = moved(own, opp, src, to)
        after, left = Position(mine, theirs), _without(dice, die)
        if to == dst:
            found.append((left, after))
        else:
            found.extend(_routes(after, left, to, dst))
    return found


def _without(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    index = dice.index(die)
    return dice[:index] + dice[index + 1 :]


def _fault(position: Position, dice: tuple[int, ...], src: int, dst: int) -> Wrong:
    """Why a checker cannot go from `src` to `dst`, in the order in which a player would look."""
    own = position.own
    if dst >= src:
        return Wrong.BACKWARDS
    if own[BAR] and src != BAR:
        return Wrong.BAR_FIRST
    if not own[src]:
        return Wrong.NO_CHECKER
    if not _rolled(dice, src, dst):
        return Wrong.NOT_ROLLED
    if dst == OFF:
        if sum(own[HOME + 1 :]) - (src > HOME) > 0 or (src > HOME and len(dice) < 2):
            return Wrong.OFF_EARLY
        if src not in dice and any(own[src + 1 :]) and max(dice) > src:
            return Wrong.OFF_NOT_HIGHEST
    return Wrong.BLOCKED


def _rolled(dice: tuple[int, ...], src: int, dst: int) -> bool:
    """Whether some of the dice give the way, the board left aside. A checker may be borne off with more pips than it needs."""
    sums = {0}
    for die in dice:
        sums |= {value + die for value in sums}
    if dst == OFF:
        return sum(dice) >= src
    return src - dst in sums


def literal(position: Position, steps: Sequence[Step]) -> Position | None:
    """The board that the play as written leaves, whatever the rules say; None when no board can show it: then the play is not legal.

    Checkers are taken from where a step begins and put where it ends; a blot on which one touches down on the way is hit.
    """
    own, opp = list(position.own), list(position.opp)
    touched: set[int] = set()
    for step in steps:
        own[step.points[0]] -= step.count
        own[step.points[-1]] += step.count
        touched.update(step.points[1:])
    if min(own) < 0 or max(own) > 255 or own[BAR] > position.own[BAR] or own[OFF] < position.own[OFF]:
        return None
    for point in touched - {OFF, BAR}:
        enemies = opp[BAR - point]
        if enemies > 1 and own[point] > position.own[point]:
            return None
        if enemies == 1:
            opp[BAR - point] = 0
            opp[BAR] += 1
    return Position(bytes(own), bytes(opp))
