"""Cuts the rows of a game into cells and finds out whose they are. Reads no cell."""

import re
from collections.abc import Sequence
from statistics import median_low
from typing import NamedTuple

from tavla_cli.record import Side

ROW = re.compile(r"\s*([0-9]{1,9})(?:\)|\.(?=\s|$))")

# What begins a cell. A word inside `Illegal play (...)` or behind `by` begins none.
_HEAD = re.compile(
    r"""(?P<dice>(?<![\w/*(.-])\(?[0-9][ ]?[-,]?[ ]?[0-9]\)?[ ]*:)
      | (?P<cube>(?<!\w)(?:re-?)?double[sd]?(?!\w)|(?<!\w)beavers?(?!\w)|(?<!\w)rac+oons?(?!\w))
      | (?P<answer>(?<!\w)(?:takes?|taken|accept(?:s|ed)?|drop(?:s|ped)?|pass(?:es|ed)?|reject(?:s|ed)?|refuse[sd]?)(?!\w))
      | (?P<result>(?<!\w)(?:wins?|won|loss(?:es)?|loses?)(?!\w))
      | (?P<giving>(?<!\w)(?<!by[ ])(?:resign(?:s|ed)?|concede[sd]?|forfeit(?:s|ed)?|lost)(?!\w))
      | (?P<none>(?<!\w)(?:cannot[ ]+move|can'?t[ ]+move|\(?no[ ]+(?:move|play)|\?\?+)|(?<!\w)illegal[ ]+play[ ]*\()""",
    re.IGNORECASE | re.VERBOSE,
)
_OPENING = "[{<«\"'"
_BLANKS = re.compile(r"\s{3,}")
_RIGHT_COLUMN = 30  # where the right column begins when nothing else tells


class Cell(NamedTuple):
    """A cell within a line: 0-based offsets. `word` is where a word begins that stands in the cell behind dice, -1 without one."""

    start: int
    end: int
    kind: str  # the group of _HEAD that begins it; "text" where nothing does, "mark" for a row number that cannot be read
    word: int = -1


class Line(NamedTuple):
    """A row, or an unnumbered line of a game. `offset`: where the line begins in the text. `number` None: unnumbered."""

    offset: int
    text: str
    number: int | None
    number_span: tuple[int, int]
    cells: tuple[Cell, ...]


def cut(offset: int, text: str) -> Line:
    """One line of a game, cut into cells by what begins them, never by a column."""
    row = ROW.match(text)
    begin = row.end() if row else 0
    cells = _cells(text, begin)
    number = int(row[1]) if row else None
    return Line(offset, text, number, row.span(1) if row else (0, 0), tuple(cells))


def _cells(text: str, begin: int) -> list[Cell]:
    heads: list[tuple[int, int, str, int]] = []  # start, end of the head, kind, word
    place = begin
    while found := _HEAD.search(text, place):
        kind = found.lastgroup or ""
        start, place = found.span()
        while start > begin and text[start - 1] in _OPENING:  # `[63: 24/15]`
            start -= 1
        if (text[start] != "?" and text[place - 1] == "(" and kind == "none") or found[0].lower().startswith("illegal"):
            close = text.find(")", place)
            place = close + 1 if close >= 0 else len(text)
        if heads and _belongs(text, heads[-1], start, kind):
            last = heads[-1]
            heads[-1] = (last[0], place, last[2], start)
        else:
            heads.append((start, place, kind, -1))
        if len(heads) > 8:
            break
    cells: list[Cell] = []
    first = heads[0][0] if heads else len(text)
    for start, end in _stretches(text, begin, first):
        if begin == 0 and heads and start < 8 and 0 < first - end <= 2:
            cells.append(Cell(start, end, "mark"))  # `2] 65: 24/18`
        else:
            cells.append(Cell(start, end, "text"))
    for index, (start, head_end, kind, word) in enumerate(heads):
        end = heads[index + 1][0] if index + 1 < len(heads) else len(text)
        gap = _BLANKS.search(text, head_end, end) if kind == "dice" and word < 0 and text[head_end:end].strip() else None
        if gap is not None and text[head_end : gap.start()].strip() and text[gap.end() : end].strip():  # a cell that no head begins
            cells.append(Cell(start, gap.start(), kind, word))
            cells.append(Cell(gap.end(), gap.end() + len(text[gap.end() : end].rstrip()), "text"))
            continue
        cells.append(Cell(start, start + len(text[start:end].rstrip()), kind, word))
    return cells


def _belongs(text: str, last: tuple[int, int, str, int], start: int, kind: str) -> bool:
    """Whether a word stands in the cell of the dice before it: right behind them, as in `62: Concedes` or `31: Doubles => 2`."""
    _, end, last_kind, word = last
    if last_kind != "dice" or kind == "dice" or word >= 0:
        return False
    return start - end <= 2 and not text[end:start].strip()


def _stretches(text: str, begin: int, end: int) -> list[tuple[int, int]]:
    """What stands before the first head, cut at wide gaps."""
    found = []
    place = begin
    for piece in _BLANKS.split(text[begin:end]):
        at = text.index(piece, place) if piece else place
        if piece.strip():
            start = at + len(piece) - len(piece.lstrip())
            found.append((start, at + len(piece.rstrip())))
        place = at + len(piece)
    return found[:4]


class Columns:
    """Where the right column of a game begins, learnt from its rows and its score line."""

    def __init__(self, lines: Sequence[Line], right_name: int | None) -> None:
        pairs = [line for line in lines if line.number is not None and len(line.cells) == 2]
        lefts = [_column(line.text, line.cells[0].start) for line in pairs]
        rights = [_column(line.text, line.cells[1].start) for line in pairs]
        left = median_low(lefts) if lefts else 5
        right = median_low(rights) if rights else right_name if right_name is not None else _RIGHT_COLUMN
        self.middle = (left + right) / 2
        tabbed = [line for line in pairs if "\t" in line.text[line.cells[0].end : line.cells[1].start]]
        self.tabs = min((line.text.count("\t", 0, line.cells[0].start) for line in tabbed), default=None)

    def is_right(self, line: Line, cell: Cell) -> bool:
        tabs = line.text.count("\t", 0, cell.start)
        if self.tabs is not None and tabs:
            return tabs > self.tabs
        return _column(line.text, cell.start) > self.middle

    def sides(self, line: Line) -> list[Side]:
        """Whose cells they are: two are left and right; a single one is told by its column."""
        cells = line.cells
        if not cells:
            return []
        if self.is_right(line, cells[0]):
            sides = [Side.RIGHT] * len(cells)
            if len(cells) == 2 and cells[0].kind == "answer" and cells[1].kind == "result":
                sides[1] = Side.LEFT  # the result of a drop by the right player, squeezed into his row
            return sides
        return [Side.LEFT] + [Side.RIGHT] * (len(cells) - 1)


def _column(text: str, place: int) -> int:
    return len(text[:place].expandtabs(8)) if "\t" in text else place
