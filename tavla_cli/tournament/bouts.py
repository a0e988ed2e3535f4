"""What each result is worth to each of its players. Ranks nobody; reads no files."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from tavla_cli.tournament.model import Form, Kind, Player, Points, Result, Score, Stage
from tavla_cli.tournament.names import folded

Outcome = Literal["won", "lost", "drawn", "none"]

_BY_DEFAULT = (Kind.FORFEIT, Kind.WALKOVER)
_EVERYBODY_MEETS = (Form.ROUND_ROBIN, Form.LEAGUE)
_MOST_ROUNDS = 999  # a larger number in a file is no round
MOST_LEFT_OUT = 100_000  # matches supplied for players who left


@dataclass(frozen=True, slots=True)
class Bout:
    """A result seen by one of its players. `score` is his own points first, None where nobody knows; `played` is False for byes, forfeits
    and what was not played. What has no outcome, such as an unfinished match, counts no match points."""

    round: int | None
    opponent: str | None
    outcome: Outcome
    points: float
    score: Score | None
    played: bool
    result: Result

    @property
    def scored(self) -> int:
        return self.score[0] if self.score and self.outcome != "none" else 0

    @property
    def conceded(self) -> int:
        return self.score[1] if self.score and self.outcome != "none" else 0


@dataclass(frozen=True, slots=True)
class Field:
    """A stage as far as it was played. Every player has his bouts, in the order of the rounds; `rounds` is the last round that has a
    result, 0 where no result says its round."""

    stage: Stage
    results: tuple[Result, ...]
    seeds: dict[str, int | None]
    bouts: dict[str, tuple[Bout, ...]]
    scores: dict[str, float]
    rounds: int


def field(stage: Stage, players: Sequence[Player], results: Iterable[Result]) -> Field:
    """The players' bouts. Only results of the stage count; who is named in one of them and is no player gets a place all the same."""
    counted = sorted((result for result in results if _counts(stage, result)), key=in_order)
    bouts: dict[str, list[Bout]] = {player.name: [] for player in players}
    for result in counted:
        for name, bout in _both(stage, result):
            bouts.setdefault(name, []).append(bout)
    seeds = {player.name: player.seed for player in players}
    return Field(
        stage=stage,
        results=tuple(counted),
        seeds={name: seeds.get(name) for name in bouts},
        bouts={name: tuple(each) for name, each in bouts.items()},
        # fsum: the same sum whatever the order; rounded, so that three thirds are one
        scores={name: round(math.fsum(bout.points for bout in each), 9) for name, each in bouts.items()},
        rounds=max((bout.round or 0 for each in bouts.values() for bout in each), default=0),
    )


def left_out(stage: Stage, players: Sequence[Player], results: Iterable[Result]) -> tuple[Result, ...]:
    """The matches that a player who withdrew did not play, where everybody meets everybody: forfeits, or unplayed if the stage says so.

    Played results stay. Between two who left, a match is unplayed.
    """
    gone = {player.name for player in players if player.withdrawn is not None}
    if stage.form not in _EVERYBODY_MEETS or not gone:
        return ()
    have: dict[frozenset[str | None], int] = {}
    for result in results:
        if _counts(stage, result):
            pair = frozenset((result.left, result.right))
            have[pair] = have.get(pair, 0) + 1
    made: list[Result] = []
    for _, members in pools(stage, [player.name for player in players]):
        for name in sorted(gone.intersection(members)):
            for other in sorted(members):
                if other == name or (other in gone and other < name):
                    continue
                missing = (2 if stage.double else 1) - have.get(frozenset((name, other)), 0)
                if len(made) >= MOST_LEFT_OUT:
                    return tuple(made)
                forfeit = stage.withdrawals == "forfeit" and other not in gone
                made += [
                    Result(
                        stage=stage.name,
                        round=None,
                        left=other,
                        right=name,
                        score=None,
                        winner="left" if forfeit else None,
                        kind=Kind.FORFEIT if forfeit else Kind.UNPLAYED,
                        length=None,
                        stands="director",
                    )
                ] * missing
    return tuple(made)


