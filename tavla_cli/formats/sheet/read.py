"""Reads the rows of a score sheet and puts its matches together. Knows no rules: what a game can be worth is decided later.

A row is a game: who won, how many points, and often the score. Where a sheet gives no points but the cube or gammons, a game counts the
value of the cube, twice or three times for a gammon and a backgammon: these are the words in which such a sheet states its points.
A score beside a game may be the one after it, the one before it, or the points of this game alone; which, the whole column says.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import islice, pairwise

from tavla_cli.formats.numbering import numbered
from tavla_cli.formats.sheet import words
from tavla_cli.formats.sheet.layout import Layout, holds_game, key_columns, layout
from tavla_cli.formats.sheet.table import Cell, Row, rows
from tavla_cli.record import Comment, Ending, Entry, Fault, Game, Habits, Length, Match, Remark, Resign, Seat, Side, Tag, Win
from tavla_cli.source import Source, Span

MOST_ROWS = 50_000
"""Rows in one sheet, all of which are in memory together."""

MOST_GAMES = 10_000
MOST_MATCHES = 50_000
MOST_FAULTS = 200
MOST_COMMENTS = 20_000
"""As in formats/mat/scan.py."""

_LOOKED_AT = 200  # rows by which a sheet is recognised
_MOST_POINTS = 3 * 64  # of one game, in a sheet that is recognised
_TAGS = {"event": "Event", "round": "Round", "date": "EventDate", "place": "Site", "match": "Match ID"}
_NOWHERE = Span(0, 0)
_NOBODY = Cell("", _NOWHERE)
Pair = tuple[int, int]


class Meant(Enum):
    """What the scores of a match are."""

    AFTER = "the score after the game"
    BEFORE = "the score before it"
    POINTS = "the points of the game: the loser has none"


@dataclass(slots=True)
class _Line:
    """One row of a game. `at` is where a result stands that no cell of its own states. `pair`: the two numbers of the score cells."""

    row: dict[str, Cell]
    span: Span
    number: int | None = None
    names: tuple[Cell, Cell] = (_NOBODY, _NOBODY)
    winner: Side | None = None
    points: int | None = None
    pair: Pair | None = None
    pair_span: Span = _NOWHERE
    cube: int | None = None
    level: int | None = None
    faults: list[tuple[Span, str]] = field(default_factory=list)

    def cell(self, column: str) -> Cell:
        return self.row.get(column, _NOBODY)

    def fault(self, cell: Cell) -> None:
        self.faults.append((cell.span, cell.text[:80]))


@dataclass(slots=True)
class _Sheet:
    """One match: its rows, and what stands beside them. `winners`: the names of a sheet that names nobody but who won."""

    winners: list[Cell] = field(default_factory=list)
    lines: list[_Line] = field(default_factory=list)
    faults: list[tuple[int, Span, str]] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    total: _Line | None = None


def recognises(source: Source) -> bool:
    """Whether the headings are those of a score sheet, and most rows under them hold a result that one game can have."""
    plan = layout(source.text)
    if plan is None:
        return False
    head = list(islice(rows(source.text, plan.delimiter, plan.start), _LOOKED_AT))
    sheets, _, limit = _sheets(plan, iter(head))
    lines = [line for each in sheets for line in each.lines]
    if limit is not None and not lines:
        return False
    sound = sum(_is_sound(line) for each in sheets for line in _told(each.lines))
    return sound > 0 and 2 * sound >= len(lines)


def _is_sound(line: _Line) -> bool:
    counted = line.number is not None or not line.cell("game")
    return counted and line.winner is not None and (line.points is None or 0 < line.points <= _MOST_POINTS)


def read(source: Source) -> Iterator[Match]:
    """The matches of a sheet, one after the other."""
    plan = layout(source.text)
    if plan is None:
        return
    sheets, tail, limit = _sheets(plan, rows(source.text, plan.delimiter, plan.start))
    faults = [Fault("T115", span, text=text) for span, text in (limit,)] if limit else []
    if not sheets and (faults or tail.comments):
        yield Match("sheet", "table", None, (), faults=tuple(faults), comments=tuple(tail.comments), span=plan.span)
        return
    for ordinal, sheet in enumerate(sheets, 1):
        last = ordinal == len(sheets)
        match = _match(plan, sheet, ordinal)
        if last:
            match = replace(match, faults=(*match.faults, *faults), comments=(*match.comments, *tail.comments))
        if ordinal == 1:
            above = tuple(Comment(cell.text, None, None, cell.span) for cell in plan.unread)
            match = replace(match, comments=(*above, *match.comments))
        yield match


# ---- rows to matches


def _sheets(plan: Layout, found: Iterator[Row]) -> tuple[list[_Sheet], _Sheet, tuple[Span, str] | None]:
    """The rows by the match that they belong to, in the order in which the matches begin; what belongs to none; and a limit reached."""
    sheets: list[_Sheet] = []
    current: dict[object, _Sheet] = {}
    tail = _Sheet()
    last: dict[str, Cell] = {}
    last_sheet: _Sheet | None = None
    keys = key_columns(plan.columns)
    for count, row in enumerate(found):
        if row.limit is not None or count == MOST_ROWS:
            return sheets, tail, (row.span, row.limit or f"{MOST_ROWS:,} rows")
        cells = {column: row.cells[index] for column, index in plan.columns.items() if index < len(row.cells) and row.cells[index]}
        first = next(cell for cell in row.cells if cell)
        where = last_sheet or tail
        summed = words.total(first.text) or words.total(cells.get("game", _NOBODY).text)
        if summed and last_sheet is not None and holds_game(cells):
            cells.pop("game", None)
            line = _line(plan, cells, row)
            last_sheet.total = line if line.pair is not None else last_sheet.total
            if line.pair is not None:
                continue
        if first.text.startswith("#") or summed:
            _comment(where, " ".join(cell.text for cell in row.cells if cell).lstrip("# "), row.span)
            continue
        if not holds_game(cells):
            if cells.get("comment") or not cells or not cells.keys() - {"game", *keys}:
                _comment(where, cells.get("comment", _NOBODY if cells else first).text, row.span)
            else:
                _comment(where, " ".join(cell.text for cell in row.cells if cell), row.span)
            continue
        for column in keys:
            if column not in cells and column in last:
                cells[column] = last[column]
        last = cells
        line = _line(plan, cells, row)
        key = _key(line, "game" in plan.columns)
        sheet = current.get(key)
        if sheet is None or _begins(sheet, line):
            if len(sheets) == MOST_MATCHES:
                return sheets, tail, (row.span, f"{MOST_MATCHES:,} matches in a file")
            sheet = current[key] = _Sheet()
            sheets.append(sheet)
        if len(sheet.lines) == MOST_GAMES:
            return sheets, tail, (row.span, f"{MOST_GAMES:,} games in a match")
        if not any(line.names) and line.winner is None and line.cell("winner"):
            _name_winner(sheet, line)
        sheet.lines.append(line)
        last_sheet = sheet
        sheet.faults += [(len(sheet.lines), span, text) for span, text in line.faults]
        for column in ("comment", "dropped", "how", "gammon"):
            _remember(sheet, line, column)
    return sheets, tail, None


def _name_winner(sheet: _Sheet, line: _Line) -> None:
    """Whose name it is, in a sheet that names only winners: the first is the left player's."""
    cell = line.cell("winner")
    known = [words.letters(each.text) for each in sheet.winners]
    word = words.letters(cell.text)
    if word not in known and len(known) < 2:
        sheet.winners.append(cell)
        known.append(word)
    if word in known:
        line.winner = Side(known.index(word))
        line.faults = [fault for fault in line.faults if fault[0] != cell.span]


