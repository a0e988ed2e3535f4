"""What a report on a tournament consists of, in order, as blocks of printable text. Knows neither terminals nor markup."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from tavla_cli.reports.cells import cut
from tavla_cli.reports.score import ScoreOptions
from tavla_cli.reports.score.bracket import Drawing, drawings
from tavla_cli.reports.score.problems import Problem, counts_line, problems
from tavla_cli.reports.score.terms import CRITERIA, CROSS_MARKS, FORMS, KINDS, LINE_MARKS, WALL_MARKS
from tavla_cli.source import printable
from tavla_cli.tournament.criteria import PRESETS
from tavla_cli.tournament.model import Form, Kind, Line, MatchRecord, Rated, Result, Scored, Stage, Table
from tavla_cli.words import N_, counted, translated

_LONGEST = 48  # cells of a name
_FIXED = ("shared", "play-off")  # criteria that end the order: their outcome is a mark, no value

TURKISH_LEAGUE = "turkish-league"
_LEAGUE = {  # columns of the table as Turkish leagues print it; the letters are not translated
    "O": N_("matches played"),
    "G": N_("won"),
    "M": N_("lost"),
    "A": N_("match points won"),
    "V": N_("match points lost"),
    "Av": N_("averaj, points won minus points lost"),
    "P": N_("points"),
}


class Heading(NamedTuple):
    """`level` 1 is the event, 2 a stage, 3 a table."""

    level: int
    text: str


class Problems(NamedTuple):
    """`summary` counts them all; `shown` are without the notes unless those were asked for."""

    summary: str
    shown: tuple[Problem, ...]


class Column(NamedTuple):
    """`meaning` is for the legend, empty where the heading says it. `kind`: numbers stand to the right, words may be cut or broken where
    there is no room, of a path the beginning may be cut, signs are short and stay whole."""

    head: str
    meaning: str = ""
    kind: Literal["number", "words", "path", "signs"] = "number"


class Grid(NamedTuple):
    """A table. `legend`: signs and what they mean, of those used only. `strong`: cells (row, column) to be made bold."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    legend: tuple[tuple[str, str], ...] = ()
    strong: frozenset[tuple[int, int]] = frozenset()


class Notes(NamedTuple):
    """Whole sentences, each a paragraph."""

    sentences: tuple[str, ...]


Block = Heading | Problems | Grid | Notes | Drawing


def document(scored: Scored, options: ScoreOptions) -> Iterator[Block]:
    """The report from its first line to its last."""
    found = problems(scored)
    if found:
        yield Problems(counts_line(found, options.notes), tuple(p for p in found if options.notes or p.severity != "note"))
    yield Heading(1, title(scored))
    for table in scored.tables:
        yield from _stage(table, options)
    if records := unplaced(scored):
        yield Heading(2, translated("Matches that are in no table"))
        yield _records(records)
    if scored.ratings:
        yield Heading(2, translated("Ratings") + (f" ({printable(scored.rating_system)})" if scored.rating_system else ""))
        yield _ratings(scored.ratings, options)
    if scored.notes:
        yield Notes(tuple(map(printable, scored.notes)))


def title(scored: Scored) -> str:
    """The event's name and date, or how many matches there are."""
    if not scored.event.name:
        return counted("{n} match", "{n} matches", len(scored.records) + len(typed(scored)))
    return person(scored.event.name) + (f", {printable(scored.event.date)}" if scored.event.date else "")


def typed(scored: Scored) -> list[Result]:
    """The matches that stand in a table and have no record; byes and what was not played are no matches."""
    return [
        result
        for table in scored.tables
        for result in table.results
        if result.record is None and result.kind not in (Kind.BYE, Kind.UNPLAYED)
    ]


def person(name: str) -> str:
    """A name as it can be shown: printable, and no longer than a table can bear."""
    return cut(printable(name[: 4 * _LONGEST]), _LONGEST, "...") if name.strip() else translated("(no name)")


def stage_title(stage: Stage) -> str:
    """`Qualification: Swiss, 5 rounds, matches to 7`."""
    facts = [translated(FORMS[stage.form])]
    if stage.rounds and stage.form is not Form.OPEN:
        facts.append(counted("{n} round", "{n} rounds", stage.rounds))
    lengths = sorted({*stage.lengths, *([stage.length] if stage.length else [])})
    if lengths:
        facts.append(translated("matches to {lengths}").format(lengths=", ".join(map(str, lengths))))
    if stage.name and stage.form is Form.OPEN:
        facts.pop(0)
    return ": ".join(([person(stage.name)] if stage.name else []) + ([", ".join(facts)] if facts else []))


