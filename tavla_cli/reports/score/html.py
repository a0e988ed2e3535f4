"""`html`: one page that needs nothing else: no script, no picture, no font from elsewhere. Readable on a phone, in the dark, on paper."""

from collections.abc import Iterator
from html import escape

from tavla_cli.reports.score import ScoreOptions
from tavla_cli.reports.score.bracket import Drawing
from tavla_cli.reports.score.layout import Grid, Heading, Notes, Problems, document, title
from tavla_cli.reports.score.problems import Problem
from tavla_cli.reports.score.svg import picture
from tavla_cli.tournament.model import Scored
from tavla_cli.words import N_, translated

_SEVERITY = {"error": N_("error"), "warning": N_("warning"), "note": N_("note")}
_CLASS = {"number": ' class="n"', "words": ' class="w"', "path": ' class="w"', "signs": ""}

# The policy makes a browser refuse what the page does not hold, should a name ever get through as markup.
_HEAD = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --text: #1c1c1c; --soft: #5c5c5c; --page: #fff; --line: #d4d4d4; --band: #f4f4f2; --won: #0b5d2e;
  --error: #a01818; --warning: #7a5200; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --text: #e6e6e3; --soft: #a6a6a1; --page: #191a1b; --line: #3d3f41; --band: #232526; --won: #7fd19b; --error: #ff9a90;
    --warning: #e8bf6a; }}
}}
* {{ box-sizing: border-box; }}
body {{ margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }}
main {{ max-width: 75rem; margin: 0 auto; padding: 1rem 1rem 3rem; }}
h1, h2, h3 {{ line-height: 1.25; overflow-wrap: anywhere; }}
h1 {{ font-size: 1.7rem; margin: 1.2rem 0 .5rem; }}
h2 {{ font-size: 1.3rem; margin: 2.2rem 0 .6rem; padding-bottom: .3rem; border-bottom: 2px solid var(--line); }}
h3 {{ font-size: 1.05rem; margin: 1.6rem 0 .5rem; }}
.box {{ overflow-x: auto; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; }}
th, td {{ padding: .3rem .6rem; text-align: left; white-space: nowrap; border-bottom: 1px solid var(--line); }}
th {{ font-size: .85rem; color: var(--soft); }}
th[title] {{ cursor: help; }}
tr {{ background: var(--page); }}
tbody tr:nth-child(even) {{ background: var(--band); }}
.n {{ text-align: right; }}
.w {{ white-space: normal; overflow-wrap: break-word; min-width: 5rem; max-width: 24rem; }}
.w:nth-child(2) {{ position: sticky; left: 0; background: inherit; }}
.legend, .notes {{ color: var(--soft); font-size: .9rem; max-width: 48rem; }}
.legend {{ margin: .5rem 0; }}
.legend b {{ color: var(--text); }}
.notes p {{ margin: .2rem 0; }}
.problems {{ border-left: 4px solid var(--error); background: var(--band); padding: .6rem 1rem; overflow-wrap: anywhere; }}
.problems ul {{ padding-left: 1.2rem; margin: .4rem 0 0; }}
.problems p {{ margin: 0; }}
.error b {{ color: var(--error); }}
.warning b {{ color: var(--warning); }}
svg {{ display: block; margin-bottom: 1rem; font: 14px system-ui, sans-serif; }}
svg text {{ fill: var(--text); }}
svg path {{ fill: none; stroke: var(--soft); }}
svg .head {{ fill: var(--soft); font-size: 12px; }}
svg .won {{ font-weight: 600; fill: var(--won); }}
svg .points {{ text-anchor: end; }}
@media (max-width: 40rem) {{
  th, td {{ padding: .25rem .4rem; }}
  .w {{ min-width: 6.5rem; }}
}}
@media print {{
  :root {{ --text: #000; --soft: #444; --page: #fff; --line: #999; --band: #fff; --won: #000; --error: #000; --warning: #000; }}
  body {{ font-size: 10pt; }}
  main {{ max-width: none; padding: 0; }}
  .box {{ overflow: visible; }}
  th, td {{ padding: .15rem .4rem; }}
  thead {{ display: table-header-group; }}
  tr, svg {{ break-inside: avoid; }}
  h2, h3 {{ break-after: avoid; }}
  svg {{ max-width: 100%; height: auto; }}
}}
</style>
</head>
<body>
<main>
"""
_FOOT = "</main>\n</body>\n</html>\n"


def write(scored: Scored, options: ScoreOptions) -> Iterator[str]:
    yield _shown(_HEAD.format(language=escape(options.language), title=escape(title(scored))), options)
    heading = ""
    for block in document(scored, options):
        match block:
            case Problems(summary, shown):
                yield _shown(_problems(summary, shown), options)
            case Heading(level, text):
                heading = text if level == 2 else heading
                yield _shown(f"<h{level}>{escape(text)}</h{level}>\n", options)
            case Grid():
                for part in _grid(block):
                    yield _shown(part, options)
            case Notes(sentences):
                yield _shown('<div class="notes">\n' + "".join(f"<p>{escape(each)}</p>\n" for each in sentences) + "</div>\n", options)
            case Drawing():
                yield '<div class="box" tabindex="0">\n'
                for part in picture(block, heading):
                    yield _shown(part, options)
                yield _shown("</div>\n" + _legend(block.legend), options)
    yield _FOOT


def _shown(text: str, options: ScoreOptions) -> str:
    return text.encode("ascii", "xmlcharrefreplace").decode() if options.ascii else text


def _problems(summary: str, shown: tuple[Problem, ...]) -> str:
    items = "".join(f'<li class="{problem.severity}">{_problem(problem)}</li>\n' for problem in shown)
    head = escape(translated("Problems: {counts}").format(counts=summary))
    return f'<section class="problems">\n<p>{head}</p>\n' + (f"<ul>\n{items}</ul>\n" if items else "") + "</section>\n"


def _problem(problem: Problem) -> str:
    severity = translated(_SEVERITY[problem.severity]) + (f" {problem.code}" if problem.code else "")
    advice = f" {escape(problem.advice)}" if problem.advice else ""
    return f"<b>{escape(severity)}</b> <bdi>{escape(problem.where)}</bdi>: {escape(problem.sentence)}{advice}"


def _grid(table: Grid) -> Iterator[str]:
    classes = [_CLASS[column.kind] for column in table.columns]
    yield '<div class="box" tabindex="0">\n<table>\n<thead>\n<tr>'
    for column, kind in zip(table.columns, classes, strict=True):
        meaning = f' title="{escape(column.meaning)}"' if column.meaning else ""
        yield f'<th scope="col"{kind}{meaning}>{escape(column.head)}</th>'
    yield "</tr>\n</thead>\n<tbody>\n"
    for at, row in enumerate(table.rows):
        cells = []
        for place, (cell, kind) in enumerate(zip(row, classes, strict=True)):
            shown = f"<bdi>{escape(cell)}</bdi>" if table.columns[place].kind in ("words", "path") and cell else escape(cell.strip())
            cells.append(f"<td{kind}>" + (f"<b>{shown}</b>" if (at, place) in table.strong else shown) + "</td>")
        yield "<tr>" + "".join(cells) + "</tr>\n"
    yield "</tbody>\n</table>\n</div>\n" + _legend(table.legend)


def _legend(signs: tuple[tuple[str, str], ...]) -> str:
    items = "; ".join(f"<b>{escape(sign)}</b> {escape(meaning)}" for sign, meaning in signs)
    return f'<p class="legend">{items}</p>\n' if items else ""
