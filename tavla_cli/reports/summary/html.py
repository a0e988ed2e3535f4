"""`html`: summaries as one page that needs nothing else: no script, no network. Readable on a phone, and on paper."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from tavla_cli.record import Side
from tavla_cli.reports.summary import SummaryOptions, summaries
from tavla_cli.reports.summary.charts import dice_chart, pips_chart, score_chart
from tavla_cli.reports.summary.tables import (
    GAME_COLUMNS,
    NOTES,
    NUMERIC,
    TOTAL_COLUMNS,
    TOTAL_NOTES,
    about,
    fairness_lines,
    game_rows,
    heading,
    names,
    remarks,
    sections,
    total_rows,
)
from tavla_cli.reports.summary.text import board
from tavla_cli.results import Counts, FileResult
from tavla_cli.source import printable
from tavla_cli.summary.model import Summary, Totals
from tavla_cli.words import N_, filled, translated

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --line: #c9c9c9; --left: #0b5fa5; --right: #b3470c; --soft: #f1f1ee; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e4; --paper: #17181a; --line: #4a4b4e; --left: #6cb2ee; --right: #f0935a; --soft: #232528; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
body { font: 1rem/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
h1 { font-size: 1.4rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .3rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 1.4rem 0 .4rem; }
p { margin: .3rem 0; overflow-wrap: anywhere; } .about, .note { font-size: .85rem; opacity: .8; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
td:last-child:not(.n) { min-width: 13rem; }
th, td { padding: .2rem .55rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { border-bottom: 2px solid var(--line); } tbody th { font-weight: normal; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } .e { opacity: .65; }
.left { color: var(--left); } .right { color: var(--right); }
figure { margin: .6rem 0; } figcaption { font-size: .85rem; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: .6rem 1.2rem; }
svg { display: block; width: 100%; height: auto; } .grid svg { max-width: 22rem; } .wide > svg { min-width: 30rem; }
svg text { font: 11px system-ui, sans-serif; fill: currentColor; }
.axis { stroke: var(--line); stroke-width: 1; fill: none; } .curve { fill: none; stroke-width: 2; stroke-linejoin: round; }
.curve.left { stroke: var(--left); } .curve.right { stroke: var(--right); stroke-dasharray: 6 3; }
.cube { stroke: currentColor; stroke-width: 1; stroke-dasharray: 2 3; opacity: .6; }
.more { fill: var(--left); } .fewer { fill: var(--right); } .cell { stroke: var(--line); } svg .small { font-size: 9px; opacity: .7; }
pre { overflow-x: auto; font-size: .8rem; line-height: 1.15; background: var(--soft); padding: .5rem; }
@media print {
  :root { --ink: #000; --paper: #fff; --line: #999; --left: #0b5fa5; --right: #b3470c; --soft: #fff; }
  body { max-width: none; padding: 0; font-size: 10pt; } section { break-before: page; } section:first-of-type { break-before: auto; }
  figure, tr, pre { break-inside: avoid; } h2, h3 { break-after: avoid; } .wide { overflow: visible; }
}
"""


def write(results: Iterable[FileResult], counts: Counts, options: SummaryOptions) -> Iterator[str]:
    title = escape(translated(N_("Totals of players")) if options.total else translated(N_("Summary of matches")))
    yield (
        f'<!DOCTYPE html>\n<html lang="{options.language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f'<link rel="icon" href="data:,">\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n'
    )
    totals = Totals()
    for result in results:
        texts = []
        for summary in summaries(result):
            if options.total:
                totals.add(summary)
            else:
                texts.append(_match(summary, options))
        yield _encodable("".join(texts))
    if options.total:
        head = tuple(map(translated, TOTAL_COLUMNS))
        yield _encodable(_table(head, total_rows(totals.sorted(), options), frozenset(range(1, len(head)))))
    notes = "".join(f'<p class="note">{escape(translated(note))}</p>\n' for note in (TOTAL_NOTES if options.total else NOTES))
    yield f"<footer>\n{notes}</footer>\n</body>\n</html>\n"


