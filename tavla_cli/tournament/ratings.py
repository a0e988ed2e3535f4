"""Ratings and master points: FIBS, Backgammon Galaxy, Elo, USBGF. Formulas as in the rules E14, E20 and E21; rates finished matches only.

Byes, forfeits, walkovers, settled and unfinished matches change neither rating nor experience (E11).
"""

import math
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from tavla_cli.tournament.bouts import by_name
from tavla_cli.tournament.model import Kind, Player, Rated, Result
from tavla_cli.words import N_

START = 1500.0
SYSTEMS = ("fibs", "galaxy", "elo", "usbgf-master-points")
ELO_K = 32.0

NOTES = {
    "fibs": N_("FIBS: start 1500, experience before the match. Matches without a length are not rated."),
    "galaxy": N_("Backgammon Galaxy: without the PR of the players the whole change counts. Matches without a length are not rated."),
    "elo": N_("Elo with 400 points for ten to one and K 32, whatever the length of the match."),
    "usbgf-master-points": N_("USBGF master points of matches won, event and division weight 1, without those for places."),
}

_MOST = 300.0  # powers of ten beyond this are as good as never


class Change(NamedTuple):
    """What a match does to the winner's and to the loser's rating."""

    winner: float
    loser: float


def fibs_upset(difference: float, length: int) -> float:
    """How likely the lower rated player is to win a match of this length against one who is `difference` above him (E20)."""
    return 1 / (_ten_to(abs(difference) * math.sqrt(length) / 2000) + 1)


def fibs_ramp(experience: int) -> float:
    """K: five times as fast for a beginner, once from an experience of 400."""
    return max(1.0, 5 - experience / 100)


def fibs(winner: float, loser: float, length: int, experience: tuple[int, int]) -> Change:
    """The change of FIBS. `experience` (winner, loser) is that before the match; each has his own K, so the changes need not sum to 0."""
    upset = fibs_upset(winner - loser, length)
    chance = upset if winner >= loser else 1 - upset
    change = 4 * math.sqrt(length) * chance
    return Change(change * fibs_ramp(experience[0]), -change * fibs_ramp(experience[1]))


def galaxy(winner: float, loser: float, length: int, pr_winner: Literal["winner", "loser"] | None = None) -> Change:
    """The change of Backgammon Galaxy (E21). Half of it, if the other player had the better PR (since 5 September 2023)."""
    chance = 1 / (1 + _ten_to((loser - winner) / 800))
    k = min(16.0, max(5.0, 32 - 0.012 * (winner + loser) / 2))
    change = float(length**0.75) * k * (1 - chance) * (0.5 if pr_winner == "loser" else 1)
    return Change(change, -change)


def elo(winner: float, loser: float, k: float = ELO_K) -> Change:
    """The change of plain Elo. No backgammon source has one of its own (rules, Not found): 400 points and K 32 as in chess."""
    change = k * (1 - 1 / (1 + _ten_to((loser - winner) / 400)))
    return Change(change, -change)


def master_points(length: int, event_weight: float = 1, division_weight: float = 1) -> float:
    """USBGF master points of a match won (E14). Division weights: 1, 0.7, 0.5."""
    return event_weight * division_weight * math.sqrt(length) / 3


def place_points(
    players: int, ranks: tuple[int, int], event_weight: float = 1, division_weight: float = 1, edition: Literal[2015, 2019] = 2019
) -> float:
    """USBGF master points of each of the players who share the ranks from-to, such as (3, 4) for the losers of the semi-finals (E14)."""
    first, last = ranks
    factors = [{1: 1.0, 2: 0.7}.get(rank) or 1 / (rank - 1) for rank in range(first, last + 1)]
    scale = 1 if edition == 2015 else 0.6
    return event_weight * division_weight * scale * math.log2(players) * math.fsum(factors) / len(factors)


def rate(system: str, players: Sequence[Player], results: Sequence[Result], stages: Sequence[str] = ()) -> tuple[Rated, ...]:
    """Every player's rating after all results, players in the order given, then others by name.

    Matches count by stage (in the order of `stages`, others as they come), round and date; where results have neither, in the order
    given. A player without a rating begins with 1500 (master points: 0) and no experience. Experience is the sum of the lengths of his
    rated matches. Raises KeyError for a system not in SYSTEMS.
    """
    change = _CHANGES[system]
    start = 0.0 if system == "usbgf-master-points" else START
    known = {player.name: player for player in players}
    rated = [result for result in _by_time(results, stages) if _is_rated(system, result)]
    others = {name for result in results for name in (result.left, result.right) if name is not None and name not in known}
    known |= {name: Player(name) for name in sorted(others, key=by_name)}
    rating = {name: start if player.rating is None else player.rating for name, player in known.items()}
    experience = {name: player.experience or 0 for name, player in known.items()}
    matches = dict.fromkeys(known, 0)
    for result in rated:
        winner, loser = result.winner_name, result.loser_name
        if winner is None or loser is None:
            continue
        length = result.length or 0
        gain, loss = change(rating[winner], rating[loser], length, (experience[winner], experience[loser]))
        for name, by in ((winner, gain), (loser, loss)):
            rating[name] += by
            experience[name] += length
            matches[name] += 1
    return tuple(
        Rated(
            player=name,
            before=start if player.rating is None else player.rating,
            after=rating[name],
            experience_before=player.experience or 0,
            experience_after=experience[name],
            matches=matches[name],
        )
        for name, player in known.items()
    )


def _is_rated(system: str, result: Result) -> bool:
    played = result.kind in (Kind.RECORD, Kind.TYPED) and result.complete and result.winner is not None
    return played and result.right is not None and result.left != result.right and (system == "elo" or (result.length or 0) > 0)


_DATE = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})")


def _by_time(results: Iterable[Result], stages: Sequence[str]) -> list[Result]:
    results = list(results)
    place = {name: at for at, name in enumerate(dict.fromkeys((*stages, *(result.stage for result in results))))}
    by_stage = sorted(results, key=lambda result: place[result.stage])
    found: list[Result] = []
    for name in place:
        own = [result for result in by_stage if result.stage == name]
        if all(result.round is not None for result in own):
            own.sort(key=lambda result: (result.round or 0, _date(result) or ()))
        elif all(_date(result) for result in own):
            own.sort(key=lambda result: _date(result) or ())
        found += own
    return found


def _date(result: Result) -> tuple[int, ...] | None:
    """Year, month and day, if the record writes them in this order; None otherwise."""
    written = _DATE.match(result.record.date or "") if result.record else None
    return tuple(int(number) for number in written.groups()) if written else None


def _ten_to(power: float) -> float:
    return float(10 ** max(-_MOST, min(_MOST, power)))


_CHANGES: dict[str, Callable[[float, float, int, tuple[int, int]], Change]] = {
    "fibs": fibs,
    "galaxy": lambda winner, loser, length, _: galaxy(winner, loser, length),
    "elo": lambda winner, loser, _, __: elo(winner, loser),
    "usbgf-master-points": lambda _, __, length, ___: Change(master_points(length), 0),
}
