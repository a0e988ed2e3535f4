"""What each player rolled, moved, hit, danced, doubled and won, counted from the course of a match, with what was to be expected.

No engine and no opinion: RULES.md F, and its continuation. What hangs on the board is counted only where the board is certain; the
`uncertain` turns are told.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from itertools import pairwise
from typing import TypeVar

from tavla_cli.board import BAR, HOME, Position, legal_plays, pips
from tavla_cli.record import Side
from tavla_cli.summary.course import Course, Game, Turn, contact
from tavla_cli.summary.fairness import Fairness, fairness

ROLLS = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 rolls, 11, 21, 22, 31 ... 66: the order of every count of rolls."""

_INDEX = {pair: number for number, (high, low) in enumerate(ROLLS) for pair in ((high, low), (low, high))}
_WEIGHTS = tuple(1 if high == low else 2 for high, low in ROLLS)  # of 36
MEAN_PIPS = 49 / 6
"""Of a roll, a double counted four times."""
MEAN_OPENING_PIPS = 7.0
"""Of a roll that is no double."""
RUN = 5
"""Rolls of a player running within a game whose pips are compared: the best and the worst such run."""
PRIME = 6


def _sum() -> int:
    return field(default=0, metadata={"how": "sum"})


def _most() -> int | None:
    return field(default=None, metadata={"how": "most"})


