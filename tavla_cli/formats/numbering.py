"""Gives the cells of a format without rows the numbers that they would have in a `.mat` (DESIGN.md 2, Places)."""

from collections.abc import Iterable
from dataclasses import replace

from tavla_cli.record import Beaver, Double, Drop, Entry, Roll, Side, Take, Unread

_CELLS = Roll | Double | Beaver | Take | Drop | Unread


def numbered(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries with their rows, from 1: the left cell, then the right one. A result stands in the row before it."""
    found: list[Entry] = []
    row, last = 0, Side.RIGHT
    for entry in entries:
        if entry.side is not None and isinstance(entry.action, _CELLS):
            if row == 0 or entry.side is Side.LEFT or last is Side.RIGHT:
                row += 1
            last = entry.side
        found.append(replace(entry, row=row or None if entry.side is None else max(row, 1)))
    return tuple(found)