def number(value: float | None, point: str, decimals: int = 3) -> str:
    """A value with at most so many decimals, without noughts at the end; nothing where there is none."""
    return "" if value is None else f"{round(value, decimals) + 0.0:.{decimals}f}".rstrip("0").rstrip(".").replace(".", point)


def turkish(stage: Stage) -> bool:
    return TURKISH_LEAGUE in (stage.preset, *stage.tiebreaks)


def _stage(table: Table, options: ScoreOptions) -> Iterator[Block]:
    yield Heading(2, stage_title(table.stage))
    groups = [(group, list(lines)) for group, lines in groupby(table.lines, key=lambda line: line.group)]
    for group, lines in groups:
        if group is not None or len(groups) > 1:
            yield Heading(3, person(group) if group is not None else translated("Without a group"))
        yield _standings(table, lines, options)
    if table.notes:
        yield Notes(tuple(map(printable, table.notes)))
    for group, lines in groups:
        name = f": {person(group)}" if group is not None else ""
        if table.cross:
            yield Heading(3, translated("Crosstable") + name)
            yield _crosstable(table.cross, [line.player for line in lines], table.notes, "x" if options.ascii else "×")
        if table.wall:
            yield Heading(3, translated("Wall chart") + name)
            yield _wallchart(table.wall, lines, table.notes, options.point)
    if table.bracket:
        yield Heading(3, translated("Bracket"))
        yield from drawings(table.bracket, person)
    if table.results:
        yield Heading(3, translated("Results"))
        yield _results(table)


# Standings


def _standings(table: Table, lines: Sequence[Line], options: ScoreOptions) -> Grid:
    marks = [_marks(line) for line in lines]
    columns, values = zip(*_league(table, lines) if turkish(table.stage) else _usual(table, lines), strict=True)
    texts = [_numbers(each, options.point) for each in values]
    head = (Column("#"), Column(translated("Player"), kind="words"))
    rows = [
        (str(line.rank) + ("=" if line.shared else ""), person(line.player), *(text[at] for text in texts), mark)
        for at, (line, mark) in enumerate(zip(lines, marks, strict=True))
    ]
    used = "".join(marks) + ("=" if any(line.shared for line in lines) else "")
    all_columns = (*head, *columns, Column("", kind="signs"))
    if not any(marks):
        all_columns, rows = all_columns[:-1], [row[:-1] for row in rows]
    return Grid(all_columns, tuple(rows), (*_meanings(all_columns), *_legend(used, LINE_MARKS, table.notes)))


_Values = list[float | None]


def _usual(table: Table, lines: Sequence[Line]) -> Iterator[tuple[Column, _Values]]:
    yield Column(translated("P"), translated("matches played")), [line.played for line in lines]
    yield Column(translated("W"), translated("won")), [line.won for line in lines]
    yield Column(translated("L"), translated("lost")), [line.lost for line in lines]
    if any(line.drawn for line in lines):
        yield Column(translated("D"), translated("drawn")), [line.drawn for line in lines]
    if any(line.lives is not None for line in lines):
        yield Column(translated("Lives"), translated("lives left")), [line.lives for line in lines]
    yield Column(translated("Pts"), translated("points")), [line.points for line in lines]
    yield Column(translated("For"), translated("match points won")), [line.points_for for line in lines]
    yield Column(translated("Ag"), translated("match points lost")), [line.points_against for line in lines]
    yield from _tiebreaks(table, lines, ())


def _league(table: Table, lines: Sequence[Line]) -> Iterator[tuple[Column, _Values]]:
    values: dict[str, _Values] = {
        "O": [line.played for line in lines],
        "G": [line.won for line in lines],
        "M": [line.lost for line in lines],
        "A": [line.points_for for line in lines],
        "V": [line.points_against for line in lines],
        "Av": [line.points_for - line.points_against for line in lines],
        "P": [line.points for line in lines],
    }
    for head in PRESETS[TURKISH_LEAGUE].columns or ():
        yield Column(head, translated(_LEAGUE[head])), values[head]
    # What the columns do not show already, where it was needed.
    yield from _tiebreaks(table, lines, ("difference", "points-won", "wins"))


def _tiebreaks(table: Table, lines: Sequence[Line], without: Sequence[str]) -> Iterator[tuple[Column, _Values]]:
    for name in criteria(table.lines):
        values = [line.tiebreaks.get(name) for line in lines]
        if name in _FIXED or name in without or (without and not any(value is not None for value in values)):
            continue
        head, meaning = CRITERIA.get(name, (printable(name), ""))
        yield Column(translated(head), translated(meaning) if meaning else ""), values


def criteria(lines: Iterable[Line]) -> list[str]:
    """The names of all criteria, in the director's order."""
    return list(dict.fromkeys(name for line in lines for name in line.tiebreaks))


