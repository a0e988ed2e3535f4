"""The table of a stage: points, every tie-break with its value, ranks, crosstable or wall chart, and what decided between two players.

Players are ranked by points, then by the stage's criteria. **Procedure**: the first criterion is applied to all who are tied. Where it
parts them, what stays tied within a part begins again with the first criterion, so that matches among the tied are counted among fewer
players; where it does not, the next one follows. A circle of three is therefore left as it is by head-to-head and goes on. Brackets are
not ranked here.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tavla_cli.tournament.bouts import MOST_LEFT_OUT, Bout, Field, by_name, bye_wins, default_score, field, left_out, length_of, pools
from tavla_cli.tournament.criteria import (
    AMONG_THE_TIED,
    DIRECT_MATCH,
    ENDS,
    NOT_IN_RECORDS,
    OF_OPPONENTS,
    PLAY_OFF,
    SEED,
    Part,
    expand,
    parts,
    values,
)
from tavla_cli.tournament.model import Form, Kind, Line, Player, Result, Stage, Table
from tavla_cli.words import N_, filled

CROSSTABLE = 20  # players up to whom everybody's results against everybody are readable
POINTS = "points"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A criterion applied to tied players, with their values (None: cannot be used). `decided`: it parts the two who were asked about."""

    criterion: str
    values: tuple[tuple[str, float | None], ...]
    decided: bool


@dataclass(frozen=True, slots=True)
class Why:
    """Why one player stands before another, or why nobody does.

    `ahead` None: they share the rank. `criterion`: "points", a tie-break, "shared", "play-off", or None when the order has no further
    criterion. `values` and `parts` belong to `players` in this order; `tried` are the criteria on the way, the last one decided.
    """

    players: tuple[str, str]
    ahead: str | None
    criterion: str | None
    values: tuple[float | None, float | None]
    tried: tuple[Attempt, ...]
    parts: tuple[tuple[Part, ...], tuple[Part, ...]]

    @property
    def sources(self) -> tuple[str, ...]:
        """Files and lines that the values come from."""
        results = (part.result for each in self.parts for part in each if part.counted and part.result)
        return tuple(dict.fromkeys(source for result in results for source in result.sources))


def table(stage: Stage, players: Sequence[Player], results: Sequence[Result]) -> Table:
    """The standings of a stage that is no bracket. Results of other stages are left aside; the order of players and results is of no
    consequence."""
    results = (*results, *left_out(stage, players, results))
    seen = field(stage, players, results)
    criteria, unknown = expand(stage.tiebreaks)
    withdrawn = {player.name for player in players if player.withdrawn is not None}
    lines: list[Line] = []
    orders: list[list[str]] = []
    skipped: set[str] = set()
    largest = 0
    for group, members in pools(stage, tuple(seen.bouts)):
        known = sorted((name for name in members if name in seen.bouts), key=lambda name: _by_seed(seen, name))
        largest = max(largest, len(known))
        own = _lines(seen, criteria, known, group, withdrawn, skipped)
        lines += own
        orders.append([line.player for line in own])
    small = largest <= CROSSTABLE
    return Table(
        stage=stage,
        lines=tuple(lines),
        results=seen.results,
        notes=tuple(_notes(seen, criteria, unknown, skipped, withdrawn)),
        cross=_cross(seen, [line.player for line in lines]) if small else None,
        wall=None if small else {name: cells for order in orders for name, cells in _wall(seen, order)},
    )