def _encodable(text: str) -> str:
    """A path may hold bytes that are no UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _match(summary: Summary, options: SummaryOptions) -> str:
    players = names(summary)
    parts = [
        f"<h2>{escape(heading(summary))}</h2>",
        f'<p class="about">{escape(about(summary))}</p>',
        *(f"<p>{escape(sentence)}</p>" for sentence in remarks(summary)),
        f"<h3>{escape(translated(N_('Games')))}</h3>",
        _table(tuple(map(translated, GAME_COLUMNS)), game_rows(summary, options), NUMERIC),
        *_score(summary, players),
        f"<h3>{escape(translated(N_('Pips to go after each turn')))}</h3>",
        f"<p>{_legend(players)}</p>",
        '<div class="grid">',
        *(_figure(pips_chart(game, players), filled(N_("Game {n}"), {"n": game.number})) for game in summary.games if any(game.pips)),
        "</div>",
        f"<h3>{escape(translated(N_('Statistics')))}</h3>",
        _statistics(summary, players, options),
        f"<h3>{escape(translated(N_('Dice')))}</h3>",
        '<div class="grid">',
        *(_dice(summary, side, players[side], options) for side in Side),
        "</div>",
        *(f"<figure><figcaption>{escape(title)}</figcaption><pre>{escape(drawing)}</pre></figure>" for title, drawing in _boards(summary)),
    ]
    body = "\n".join(parts)
    return f"<section>\n{body}\n</section>\n"


def _legend(players: tuple[str, str]) -> str:
    return f'<span class="left">&#9473; {escape(players[0])}</span> &nbsp; <span class="right">&#9477; {escape(players[1])}</span>'


def _score(summary: Summary, players: tuple[str, str]) -> list[str]:
    if len(summary.games) < 2:
        return []
    title = escape(translated(N_("Score over the games")))
    return [f"<h3>{title}</h3>", f"<p>{_legend(players)}</p>", f'<figure class="wide">{score_chart(summary, players)}</figure>']


def _figure(chart: str, caption: str) -> str:
    return f"<figure><figcaption>{escape(caption)}</figcaption>{chart}</figure>"


def _statistics(summary: Summary, players: tuple[str, str], options: SummaryOptions) -> str:
    expected = escape(translated(N_("expected")))
    head = "".join(
        f'<th class="n {side}">{escape(name)}</th><th class="n e">{expected}</th>'
        for side, name in zip(("left", "right"), players, strict=True)
    )
    rows = []
    for section in sections(summary.statistics, options):
        rows.append(f'<tr><th colspan="5"><strong>{escape(section.title)}</strong></th></tr>')
        for row in section.rows:
            cells = "".join(f'<td class="n">{escape(value)}</td><td class="n e">{escape(mean)}</td>' for value, mean in row.cells)
            rows.append(f"<tr><th>{escape(row.label)}</th>{cells}</tr>")
    body = "\n".join(rows)
    return f'<div class="wide"><table><thead><tr><th></th>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>'


def _dice(summary: Summary, side: Side, name: str, options: SummaryOptions) -> str:
    statistics = summary.statistics[side]
    tests = "".join(f'<p class="note">{escape(line)}</p>' for line in fairness_lines(statistics, options))
    return f"<figure><figcaption>{escape(name)}</figcaption>{dice_chart(statistics, name, options)}{tests}</figure>"


def _boards(summary: Summary) -> Iterator[tuple[str, str]]:
    for diagram in summary.diagrams:
        title, *drawing = board(diagram, names(summary))
        yield title, "\n".join(map(printable, drawing))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], right: frozenset[int]) -> str:
    def cell(tag: str, text: str, index: int) -> str:
        return f'<{tag} class="n">{escape(text)}</{tag}>' if index in right else f"<{tag}>{escape(text)}</{tag}>"

    top = "".join(cell("th", text, index) for index, text in enumerate(head))
    body = "\n".join("<tr>" + "".join(cell("td", text, index) for index, text in enumerate(row)) + "</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>'
