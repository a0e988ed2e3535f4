"""`text`: the tournament for people: the problems, then for each stage its tables, drawn with the characters that the stream can carry."""

from collections.abc import Iterator

from tavla_cli.reports.cells import cut, cut_left, padded, width, wrapped
from tavla_cli.reports.score import ScoreOptions
from tavla_cli.reports.score.bracket import Drawing
from tavla_cli.reports.score.layout import Grid, Heading, Notes, Problems, document
from tavla_cli.reports.score.problems import Problem
from tavla_cli.tournament.model import Scored
from tavla_cli.words import N_, translated

_GAP = "  "
_NARROWEST = 12  # cells of a column that was cut
_LINES = 3  # cells of the lines behind an entry: " -+"
_SEVERITY = {"error": N_("error"), "warning": N_("warning"), "note": N_("note")}
_COLOR = {"error": "31", "warning": "33", "note": "36", "strong": "1"}


def write(scored: Scored, options: ScoreOptions) -> Iterator[str]:
    before = None
    for block in document(scored, options):
        if before and (isinstance(block, Heading | Notes) or isinstance(before, Drawing)):
            yield "\n"
        before = block
        match block:
            case Problems(summary, shown):
                yield _painted(translated("Problems: {counts}").format(counts=summary), "strong", options) + "\n"
                for problem in shown:
                    yield _problem(problem, options) + "\n"
            case Heading(level, text):
                yield _painted(text, "strong", options) + "\n"
                if level < 3:
                    yield ("=" if level == 1 else "-") * width(text) + "\n"
            case Grid():
                for line in grid(block, options):
                    yield line + "\n"
            case Notes(sentences):
                for sentence in sentences:
                    for line in wrapped(sentence.split(), options.width):
                        yield line + "\n"
            case Drawing():
                for line in tree(block, options):
                    yield line + "\n"


def grid(table: Grid, options: ScoreOptions) -> Iterator[str]:
    """The lines of a table and its legend. Columns of words are cut where it does not fit, the widest first; numbers never are."""
    rows = [tuple(column.head for column in table.columns), *table.rows]
    widths = [max(width(row[at]) for row in rows) for at in range(len(table.columns))]
    words = [at for at, column in enumerate(table.columns) if column.kind in ("words", "path") and widths[at] > _NARROWEST]
    excess = sum(widths) + len(_GAP) * (len(widths) - 1) - options.width
    while excess > 0 and (wide := [at for at in words if widths[at] > _NARROWEST]):
        widest = max(wide, key=lambda at: widths[at])
        widths[widest] -= 1
        excess -= 1
    dots = "..." if options.ascii else "…"
    for number, row in enumerate(rows, -1):
        cells = []
        for at, (text, column) in enumerate(zip(row, table.columns, strict=True)):
            if at in words:
                text = (cut_left if column.kind == "path" else cut)(text, widths[at], dots)
            shown = padded(text, widths[at], column.kind == "number")
            cells.append(_painted(shown, "strong", options) if (number, at) in table.strong else shown)
        yield _GAP.join(cells).rstrip()
    yield from legend(table.legend, options)


def legend(signs: tuple[tuple[str, str], ...], options: ScoreOptions) -> Iterator[str]:
    items = [f"{sign} {meaning}" for sign, meaning in signs]
    words = [item + ("" if at == len(items) - 1 else ";") for at, item in enumerate(items)]
    yield from wrapped(words, options.width)


def tree(drawing: Drawing, options: ScoreOptions) -> Iterator[str]:
    """The lines of a bracket. Where it is too wide, names are cut."""
    across, down, branch, corner_top, corner_bottom = "-|+++" if options.ascii else "─│├┐┘"
    columns = len(drawing.titles)
    names, points = [0] * columns, [0] * columns
    for each in drawing.entries:
        names[each.column] = max(names[each.column], width(each.name))
        points[each.column] = max(points[each.column], width(each.points))
    # "name points -+" and, in the next column, "+- name"
    fixed = sum(number + 1 for number in points if number) + 5 * (columns - 1)
    while sum(names) + fixed > options.width and max(names) > _NARROWEST:
        names[names.index(max(names))] -= 1
    dots, heads = "..." if options.ascii else "…", drawing.titles
    inner = [name + (number + 1 if number else 0) for name, number in zip(names, points, strict=True)]
    if (spare := options.width - sum(inner) - 5 * (columns - 1)) > 0:
        for at, head in enumerate(heads):  # a heading may stand over the lines behind its column too
            more = min(max(width(head) - _LINES - inner[at], 0), spare)
            names[at], inner[at], spare = names[at] + more, inner[at] + more, spare - more
    entries = {(entry.row, entry.column): entry for entry in drawing.entries}
    signs: dict[tuple[int, int], str] = {}
    middles: set[tuple[int, int]] = set()
    for column, top, middle, bottom in drawing.forks:
        signs.update(((row, column), down) for row in range(top, bottom + 1))
        signs[middle, column] = branch
        middles.add((middle, column))
        signs[top, column], signs[bottom, column] = corner_top, corner_bottom
    if any(heads):
        shown = [cut(head, inner[at] + _LINES, dots) for at, head in enumerate(heads)]
        yield "  ".join(padded(head, inner[at] + _LINES) for at, head in enumerate(shown)).rstrip()
    for row in range(drawing.rows):
        line = ""
        for column in range(columns):
            entry = entries.get((row, column))
            sign = signs.get((row, column), " ")
            if entry:
                name = padded(cut(entry.name, names[column], dots), names[column])
                number = " " + padded(entry.points, points[column], True) if points[column] else ""
                line += _painted(name + number, "strong", options) if entry.won else name + number
                line += f" {across}{sign}" if column < columns - 1 else ""
            else:
                line += " " * inner[column] + f"  {sign}"
            line += f"{across} " if (row, column) in middles else "  "
        yield line.rstrip()
    yield from legend(drawing.legend, options)


def _problem(problem: Problem, options: ScoreOptions) -> str:
    severity = _painted(translated(_SEVERITY[problem.severity]), problem.severity, options)
    head = f"{problem.where}: {severity}" + (f" {problem.code}" if problem.code else "")
    return f"{head}: {problem.sentence}" + (f" {problem.advice}" if problem.advice else "")


def _painted(text: str, what: str, options: ScoreOptions) -> str:
    return f"\x1b[{_COLOR[what]}m{text}\x1b[0m" if options.color else text
