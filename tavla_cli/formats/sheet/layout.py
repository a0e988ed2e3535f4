"""Finds the headings of a score sheet: which column holds what, and what the lines above say about the match. Reads no game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice

from tavla_cli.formats.sheet.table import DELIMITERS, Cell, Row, rows
from tavla_cli.formats.sheet.words import heading, letters, number
from tavla_cli.source import Span

_HEAD_IN = 30  # rows in which the headings are looked for
_HEAD_CHARACTERS = 8_000
_LOOKED_AT = 50  # rows under the headings, to tell what a column without a known heading holds
_ABOVE = frozenset({"left", "right", "length", "match", "event", "round", "date", "place"})  # as `Length;7` says before the headings
_KEYS = _ABOVE
_OF_GAME = frozenset({"winner", "points", "score", "score1", "score2"})


@dataclass(frozen=True, slots=True)
class Layout:
    """`columns`: the index of each column by what it holds. `names`: the players where headings or lines above name them.

    `above`: cells of the lines above, by what they say. `start`: where the rows begin; `beside`: headings of columns that are not read.
    """

    delimiter: str
    columns: Mapping[str, int]
    names: tuple[Cell, Cell] | None
    above: Mapping[str, Cell]
    start: int
    span: Span
    beside: tuple[str, ...] = ()
    unread: tuple[Cell, ...] = field(default=())  # lines above that say nothing known


def layout(text: str) -> Layout | None:
    """Where the headings of a score sheet are; None where the text has none, or those of another table."""
    start = 0
    first = text[:40].lstrip("\ufeff \t\r\n")
    if letters(first[:4]) == "sep" and "=" in first[:5]:  # for a spreadsheet, which writes it itself too
        end = text.find("\n")
        start = end + 1 if end >= 0 else len(text)
    for delimiter in DELIMITERS:
        if text.count(delimiter, start, start + _HEAD_CHARACTERS) >= 2:
            found = _with(text, delimiter, start)
            if found is not None:
                return found
    return None


def _with(text: str, delimiter: str, start: int) -> Layout | None:
    above: dict[str, Cell] = {}
    names: tuple[Cell, Cell] | None = None
    unread: list[Cell] = []
    head = list(islice(rows(text, delimiter, start), _HEAD_IN + _LOOKED_AT))
    for index, row in enumerate(head[:_HEAD_IN]):
        if row.limit is not None:
            return None
        following = head[index + 1 : index + 1 + _LOOKED_AT]
        found = _columns(row, following)
        if found is not None:
            columns, named = found
            beside = [cell.text for place, cell in enumerate(row.cells) if cell and place not in columns.values()]
            return Layout(
                delimiter,
                columns,
                named or names,
                above,
                row.span.end,
                row.span,
                tuple(beside),
                tuple(unread),
            )
        filled = [cell for cell in row.cells if cell]
        what = heading(filled[0].text.rstrip(":"))
        if what == "players" and len(filled) == 3:
            names = filled[1], filled[2]
        elif what in _ABOVE and len(filled) == 2:
            above[what] = filled[1]
        else:
            unread += filled[:1]
    return None


def _columns(row: Row, following: list[Row]) -> tuple[dict[str, int], tuple[Cell, Cell] | None] | None:
    """The columns under a row of headings, and the players that it names; None where it is no such row."""
    if sum(map(bool, row.cells)) < 2:
        return None
    columns: dict[str, int] = {}
    others: list[int] = []
    for index, cell in enumerate(row.cells):
        what = heading(cell.text) if cell else ""
        if what and what not in columns:
            columns[what] = index
        elif cell and not what:
            others.append(index)
    if not columns and len(others) > 3:  # a row of plain names has two, and perhaps one over the numbers of the games
        return None
    if any(number(cell.text) is not None and cell.text.isdigit() for cell in row.cells):
        return None
    if "game" not in columns and not (row.cells[0] and heading(row.cells[0].text)) and _counts(0, following):
        columns["game"] = 0
        others = [index for index in others if index != 0]
    named = None
    if {"left", "right"} <= columns.keys() and all(_holds_numbers(columns[side], following) for side in ("left", "right")):
        columns["score1"], columns["score2"] = columns.pop("left"), columns.pop("right")
        named = row.cells[columns["score1"]], row.cells[columns["score2"]]
    elif not columns.keys() & {"left", "right", "score", "score1", "score2"}:
        numbers = [index for index in others if _holds_numbers(index, following)]
        if len(numbers) == 2 and all(any(map(str.isalpha, row.cells[index].text)) for index in numbers):
            columns["score1"], columns["score2"] = numbers
            named = row.cells[numbers[0]], row.cells[numbers[1]]
    if not _is_sheet(columns, bool(others) and named is None):
        return None
    return columns, named


def _is_sheet(columns: Mapping[str, int], unknown: bool) -> bool:
    """Whether these columns are those of results a game.

    Without a column of games a table may as well hold results a match, in which `points` is the length (tournament/sheets.py).
    """
    scored = "winner" in columns or "score" in columns or {"score1", "score2"} <= columns.keys()
    if "game" in columns:
        return scored
    if columns.keys() & {"left", "right"}:
        return False
    if {"winner", "points"} <= columns.keys():
        return True
    return {"score1", "score2"} <= columns.keys() and not unknown and not columns.keys() - {"score1", "score2", "date", "comment"}


def _cells(index: int, following: list[Row]) -> Iterator[str]:
    for row in following:
        if index < len(row.cells) and row.cells[index]:
            yield row.cells[index].text


def _holds_numbers(index: int, following: list[Row]) -> bool:
    """Whether nearly all cells of a column are numbers, and there are some."""
    found = [each[:1].isdigit() and number(each) is not None for each in _cells(index, following)]
    return bool(found) and sum(found) * 4 >= len(found) * 3


def _counts(index: int, following: list[Row]) -> bool:
    """Whether a column counts rows: 1, 2, 3."""
    found = [number(each) for each in _cells(index, following)]
    whole = [each for each in found if each is not None]
    return len(whole) * 4 >= len(found) * 3 and whole[:2] in ([1, 2], [1])


def key_columns(columns: Mapping[str, int]) -> list[str]:
    """The columns that say which match a row belongs to; an empty cell in them means what stands above it."""
    return [column for column in columns if column in _KEYS]


def holds_game(row: Mapping[str, Cell]) -> bool:
    """Whether something about a game stands in a row."""
    return any(row.get(column) for column in _OF_GAME)