def _least() -> int | None:
    return field(default=None, metadata={"how": "least"})


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of one player in one match, or in several when added up.

    Most fields are counts. `rolls` are his rolls with known dice, `turns` all of them. Pips of a double count four times. `pips_moved`
    and `pips_wasted` (rolled and not moved: unplayable, or more than a last checker needed) speak of the `moves_known`.
    `opening_rolls` are rolls of one die each. `expected_*` are sums of chances. `entries` counts checkers, `dances` turns.
    `comeback_pips`: the furthest he was behind in a game he won; `comeback_points`: in a match he won. None: there was none.
    """

    matches: int = _sum()
    matches_won: int = _sum()
    games: int = _sum()
    games_won: int = _sum()
    points_won: int = _sum()
    points_lost: int = _sum()
    # dice
    turns: int = _sum()
    uncertain: int = _sum()
    rolls: int = _sum()
    opening_rolls: int = _sum()
    pips_rolled: int = _sum()
    opening_pips: int = _sum()
    dice: tuple[int, ...] = field(default=(0,) * 21, metadata={"how": "each"})
    opening_dice: tuple[int, ...] = field(default=(0,) * 21, metadata={"how": "each"})
    best_run: int | None = _most()
    worst_run: int | None = _least()
    # pips
    moves_known: int = _sum()
    pips_moved: int = _sum()
    pips_wasted: int = _sum()
    # hits and the bar
    hits: int = _sum()
    hits_suffered: int = _sum()
    double_hits: int = _sum()
    pips_lost: int = _sum()
    bar_turns: int = _sum()
    dances: int = _sum()
    expected_dances: float = field(default=0.0, metadata={"how": "sum"})
    longest_dance: int | None = _most()
    entries: int = _sum()
    # the board
    unmoved: int = _sum()
    forced: int | None = field(default=None, metadata={"how": "known"})
    blots_left: int = _sum()
    points_made: int = _sum()
    longest_prime: int | None = _most()
    full_primes: int = _sum()
    closed_boards: int = _sum()
    turns_ahead: int = _sum()
    comeback_pips: int | None = _most()
    comeback_points: int | None = _most()
    # the cube
    doubles: int = _sum()
    redoubles: int = _sum()
    beavers: int = _sum()
    takes: int = _sum()
    drops: int = _sum()
    highest_cube: int | None = _most()
    first_cube: int | None = _least()
    # how games were won
    singles_won: int = _sum()
    gammons_won: int = _sum()
    backgammons_won: int = _sum()
    won_by_bear_off: int = _sum()
    won_by_drop: int = _sum()
    won_by_resignation: int = _sum()
    won_otherwise: int = _sum()
    points_by_drops: int = _sum()
    shortest_game: int | None = _least()
    longest_game: int | None = _most()

    def __add__(self, other: "Statistics") -> "Statistics":
        """Both together: counts added, the longest and shortest kept."""
        return Statistics(**{f.name: _merged(f.metadata["how"], getattr(self, f.name), getattr(other, f.name)) for f in fields(self)})

    # ---- what follows from the counts

    @property
    def dice_doubles(self) -> int:
        return sum(count for count, (high, low) in zip(self.dice, ROLLS, strict=True) if high == low)

    @property
    def ordinary_rolls(self) -> int:
        return self.rolls - self.opening_rolls

    @property
    def ordinary_dice(self) -> tuple[int, ...]:
        """The rolls of two dice, opening rolls left out: what the tests of fairness look at."""
        return tuple(count - opening for count, opening in zip(self.dice, self.opening_dice, strict=True))

    @property
    def expected_doubles(self) -> float:
        return self.ordinary_rolls / 6

    @property
    def expected_pips(self) -> float:
        return self.ordinary_rolls * MEAN_PIPS + self.opening_rolls * MEAN_OPENING_PIPS

    @property
    def expected_dice(self) -> tuple[float, ...]:
        """Of each of the 21 rolls; an opening roll is one of the 15 that are no doubles."""
        return tuple(self.ordinary_rolls * weight / 36 + (self.opening_rolls / 15 if weight == 2 else 0) for weight in _WEIGHTS)

    @property
    def faces(self) -> tuple[int, ...]:
        """How often each die, 1 to 6, lay up: two dice a roll."""
        return _faces(self.dice)

    @property
    def faces_fairness(self) -> Fairness:
        return fairness(_faces(self.ordinary_dice), (1,) * 6)

    @property
    def rolls_fairness(self) -> Fairness:
        return fairness(self.ordinary_dice, _WEIGHTS)

    @property
    def mean_pips(self) -> float | None:
        """Of a roll that is no opening roll."""
        return (self.pips_rolled - self.opening_pips) / self.ordinary_rolls if self.ordinary_rolls else None

    @property
    def mean_opening_pips(self) -> float | None:
        return self.opening_pips / self.opening_rolls if self.opening_rolls else None

    def as_json(self) -> dict[str, object]:
        """Every value, with what was to be expected of it; plain values only."""
        return {
            "matches": self.matches,
            "matches_won": self.matches_won,
            "games": self.games,
            "games_won": self.games_won,
            "points_won": self.points_won,
            "points_lost": self.points_lost,
            "turns": self.turns,
            "uncertain": self.uncertain,
            "rolls": self.rolls,
            "opening_rolls": self.opening_rolls,
            "pips_rolled": self.pips_rolled,
            "expected_pips_rolled": round(self.expected_pips, 2),
            "mean_pips": _rounded(self.mean_pips, 3),
            "expected_mean_pips": round(MEAN_PIPS, 3),
            "mean_opening_pips": _rounded(self.mean_opening_pips, 3),
            "expected_mean_opening_pips": MEAN_OPENING_PIPS,
            "pips_moved": self.pips_moved,
            "pips_wasted": self.pips_wasted,
            "dice_doubles": self.dice_doubles,
            "expected_dice_doubles": round(self.expected_doubles, 2),
            "double_sixes": self.dice[-1],
            "expected_double_sixes": round(self.expected_dice[-1], 2),
            "dice": {f"{high}{low}": count for (high, low), count in zip(ROLLS, self.dice, strict=True)},
            "faces": {str(face): count for face, count in enumerate(self.faces, 1)},
            "expected_face": round(self.rolls / 3, 2),
            "faces_test": _test(self.faces_fairness),
            "rolls_test": _test(self.rolls_fairness),
            "best_run": self.best_run,
            "worst_run": self.worst_run,
            "expected_run": round(RUN * MEAN_PIPS, 2),
            "hits": self.hits,
            "hits_suffered": self.hits_suffered,
            "double_hits": self.double_hits,
            "pips_lost": self.pips_lost,
            "bar_turns": self.bar_turns,
            "entries": self.entries,
            "dances": self.dances,
            "expected_dances": round(self.expected_dances, 2),
            "longest_dance": self.longest_dance,
            "unmoved": self.unmoved,
            "forced": self.forced,
            "blots_left": self.blots_left,
            "points_made": self.points_made,
            "longest_prime": self.longest_prime,
            "full_primes": self.full_primes,
            "closed_boards": self.closed_boards,
            "turns_ahead": self.turns_ahead,
            "comeback_pips": self.comeback_pips,
            "comeback_points": self.comeback_points,
            "doubles": self.doubles,
            "redoubles": self.redoubles,
            "beavers": self.beavers,
            "takes": self.takes,
            "drops": self.drops,
            "highest_cube": self.highest_cube,
            "first_cube": self.first_cube,
            "singles_won": self.singles_won,
            "gammons_won": self.gammons_won,
            "backgammons_won": self.backgammons_won,
            "won_by_bear_off": self.won_by_bear_off,
            "won_by_drop": self.won_by_drop,
            "won_by_resignation": self.won_by_resignation,
            "won_otherwise": self.won_otherwise,
            "points_by_drops": self.points_by_drops,
            "shortest_game": self.shortest_game,
            "longest_game": self.longest_game,
        }


_Value = TypeVar("_Value", int, float, tuple[int, ...], int | None)


def _merged(how: str, one: _Value, other: _Value) -> _Value:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return tuple(a + b for a, b in zip(one, other, strict=True))
    assert not isinstance(one, tuple) and not isinstance(other, tuple)
    if one is None or other is None:
        return None if how == "known" else other if one is None else one  # known: counted in both, or not known
    return max(one, other) if how == "most" else min(one, other) if how == "least" else one + other


def _faces(dice: Sequence[int]) -> tuple[int, ...]:
    """How often each of the six faces lay up."""
    return tuple(
        sum(count * ((high == face) + (low == face)) for count, (high, low) in zip(dice, ROLLS, strict=True)) for face in range(1, 7)
    )


def _rounded(value: float | None, places: int) -> float | None:
    return None if value is None else round(value, places)


def _test(found: Fairness) -> dict[str, object]:
    return {"chi_square": round(found.chi_square, 3), "degrees": found.degrees, "p": _rounded(found.p, 4)}


# ---- one match


@dataclass(frozen=True, slots=True)
class Facts:
    """What belongs to a match and to neither player. Turns and games count from 1; None where there is no such thing.

    `pip_leads`: how often the lead in pips changed hands, in all games; `score_leads`: the lead in the score.
    """

    pip_leads: int
    score_leads: int
    longest_game: int | None
    shortest_game: int | None
    games_without_cube: int


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What a summary says of one game besides its course. `last_loser_lead`: the last turn after which the loser had fewer pips to go,
    None where there was none; `comeback_pips`: the furthest the winner was behind."""

    pip_leads: int
    last_loser_lead: int | None
    comeback_pips: int


