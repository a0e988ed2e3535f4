"""Scores a tournament: names to players, records to their places, results to tables, and what in all that cannot be true.

Without an event whoever played is a player, and everything is one open stage. Reads no files and lays nothing out.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tavla_cli.results import Diagnostic, FileResult, Severity
from tavla_cli.tournament import brackets, ratings, standings
from tavla_cli.tournament.director import shown
from tavla_cli.tournament.duplicates import copies
from tavla_cli.tournament.duplicates import finding as copy_finding
from tavla_cli.tournament.findings import of_record, of_result
from tavla_cli.tournament.intake import records_of
from tavla_cli.tournament.merging import Placed, audited, merged
from tavla_cli.tournament.model import Event, Form, MatchRecord, Player, Rated, Result, Scored, Slot, Stage, Table
from tavla_cli.tournament.names import Roster, key
from tavla_cli.tournament.placing import Place, Said, candidates, said, where
from tavla_cli.words import N_, filled

_BRACKETS = (Form.SINGLE_ELIMINATION, Form.DOUBLE_ELIMINATION)
_MOST_HINTS = 50  # strangers for whom the nearest player is looked for
_PASSES = 4  # players flow from stage to stage by results, and results are placed by who plays where

_CONFLICTS = {
    "not-paired": N_("{result} does not fit the bracket: these two do not meet."),
    "early": N_("{result} does not fit the bracket yet: a result before it is missing."),
    "twice": N_("{result} does not fit the bracket: the match has another result already ({match})."),
    "repeated": N_("{result} is there twice ({match})."),
    "other-round": N_("{result} stands in the wrong round: it is the match {match}."),
    "no-winner": N_("{result} sends nobody on ({match}): say who won."),
    "no-bye": N_("{result} does not fit the bracket: there is an opponent."),
}

Experience = Mapping[str, tuple[float, int]]
"""Rating and experience by the spelling of a name."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A record of two different players of the event, and what is written about its place."""

    record: MatchRecord
    left: str
    right: str
    written: Said

    @property
    def pair(self) -> frozenset[str]:
        return frozenset((self.left, self.right))


def _end(known: _Known, left: str) -> tuple[object, object]:
    """The record's score and claimed score, that player's points first."""
    scores = (known.record.score, known.record.claimed_score)
    return scores if known.left == left else (_turned(scores[0]), _turned(scores[1]))


def _turned(score: tuple[int, int] | None) -> tuple[int, int] | None:
    return None if score is None else (score[1], score[0])


def score(event: Event | None, files: Iterable[FileResult], rating: str | None = None, experience: Experience | None = None) -> Scored:
    """The tables of an event from its records and the director's results. `rating` overrules the event's system; `experience` the
    ratings of its players."""
    inputs = tuple(files)
    records = tuple(records_of(inputs))
    # Rounds of several events would only look like those of one.
    without_rounds = event is None and len({record.event for record in records}) > 1
    event = event or Event("", (), (Stage("", Form.OPEN),), open_roster=True)
    if event.open_roster:
        event = replace(event, players=_joined(event.players, records))
    if experience:
        event = replace(event, players=_rated_before(event.players, experience))
    return _Scoring(event, records, without_rounds).scored(inputs, rating or event.rating)


def _joined(players: Sequence[Player], records: Iterable[MatchRecord]) -> tuple[Player, ...]:
    """The players, and everybody else who has played, by the first spelling of his name."""
    roster = Roster(players)
    spellings: dict[str, list[str]] = {}
    for record in records:
        for name in record.players:
            if name.strip() and roster.resolve(name) is None:
                found = spellings.setdefault(key(name), [])
                if name not in found:
                    found.append(name)
    return (*players, *(Player(first, tuple(others)) for first, *others in spellings.values()))


def _rated_before(players: Sequence[Player], experience: Experience) -> tuple[Player, ...]:
    roster = Roster(players)
    known = {player.name: each for name, each in experience.items() if (player := roster.resolve(name)) is not None}
    return tuple(
        replace(player, rating=known[player.name][0], experience=known[player.name][1]) if player.name in known else player
        for player in players
    )