def _comment(sheet: _Sheet, text: str, span: Span, game: int | None = None) -> None:
    if text and len(sheet.comments) < MOST_COMMENTS:
        sheet.comments.append(Comment(text, game or len(sheet.lines) or None, None, span))


def _remember(sheet: _Sheet, line: _Line, column: str) -> None:
    """Keep what a record has no room for as a comment: a note, a drop whose double is not recorded."""
    cell = line.cell(column)
    if not cell or (column in ("how", "gammon") and words.how(cell.text) is not None):
        return
    if column == "gammon" and words.level(cell.text, True) is not None:
        return
    if column == "dropped":
        if words.yes(cell.text) is not False:
            _comment(sheet, "dropped" if words.yes(cell.text) else f"dropped: {cell.text}", cell.span)
        return
    _comment(sheet, cell.text, cell.span)


def _key(line: _Line, counted: bool) -> object:
    """What the rows of one match have in common. Where games are counted players may change columns, and are a pair without order."""
    names = tuple(words.letters(name.text) for name in line.names)
    columns = ("match", "event", "round", "place") if counted else ("match", "event", "round", "place", "date")
    said = tuple(words.letters(line.cell(column).text) for column in columns)
    return said, frozenset(names) if counted else names


def _begins(sheet: _Sheet, line: _Line) -> bool:
    """Whether a row begins another match of the same players: its number or the running score begins anew."""
    last = sheet.lines[-1]
    if line.number is not None or line.pair is None or last.pair is None:
        return line.number == 1
    return min(last.pair) > 0 and sum(line.pair) < sum(last.pair) and 0 in line.pair


