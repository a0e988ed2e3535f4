"""Tie-breaks: their names, the published orders, and the value of each with the matches it comes from. Ranks nobody.

Sources: rules E05-E12; unplayed rounds of a Swiss as in FIDE's tie-break regulations since 2023.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from tavla_cli.tournament.bouts import Bout, Field
from tavla_cli.tournament.model import Form, Points, Result
from tavla_cli.tournament.names import words

HEAD_TO_HEAD = "head-to-head"
HEAD_TO_HEAD_DIFFERENCE = "head-to-head-difference"
DIRECT_MATCH = "direct-match"
SHARED = "shared"
PLAY_OFF = "play-off"
SEED = "seed"

AMONG_THE_TIED = (HEAD_TO_HEAD, HEAD_TO_HEAD_DIFFERENCE, DIRECT_MATCH)  # their values depend on who is tied
ENDS = (SHARED, PLAY_OFF)  # the order stops here
OF_OPPONENTS = ("buchholz", "median-buchholz", "buchholz-cut-1", "sonneborn-berger")
NOT_IN_RECORDS = ("average-pr",)  # need an analysis of the play

_ALIASES = {
    HEAD_TO_HEAD: ("h2h", "direct encounter", "mutual matches", "mutual record", "ikili", "ikili maclar", "međusobni duel", "međusobni"),
    HEAD_TO_HEAD_DIFFERENCE: ("h2h difference", "ikili averaj", "međusobna razlika"),
    DIRECT_MATCH: ("direct match of two",),
    "difference": ("points difference", "point difference", "win margin", "genel averaj", "averaj", "av", "razlika", "razlika poena"),
    "ratio": ("points ratio", "oran", "količnik"),
    "wins": ("won", "galibiyet", "pobede", "pobjede"),
    "buchholz": ("bh", "buholc"),
    "median-buchholz": ("median", "medyan buchholz", "medijan buholc"),
    "buchholz-cut-1": ("cut 1", "cut1", "buchholz cut1", "buchholz cut"),
    "sonneborn-berger": ("neustadtl", "neustadl", "sb", "berger", "sonneborn", "tie count", "zoneborn berger"),
    "progressive": ("cumulative", "kümülatif", "ilerleyen", "progresivni"),
    "points-won": ("points for", "alınan sayı", "sayı", "osvojeni poeni"),
    SEED: ("seeding", "seri başı", "nosilac"),
    SHARED: ("share", "shared rank", "paylaşım", "deli se"),
    PLAY_OFF: ("playoff", "play off needed", "baraj", "doigravanje"),
    "average-pr": ("pr", "performance rating"),
}

ALL = tuple(_ALIASES)
"""Every criterion, by its name."""


class Preset(NamedTuple):
    """A published order. `points` where it has its own; `columns` are headings of its table in their order, None for the usual ones."""

    tiebreaks: tuple[str, ...]
    points: Points | None = None
    columns: tuple[str, ...] | None = None


PRESETS = {
    # E09: score > median-Buchholz > head-to-head > seed
    "challonge": Preset(("median-buchholz", HEAD_TO_HEAD, SEED)),
    # E09: score > tie count > mutual matches > play-off
    "dgat": Preset(("sonneborn-berger", HEAD_TO_HEAD, PLAY_OFF)),
    # E12: points > average PR > direct match
    "wbif": Preset(("average-pr", HEAD_TO_HEAD)),
    # E09: the direct match for exactly two, else the rank is shared
    "hotspot": Preset((DIRECT_MATCH, SHARED)),
    # E10: head-to-head before the difference. Who does not come gets nothing, and a round without an opponent is nobody's win.
    "turkish-league": Preset(
        (HEAD_TO_HEAD, HEAD_TO_HEAD_DIFFERENCE, "difference", "points-won"),
        Points(win=2, loss=1, draw=1.5, bye=0, forfeit_win=2, forfeit_loss=0),
        ("O", "G", "M", "A", "V", "Av", "P"),
    ),
}


class Part(NamedTuple):
    """What one match adds to a value; `result` is None for a round that a player missed. `against` is for the ratio only."""

    result: Result | None
    opponent: str | None
    round: int | None
    value: float
    against: float = 0
    counted: bool = True


def canonical(name: str) -> str | None:
    """The criterion that a name means, in English, Turkish or Serbian; None if it is none."""
    return _NAMES.get("-".join(words(name)))


def expand(names: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The criteria in order, each once, presets spelled out; and the names that are neither."""
    found: dict[str, None] = {}
    unknown: list[str] = []
    for name in names:
        preset = PRESETS.get("-".join(words(name)))
        if preset:
            found.update(dict.fromkeys(preset.tiebreaks))
        elif criterion := canonical(name):
            found[criterion] = None
        else:
            unknown.append(name)
    return tuple(found), tuple(unknown)


def values(field: Field, criterion: str, group: Sequence[str]) -> dict[str, float | None]:
    """Each player's value among the tied `group`; None where the criterion cannot be used. More is better, but for the seed."""
    if criterion == SEED:
        return {name: field.seeds[name] for name in group}
    if not usable(field, criterion, group):
        return dict.fromkeys(group)
    if criterion == "progressive":  # needs the round of every result
        known = [name for name in group if all(bout.round is not None for bout in field.bouts[name])]
        return dict.fromkeys(group) | {name: _value(criterion, parts(field, criterion, name, group)) for name in known}
    return {name: _value(criterion, parts(field, criterion, name, group)) for name in group}


