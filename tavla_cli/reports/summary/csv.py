"""`csv`: one line for each player of each match, or with totals for each player; for spreadsheets."""

import csv
import io
from collections.abc import Iterable, Iterator

from tavla_cli.record import Side
from tavla_cli.reports.summary import SummaryOptions, summaries
from tavla_cli.results import Counts, FileResult
from tavla_cli.source import printable
from tavla_cli.summary.model import Summary, Totals
from tavla_cli.summary.statistics import Statistics

_MATCH = ("path", "match", "player", "opponent", "side", "length", "event", "round", "date", "score", "opponent_score", "won", "errors")
_TOTAL = ("player", "names")
_FORMULA = ("=", "+", "-", "@")
Cell = str | int | float | None


def write(results: Iterable[FileResult], counts: Counts, options: SummaryOptions) -> Iterator[str]:
    yield "\ufeff" if options.mark else ""
    columns = tuple(_flat(Statistics()))
    yield _line((*(_TOTAL if options.total else _MATCH), *columns), options)
    totals = Totals()
    for result in results:
        texts = []
        for summary in summaries(result):
            if options.total:
                totals.add(summary)
            else:
                texts += [_line((*_match(summary, side), *_flat(summary.statistics[side]).values()), options) for side in Side]
        yield "".join(texts)
    for total in totals.sorted():
        yield _line((total.name, " / ".join(total.names), *_flat(total.statistics).values()), options)


def _match(summary: Summary, side: Side) -> tuple[Cell, ...]:
    score = summary.score
    return (
        summary.path,
        summary.match,
        summary.players[side],
        summary.players[side.other],
        "left" if side is Side.LEFT else "right",
        summary.length,
        summary.event,
        summary.round,
        summary.date,
        None if score is None else score[side],
        None if score is None else score[side.other],
        None if summary.winner is None else int(summary.winner is side),
        summary.errors,
    )


def _flat(statistics: Statistics) -> dict[str, Cell]:
    """Every value by its JSON key, what is nested behind a dot."""
    found: dict[str, Cell] = {}
    for key, value in statistics.as_json().items():
        for name, one in value.items() if isinstance(value, dict) else [("", value)]:
            assert one is None or isinstance(one, str | int | float)
            found[f"{key}.{name}" if name else key] = one
    return found


def _line(cells: Iterable[Cell], options: SummaryOptions) -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=options.delimiter, lineterminator="\n").writerow([_cell(cell, options) for cell in cells])
    return text.getvalue()


def _cell(cell: Cell, options: SummaryOptions) -> str:
    """A number as it is, text so that no spreadsheet takes it for a formula."""
    if cell is None:
        return ""
    if isinstance(cell, float):
        return str(cell).replace(".", options.decimal)
    if isinstance(cell, int):
        return str(cell)
    text = printable(cell)
    return "'" + text if text.lstrip().startswith(_FORMULA) else text
