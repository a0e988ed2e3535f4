"""`csv`: the standings of all stages, or the results, for spreadsheets. What the results hold can be read in again as typed results.

Scores are two columns: a spreadsheet takes `7-5` for a date.
"""

import csv
import io
from collections.abc import Iterable, Iterator

from tavla_cli.reports.score import ScoreOptions
from tavla_cli.reports.score.layout import criteria, number
from tavla_cli.source import printable
from tavla_cli.tournament.model import Kind, Result, Scored
from tavla_cli.words import N_, translated

# Full-width signs too: some spreadsheets take them for the plain ones.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_PLAYED = (Kind.RECORD, Kind.TYPED)  # one word for both: "stands" says whose it is
_MARK = "\ufeff"


def write(scored: Scored, options: ScoreOptions) -> Iterator[str]:
    rows = _results(scored) if options.what == "results" else _standings(scored, options)
    delimiter = options.delimiter or (";" if options.spreadsheet else ",")
    head, *body = rows
    yield (_MARK if options.spreadsheet else "") + _line(map(translated, head), delimiter)
    for row in body:
        yield _line(row, delimiter)


def text(value: str) -> str:
    """A cell of words. One that a spreadsheet would take for a formula gets an apostrophe, which it takes for `this is text`."""
    return printable("'" + value if value.lstrip(" ").startswith(_FORMULA) else value)


def _standings(scored: Scored, options: ScoreOptions) -> Iterator[list[str]]:
    lines = [line for table in scored.tables for line in table.lines]
    breaks = criteria(lines)
    ratings = {rated.player: rated for rated in scored.ratings}
    head = [N_("stage"), N_("group"), N_("rank"), N_("player"), N_("played"), N_("won"), N_("lost"), N_("drawn"), N_("points")]
    head += [N_("points_for"), N_("points_against"), *map(printable, breaks), N_("shared"), N_("marks")]
    yield head + ([N_("rating_before"), N_("rating_after")] if ratings else [])
    for table in scored.tables:
        for line in table.lines:
            row = [text(table.stage.name), text(line.group or ""), str(line.rank), text(line.player)]
            row += [str(count) for count in (line.played, line.won, line.lost, line.drawn)]
            row += [number(line.points, options.point), str(line.points_for), str(line.points_against)]
            row += [number(line.tiebreaks.get(name), options.point, 6) for name in breaks]
            row += ["1" if line.shared else "", text(line.marks + "x" * line.withdrawn + "p" * line.playoff)]
            if ratings:
                rated = ratings.get(line.player)
                row += [number(rated.before, options.point, 2), number(rated.after, options.point, 2)] if rated else ["", ""]
            yield row


def _results(scored: Scored) -> Iterator[list[str]]:
    yield [
        N_("stage"),
        N_("round"),
        N_("player1"),
        N_("player2"),
        N_("score1"),
        N_("score2"),
        N_("winner"),
        N_("kind"),
        N_("length"),
        N_("stands"),
        N_("complete"),
        N_("errors"),
        N_("sources"),
    ]
    for table in scored.tables:
        for result in table.results:
            yield _result(result)


def _result(result: Result) -> list[str]:
    score = ["", ""] if result.score is None else [str(points) for points in result.score]
    row = [text(result.stage), "" if result.round is None else str(result.round), text(result.left), text(result.right or ""), *score]
    row += [
        text(result.winner_name or ""),
        "played" if result.kind in _PLAYED else result.kind.value,
        "" if result.length is None else str(result.length),
    ]
    return [
        *row,
        result.stands,
        str(int(result.complete)),
        str(result.record.errors) if result.record else "",
        text(", ".join(result.sources)),
    ]


def _line(cells: Iterable[str], delimiter: str) -> str:
    line = io.StringIO()
    csv.writer(line, delimiter=delimiter, lineterminator="\n").writerow(cells)
    return line.getvalue()