def why(table: Table, a: str, b: str) -> Why | None:
    """What decided between two players; None if one is not in the table, or they are in different groups."""
    lines = {line.player: line for line in table.lines}
    if a == b or a not in lines or b not in lines or lines[a].group != lines[b].group:
        return None
    seeds = {name: line.tiebreaks.get(SEED) for name, line in lines.items()}
    players = [Player(name, seed=None if seed is None else int(seed)) for name, seed in seeds.items()]
    seen = field(table.stage, players, table.results)
    criteria, _ = expand(table.stage.tiebreaks)
    group = [line.player for line in table.lines if line.group == lines[a].group]
    tried: list[Attempt] = []

    def answer(criterion: str | None, ahead: str | None) -> Why:
        found = (_parts(seen, criterion, a, group), _parts(seen, criterion, b, group))
        known = dict(tried[-1].values) if tried and tried[-1].decided else {}
        return Why((a, b), ahead, criterion, (known.get(a), known.get(b)), tuple(tried), found)

    order: Sequence[str] = (POINTS, *criteria)
    while True:
        for criterion in order:
            if criterion in ENDS:
                return answer(criterion, None)
            known = _values(seen, criterion, group)
            sections = _parted(criterion, known, group)
            section = next(each for each in sections if a in each)
            decided = b not in section
            tried.append(Attempt(criterion, tuple(known.items()), decided))
            if decided:
                first = next(name for each in sections for name in each if name in (a, b))
                return answer(criterion, first)
            if len(sections) > 1:
                group = section
                order = criteria  # within a part all have the same points
                break
        else:
            return answer(None, None)


def _lines(
    seen: Field, criteria: Sequence[str], members: Sequence[str], group: str | None, withdrawn: set[str], skipped: set[str]
) -> list[Line]:
    shown: dict[str, dict[str, float | None]] = {name: {} for name in members}
    for criterion in criteria:
        if criterion not in (*ENDS, *NOT_IN_RECORDS):
            known = dict.fromkeys(members) if criterion in AMONG_THE_TIED else _values(seen, criterion, members)
            for name in members:
                shown[name][criterion] = known[name]
    lines: list[Line] = []
    for tied, playoff in _ranked(seen, criteria, members, shown, skipped):
        rank = len(lines) + 1
        lines += [
            _line(seen, name, rank, shown[name], shared=len(tied) > 1, playoff=playoff, withdrawn=name in withdrawn, group=group)
            for name in tied
        ]
    return lines


def _line(
    seen: Field,
    name: str,
    rank: int,
    tiebreaks: dict[str, float | None],
    *,
    shared: bool,
    playoff: bool,
    withdrawn: bool,
    group: str | None,
) -> Line:
    bouts = seen.bouts[name]
    outcomes = Counter(bout.outcome for bout in bouts)
    won, lost, drawn = outcomes["won"], outcomes["lost"], outcomes["drawn"]
    faulty = any(bout.result.faulty for bout in bouts)
    unfinished = any(not bout.result.complete for bout in bouts)
    return Line(
        rank=rank,
        player=name,
        played=won + lost + drawn,
        won=won,
        lost=lost,
        drawn=drawn,
        points=seen.scores[name],
        points_for=sum(bout.scored for bout in bouts),
        points_against=sum(bout.conceded for bout in bouts),
        tiebreaks=tiebreaks,
        shared=shared,
        playoff=playoff,
        lives=max(0, seen.stage.lives - lost) if seen.stage.form is Form.LIVES else None,
        withdrawn=withdrawn,
        marks="!" * faulty + "*" * unfinished,
        group=group,
    )


def _ranked(
    seen: Field, criteria: Sequence[str], members: Sequence[str], shown: dict[str, dict[str, float | None]], skipped: set[str]
) -> Iterable[tuple[list[str], bool]]:
    """The players from first to last, those together whom nothing separates, and whether they need a play-off.

    `shown` gets the values among the tied where they were first asked for; `skipped` the criteria that a tie could not use.
    """
    waiting = _parted(POINTS, _values(seen, POINTS, members), members)[::-1]
    while waiting:
        group = waiting.pop()
        playoff = False
        for criterion in criteria if len(group) > 1 else ():
            if criterion in ENDS:
                playoff = criterion == PLAY_OFF
                break
            if criterion in AMONG_THE_TIED:
                known = values(seen, criterion, group)
                for name in group:
                    if shown[name][criterion] is None:
                        shown[name][criterion] = known[name]
            else:  # the same among all: it was computed once
                known = {name: shown[name].get(criterion) for name in group}
            if criterion != SEED and None in known.values():
                skipped.add(criterion)
            sections = _parted(criterion, known, group)
            if len(sections) > 1:
                waiting += sections[::-1]
                break
        else:
            yield group, False
            continue
        if criterion in ENDS:
            yield group, playoff


def _values(seen: Field, criterion: str, group: Sequence[str]) -> dict[str, float | None]:
    if criterion == POINTS:
        return {name: seen.scores[name] for name in group}
    return values(seen, criterion, group)


