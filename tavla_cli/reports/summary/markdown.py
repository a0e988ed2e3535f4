"""`markdown`: summaries for a forum, a wiki or a chat."""

import re
from collections.abc import Iterable, Iterator, Sequence

from tavla_cli.reports.summary import SummaryOptions, summaries
from tavla_cli.reports.summary.tables import (
    GAME_COLUMNS,
    NOTES,
    NUMERIC,
    TOTAL_COLUMNS,
    TOTAL_NOTES,
    about,
    dice_cells,
    fairness_lines,
    game_rows,
    heading,
    names,
    number,
    remarks,
    sections,
    total_rows,
)
from tavla_cli.reports.summary.text import board
from tavla_cli.results import Counts, FileResult
from tavla_cli.summary.model import Summary, Totals
from tavla_cli.words import N_, translated

_MARKS = re.compile(r"([\\`*_{}\[\]<>()#+!|~&-])")


def write(results: Iterable[FileResult], counts: Counts, options: SummaryOptions) -> Iterator[str]:
    totals = Totals()
    for result in results:
        texts = []
        for summary in summaries(result):
            if options.total:
                totals.add(summary)
            else:
                texts.append("\n".join(_match(summary, options)) + "\n\n")
        yield "".join(texts)
    if options.total:
        head = tuple(map(translated, TOTAL_COLUMNS))
        yield "\n".join(table(head, total_rows(totals.sorted(), options), frozenset(range(1, len(head))))) + "\n"
        yield "".join(f"\n*{escaped(translated(note))}*  " for note in TOTAL_NOTES) + "\n"


def _match(summary: Summary, options: SummaryOptions) -> list[str]:
    players = names(summary)
    lines = [f"## {escaped(heading(summary))}", "", escaped(about(summary)), ""]
    lines += [f"- {escaped(sentence)}" for sentence in remarks(summary)]
    lines += ["", *table(tuple(map(translated, GAME_COLUMNS)), game_rows(summary, options), NUMERIC)]
    head = ("", *(word for name in players for word in (name, translated(N_("expected")))))
    for section in sections(summary.statistics, options):
        rows = [(row.label, *(word for cell in row.cells for word in cell)) for row in section.rows]
        lines += ["", f"### {escaped(section.title)}", "", *table(head, rows, frozenset(range(1, 5)))]
    for name, statistics in zip(players, summary.statistics, strict=True):
        rolls = [(f"{cell.high}{cell.low}", str(cell.rolled), number(cell.expected, 1, options)) for cell in dice_cells(statistics)]
        columns = tuple(map(translated, (N_("Roll"), N_("rolled"), N_("expected"))))
        lines += ["", f"### {escaped(name)}", "", *table(columns, rolls, frozenset({1, 2})), ""]
        lines += [f"- {escaped(line)}" for line in fairness_lines(statistics, options)]
    lines += ["", *(f"*{escaped(translated(note))}*  " for note in NOTES)]
    for diagram in summary.diagrams:
        title, *drawing = board(diagram, players)
        lines += ["", escaped(title), "", *("    " + line for line in drawing)]
    return lines


def table(head: Sequence[str], rows: Iterable[Sequence[str]], right: frozenset[int]) -> list[str]:
    marks = ("---:" if index in right else "---" for index in range(len(head)))
    return [_line(map(escaped, head)), _line(marks), *(_line(map(escaped, row)) for row in rows)]


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def escaped(text: str) -> str:
    """Text that means nothing but itself, in Markdown and in the HTML made of it."""
    return _MARKS.sub(r"\\\1", text).replace("\\<", "&lt;").replace("\\>", "&gt;").replace("\\&", "&amp;").replace("\\-", "-")
