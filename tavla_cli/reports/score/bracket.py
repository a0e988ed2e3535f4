"""Where everything of a bracket stands when it is drawn: entries in columns and rows, and the forks that join them. Draws nothing.

A column is a round. Two entries are joined to the one between and behind them, which is the winner.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import NamedTuple

from tavla_cli.source import printable
from tavla_cli.tournament.brackets import BYE, outcome
from tavla_cli.tournament.model import Kind, Slot
from tavla_cli.words import N_, translated

_STEP = 2  # rows between two entries of the first round: the winner's fits between them
_SIGNS = {Kind.FORFEIT: "f", Kind.WALKOVER: "f", Kind.SETTLED: "s"}
UNKNOWN = "?"
SIGNS = {
    "f": N_("forfeit"),
    "s": N_("settled"),
    "*": N_("unfinished"),
    "!": N_("the record has errors, the claimed result counts"),
    UNKNOWN: N_("not known yet"),
}


class Entry(NamedTuple):
    """A player in a round; columns and rows count from 0. `points` is his score in that match, with a mark perhaps."""

    column: int
    row: int
    name: str
    points: str
    won: bool


class Fork(NamedTuple):
    """The line that joins two entries of a column; the winner leaves it in row `middle`."""

    column: int
    top: int
    middle: int
    bottom: int


class Drawing(NamedTuple):
    """One tree. `titles` are the headings of its columns, the last one the winner's; `legend` the signs used."""

    titles: tuple[str, ...]
    entries: tuple[Entry, ...]
    forks: tuple[Fork, ...]
    rows: int
    legend: tuple[tuple[str, str], ...]


def drawings(slots: Sequence[Slot], person: Callable[[str], str]) -> list[Drawing]:
    """A drawing for each part of the bracket; `person` makes a name printable. Slots that feed one another in a ring are left out."""
    optional = {slot.feeds for slot in slots if slot.feeds is not None and slot.feeds == slot.drops}  # a final that may be played again
    parts: dict[str, list[Slot]] = defaultdict(list)
    for slot in slots:
        if slot.id not in optional or slot.left is not None:
            parts[_part(slot)].append(slot)
    return [drawing for part in parts.values() if (drawing := _Plan(part, person).drawing()).entries]


def _part(slot: Slot) -> str:
    """The letters an id begins with: the winners' side, the losers' side and the finals are drawn apart."""
    return "".join(takewhile(str.isalpha, slot.id))


class _Plan:
    """Gives rows to the entries of one part, from the top down."""

    def __init__(self, slots: Sequence[Slot], person: Callable[[str], str]) -> None:
        self._person = person
        self._ids = {slot.id for slot in slots}
        self._roots = [slot for slot in slots if slot.feeds not in self._ids]
        self._feeders: dict[str, list[Slot]] = defaultdict(list)
        for slot in slots:
            if slot.feeds in self._ids and slot.feeds is not None:
                self._feeders[slot.feeds].append(slot)
        self._columns = max((self._height(root) for root in self._roots), default=0)
        self._titles: list[list[str]] = [[] for _ in range(self._columns)]
        self._entries: list[Entry] = []
        self._forks: list[Fork] = []
        self._row = 0

    def drawing(self) -> Drawing:
        for root in self._roots:
            middle = self._place(root, self._columns - 1)
            winner = _winner(root)
            self._entries.append(Entry(self._columns, middle, self._person(winner) if winner else UNKNOWN, "", winner is not None))
        signs = set("".join(entry.points for entry in self._entries))
        signs.update(entry.name for entry in self._entries if entry.name == UNKNOWN)
        return Drawing(
            (*(" / ".join(dict.fromkeys(titles)) for titles in self._titles), ""),
            tuple(self._entries),
            tuple(self._forks),
            max((entry.row for entry in self._entries), default=-1) + 1,
            tuple((sign, translated(meaning)) for sign, meaning in SIGNS.items() if sign in signs),
        )

    def _height(self, slot: Slot) -> int:
        return 1 + max(map(self._height, self._feeders[slot.id]), default=0)

    def _place(self, slot: Slot, column: int) -> int:
        """Draw what leads to the slot, then the slot; the row of its winner."""
        rows = []
        for source in _sources(slot, self._feeders[slot.id]):
            if source is not None:
                rows.append(self._place(source, column - 1))
            else:
                rows.append(self._row)
                self._row += _STEP
        for name, row, points in zip((slot.left, slot.right), rows, _points(slot), strict=True):
            shown = translated("bye") if name == BYE else self._person(name) if name else UNKNOWN
            self._entries.append(Entry(column, row, shown, points, name is not None and name == _winner(slot)))
        middle = sum(rows) // 2
        self._forks.append(Fork(column, rows[0], middle, rows[1]))
        self._titles[column].append(printable(slot.title))
        return middle


def _sources(slot: Slot, feeders: Sequence[Slot]) -> tuple[Slot | None, Slot | None]:
    """Which slots its left and its right player come from; None where one was drawn into it or dropped from another part."""
    left, right = (*feeders[:2], None, None)[:2]
    if left is not None and right is None:
        # Who drops from another part is the left one.
        return (left, None) if slot.left is not None and _winner(left) == slot.left else (None, left)
    if left is not None and right is not None and _winner(left) == slot.right and slot.right is not None:
        return right, left
    return left, right


def _winner(slot: Slot) -> str | None:
    return outcome(slot)[0]


def _points(slot: Slot) -> tuple[str, str]:
    """The score of the left and of the right player; where there is none, the mark stands at the loser."""
    result = slot.result
    if result is None or result.kind in (Kind.BYE, Kind.UNPLAYED):
        return "", ""
    mark = _SIGNS.get(result.kind, "") + ("" if result.complete else "*") + ("!" if result.faulty else "")
    score = None if result.score is None else (str(result.score[0]), str(result.score[1]))
    points = {result.left: score[0] if score else "", result.right: score[1] if score else ""}
    marked = result.loser_name if result.loser_name is not None else result.left
    points[marked] += mark
    return points.get(slot.left, ""), points.get(slot.right, "")