def pools(stage: Stage, names: Sequence[str]) -> list[tuple[str | None, tuple[str, ...]]]:
    """The groups that are ranked each by itself; who is in no group of a stage with groups comes last, in one without a name."""
    if not stage.groups:
        return [(None, tuple(names))]
    placed: set[str] = set()
    found: list[tuple[str | None, tuple[str, ...]]] = []
    for group, members in stage.groups:
        found.append((group, tuple(name for name in dict.fromkeys(members) if name not in placed)))
        placed.update(members)
    rest = tuple(name for name in names if name not in placed)
    return [*found, (None, rest)] if rest else found


def by_name(name: str) -> tuple[str, str]:
    """The order of names where nothing else decides."""
    return folded(name), name


def length_of(stage: Stage, result: Result) -> int | None:
    """The length a result was played to: its own, its round's, the stage's; None if unknown or unlimited."""
    length = result.length
    if length is None and result.round is not None and 0 < result.round <= len(stage.lengths):
        length = stage.lengths[result.round - 1]
    return (stage.length if length is None else length) or None


def default_score(stage: Stage, result: Result) -> Score | None:
    """What a bye or a forfeit counts as in match points, winner first; None where neither the event nor the length tells."""
    length = length_of(stage, result)
    return stage.points.bye_score or ((length, 0) if length else None)


def bye_wins(points: Points) -> bool:
    """Whether a bye is a won match in the columns too: it is if it is worth as much."""
    return points.bye >= points.win


def _counts(stage: Stage, result: Result) -> bool:
    return result.stage == stage.name and result.left != result.right


def in_order(result: Result) -> tuple[object, ...]:
    """A key that sorts results by round and, within one, always alike; those without a round come last."""
    return (
        (result.round is None, result.round or 0),
        (result.left, result.right or "", result.kind.value, result.winner or "", result.score or (-1, -1), result.sources),
        (-1 if result.length is None else result.length, result.stands, result.complete, result.faulty),
    )


def _both(stage: Stage, result: Result) -> list[tuple[str, Bout]]:
    if result.right is None or result.kind is Kind.BYE:
        return [(result.left, _bye(stage, result))]
    score = _score(stage, result)
    played = result.kind not in (*_BY_DEFAULT, Kind.UNPLAYED)
    number = _round(result)
    left, right = _outcomes(result)
    turned = (score[1], score[0]) if score else None
    return [
        (result.left, Bout(number, result.right, left, _worth(stage.points, result, left), score, played, result)),
        (result.right, Bout(number, result.left, right, _worth(stage.points, result, right), turned, played, result)),
    ]


def _round(result: Result) -> int | None:
    return result.round if result.round is not None and 0 < result.round <= _MOST_ROUNDS else None


def _bye(stage: Stage, result: Result) -> Bout:
    wins = bye_wins(stage.points)
    score = (result.score or default_score(stage, result)) if wins else None
    return Bout(_round(result), None, "won" if wins else "none", stage.points.bye, score, False, result)


def _score(stage: Stage, result: Result) -> Score | None:
    if result.kind is Kind.UNPLAYED:
        return None
    score = result.score
    if score is None and result.kind in _BY_DEFAULT and result.winner:
        score = default_score(stage, result)
        if score and result.winner == "right":
            score = score[1], score[0]
    length = length_of(stage, result)
    if score is None or not stage.cap or length is None:
        return score
    return min(score[0], length), min(score[1], length)


def _outcomes(result: Result) -> tuple[Outcome, Outcome]:
    if result.kind is Kind.UNPLAYED:
        return "none", "none"
    if result.winner:
        return ("won", "lost") if result.winner == "left" else ("lost", "won")
    if result.kind in _BY_DEFAULT:
        return "lost", "lost"  # neither came
    return ("drawn", "drawn") if result.complete else ("none", "none")


def _worth(points: Points, result: Result, outcome: Outcome) -> float:
    by_default = result.kind in _BY_DEFAULT
    match outcome:
        case "won":
            return points.forfeit_win if by_default else points.win
        case "lost":
            return points.forfeit_loss if by_default else points.loss
        case "drawn":
            return points.draw
        case "none":
            return points.unplayed if result.kind is Kind.UNPLAYED else 0