def statistics(course: Course, forced: bool = False) -> tuple[Statistics, Statistics]:
    """The statistics of the left and the right player. `forced`: count the forced plays too, for which all legal plays are generated."""
    counts = _Counts(forced), _Counts(forced)
    for game in course.games:
        _count_game(game, counts)
    left, right = counts
    for side, mine in zip(Side, counts, strict=True):
        mine.add(matches=1, matches_won=course.complete and course.winner is side)
        if course.complete and course.winner is side:
            behind = [score[side.other] - score[side] for score in (game.score for game in course.games) if score is not None]
            mine.most("comeback_points", max(behind, default=0) or None)
    return left.value(), right.value()


def facts(course: Course) -> Facts:
    lengths = [game.turns for game in course.games if game.finished]
    scores = [game.score for game in course.games if game.score is not None]
    if course.score is not None:
        scores.append(course.score)
    return Facts(
        sum(game_facts(game).pip_leads for game in course.games),
        _changes(right - left for left, right in scores),
        max(lengths, default=None),
        min(lengths, default=None),
        sum(not any(action.counts for action in game.actions) for game in course.games),
    )


def game_facts(game: Game) -> GameFacts:
    known = [(number, both) for number, both in enumerate(game.pips, 1) if both is not None]
    loser_led, behind = None, 0
    if game.winner is not None:
        winner, loser = game.winner, game.winner.other
        loser_led = max((number for number, both in known if both[loser] < both[winner]), default=None)
        behind = max((both[winner] - both[loser] for _, both in known), default=0)
    return GameFacts(_changes(right - left for _, (left, right) in known), loser_led, max(behind, 0))


def _changes(leads: Iterable[int]) -> int:
    """How often the sign changed; level stretches do not count."""
    signs = [lead > 0 for lead in leads if lead]
    return sum(one != other for one, other in pairwise(signs))


class _Counts:
    """Counts of one player under way."""

    def __init__(self, forced: bool) -> None:
        self.numbers: dict[str, int] = {}
        self.extremes: dict[str, int] = {}
        self.expected_dances = 0.0
        self.dice, self.opening_dice = [0] * 21, [0] * 21
        self.forced: int | None = 0 if forced else None
        self.dancing = 0
        self.rolled: list[int] = []  # pips of his rolls in this game, the last five

    def add(self, **numbers: int) -> None:
        for name, number in numbers.items():
            self.numbers[name] = self.numbers.get(name, 0) + number

    def most(self, name: str, value: int | None) -> None:
        if value is not None and value > self.extremes.get(name, -1):
            self.extremes[name] = value

    def least(self, name: str, value: int | None) -> None:
        if value is not None and value < self.extremes.get(name, value + 1):
            self.extremes[name] = value

    def value(self) -> Statistics:
        return Statistics(
            **self.numbers,
            **self.extremes,
            expected_dances=self.expected_dances,
            dice=tuple(self.dice),
            opening_dice=tuple(self.opening_dice),
            forced=self.forced,
        )