def usable(field: Field, criterion: str, group: Sequence[str]) -> bool:
    """Whether the criterion can tell these players apart at all: matches among the tied count only if all of them met, equally often
    (E09)."""
    if criterion in AMONG_THE_TIED:
        return len(group) > 1 and (criterion != DIRECT_MATCH or len(group) == 2) and _all_met(field, group)
    return criterion not in (*NOT_IN_RECORDS, *ENDS)


def parts(field: Field, criterion: str, player: str, group: Sequence[str]) -> tuple[Part, ...]:
    """The matches a value is made of; it is the sum of those counted (the ratio: of all points played the share won)."""
    if criterion in AMONG_THE_TIED:
        tied = set(group)
        worth = _difference if criterion == HEAD_TO_HEAD_DIFFERENCE else _share
        return tuple(_part(bout, worth(bout)) for bout in field.bouts[player] if bout.opponent in tied and bout.outcome != "none")
    if criterion in OF_OPPONENTS:
        return _OF_OPPONENTS[criterion](field, player)
    if criterion == "progressive":
        # what was won in a round stands in the running score of every later one
        return tuple(_part(bout, bout.points * (field.rounds - (bout.round or 0) + 1)) for bout in field.bouts[player])
    worth_of = _OF_BOUTS.get(criterion)
    return tuple(_part(bout, worth_of(bout), bout.conceded) for bout in field.bouts[player]) if worth_of else ()


def _value(criterion: str, made_of: Sequence[Part]) -> float | None:
    total = math.fsum(part.value for part in made_of if part.counted)
    if criterion == "ratio":
        both = total + math.fsum(part.against for part in made_of)
        return total / both if both else None
    return round(total, 9)


def _part(bout: Bout, worth: float, against: float = 0) -> Part:
    return Part(bout.result, bout.opponent, bout.round, worth, against)


def _share(bout: Bout) -> float:
    return {"won": 1.0, "drawn": 0.5}.get(bout.outcome, 0.0)


def _difference(bout: Bout) -> float:
    return bout.scored - bout.conceded


def _all_met(field: Field, group: Sequence[str]) -> bool:
    tied = set(group)
    times: set[int] = set()
    for name in group:
        met = Counter(bout.opponent for bout in field.bouts[name] if bout.opponent in tied and bout.outcome != "none")
        if len(met) < len(group) - 1:
            return False
        times.update(met.values())
    return len(times) == 1


def _rounds(field: Field, player: str) -> list[tuple[Part, float]]:
    """The score of the opponent of each round, and the share of it that the player won.

    In a Swiss a round that was not played counts as one against an opponent with the player's own score. Where everybody meets everybody
    a forfeit counts as a match with the one who was to be met, a bye as none.
    """
    own = field.scores[player]
    swiss = field.stage.form in (Form.SWISS, Form.LIVES)
    found = []
    for bout in field.bouts[player]:
        if swiss and not bout.played:
            found.append((_part(bout, own), _share(bout)))
        elif bout.opponent is not None and (bout.played or bout.outcome != "none"):
            found.append((_part(bout, field.scores[bout.opponent]), _share(bout)))
    if field.stage.form is Form.SWISS and all(bout.round is not None for bout in field.bouts[player]):
        there = {bout.round for bout in field.bouts[player]}
        found += [(Part(None, None, number, own), 0.0) for number in range(1, field.rounds + 1) if number not in there]
    return found


def _buchholz(field: Field, player: str) -> tuple[Part, ...]:
    return tuple(part for part, _ in _rounds(field, player))


def _without_lowest(found: tuple[Part, ...]) -> tuple[Part, ...]:
    return _without(found, min(range(len(found)), key=lambda at: found[at].value)) if found else found


def _without(found: tuple[Part, ...], at: int) -> tuple[Part, ...]:
    return (*found[:at], found[at]._replace(counted=False), *found[at + 1 :])


def _cut(field: Field, player: str) -> tuple[Part, ...]:
    return _without_lowest(_buchholz(field, player))


def _median(field: Field, player: str) -> tuple[Part, ...]:
    found = _cut(field, player)
    rest = [at for at, part in enumerate(found) if part.counted]
    return _without(found, max(rest, key=lambda at: found[at].value)) if rest else found


def _sonneborn_berger(field: Field, player: str) -> tuple[Part, ...]:
    return tuple(part._replace(value=part.value * share) for part, share in _rounds(field, player))


_OF_BOUTS: dict[str, Callable[[Bout], float]] = {
    "difference": _difference,
    "ratio": lambda bout: bout.scored,
    "wins": lambda bout: bout.outcome == "won",
    "points-won": lambda bout: bout.scored,
}
_OF_OPPONENTS: dict[str, Callable[[Field, str], tuple[Part, ...]]] = {
    "buchholz": _buchholz,
    "median-buchholz": _median,
    "buchholz-cut-1": _cut,
    "sonneborn-berger": _sonneborn_berger,
}
_NAMES = {"-".join(words(spelling)): name for name, spellings in _ALIASES.items() for spelling in (name, *spellings)}
