"""One stage's results: the director's and those of the records, each match once. The director's word stands; contradictions are findings.

Ranks nobody and places nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from tavla_cli.results import Diagnostic
from tavla_cli.tournament.director import capped, leader, length_of, meetings, shown, turned
from tavla_cli.tournament.duplicates import ENOUGH, alike, in_common
from tavla_cli.tournament.findings import named, of_record, of_result
from tavla_cli.tournament.model import Form, Kind, MatchRecord, Player, Result, Stage
from tavla_cli.words import N_

_PLAYED = (Kind.RECORD, Kind.TYPED, Kind.SETTLED)


@dataclass(frozen=True, slots=True)
class Placed:
    """A record in its stage; `left` and `right` are the players' names in the event."""

    record: MatchRecord
    left: str
    right: str
    round: int | None

    @property
    def pair(self) -> frozenset[str]:
        return frozenset((self.left, self.right))


@dataclass(slots=True)
class _Meeting:
    """What is said about one match."""

    result: Result | None
    records: list[Placed] = field(default_factory=list)

    @property
    def round(self) -> int | None:
        rounds = [self.result.round if self.result else None, *(placed.round for placed in self.records)]
        return next((round for round in rounds if round is not None), None)

    @property
    def left(self) -> str:
        return self.result.left if self.result else self.records[0].left


def merged(stage: Stage, director: Sequence[Result], placed: Sequence[Placed]) -> tuple[list[Result], list[Diagnostic]]:
    """The results of a stage in the director's order, then that of the records; and what in them differs (M405, M406, M409 to M412)."""
    meetings_of: dict[frozenset[str], list[_Meeting]] = {}
    order: list[_Meeting] = []
    found: list[Diagnostic] = []
    for result in director:
        meeting = _Meeting(result)
        order.append(meeting)
        if result.right is not None:
            meetings_of.setdefault(frozenset((result.left, result.right)), []).append(meeting)
    for each in placed:
        known = meetings_of.setdefault(each.pair, [])
        meeting_or_none = _meeting(stage, each, known)
        if meeting_or_none is not None:
            meeting_or_none.records.append(each)
            continue
        most = meetings(stage)
        if most is not None and len(known) >= most and (each.round is None or any(other.round is None for other in known)):
            found.append(
                of_record(
                    each.record,
                    "M406",
                    N_("{left} and {right} met {times} times in {stage} already. This match is not counted: it has no round."),
                    left=each.left,
                    right=each.right,
                    times=len(known),
                    stage=stage.name,
                )
            )
            continue
        meeting = _Meeting(None, [each])
        known.append(meeting)
        order.append(meeting)
    results = []
    for meeting in order:
        result, findings = _settled(stage, meeting)
        results.append(result)
        found += findings
    return results, found


def _meeting(stage: Stage, placed: Placed, known: list[_Meeting]) -> _Meeting | None:
    """The match that a record shows, if anything is known of it."""
    fits = [each for each in known if each.round is None or placed.round is None or each.round == placed.round]
    for each in fits:
        if any(_one_match(placed.record, other.record) for other in each.records):
            return each
    free = [each for each in fits if each.result is not None and not each.records]
    if free:
        own = result_of(stage, placed)

        def rank(each: _Meeting) -> tuple[bool, bool, bool]:
            assert each.result is not None
            return (
                each.round != placed.round,
                each.result.kind is not Kind.UNPLAYED and _differs(each.result, own),
                each.left != placed.left,
            )

        return min(free, key=rank)
    return next((each for each in fits if placed.round is not None and each.round == placed.round), None)


def _one_match(one: MatchRecord, other: MatchRecord) -> bool:
    """Whether two records, which may part somewhere, begin with the same dice."""
    if in_common(one, other) >= ENOUGH:
        return True
    return (one.rolls.startswith(other.rolls) or other.rolls.startswith(one.rolls)) and alike(one, other)


def _settled(stage: Stage, meeting: _Meeting) -> tuple[Result, list[Diagnostic]]:
    """How a match counts, and what is wrong with that."""
    result = meeting.result
    if result is not None and result.kind is not Kind.UNPLAYED:
        return _directed(stage, result, meeting.records)
    if not meeting.records:
        assert result is not None
        return result, []
    best = min(meeting.records, key=lambda placed: (placed.record.errors > 0, not result_of(stage, placed).complete))
    own = result_of(stage, replace(best, round=meeting.round))
    found = [*_about_record(own, stage)]
    for other in meeting.records:
        theirs = result_of(stage, other)
        if other is not best and _differs(theirs, own):
            found.append(
                of_record(
                    other.record,
                    "M410",
                    N_("This record says {here}, and {other} says {there}, which counts."),
                    here=shown(theirs),
                    there=shown(own),
                    other=named(best.record),
                )
            )
    sources = [named(best.record), *(named(other.record) for other in meeting.records if other is not best)]
    if result is not None and result.left != own.left:
        own = turned(own)
    return replace(own, sources=(*sources, *(result.sources if result else ()))), found


def _directed(stage: Stage, result: Result, records: Sequence[Placed]) -> tuple[Result, list[Diagnostic]]:
    """The director's result with the records beside it, which confirm or contradict it."""
    found: list[Diagnostic] = []
    beside = None
    for placed in records:
        own = result_of(stage, placed)
        found += _about_length(own, stage)
        if _differs(result, own):
            beside = beside or (own if own.left == result.left else turned(own)).score
            found.append(
                of_record(
                    placed.record,
                    "M409",
                    N_("The record says {record}, and {source} says {director}, which stands in the table."),
                    record=shown(own if own.left == result.left else turned(own)),
                    director=shown(result),
                    source=result.sources[0] if result.sources else "",
                )
            )
    sources = (*result.sources, *(named(placed.record) for placed in records))
    round = result.round if result.round is not None else next((each.round for each in records if each.round is not None), None)
    return replace(result, round=round, sources=sources, record=records[0].record if records else None, beside=beside), found