def _numbers(values: _Values, point: str) -> list[str]:
    """The values of a column with as many decimals as one of them needs, at most three; with their signs if one is below nought."""
    most = max(len(number(value, ".").partition(".")[2]) for value in values)
    sign = "+" if any(value is not None and value < 0 for value in values) else ""
    # + 0.0: no minus before a nought
    return ["-" if value is None else f"{value + 0.0:{sign if value else ''}.{most}f}".replace(".", point) for value in values]


def _marks(line: Line) -> str:
    return printable(line.marks) + ("x" if line.withdrawn and "x" not in line.marks else "") + ("p" if line.playoff else "")


def _meanings(columns: Iterable[Column]) -> tuple[tuple[str, str], ...]:
    return tuple((column.head, column.meaning) for column in columns if column.meaning)


def _legend(used: Iterable[str], marks: dict[str, str], notes: Iterable[str] = ()) -> tuple[tuple[str, str], ...]:
    """The signs that are used, but for those that a note under the table explains."""
    told = {note.partition(" ")[0] for note in notes}
    signs = set(used) - told
    return tuple((sign, translated(meaning)) for sign, meaning in marks.items() if sign in signs)


def _signs(cells: Iterable[str], separator: str | None, known: str) -> Iterator[str]:
    """The signs that stand behind scores or numbers; `known` matches what is before them."""
    for cell in cells:
        for token in cell.split(separator):
            rest = re.sub(known, "", token)
            if rest.startswith("-B"):
                yield "-B"
            else:
                yield from rest


# Who played whom


def _crosstable(cross: dict[str, dict[str, str]], players: Sequence[str], notes: Sequence[str], own: str) -> Grid:
    players = [player for player in players if player in cross] or list(cross)
    columns = (
        Column("#"),
        Column(translated("Player"), kind="words"),
        *(Column(str(at + 1), kind="signs") for at in range(len(players))),
    )
    rows = tuple(
        (str(at + 1), person(player), *(own if other == player else printable(cross[player].get(other, "")) for other in players))
        for at, player in enumerate(players)
    )
    signs = _signs((cell for row in rows for cell in row[2:] if cell != own), None, r"^\d+-\d+")
    return Grid(columns, rows, _legend(signs, CROSS_MARKS, notes))


def _wallchart(wall: dict[str, tuple[str, ...]], lines: Sequence[Line], notes: Sequence[str], point: str) -> Grid:
    """A line for each player in the order of the standings, which gives him the number that stands in the others' cells."""
    rounds = max((len(cells) for cells in wall.values()), default=0)
    columns = (
        Column("#"),
        Column(translated("Player"), kind="words"),
        *(Column(str(at + 1)) for at in range(rounds)),
        Column(translated("Pts")),
    )
    rows = []
    for at, line in enumerate(lines):
        cells = [printable(cell) for cell in wall.get(line.player, ())]
        cells += [""] * (rounds - len(cells))
        rows.append((str(at + 1), person(line.player), *cells, number(line.points, point)))
    signs = _signs((cell for row in rows for cell in row[2:-1]), "/", r"^(\d+|\?)")
    return Grid(columns, tuple(rows), _legend(signs, WALL_MARKS, notes))


# Results


def _results(table: Table) -> Grid:
    """Every result with its round, in the order of the bracket or of the rounds."""
    titles = {id(slot.result): printable(slot.title) for slot in table.bracket if slot.result is not None}
    ordered = [slot.result for slot in table.bracket if slot.result is not None]
    seen = {id(result) for result in ordered} | {id(result) for result in table.results if result in ordered}
    rest = [result for result in table.results if id(result) not in seen]
    ordered += sorted(rest, key=lambda result: (result.round is None, result.round or 0))
    margin = _margins(ordered)
    rows, strong, before = [], set(), None
    for at, result in enumerate(ordered):
        title = titles.get(id(result)) or ("" if result.round is None else str(result.round))
        right = translated("bye") if result.right is None else person(result.right)
        length = "" if result.length is None or result.right is None else _length(result.length)
        sources = printable(", ".join(result.sources[:2])) + (", ..." if len(result.sources) > 2 else "")
        rows.append(
            (
                "" if title == before else title,
                person(result.left),
                _score(result, margin),
                right,
                length,
                ", ".join(_remarks(result)),
                sources,
            )
        )
        if result.winner:
            strong.add((at, 1 if result.winner == "left" else 3))
        before = title
    columns = (
        Column(translated("Round"), kind="signs"),
        Column(translated("Player"), kind="words"),
        Column(translated("Score"), kind="signs"),
        Column(translated("Player"), kind="words"),
        Column(translated("To")),
        Column(translated("Remarks"), kind="words"),
        Column(translated("Source"), kind="path"),
    )
    return _without_empty(Grid(columns, tuple(rows), (), frozenset(strong)))