def _line(plan: Layout, cells: dict[str, Cell], row: Row) -> _Line:
    """What the cells of a row say each for itself."""
    line = _Line(cells, row.span)
    line.names = _names(plan, cells)
    game = line.cell("game")
    line.number = words.number(game.text)
    if game and line.number is None:
        line.fault(game)
    names = line.names[0].text, line.names[1].text
    winner, loser = line.cell("winner"), line.cell("loser")
    line.winner = words.side(winner.text, names)
    if winner and line.winner is None:
        line.fault(winner)
    if loser and not winner:
        beaten = words.side(loser.text, names)
        line.winner = None if beaten is None else beaten.other
    line.points = _number(line, "points")
    line.cube = _number(line, "cube")
    _pair(line)
    return line


def _names(plan: Layout, cells: Mapping[str, Cell]) -> tuple[Cell, Cell]:
    above = plan.names or (plan.above.get("left", _NOBODY), plan.above.get("right", _NOBODY))
    left, right = cells.get("left", above[0]), cells.get("right", above[1])
    if not left and not right and "loser" in plan.columns:
        # A sheet of winners and losers has no columns of players; the order of the names is that of the alphabet, the same in each row.
        both = [cells.get("winner", _NOBODY), cells.get("loser", _NOBODY)]
        both.sort(key=lambda cell: words.letters(cell.text))
        return both[0], both[1]
    return left, right


def _number(line: _Line, column: str) -> int | None:
    cell = line.cell(column)
    value = words.number(cell.text)
    if cell and value is None and cell.text not in ("-", "–"):
        line.fault(cell)
    return value


def _pair(line: _Line) -> None:
    cell, left, right = line.cell("score"), line.cell("score1"), line.cell("score2")
    if cell:
        line.pair, line.pair_span = words.score(cell.text), cell.span
        if line.pair is None:
            line.fault(cell)
    elif left or right:
        values = []
        for each in (left, right):
            value = words.number(each.text) if each and each.text not in ("-", "–") else 0
            if value is None:
                line.fault(each)
            else:
                values.append(value)
        spans = [each.span for each in (left, right) if each]
        line.pair_span = Span(min(span.start for span in spans), max(span.end for span in spans))
        line.pair = (values[0], values[1]) if len(values) == 2 else None


# ---- what the rows of a match say together


def meant(pairs: Sequence[Pair | None], length: int | None) -> Meant:
    """What the scores in the rows of one match are."""
    known = [pair for pair in pairs if pair is not None]
    if not known or known[0] == (0, 0):
        return Meant.BEFORE if known else Meant.POINTS
    both = sum(pair[0] > 0 and pair[1] > 0 for pair in known)
    if 4 * both >= len(known):
        return Meant.AFTER
    falls = any(after[side] < before[side] for before, after in pairwise(known) for side in (0, 1))
    rises = all(sum(after) > sum(before) for before, after in pairwise(known))
    if falls or not rises or len(known) == 1:
        return Meant.AFTER if both and not falls else Meant.POINTS
    whole = max(sum(pair[side] for pair in known) for side in (0, 1))
    if length and max(known[-1]) < length <= whole:
        return Meant.POINTS  # only so does anybody reach the length
    return Meant.AFTER


def _told(lines: Sequence[_Line], length: int | None = None) -> list[_Line]:
    """The lines with what the score says about the winner and the points, where no other cell does."""
    kind = meant([line.pair for line in lines], length)
    gammons = [line.cell("gammon").text for line in lines]
    ticked = not any(words.letters(text) in ("2", "3") for text in gammons)
    found = []
    for index, line in enumerate(lines):
        line = replace(line, faults=[])
        line.level = words.level(line.cell("gammon").text, ticked) if line.cell("gammon") else None
        won = _won(lines, index, kind)
        if line.winner is None and won is not None:
            line.winner = won[0]
        if line.points is None:
            if won is not None and won[0] is line.winner:
                line.points = won[1]
            elif line.cube is not None or "gammon" in line.row:
                line.points = (line.cube or 1) * (line.level or 1)
        found.append(line)
    return found