def _parted(criterion: str, known: dict[str, float | None], group: Sequence[str]) -> list[list[str]]:
    """The group in parts of equal value, the best first. A criterion without a value for somebody parts nobody; a missing seed is the
    last."""
    if criterion != SEED and None in known.values():
        return [list(group)]
    found: dict[float, list[str]] = {}
    for name in group:
        worth = known[name]
        found.setdefault(float("-inf") if worth is None else -worth if criterion == SEED else worth, []).append(name)
    return [found[worth] for worth in sorted(found, reverse=True)]


def _parts(seen: Field, criterion: str | None, player: str, group: Sequence[str]) -> tuple[Part, ...]:
    if criterion == POINTS:
        return tuple(Part(bout.result, bout.opponent, bout.round, bout.points) for bout in seen.bouts[player])
    return parts(seen, criterion, player, group) if criterion else ()


def _by_seed(seen: Field, name: str) -> tuple[bool, int, tuple[str, str]]:
    """The order in which players with one rank are named."""
    seed = seen.seeds[name]
    return seed is None, seed or 0, by_name(name)


def _cross(seen: Field, names: Sequence[str]) -> dict[str, dict[str, str]]:
    cross: dict[str, dict[str, str]] = {name: {} for name in names}
    for name in names:
        for bout in seen.bouts[name]:
            if bout.opponent is not None:
                before = cross[name].get(bout.opponent)
                cross[name][bout.opponent] = f"{before} {_cell(bout)}" if before else _cell(bout)
    return cross


_LETTER = {"won": "W", "lost": "L", "drawn": "D", "none": "-"}


def _cell(bout: Bout) -> str:
    """A result as it stands in the crosstable, own points first: `7-5`, `7-0f` a forfeit, `W` without a score, `-` unplayed."""
    known = bout.score is not None and bout.result.kind is not Kind.UNPLAYED
    text = f"{bout.scored}-{bout.conceded}" if known else _LETTER[bout.outcome]
    return text + _marks(bout)


def _marks(bout: Bout) -> str:
    result = bout.result
    by_default = result.kind in (Kind.FORFEIT, Kind.WALKOVER)
    settled = result.kind is Kind.SETTLED
    return "f" * by_default + "s" * settled + "*" * (not result.complete) + "!" * result.faulty


def _wall(seen: Field, names: Sequence[str]) -> Iterable[tuple[str, tuple[str, ...]]]:
    """A line for each player with a cell for each round: the opponent's number in the table and the outcome (`12W`, `8L`, `3D`),
    `-B` a bye, `12F` a forfeit won and `12f` one lost, `12U` unplayed, `-` nothing. Results without a round follow."""
    number = {name: at for at, name in enumerate(names, 1)}
    for name in names:
        rounds: list[list[str]] = [[] for _ in range(seen.rounds)]
        for bout in seen.bouts[name]:
            cell = _wall_cell(bout, number)
            if bout.round is not None:
                rounds[bout.round - 1].append(cell)
            else:
                rounds.append([cell])
        yield name, tuple("/".join(cells) or "-" for cells in rounds)


def _wall_cell(bout: Bout, number: dict[str, int]) -> str:
    if bout.opponent is None:
        return "-B"
    opponent = str(number.get(bout.opponent, "?"))
    if bout.result.kind in (Kind.FORFEIT, Kind.WALKOVER):
        return opponent + ("F" if bout.outcome == "won" else "f")
    letter = "U" if bout.outcome == "none" else _LETTER[bout.outcome]
    return opponent + letter + "*" * (not bout.result.complete) + "!" * bout.result.faulty