def _records(records: Sequence[MatchRecord]) -> Grid:
    columns = (
        Column(translated("Player"), kind="words"),
        Column(translated("Score"), kind="signs"),
        Column(translated("Player"), kind="words"),
        Column(translated("To")),
        Column(translated("Remarks"), kind="words"),
        Column(translated("Source"), kind="path"),
    )
    rows, strong = [], set()
    for at, record in enumerate(records):
        score = "" if record.score is None else "{}-{}".format(*capped(record.score, record.length))
        length = "" if record.length is None else _length(record.length)
        remarks = [] if record.complete else [translated("unfinished")]
        remarks += _claims(record)
        left, right = map(person, record.players)
        rows.append((left, score, right, length, ", ".join(remarks), _source(record)))
        if record.winner:
            strong.add((at, 0 if record.winner == "left" else 2))
    return _without_empty(Grid(columns, tuple(rows), (), frozenset(strong)))


def capped(score: tuple[int, int], length: int | None) -> tuple[int, int]:
    """Match points no higher than the length."""
    return (min(score[0], length), min(score[1], length)) if length else score


def unplaced(scored: Scored) -> list[MatchRecord]:
    """The records on which no result of a table rests and that no result names as a source."""
    used = {(result.record.path, result.record.match) for table in scored.tables for result in table.results if result.record}
    named = {source for table in scored.tables for result in table.results for source in result.sources}
    return [
        record
        for record in scored.records
        if (record.path, record.match) not in used and not named.intersection((record.path, f"{record.path}#{record.match}"))
    ]


def _length(length: int) -> str:
    return str(length) if length else translated("money")


def _source(record: MatchRecord) -> str:
    return printable(record.path) + (f"#{record.match}" if record.match > 1 else "")


def _margins(results: Iterable[Result]) -> tuple[int, int]:
    scores = [result.score for result in results if result.score is not None]
    return max((len(str(score[0])) for score in scores), default=0), max((len(str(score[1])) for score in scores), default=0)


def _score(result: Result, margin: tuple[int, int]) -> str:
    """The score with its hyphen under that of the others; `+ -` where only the winner is known."""
    if result.score is not None:
        return f"{result.score[0]:>{margin[0]}}-{result.score[1]:<{margin[1]}}"
    return {"left": "+ -", "right": "- +"}.get(result.winner or "", "") if result.right is not None else ""


def _remarks(result: Result) -> Iterator[str]:
    if result.kind in KINDS and result.right is not None:
        yield translated(KINDS[result.kind])
    if not result.complete and result.kind not in KINDS:
        yield translated("unfinished")
    if result.beside is not None:
        yield translated("the record says {score}").format(score="{}-{}".format(*result.beside))
    if result.record is not None:
        yield from _claims(result.record)
    elif result.faulty:
        yield translated("the record has errors")


def _claims(record: MatchRecord) -> Iterator[str]:
    if record.errors:
        yield counted("{n} error", "{n} errors", record.errors)
    if record.claimed_score is not None and record.score is not None:
        left, right = capped(record.claimed_score, record.length)
        if (left, right) != capped(record.score, record.length):
            template = translated("the record claims {left} {left_score}, {right} {right_score}")
            names = [person(name) for name in record.players]
            yield template.format(left=names[0], left_score=left, right=names[1], right_score=right)


def _without_empty(grid: Grid) -> Grid:
    """The table without columns in which nothing stands."""
    kept = [at for at in range(len(grid.columns)) if any(row[at].strip() for row in grid.rows)]
    places = {old: new for new, old in enumerate(kept)}
    return Grid(
        tuple(grid.columns[at] for at in kept),
        tuple(tuple(row[at] for at in kept) for row in grid.rows),
        grid.legend,
        frozenset((row, places[column]) for row, column in grid.strong if column in places),
    )


def _ratings(ratings: Sequence[Rated], options: ScoreOptions) -> Grid:
    columns = (
        Column(translated("Player"), kind="words"),
        Column(translated("Before")),
        Column(translated("After")),
        Column(translated("Change")),
        Column(translated("Matches")),
        Column(translated("Experience")),
    )
    rows = []
    for rated in ratings:
        change = f"{rated.after - rated.before:+.2f}".replace(".", options.point)
        before, after = (f"{value:.2f}".replace(".", options.point) for value in (rated.before, rated.after))
        experience = f"{rated.experience_before} > {rated.experience_after}"
        rows.append((person(rated.player), before, after, change, str(rated.matches), experience))
    return Grid(columns, tuple(rows))