def result_of(stage: Stage, placed: Placed) -> Result:
    """What a record gives for the table: of a faulty one the claimed result, for what the replay makes of it is no better."""
    record = placed.record
    faulty = record.errors > 0
    score = record.claimed_score if faulty and record.claimed_score is not None else record.score
    if score is None:
        score = record.claimed_score
    length = record.length if record.length is not None else length_of(stage, placed.round)
    complete = score is not None and (not length or max(score) >= length)
    return Result(
        stage.name,
        placed.round,
        placed.left,
        placed.right,
        None if score is None else capped(score, length, stage),
        leader(score) if complete else None,
        Kind.RECORD,
        length,
        "record",
        complete,
        faulty,
        (named(record),),
        record,
    )


def _differs(director: Result, record: Result) -> bool:
    """Whether two results of one match contradict each other. What a record does not say, or breaks off before, is no contradiction."""
    if record.left != director.left:
        record = turned(record)
    if record.score is None:
        return False
    if not record.complete:
        if director.kind is not Kind.TYPED and director.kind is not Kind.RECORD:
            return False
        return director.score is not None and any(one > other for one, other in zip(record.score, director.score, strict=True))
    if record.winner != director.winner:
        return True
    if director.score is None or director.kind not in (*_PLAYED,):
        return False
    return record.score != director.score


# ---- what is wrong with a record that counts


def _about_record(result: Result, stage: Stage) -> Iterator[Diagnostic]:
    yield from _about_length(result, stage)
    if result.faulty and result.record is not None:
        yield of_result(
            result,
            "M412",
            N_("The record of {result} has errors ({errors}, the first at {place}). What it claims counts."),
            result=shown(result),
            errors=result.record.errors,
            place=result.record.first_error or "?",
        )
    if not result.complete:
        yield of_result(result, "M411", N_("{result} is not finished, and counts without a winner."), result=shown(result))


def _about_length(result: Result, stage: Stage) -> Iterator[Diagnostic]:
    wanted, record = length_of(stage, result.round), result.record
    if wanted is None or record is None or record.length is None or record.length == wanted:
        return
    yield of_record(
        record,
        "M405",
        N_("{left} - {right} was played to {length} points, and this round is played to {wanted}."),
        left=result.left,
        right=result.right,
        length=record.length,
        wanted=wanted,
    )


# ---- what is wrong with the results of a stage


def audited(stage: Stage, results: Sequence[Result], players: Sequence[Player], recorded: bool) -> Iterator[Diagnostic]:
    """M406 to M408, M414 and M415. `recorded`: the event has records at all, so that one can be missing."""
    yield from _repeated(stage, results)
    if recorded:
        for result in results:
            if result.record is None and result.kind in (Kind.TYPED, Kind.SETTLED):
                yield of_result(result, "M407", N_("There is no record of {result}."), result=shown(result))
    if stage.form not in (Form.OPEN, Form.DOUBLE_ELIMINATION):  # in both brackets of the latter there is a round 1
        yield from _double_booked(results)
    if stage.intake.stage is None:
        yield from _after_withdrawal(results, players)
    if stage.form in (Form.SWISS, Form.LIVES):
        yield from _second_byes(results)


def _repeated(stage: Stage, results: Sequence[Result]) -> Iterator[Diagnostic]:
    most = meetings(stage)
    times: dict[frozenset[str], int] = {}
    for result in results:
        if most is None or result.right is None or result.kind is Kind.UNPLAYED:
            continue
        pair = frozenset((result.left, result.right))
        times[pair] = times.get(pair, 0) + 1
        if times[pair] > most:
            yield of_result(
                result,
                "M406",
                N_("{left} and {right} meet for the {times}. time in {stage}."),
                left=result.left,
                right=result.right,
                times=times[pair],
                stage=stage.name,
            )


def _double_booked(results: Sequence[Result]) -> Iterator[Diagnostic]:
    first: dict[tuple[str, int], Result] = {}
    for result in results:
        for name in (result.left, result.right):
            if name is None or result.round is None:
                continue
            other = first.setdefault((name, result.round), result)
            if other is not result:
                yield of_result(
                    result,
                    "M408",
                    N_("{player} has two matches in round {round}: {one}, and {two}."),
                    player=name,
                    round=result.round,
                    one=shown(other),
                    two=shown(result),
                )


def _after_withdrawal(results: Sequence[Result], players: Sequence[Player]) -> Iterator[Diagnostic]:
    left = {player.name: player.withdrawn for player in players if player.withdrawn is not None}
    for result in results:
        for name in (result.left, result.right):
            if name in left and result.round is not None and result.round > left[name] and result.kind in _PLAYED:
                yield of_result(
                    result,
                    "M414",
                    N_("{player} left after round {withdrawn}, and has a result in round {round}."),
                    player=name,
                    withdrawn=left[name],
                    round=result.round,
                )


def _second_byes(results: Sequence[Result]) -> Iterator[Diagnostic]:
    byes: dict[str, int] = {}
    for result in results:
        if result.kind is Kind.BYE:
            byes[result.left] = byes.get(result.left, 0) + 1
            if byes[result.left] > 1:
                yield of_result(result, "M415", N_("{player} has {byes} byes."), player=result.left, byes=byes[result.left])