def _count_game(game: Game, counts: tuple[_Counts, _Counts]) -> None:
    for mine in counts:
        mine.dancing, mine.rolled = 0, []
    for turn in game.sheet:
        _count_turn(turn, counts[turn.side], counts[turn.side.other])
        if (both := turn.pips) is not None and both[0] != both[1]:
            counts[Side.LEFT if both[0] < both[1] else Side.RIGHT].add(turns_ahead=1)
    names = {"double": "doubles", "redouble": "redoubles", "beaver": "beavers", "raccoon": "beavers", "take": "takes", "drop": "drops"}
    for action in game.actions:
        if action.counts:
            counts[action.side].add(**{names[action.action]: 1})
    for mine in counts:
        mine.add(games=1)
        if game.finished:
            mine.most("longest_game", game.turns)
            mine.least("shortest_game", game.turns)
        if any(action.counts for action in game.actions):
            mine.most("highest_cube", game.cube)
            mine.least("first_cube", min(action.turn for action in game.actions if action.counts))
    if game.winner is None:
        return
    winner, loser = counts[game.winner], counts[game.winner.other]
    winner.add(games_won=1, points_won=game.points or 0)
    loser.add(points_lost=game.points or 0)
    if game.kind is not None:
        winner.add(**{f"{game.kind}s_won": 1})
    ways = {"bear-off": "won_by_bear_off", "drop": "won_by_drop", "resignation": "won_by_resignation"}
    winner.add(**{ways.get(game.ended, "won_otherwise"): 1})
    if game.ended == "drop":
        winner.add(points_by_drops=game.points or 0)
    winner.most("comeback_pips", game_facts(game).comeback_pips or None)


def _count_turn(turn: Turn, mine: _Counts, theirs: _Counts) -> None:
    mine.add(turns=1)
    if turn.dice is not None:
        _count_dice(turn, mine)
    before, after = turn.before, turn.after
    if before is None or after is None:
        mine.add(uncertain=1)
        mine.dancing = 0
        return
    if turn.unplayed:
        return
    hits = after.opp[BAR] - before.opp[BAR]
    if hits > 0:
        mine.add(hits=hits, double_hits=hits > 1)
        theirs.add(hits_suffered=hits, pips_lost=pips(after.opp) - pips(before.opp))
    if before.own[BAR]:
        entered = before.own[BAR] - after.own[BAR]
        closed = sum(before.opp[point] > 1 for point in range(1, HOME + 1))
        mine.add(bar_turns=1, entries=entered, dances=not entered)
        mine.expected_dances += dancing(HOME - closed)
        mine.dancing = 0 if entered else mine.dancing + 1
        mine.most("longest_dance", mine.dancing or None)
    else:
        mine.dancing = 0
    if after == before:
        mine.add(unmoved=1)
    if mine.forced is not None and turn.dice is not None:
        mine.forced += len(legal_plays(before, *turn.dice)) == 1
    _count_points(before, after, mine)


_HELD = bytes(count > 1 for count in range(256))  # a point is held by two checkers


def _count_points(before: Position, after: Position, mine: _Counts) -> None:
    own = after.own
    held, old = own[1:BAR].translate(_HELD), before.own[1:BAR].translate(_HELD)
    longest = max(map(len, held.split(b"\0")))
    mine.add(
        blots_left=own.count(1, 1, BAR) if contact(after) else 0,
        points_made=(int.from_bytes(held, "big") & ~int.from_bytes(old, "big")).bit_count(),
        full_primes=longest >= PRIME,
        closed_boards=0 not in held[:HOME],
    )
    mine.most("longest_prime", longest)


def _count_dice(turn: Turn, mine: _Counts) -> None:
    assert turn.dice is not None
    rolled = pips_of(turn.dice)
    index = _INDEX[turn.dice]
    mine.dice[index] += 1
    mine.add(rolls=1, pips_rolled=rolled)
    if turn.opening:
        mine.opening_dice[index] += 1
        mine.add(opening_rolls=1, opening_pips=rolled)
    if turn.moved is not None:
        mine.add(moves_known=1, pips_moved=turn.moved, pips_wasted=max(0, rolled - turn.moved))
    mine.rolled = [*mine.rolled[1 - RUN :], rolled]
    if len(mine.rolled) == RUN:
        mine.most("best_run", sum(mine.rolled))
        mine.least("worst_run", sum(mine.rolled))


def pips_of(dice: tuple[int, int]) -> int:
    """The pips of a roll; a double counts four times."""
    return sum(dice) * (2 if dice[0] == dice[1] else 1)


def totals(parts: Iterable[Statistics]) -> Statistics:
    """All of them together."""
    whole: Statistics | None = None
    for part in parts:
        whole = part if whole is None else whole + part
    return whole or Statistics()


def dancing(open_points: int) -> float:
    """The chance that a checker on the bar dances when so many of the six points are open (RULES.md F03)."""
    return ((6 - open_points) / 6) ** 2