def _notes(seen: Field, criteria: Sequence[str], unknown: Sequence[str], skipped: set[str], withdrawn: set[str]) -> Iterable[str]:
    stage, points, results = seen.stage, seen.stage.points, seen.results
    kinds = Counter(result.kind for result in results)
    swiss = stage.form in (Form.SWISS, Form.LIVES)

    yield filled(N_("A win counts {win}, a loss {loss}."), {"win": _number(points.win), "loss": _number(points.loss)})
    if any(result.winner is None and result.complete and result.right is not None and _was_played(result) for result in results):
        yield filled(N_("A draw counts {draw} to each."), {"draw": _number(points.draw)})
    if kinds[Kind.BYE]:
        yield filled(N_("A bye counts {points}."), {"points": _number(points.bye)})
        if bye_wins(points):
            yield from _default_note(seen, results, N_("In match points a bye is a win by {won}-{lost}."), (Kind.BYE,))
        else:
            yield filled(N_("A bye is neither won nor lost, and no match points come from it."), {})
    if kinds[Kind.FORFEIT] or kinds[Kind.WALKOVER]:
        worth: dict[str, object] = {"won": _number(points.forfeit_win), "lost": _number(points.forfeit_loss)}
        yield filled(N_("A forfeit counts {won} to the one who wins by it and {lost} to the other."), worth)
        yield from _default_note(seen, results, N_("In match points a forfeit is a win by {won}-{lost}."), (Kind.FORFEIT, Kind.WALKOVER))
    yield filled(N_("A match that was not played counts {points} to each player."), {"points": _number(points.unplayed)})
    if swiss and any(criterion in OF_OPPONENTS for criterion in criteria):
        yield filled(
            N_(
                "For the scores of opponents, a round without a played match counts as one against an opponent with the player's own score."
            ),
            {},
        )
    if any(_above(stage, result) for result in results):
        if stage.cap:
            yield filled(N_("Match points are capped at the match length."), {})
        else:
            yield filled(N_("Match points are counted in full, also beyond the match length."), {})
    if "ratio" in criteria:
        yield filled(N_("The ratio is the share won of all match points played."), {})
    if seen.stage.tiebreaks:
        yield filled(N_("Order: {criteria}. What stays tied begins again with the first."), {"criteria": ", ".join((POINTS, *criteria))})
    for criterion in criteria:
        if criterion in NOT_IN_RECORDS:
            yield filled(N_("{criterion} cannot be computed from match records and is passed over."), {"criterion": criterion})
        elif criterion in skipped:
            yield filled(_SKIPPED.get(criterion, N_("{criterion} was passed over where a player has no value.")), {"criterion": criterion})
    if unknown:
        yield filled(N_("No criterion of this name: {names}."), {"names": ", ".join(unknown)})
    if any(result.winner and result.score is None and _was_played(result) for result in results):
        yield filled(N_("Results without a score count in points, not in match points."), {})
    if any(not result.complete for result in results):
        yield filled(N_("* unfinished: without a winner it counts nothing."), {})
    if any(result.faulty for result in results):
        yield filled(N_("! the record has errors; the claimed result counts."), {})
    gone = sorted(withdrawn.intersection(seen.bouts), key=by_name)
    if gone:
        yield filled(N_("Withdrawn: {names}. What was played stays."), {"names": ", ".join(gone)})
    if sum(result.round is None and not result.sources for result in results) >= MOST_LEFT_OUT:
        yield filled(N_("So many matches of players who left are missing that not all of them are counted."), {})


_SKIPPED = {
    **dict.fromkeys(AMONG_THE_TIED, N_("{criterion} was passed over where the tied players had not all met, equally often.")),
    DIRECT_MATCH: N_("{criterion} decides between exactly two players who met."),
    "progressive": N_("{criterion} was passed over where the round of a result is unknown."),
}


def _default_note(seen: Field, results: Sequence[Result], template: str, kinds: tuple[Kind, ...]) -> Iterable[str]:
    """One sentence for each score that byes or forfeits counted as, where the event did not write one."""
    scores = {default_score(seen.stage, result) for result in results if result.kind in kinds and result.score is None}
    for won, lost in sorted(score for score in scores if score):
        yield filled(template, {"won": won, "lost": lost})
    if None in scores:
        yield filled(N_("Where no match length is known, a bye or forfeit has no match points."), {})


def _was_played(result: Result) -> bool:
    return result.kind in (Kind.RECORD, Kind.TYPED, Kind.SETTLED)


def _above(stage: Stage, result: Result) -> bool:
    length = length_of(stage, result)
    # the record's own score too: a result may come capped already
    scores = [score for score in (result.score, result.record.score if result.record else None) if score]
    return length is not None and any(max(score) > length for score in scores)


def _number(worth: float) -> str:
    return f"{worth:g}"