def _won(lines: Sequence[_Line], index: int, kind: Meant) -> tuple[Side, int] | None:
    """Who won how much, by the scores alone; None where they do not say."""
    pair = lines[index].pair
    if pair is None:
        return None
    base: Pair | None = (0, 0)
    if kind is Meant.AFTER:
        base = lines[index - 1].pair if index else (0, 0)
    elif kind is Meant.BEFORE:
        base, pair = pair, lines[index + 1].pair if index + 1 < len(lines) else None
    if base is None or pair is None:
        return None
    gained = pair[0] - base[0], pair[1] - base[1]
    for side in Side:
        if gained[side] > 0 and (gained[side.other] == 0 or (lines[index].winner is side and kind is not Meant.POINTS)):
            return side, gained[side]
    return None


# ---- the match


def _match(plan: Layout, sheet: _Sheet, ordinal: int) -> Match:
    first = sheet.lines[0]
    length_cell = next((cell for line in sheet.lines if (cell := line.cell("length"))), plan.above.get("length", _NOBODY))
    points = words.length(length_cell.text)
    faults = [Fault("T101", span, game, text=text) for game, span, text in sheet.faults]
    if length_cell and points is None:
        faults.append(Fault("T101", length_cell.span, text=length_cell.text[:80]))
    for line in sheet.lines if sheet.winners else ():
        line.names = sheet.winners[0], sheet.winners[1] if len(sheet.winners) > 1 else _NOBODY
    kind = meant([line.pair for line in sheet.lines], points)
    lines = _told(sheet.lines, points)
    beside = {f"the column {name}" for name in plan.beside}
    games = []
    for index, line in enumerate(lines):
        if line.points is not None and line.cell("points"):
            beside |= {f"the column {column}" for column in ("cube", "gammon") if line.cell(column)}
        games.append(_game(lines, index, kind, faults))
    if len(faults) > MOST_FAULTS:
        del faults[MOST_FAULTS:]
        faults.append(Fault("T115", lines[-1].span, text=f"{MOST_FAULTS} unreadable cells in a match"))
    cells = {**plan.above, **first.row}
    tags = []
    for column, key in _TAGS.items():
        if said := cells.get(column):
            tags.append(Tag(key, words.date(said.text) if column == "date" else said.text, said.span))
    return Match(
        "sheet",
        "table",
        Length(points, points == 0, length_cell.span) if points is not None else None,
        tuple(games),
        tuple(tags),
        Habits(plays=False),
        tuple(faults),
        ordinal,
        first.span,
        tuple(sheet.comments),
        tuple(sorted(beside)),
        final=_final(sheet, lines[-1], kind),
    )


def _final(sheet: _Sheet, last: _Line, kind: Meant) -> tuple[Seat, Seat] | None:
    """The score after the last game: that of a row of sums, else the one that stands beside the last game."""
    stated = sheet.total or (last if kind is Meant.AFTER else None)
    if stated is None or stated.pair is None:
        return None
    left, right = (
        Seat(name.text, points, span=stated.pair_span, score_span=stated.pair_span)
        for name, points in zip(last.names, stated.pair, strict=True)
    )
    return left, right


def _game(lines: Sequence[_Line], index: int, kind: Meant, faults: list[Fault]) -> Game:
    line = lines[index]
    scored = line if kind is Meant.BEFORE else lines[index - 1] if kind is Meant.AFTER and index else None
    score = scored.pair if scored is not None else None
    at = scored.pair_span if scored is not None and score is not None else line.span
    entries: list[Entry] = []
    if line.winner is not None:
        loser = line.winner.other
        said = line.cell("points") or line.cell("winner")
        span = said.span if said else line.pair_span
        ending_cell = next((line.cell(each) for each in ("how", "gammon") if words.how(line.cell(each).text)), _NOBODY)
        ending = words.how(ending_cell.text)
        ticked = line.cell("resigned") and words.yes(line.cell("resigned").text) is not False
        if ending is Ending.RESIGNATION or ticked:
            entries.append(Entry(loser, Resign(level=line.level), None, (line.cell("resigned") or ending_cell).span))
        elif ending is not None:
            entries.append(Entry(None, Remark(ending), None, ending_cell.span))
        entries.append(Entry(line.winner, Win(line.points), None, span))
        if kind is Meant.POINTS and line.pair is not None and line.pair[line.winner] == 0 and line.pair[loser] > 0:
            faults.append(Fault("T101", line.pair_span, index + 1, text=f"{line.pair[0]}-{line.pair[1]}"))
    seats = [
        Seat(name.text, score[side] if score else None, span=at, name_span=name.span, score_span=at)
        for side, name in zip(Side, line.names, strict=True)
    ]
    crawford = line.cell("crawford") and words.yes(line.cell("crawford").text)
    return Game(
        line.number,
        (seats[0], seats[1]),
        numbered(entries),
        crawford=True if crawford else None,
        span=line.span,
        seats_span=at,
    )
