"""A bracket as an SVG picture that takes its colours from the page it stands in."""

from collections.abc import Iterator
from html import escape

from tavla_cli.reports.cells import cut, width
from tavla_cli.reports.score.bracket import Drawing

_ROW, _MARGIN, _LETTER = 17, 6, 8  # pixels; a letter of 14 pixels is about 8 wide
_GAP, _LINE = 16, 12  # between the columns, and of the lines that fork
_HEAD = 26
_MOST = 24  # letters of a name that are drawn; the whole one is its title


def picture(drawing: Drawing, title: str) -> Iterator[str]:
    """The elements of one bracket; `title` is for readers who cannot see it."""
    texts = [[entry for entry in drawing.entries if entry.column == column] for column in range(len(drawing.titles))]
    names = [_LETTER * max((min(width(entry.name), _MOST) for entry in column), default=0) for column in texts]
    points = [_LETTER * max((width(entry.points) for entry in column), default=0) for column in texts]
    inner = [
        max(name + (number + _LETTER if number else 0), _LETTER * min(width(head), _MOST))
        for name, number, head in zip(names, points, drawing.titles, strict=True)
    ]
    lefts = [_MARGIN + sum(inner[:at]) + at * (_GAP + 2 * _LINE) for at in range(len(inner))]
    across, down = lefts[-1] + inner[-1] + _MARGIN, _HEAD + drawing.rows * _ROW + _MARGIN
    yield f'<svg width="{across}" height="{down}" viewBox="0 0 {across} {down}" role="img">\n<title>{escape(title)}</title>\n'
    for at, head in enumerate(drawing.titles):
        if head:
            yield f'<text class="head" x="{lefts[at]}" y="15">{_short(head)}</text>\n'
    for fork in drawing.forks:
        start = lefts[fork.column] + inner[fork.column] + _LINE // 2
        turn, end = start + _LINE, lefts[fork.column + 1] - _LINE // 2
        top, middle, bottom = map(_height, (fork.top, fork.middle, fork.bottom))
        yield f'<path d="M{start} {top}H{turn}V{bottom}H{start}M{turn} {middle}H{end}"/>\n'
    for entry in drawing.entries:
        y = _height(entry.row) + 5
        kind = ' class="won"' if entry.won else ""
        yield f'<text{kind} x="{lefts[entry.column]}" y="{y}">{_short(entry.name)}</text>\n'
        if entry.points:
            right = lefts[entry.column] + inner[entry.column]
            yield f'<text class="{"points won" if entry.won else "points"}" x="{right}" y="{y}">{escape(entry.points)}</text>\n'
    yield "</svg>\n"


def _short(name: str) -> str:
    shown = cut(name, _MOST)
    return escape(shown) if shown == name else f"{escape(shown)}<title>{escape(name)}</title>"


def _height(row: int) -> int:
    return _HEAD + row * _ROW + _ROW // 2
