"""The director's results: what was typed, with players and stages found, and contradictions refused. Reads no files."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tavla_cli.tournament.model import Form, Kind, Player, Result, Score, Stage, Winner
from tavla_cli.tournament.names import Roster, key
from tavla_cli.tournament.sheets import Claim
from tavla_cli.tournament.typed import BadEvent, near, quoted

FORFEITED = (Kind.FORFEIT, Kind.WALKOVER)


def meetings(stage: Stage) -> int | None:
    """How often two players can meet in the stage; None where nothing forbids them to meet again."""
    match stage.form:
        case Form.ROUND_ROBIN | Form.LEAGUE:
            return 2 if stage.double else 1
        case Form.SWISS | Form.SINGLE_ELIMINATION:
            return 1
        case Form.LIVES | Form.DOUBLE_ELIMINATION | Form.OPEN:
            return None


def length_of(stage: Stage, round: int | None) -> int | None:
    """The match length of a round of the stage, None where nobody said."""
    if stage.lengths and round is not None and 0 < round <= len(stage.lengths):
        return stage.lengths[round - 1]
    return stage.length


def capped(score: Score, length: int | None, stage: Stage) -> Score:
    return (min(score[0], length), min(score[1], length)) if length and stage.cap else score


def leader(score: Score | None) -> Winner | None:
    if score is None or score[0] == score[1]:
        return None
    return "left" if score[0] > score[1] else "right"


def turned(result: Result) -> Result:
    """The same result with the other player on the left."""
    if result.right is None:
        return result
    score = None if result.score is None else (result.score[1], result.score[0])
    winner: Winner | None = {"left": "right", "right": "left"}.get(result.winner or "")  # type: ignore[assignment]
    beside = None if result.beside is None else (result.beside[1], result.beside[0])
    return replace(result, left=result.right, right=result.left, score=score, winner=winner, beside=beside)


def shown(result: Result) -> str:
    """A result for a sentence: `Alice - Bob 5-3`, `Alice - Bob (forfeit, Alice wins)`."""
    pairing = result.left if result.right is None else f"{result.left} - {result.right}"
    if result.score is not None:
        pairing += f" {result.score[0]}-{result.score[1]}"
    said = [] if result.kind in (Kind.RECORD, Kind.TYPED) else [result.kind.value]
    if result.winner_name and result.kind is not Kind.BYE and (result.score is None or said):
        said.append(f"{result.winner_name} wins")
    return f"{pairing} ({', '.join(said)})" if said else pairing


@dataclass(frozen=True, slots=True)
class Director:
    """What is known when a typed result is read. `listed`: the event names its players, so that others are strangers."""

    roster: Roster
    stages: Sequence[Stage]

    def results(self, claims: Iterable[Claim]) -> tuple[Result, ...]:
        """Every pairing with what the director says of it, in the order he says it. Raises BadEvent."""
        known: dict[tuple[str, frozenset[str]], list[int]] = {}
        byes: set[tuple[str, int | None, str]] = set()
        stages = {stage.name: stage for stage in self.stages}
        found: list[Result] = []
        for claim in claims:
            result = self.result(claim)
            if result.right is None:
                bye = (result.stage, result.round, result.left)
                if bye not in byes or result.round is None:  # said twice
                    found.append(result)
                byes.add(bye)
                continue
            places = known.setdefault((result.stage, frozenset((result.left, result.right))), [])
            twin = next((place for place in places if _one_meeting(found[place], result, stages[result.stage])), None)
            if twin is None:
                places.append(len(found))
                found.append(result)
            else:
                found[twin] = _agreed(found[twin], result)
        return tuple(found)

    def result(self, claim: Claim) -> Result:
        """One typed result. Raises BadEvent."""
        stage = self.stage(claim)
        left = self.player(claim.left, claim.where)
        right = None if claim.right is None else self.player(claim.right, claim.where)
        if right is not None and right.name == left.name:
            raise BadEvent(f"{claim.where}: {left.name} cannot play against himself ({quoted(claim.left)}, {quoted(claim.right)}).")
        for player in (left, right):
            if player is not None and stage.intake.names and not stage.intake.stage and player.name not in stage.intake.names:
                raise BadEvent(f"{claim.where}: {player.name} does not play in {quoted(stage.name)}.")
        if claim.round is not None and stage.rounds is not None and claim.round > stage.rounds:
            raise BadEvent(f"{claim.where}: {quoted(stage.name)} has {stage.rounds} rounds, and this is a result of round {claim.round}.")
        length = claim.length if claim.length is not None else length_of(stage, claim.round)
        result = Result(
            stage.name,
            claim.round,
            left.name,
            None if right is None else right.name,
            claim.score,
            None,
            claim.kind or (Kind.UNPLAYED if claim.score is None and claim.winner is None else Kind.TYPED),
            length,
            "director",
            sources=(claim.where,),
        )
        if right is None:
            if result.kind not in (Kind.BYE, Kind.UNPLAYED, Kind.TYPED) or claim.winner == "right":
                raise BadEvent(f"{claim.where}: {left.name} has no opponent here; without one there can only be a bye.")
            return replace(result, kind=Kind.BYE, winner="left", score=None)
        if result.kind is Kind.BYE:
            raise BadEvent(f"{claim.where}: A bye has no opponent, and here it is {right.name}.")
        if result.kind is Kind.UNPLAYED:
            if claim.score not in (None, (0, 0)) or claim.winner is not None:
                raise BadEvent(f"{claim.where}: {left.name} - {right.name} is called unplayed and has a result.")
            return replace(result, score=None, complete=False)
        return _decided(result, claim, stage)

    def stage(self, claim: Claim) -> Stage:
        if claim.stage is None:
            if len(self.stages) == 1:
                return self.stages[0]
            names = ", ".join(quoted(stage.name) for stage in self.stages)
            raise BadEvent(f"{claim.where}: The event has several stages ({names}); say of which this is a result.")
        wanted = key(claim.stage)
        for stage in self.stages:
            if key(stage.name) == wanted:
                return stage
        for stage in self.stages:
            if any(key(group) == wanted for group, _ in stage.groups):
                return stage
        hint = near(claim.stage, [stage.name for stage in self.stages])
        raise BadEvent(f"{claim.where}: There is no stage {quoted(claim.stage)}.{hint}")

    def player(self, name: str, where: str) -> Player:
        found = self.roster.resolve(name)
        if found is None:
            close = self.roster.nearest(name)
            hint = f" Did you mean {quoted(close)}?" if close else ""
            raise BadEvent(f"{where}: {quoted(name)} is none of the players.{hint}")
        return found


def _decided(result: Result, claim: Claim, stage: Stage) -> Result:
    """A played, settled or forfeited match: who won, and whether that can be. Raises BadEvent."""
    where, score, length = claim.where, claim.score, result.length
    ahead = leader(score)
    reached = bool(length) and score is not None and max(score) >= (length or 0)
    if score is not None and length and min(score) >= length:
        raise BadEvent(f"{where}: {shown(result)}: both would have reached {length} points.")
    said: Literal["left", "right", "nobody"] | None = claim.winner
    if result.kind in FORFEITED:
        if said is None and ahead is None:
            raise BadEvent(f'{where}: {shown(result)}: who won? Say it with winner; "nobody" if both lost.')
        winner = None if said == "nobody" else said or ahead
    else:
        if result.kind is Kind.TYPED and said is not None and ahead is not None and said != ahead:
            raise BadEvent(
                f"{where}: {shown(result)} cannot be won by "
                f"{'nobody' if said == 'nobody' else result.left if said == 'left' else result.right}. "
                'If it was not played out, say so with kind "settled" or "forfeit".'
            )
        unfinished = result.kind is Kind.TYPED and said is None and bool(length) and score is not None and not reached
        winner = None if said == "nobody" or unfinished else said or ahead
    complete = result.kind is not Kind.TYPED or not length or score is None or reached or winner is not None
    return replace(result, winner=winner, complete=complete, score=None if score is None else capped(score, length, stage))


def _one_meeting(one: Result, other: Result, stage: Stage) -> bool:
    """Whether two results of the same players speak of the same match."""
    if one.round is not None and other.round is not None:
        return one.round == other.round
    most = meetings(stage)
    return most == 1 or (most is not None and one.left == other.left)


def _agreed(one: Result, other: Result) -> Result:
    """One result from two that speak of the same match. Raises BadEvent where they differ."""
    oriented = other if other.left == one.left else turned(other)
    round = one.round if one.round is not None else other.round
    sources = (*one.sources, *other.sources)
    if one.kind is Kind.UNPLAYED:  # the pairing, and later its result
        return replace(oriented, round=round, sources=sources)
    if other.kind is Kind.UNPLAYED:
        return replace(one, round=round, sources=sources)
    if (one.score, one.winner, one.kind) != (oriented.score, oriented.winner, oriented.kind):
        raise BadEvent(f"{one.sources[0]} says {shown(one)}, and {other.sources[0]} says {shown(other)}.")
    return replace(one, round=round, sources=sources)