def _bracket_table(stage: Stage, players: Sequence[Player], results: Sequence[Result], slots: Sequence[Slot]) -> Table:
    """An elimination's lines by place; who is still in comes first."""
    plain = standings.table(replace(stage, tiebreaks=()), players, results)
    places = {place.player: place for place in brackets.places(slots)}
    lines = []
    for line in plain.lines:
        place = places.get(line.player)
        still_in = sum(each.player not in places for each in plain.lines)
        rank, shared = (place.first, place.first < place.last) if place else (1, still_in > 1)
        lines.append(replace(line, rank=rank, shared=shared))
    lines.sort(key=lambda line: line.rank)
    return Table(stage, tuple(lines), tuple(results), bracket=tuple(slots))


class _Scoring:
    def __init__(self, event: Event, records: tuple[MatchRecord, ...], without_rounds: bool) -> None:
        self.event, self.records, self.without_rounds = event, records, without_rounds
        self.roster = Roster(event.players)
        self.players = {player.name: player for player in event.players}
        self.of_pair: dict[frozenset[str], list[Result]] = {}  # the director's results
        for result in event.results:
            if result.right is not None:
                self.of_pair.setdefault(frozenset((result.left, result.right)), []).append(result)
        self.found: list[Diagnostic] = []
        self.hints = _MOST_HINTS
        self.tables: dict[str, Table] = {}
        self.results: dict[str, list[Result]] = {stage.name: [] for stage in event.stages}
        self.members: dict[str, tuple[str, ...]] = {}

    def scored(self, files: tuple[FileResult, ...], rating: str | None) -> Scored:
        known = self.without_copies(list(self.known()))
        places: list[list[Place]] = []
        for _ in range(_PASSES):
            before, places = places, self.placed(known)
            findings = self.count(known, places)
            if places == before:
                break
        self.found += self.unplaced(known, places)
        self.found += findings
        rated: tuple[Rated, ...] = ()
        if rating is not None:
            every = [result for stage in self.event.stages for result in self.results[stage.name]]
            rated = ratings.rate(rating, self.event.players, every, [stage.name for stage in self.event.stages])
        tables = tuple(self.tables[stage.name] for stage in self.event.stages)
        notes = [*self.notes(), *([filled(ratings.NOTES[rating], {})] if rating is not None else [])]
        return Scored(self.event, self.records, tables, tuple(self.found), rated, rating, files, tuple(notes))

    # ---- names

    def known(self) -> Iterator[_Known]:
        """The records whose players are known; M403 and M404 for the others."""
        for record in self.records:
            left, right = (self.roster.resolve(name) if name.strip() else None for name in record.players)
            if left is None or right is None:
                self.found += [self.stranger(record, side) for side, player in enumerate((left, right)) if player is None]
            elif left.name == right.name:
                one, other = record.players
                template = N_("Both {left} and {right} mean {player}. The match is not counted.")
                self.found.append(of_record(record, "M404", template, player=left.name, left=one, right=other))
            else:
                written = Said(self.event.stages[0]) if self.without_rounds else said(record, self.event, self.rounds)
                yield _Known(record, left.name, right.name, written)

    def stranger(self, record: MatchRecord, side: int) -> Diagnostic:
        name, beside = record.players[side], record.nicks[side]
        if not name.strip():
            # Without a list of players nobody is unknown; but whoever it is, he cannot stand in a table.
            severity: Severity | None = "warning" if self.event.open_roster else None
            return of_record(record, "M403", N_("A player has no name. The match is not counted."), severity)
        self.hints -= 1
        near = self.roster.nearest(name) if self.hints >= 0 else None
        if near is not None:
            template = N_("{player} is none of the players. Is it {near}? The match is not counted.")
            return of_record(record, "M403", template, player=name, near=near)
        meant = self.roster.resolve(beside) if beside else None
        if meant is not None:
            template = N_("{player} is none of the players; the header names {near}. The match is not counted.")
            return of_record(record, "M403", template, player=name, near=meant.name)
        return of_record(record, "M403", N_("{player} is none of the players. The match is not counted."), player=name)

    def without_copies(self, known: list[_Known]) -> list[_Known]:
        """Each match once; M401 and M402. Copies that name other players stay: who they are only a director can say. So do those that
        end differently, which is said with their result (M410)."""
        dropped: set[int] = set()
        by_record = {id(each.record): each for each in known}
        for copy in copies([each.record for each in known]):
            one, other = by_record[id(copy.record)], by_record[id(copy.of)]
            same_players = one.pair == other.pair
            if same_players and copy.kind == "duplicate" and _end(one, other.left) != _end(other, other.left):
                continue
            self.found.append(copy_finding(copy))
            if same_players:
                dropped.add(id(copy.record))
        return [each for each in known if id(each.record) not in dropped]

    # ---- places

    def rounds(self, stage: Stage) -> int | None:
        """How many rounds a stage has: as it says, or as many as its bracket needs."""
        if stage.rounds is not None or stage.form is not Form.SINGLE_ELIMINATION:
            return stage.rounds
        count = len(stage.bracket) or len(self.members.get(stage.name, self.static_members(stage) or ()))
        return (count - 1).bit_length() if count > 1 else None

    def placed(self, known: Sequence[_Known]) -> list[list[Place]]:
        """For each record the places it fits: one if it is clear. Those whose stage is written come first, then those that fit only one."""
        places: list[list[Place]] = [[] for _ in known]
        taken: dict[tuple[frozenset[str], str, int | None], int] = {}
        taken_in_all: dict[tuple[frozenset[str], str], int] = {}
        members = {stage.name: frozenset(self.members.get(stage.name, self.static_members(stage) or ())) for stage in self.event.stages}

        def put(at: int) -> None:
            each = known[at]

            def count(stage: Stage, round: int | None) -> int:
                if round is not None:
                    return taken.get((each.pair, stage.name, round), 0)
                return taken_in_all.get((each.pair, stage.name), 0)

            fits = candidates(
                each.pair,
                each.written,
                self.event.stages,
                lambda stage: each.pair <= members[stage.name],
                self.of_pair.get(each.pair, []),
                count,
            )
            if len({place.stage for place in fits}) == 1 and len(fits) > 1:
                fits = [Place(fits[0].stage, each.written.round)]  # which of them, the results will tell
            places[at] = fits
            if len(fits) == 1:
                stage, round = fits[0].stage, fits[0].round
                taken[each.pair, stage, round] = taken.get((each.pair, stage, round), 0) + 1
                taken_in_all[each.pair, stage] = taken_in_all.get((each.pair, stage), 0) + 1

        stated = [at for at, each in enumerate(known) if each.written.stage is not None]
        for at in stated:
            put(at)
        for at in sorted(set(range(len(known))) - set(stated)):
            put(at)
        return places

    def unplaced(self, known: Sequence[_Known], places: Sequence[Sequence[Place]]) -> Iterator[Diagnostic]:
        for each, fits in zip(known, places, strict=True):
            if len(fits) == 1:
                continue
            if fits:
                template = N_("It cannot be told where {left} - {right} belongs: {places} would fit. The match is not counted.")
                names = "; ".join(where(place) for place in fits)
                yield of_record(each.record, "M413", template, left=each.left, right=each.right, places=names)
            else:
                template = N_("{left} - {right} fits no pairing that is open. The match is not counted.")
                yield of_record(each.record, "M413", template, left=each.left, right=each.right)

    # ---- stages

    def static_members(self, stage: Stage) -> tuple[str, ...] | None:
        """The players of a stage that takes nobody from another; None where results decide."""
        if stage.intake.stage is not None:
            return None
        grouped = tuple(name for _, group in stage.groups for name in group)
        drawn = tuple(name for name in stage.bracket if name)
        return stage.intake.names or grouped or drawn or tuple(self.players)

    def count(self, known: Sequence[_Known], places: Sequence[Sequence[Place]]) -> list[Diagnostic]:
        """The tables of all stages in their order. Returns what is wrong in them."""
        found: list[Diagnostic] = []
        for stage in self.event.stages:
            here = [
                Placed(each.record, each.left, each.right, fits[0].round)
                for each, fits in zip(known, places, strict=True)
                if len(fits) == 1 and fits[0].stage == stage.name
            ]
            names = self.taken_in(stage)
            self.members[stage.name] = names
            director = [result for result in self.event.results if result.stage == stage.name]
            results, findings = merged(stage, director, here)
            found += findings
            found += self.outsiders(stage, results)
            found += audited(stage, results, self.event.players, bool(known))
            players = [self.players[name] for name in names]
            if stage.form in _BRACKETS:
                found += self.bracket(stage, players, results)
            else:
                self.tables[stage.name] = standings.table(stage, players, results)
            self.results[stage.name] = results
        return found

    def bracket(self, stage: Stage, players: Sequence[Player], results: Sequence[Result]) -> Iterator[Diagnostic]:
        """The table of an elimination, and M416. Players who come from another stage are drawn in the order of its table."""
        if stage.intake.stage is not None:
            players = [replace(player, seed=number) for number, player in enumerate(players, 1)]
        slots, conflicts = brackets.fill(brackets.draw(stage, players), results)
        self.tables[stage.name] = _bracket_table(stage, players, results, slots)
        for conflict in conflicts:
            if conflict.kind == "repeated" and stage.form is Form.SINGLE_ELIMINATION:
                continue  # M406
            args: dict[str, object] = {"result": shown(conflict.result)}
            where_ = next((slot for slot in slots if slot.id == conflict.slot), None)
            if where_ is not None:
                args["match"] = where_.title
            yield of_result(conflict.result, "M416", _CONFLICTS[conflict.kind], **args)

    def taken_in(self, stage: Stage) -> tuple[str, ...]:
        """The players of a stage, those of another in the order of its table."""
        static = self.static_members(stage)
        intake = stage.intake
        if static is not None:
            return static
        assert intake.stage is not None
        table, results = self.tables[intake.stage], self.results[intake.stage]
        names = [line.player for line in table.lines]
        if intake.ranks is not None:
            first, last = intake.ranks
            names = [line.player for line in sorted(table.lines, key=lambda line: line.rank) if first <= line.rank <= last]
        if intake.lives is not None:
            alive = {line.player for line in table.lines if line.lives == intake.lives}
            names = [name for name in names if name in alive]
        if intake.losers_of_rounds and table.bracket:
            names = [name for name in brackets.losers_of(table.bracket, intake.losers_of_rounds) if name in names]
        elif intake.losers_of_rounds:
            lost = {result.loser_name for result in results if result.round in intake.losers_of_rounds}
            names = [name for name in names if name in lost]
        chosen = dict.fromkeys([*names, *intake.names])
        return tuple(name for name in chosen if name in self.players)

    def outsiders(self, stage: Stage, results: Iterable[Result]) -> Iterator[Diagnostic]:
        """M403 for players who are of the event, but not of the stage."""
        members = set(self.members[stage.name])
        source = stage.intake.stage
        if self.event.open_roster or (source is not None and not self.results[source]):
            return
        told: set[str] = set()
        for result in results:
            for name in (result.left, result.right):
                if name is not None and name not in members and name not in told:
                    told.add(name)
                    yield of_result(result, "M403", N_("{player} does not play in {stage}."), player=name, stage=stage.name)

    # ---- what else there is to say

    def notes(self) -> Iterator[str]:
        counted = sum(result.record is not None for results in self.results.values() for result in results)
        if counted < len(self.records):
            yield filled(
                N_("{counted} of {matches} records stand in the tables; why the others do not is said with the problems."),
                {"counted": counted, "matches": len(self.records)},
            )
        for stage in self.event.stages:
            if stage.intake.stage is None or stage.intake.ranks is None:
                continue
            first, last = stage.intake.ranks
            sharing: dict[tuple[str | None, int], list[str]] = {}
            for line in self.tables[stage.intake.stage].lines:
                sharing.setdefault((line.group, line.rank), []).append(line.player)
            for (_, rank), names in sharing.items():
                if any(rank <= edge < rank + len(names) - 1 for edge in (first - 1, last)):
                    args: dict[str, object] = {"stage": stage.name, "players": ", ".join(names)}
                    yield filled(N_("Who goes on to {stage} is open: {players} share a rank."), args)
