"""The drawings of the html page, as inline SVG. Colours and lines are the page's style; names come in raw and are escaped here."""

from collections.abc import Iterable, Sequence
from html import escape

from tavla_cli.record import Side
from tavla_cli.reports.summary import SummaryOptions
from tavla_cli.reports.summary.tables import dice_cells, number, score
from tavla_cli.summary.course import Game
from tavla_cli.summary.model import Summary
from tavla_cli.summary.statistics import Statistics
from tavla_cli.words import N_, filled, translated

_CLASS = ("left", "right")


def score_chart(summary: Summary, players: tuple[str, str]) -> str:
    """The score over the games, a step for each; the line across is the length of the match."""
    scores = [summary.games[0].score, *(game.after for game in summary.games)]
    most = max([summary.length or 0, *(max(both) for both in scores if both is not None), 1])
    wide, high = 640, 240
    box = _Box(wide, high, max(len(scores) - 1, 1), most)
    parts = [box.frame(_ticks(most), _ticks(len(scores) - 1))]
    if summary.length:
        parts.append(f'<path class="cube" d="M{box.left},{box.y(summary.length):.1f}H{wide - box.right}"/>')
    for side in Side:
        points: list[tuple[float, float] | None] = []
        for index, both in enumerate(scores):
            if both is None:
                points.append(None)
                continue
            if index and points[-1] is not None:
                points.append((box.x(index), points[-1][1]))
            points.append((box.x(index), box.y(both[side])))
        parts.append(_curves(points, side))
    for index, game in enumerate(summary.games):
        if game.crawford:
            parts.append(
                f'<text class="small" x="{box.x(index + 0.5):.1f}" y="12" text-anchor="middle">{escape(translated("Crawford"))}</text>'
            )
    args: dict[str, object] = {"left": players[0], "right": players[1], "score": score(summary.score)}
    return _svg(wide, high, filled(N_("Score of {left} and {right} over the games, at the end {score}"), args), parts)


def pips_chart(game: Game, players: tuple[str, str]) -> str:
    """The pips both have to go after each turn; broken lines stand where the cube was turned."""
    series = [game.start, *game.pips]
    known = [both for both in series if both is not None]
    wide, high = 320, 180
    box = _Box(wide, high, max(len(series) - 1, 1), max([max(both) for both in known] + [1]))
    parts = [box.frame(_ticks(box.most, 4), _ticks(len(series) - 1, 4))]
    for action in game.actions:
        if action.action in ("double", "redouble", "beaver", "raccoon"):
            x = box.x(min(action.turn - 1, len(series) - 1))
            parts.append(f'<path class="cube" d="M{x:.1f},{box.top}V{high - box.bottom}"/>')
            parts.append(f'<text class="small" x="{x:.1f}" y="{box.top - 3}" text-anchor="middle">{action.value}</text>')
    for side in Side:
        parts.append(_curves([None if both is None else (box.x(i), box.y(both[side])) for i, both in enumerate(series)], side))
    args: dict[str, object] = {"left": players[0], "right": players[1], "n": game.number}
    return _svg(wide, high, filled(N_("Pips of {left} and {right} in game {n}"), args), parts)


def dice_chart(statistics: Statistics, name: str, options: SummaryOptions) -> str:
    """The 21 rolls: how often, below what was to be expected; the more a cell differs from it, the stronger its colour."""
    size, margin = 44, 18
    parts = []
    for face in range(1, 7):
        middle = margin + (face - 0.5) * size
        parts.append(f'<text x="{middle:.0f}" y="12" text-anchor="middle">{face}</text>')
        parts.append(f'<text x="8" y="{middle + 4:.0f}" text-anchor="middle">{face}</text>')
    for cell in dice_cells(statistics):
        x, y = margin + (cell.low - 1) * size, margin + (cell.high - 1) * size
        # In standard deviations, nearly: a count of chance varies by the root of its mean.
        off = (cell.rolled - cell.expected) / cell.expected**0.5 if cell.expected else 0.0
        shade = min(abs(off) / 4, 1) * 0.7
        place = f'x="{x}" y="{y}" width="{size}" height="{size}"'
        parts.append(f'<rect class="cell {"more" if off > 0 else "fewer"}" {place} fill-opacity="{shade:.2f}"/>')
        parts.append(f'<text x="{x + size / 2:.0f}" y="{y + 22}" text-anchor="middle">{cell.rolled}</text>')
        expected = number(cell.expected, 1, options)
        parts.append(f'<text class="small" x="{x + size / 2:.0f}" y="{y + 36}" text-anchor="middle">{escape(expected)}</text>')
    side = margin + 6 * size + 2
    return _svg(
        side, side, filled(N_("How often {player} rolled each of the 21 rolls, and what was to be expected"), {"player": name}), parts
    )


class _Box:
    """A field with axes: `columns` steps to the right, `most` upwards."""

    left, right, top, bottom = 30, 10, 16, 20

    def __init__(self, wide: int, high: int, columns: int, most: int) -> None:
        self.wide, self.high, self.columns, self.most = wide, high, columns, most

    def x(self, value: float) -> float:
        return self.left + value / self.columns * (self.wide - self.left - self.right)

    def y(self, value: float) -> float:
        return self.high - self.bottom - value / self.most * (self.high - self.top - self.bottom)

    def frame(self, rows: Iterable[int], columns: Iterable[int]) -> str:
        bottom, end = self.high - self.bottom, self.wide - self.right
        parts = [f'<path class="axis" d="M{self.left},{self.top}V{bottom}H{end}"/>']
        parts += [f'<text x="{self.left - 5}" y="{self.y(row) + 4:.1f}" text-anchor="end">{row}</text>' for row in rows]
        parts += [f'<text x="{self.x(column):.1f}" y="{self.high - 5}" text-anchor="middle">{column}</text>' for column in columns]
        return "".join(parts)


def _ticks(most: int, count: int = 6) -> list[int]:
    """About so many round numbers from 0 to `most`."""
    step = next((s * 10**e for e in range(12) for s in (1, 2, 5) if most <= s * 10**e * count), max(most, 1))
    return list(range(0, most + 1, step))


def _curves(points: Sequence[tuple[float, float] | None], side: Side) -> str:
    """A line through the points, broken where one is not known."""
    pieces: list[str] = []
    pen = "M"
    for point in points:
        if point is None:
            pen = "M"
            continue
        pieces.append(f"{pen}{point[0]:.1f},{point[1]:.1f}")
        pen = "L"
    return f'<path class="curve {_CLASS[side]}" d="{"".join(pieces)}"/>' if pieces else ""


def _svg(wide: int, high: int, title: str, parts: Iterable[str]) -> str:
    text = escape(title)
    return f'<svg viewBox="0 0 {wide} {high}" role="img" aria-label="{text}"><title>{text}</title>{"".join(parts)}</svg>'
