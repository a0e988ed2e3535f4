"""Cuts a `.mat` text into lines, has each read by its grammar, and puts the matches together. Knows no rules."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tavla_cli.formats.mat.cells import read_cell
from tavla_cli.formats.mat.dialect import dialect, habits
from tavla_cli.formats.mat.lines import GameLine, read_game_line, read_header, read_match_line, read_seat, read_set_pos
from tavla_cli.formats.mat.rows import ROW, Cell, Columns, Line, cut
from tavla_cli.record import (
    Action,
    Comment,
    Ending,
    Entry,
    Fault,
    Game,
    Length,
    Loss,
    Match,
    Remark,
    Resign,
    Roll,
    Row,
    Seat,
    SetBoard,
    Side,
    Tag,
    Unplayed,
    Unread,
    Win,
)
from tavla_cli.source import LINE_LIMIT, Span, lines

MOST_ROWS = 20_000
"""Rows in one game; no game of backgammon has a tenth of it."""

MOST_MATCH_ROWS = 200_000
"""Rows in one match, all of which are in memory together: some hundred megabytes."""

MOST_GAMES = 10_000
"""Games in one match, or in a session that is written as one."""

MOST_MATCHES = 50_000
"""Matches in one input, whose results are in memory together."""

MOST_COMMENTS = 20_000
"""Lines of one match that are none of its games: comments, header lines, text that stands before it."""

MOST_FAULTS = 200
"""Unreadable lines in one match; a text with more is no match."""

MOST_LINES = 10_000_000
"""Lines in one input, blank ones too; the largest that is read has them only where a line holds less than 27 bytes."""

_KEPT_COMMENTS = 20  # the dialect is told by the first
_SCORE_NEAR = 20_000  # characters behind a game line in which a score line is looked for: what matches it slowly may fill a file

_MATCH_LINE = re.compile(
    r"^[ \t]*(-?[0-9]+[ \t]+(point|pt)s?[ \t-]+match|match of [0-9]|(money|unlimited)[ \t]+(session|game|match))", re.I | re.M
)
_GAME_LINE = re.compile(r"^[ \t]*game[ \t]+[0-9]+[ \t]*(\(?[ \t]*crawford|-|$|\r)", re.I | re.M)
_DICE_ROW = re.compile(r"^[ \t]*[0-9]{1,6}[).][ \t]+([0-9]{2}:|.{0,120}?[ \t][0-9]{2}:)", re.M)
_SEATS = re.compile(r"^.{0,400}:[ \t]*[0-9]+.{0,400}:[ \t]*[0-9]+[ \t]*$", re.M)

_BLANK = " \t\r\n\x0b\x0c\x1a\0\xa0"  # and the marks that DOS put at the end of files
_WRAPPED = re.compile(r"(and )?(the )?match[.!]?", re.I)  # the end of a result that was wrapped
_TAIL = re.compile(r"[ .,;!]+$|[ ,]*\(?(single( game)?|gammon|backgammon|mars)\)?$| and( the)?$", re.I)
_MARKS = re.compile(r"\A[;#]+ ?")
_GAP = re.compile(r"\s{3,}")
_SCORE = re.compile(r":\s*[-+]?[0-9]{1,9}(?![0-9.])")
_REMARKS = (
    (re.compile(r"forfeit|walk-?over|no[- ]show", re.I), Ending.FORFEIT),
    (re.compile(r"on time|time-?out|timed out|out of time", re.I), Ending.TIME),
    (re.compile(r"settle", re.I), Ending.SETTLEMENT),
    (re.compile(r"abort|connection lost|disconnect|abandon|broken off|interrupted", re.I), Ending.ABORTED),
)


def recognises(text: str) -> bool:
    """Whether the text looks like a match: two of match line, game line and rows with dice, or two such rows."""
    if "\r" in text and "\n" not in text:
        text = text.replace("\r", "\n")  # `^` knows only LF; places do not matter here
    row = _DICE_ROW.search(text)
    if row and _DICE_ROW.search(text, row.end()):
        return True
    game = _GAME_LINE.search(text)
    match = _MATCH_LINE.search(text)
    return bool((row and (game or match)) or (game and (match or _SEATS.search(text, game.end(), game.end() + _SCORE_NEAR))))


def read(text: str, builder: "Builder | None" = None) -> Iterator[Match]:
    """The matches of a text, one after the other. `builder`: one for a text that is nearly a `.mat`."""
    builder = builder or Builder(text)
    for number, (start, end) in enumerate(lines(text)):
        if start == end and number < MOST_LINES:
            continue
        if end - start > LINE_LIMIT:
            builder.stop(Span(start, start + 1), "a line of 1 MiB")
            break
        if number == MOST_LINES:
            builder.stop(Span(start, start), f"{MOST_LINES:,} lines")
            break
        finished = builder.line(start, text[start:end])
        if finished is not None:
            yield finished
        if builder.stopped:
            break
    last = builder.finish()
    if last is not None:
        yield last


@dataclass(frozen=True, slots=True)
class _Note:
    """A comment inside a game."""

    text: str


class Builder:
    """The match that is being read."""

    format = "mat"
    states_results: bool | None = None

    def __init__(self, text: str) -> None:
        self.text = text
        self.ordinal = 1
        self.stopped = False
        self.text_end = len(text.rstrip(_BLANK))
        self.unended = bool(text) and not any(end in text[self.text_end :] for end in "\r\n")
        self.clear()

    def clear(self) -> None:
        self.length: Length | None = None
        self.games: list[Game] = []
        self.tags: list[Tag] = []
        self.comments: list[str] = []
        self.said: list[Comment] = []
        self.faults: list[Fault] = []
        self.pending: list[tuple[int, str]] = []  # comments since the last row: of this match, or of the next
        self.start: int | None = None
        self.open = False  # a game has begun
        self.all_rows = 0
        self.beside = 0  # lines that count for MOST_COMMENTS
        self.clear_game()

    def clear_game(self) -> None:
        self.game_line: GameLine | None = None
        self.game_span = Span(0, 0)
        self.seats: tuple[Seat, Seat] | None = None
        self.seats_span = Span(0, 0)
        self.right_name: int | None = None
        self.lines: list[Line | tuple[int, str, SetBoard | Remark | _Note]] = []
        self.rows_seen = 0

    def fault(self, code: str, span: Span, text: str = "", row: int | None = None) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(code, span, len(self.games) + 1 if self.open else None, row, None, text))
            if self.start is None:
                self.start = span.start
        else:
            self.stop(span, f"{MOST_FAULTS} unreadable lines in a match")

    def stop(self, span: Span, limit: str) -> None:
        """A limit is reached: nothing of the input is read from here on. Only the first is told."""
        if not self.stopped:
            self.stopped = True
            self.faults.append(Fault("T115", span, len(self.games) + 1 if self.open else None, text=limit))
            if self.start is None:
                self.start = span.start

    def pass_by(self, start: int, line: str) -> None:
        """Count a line that is of no game."""
        self.beside += 1
        if self.beside > MOST_COMMENTS:
            self.stop(Span(start, start + len(line)), f"{MOST_COMMENTS:,} lines of comments or other text in a match")

    def remember(self, comment: str) -> None:
        if len(self.comments) < _KEPT_COMMENTS:
            self.comments.append(comment[:200])

    # ---- lines

    def line(self, start: int, line: str) -> Match | None:
        """Take one line; returns the match before it when the line begins another."""
        if line.startswith("\ufeff"):  # files were joined, each with its mark
            start, line = start + 1, line[1:]
        bare = line.strip(_BLANK)
        if not bare or (self.lines and _WRAPPED.fullmatch(bare)):
            return None
        if bare[0] in ";#|+" and self.open and not self.lines and self.seats is None and "[" not in bare and self.may_be_seats(line):
            self.take_seats(start, line)  # a name may begin like a comment
            return None
        if bare[0] in ";#":
            self.pass_by(start, line)
            self.comment(start, line)
            return None
        if bare[0] == "|" or bare.startswith("+-"):  # remark boxes
            self.pass_by(start, line)
            self.remember(bare)
            self.note(start, line)
            return None
        row = ROW.match(line)
        if self.open and not self.lines and self.seats is None and self.take_seats(start, line):
            return None
        if not row:
            length = read_match_line(line)
            if length is not None:
                return self.match_line(start, line, length)
            game = read_game_line(line)
            if game is not None:
                self.begin_game(start, line, game)
                return None
            if (not self.open or self.lines) and self.may_be_seats(line) and all(cell.kind == "text" for cell in cut(start, line).cells):
                self.begin_game(start, line, None)
                self.take_seats(start, line)
                return None
        if not self.open:
            if not row and self.length is None:  # free text before the match
                self.pass_by(start, line)
                self.remember(bare)
                self.note(start, line)
                return None
            if not row:
                at = start + line.index(bare)
                self.fault("T101", Span(at, at + len(bare)), bare[:80])
                return None
            self.begin_game(start, "", None)
        self.game_row(start, line, bare)
        return None

    def game_row(self, start: int, line: str, bare: str) -> None:
        self.flush()
        cells = cut(start, line)
        if not cells.cells and cells.number is None:
            at = start + line.index(bare)
            self.fault("T101", Span(at, at + len(bare)), bare[:80])
            return
        if cells.number is None and all(cell.kind == "text" for cell in cells.cells):
            at = start + cells.cells[0].start
            code = "T103" if self.is_end(start + len(line)) else "T101"
            self.fault(code, Span(at, start + len(line.rstrip())), bare[:80])
            return
        for cell in cells.cells:
            if cell.kind == "mark":
                self.fault("T101", Span(start + cell.start, start + cell.end), line[cell.start : cell.end])
        cells = cells._replace(cells=tuple(cell for cell in cells.cells if cell.kind != "mark"))
        self.rows_seen += 1
        self.all_rows += 1
        if self.rows_seen > MOST_ROWS:
            self.stop(Span(start, start + len(line)), f"{MOST_ROWS:,} rows in a game")
            return
        if self.all_rows > MOST_MATCH_ROWS:
            self.stop(Span(start, start + len(line)), f"{MOST_MATCH_ROWS:,} rows in a match")
            return
        self.lines.append(cells)

    def is_end(self, place: int) -> bool:
        """Whether the text ends here without a line end."""
        return self.unended and place >= self.text_end

    def comment(self, start: int, line: str) -> None:
        board = read_set_pos(line)
        if board is not None and self.open:
            self.flush()
            self.lines.append((start, line, board))
            return
        self.pending.append((start, line))

    def flush(self) -> None:
        """The comments since the last row belong to this match."""
        for start, line in self.pending:
            tag = read_header(line)
            if tag is not None:
                self.tags.append(replace(tag, span=Span(start + tag.span.start, start + tag.span.end)))
                continue
            self.remember(line.strip())
            self.note(start, line)
            if self.open and self.lines:
                for pattern, how in _REMARKS:
                    if pattern.search(line[:400]):
                        self.lines.append((start, line, Remark(how)))
                        break
        self.pending.clear()

    def note(self, start: int, line: str) -> None:
        """Keep what somebody wrote about the match."""
        text = _MARKS.sub("", line.strip(_BLANK))
        if self.open and self.lines:
            self.lines.append((start, line, _Note(text)))
        else:
            game = len(self.games) + 1 if self.open or self.games else None
            self.said.append(Comment(text, game, None, Span(start, start + len(line))))

    def match_line(self, start: int, line: str, length: Length) -> Match | None:
        span = Span(start + length.span.start, start + length.span.end)
        finished = None
        if self.games or self.open:
            finished = self.finish(self.pending[0][0] if self.pending else start)
            self.beside = len(self.pending)
            if self.ordinal > MOST_MATCHES:
                self.stop(Span(start, start + len(line)), f"{MOST_MATCHES:,} matches in an input")
        elif self.length is not None:
            self.pass_by(start, line)
            if self.length != length:
                self.fault("T101", Span(start, start + len(line)), line.strip()[:80])
            return None
        if self.start is None:
            self.start = self.pending[0][0] if self.pending else start
        self.flush()
        self.length = replace(length, span=span)
        return finished

    def begin_game(self, start: int, line: str, game: GameLine | None) -> None:
        self.end_game()
        self.flush()
        if self.start is None:
            self.start = start
        if len(self.games) == MOST_GAMES:
            self.stop(Span(start, start + len(line)), f"{MOST_GAMES:,} games in a match")
            return
        self.open = True
        self.game_line = game
        lead = len(line) - len(line.lstrip())
        self.game_span = Span(start + lead, start + len(line.rstrip()) if line else start)

    # ---- score lines

    def may_be_seats(self, line: str) -> bool:
        return _SCORE.search(line[-40:]) is not None and len(_SCORE.findall(line[:400])) >= 2 and self.cut_seats(line) is not None

    def take_seats(self, start: int, line: str) -> bool:
        halves = self.cut_seats(line)
        if halves is None:
            return False
        found = []
        for begin, end in halves:
            seat = read_seat(line[begin:end])
            if seat is None:
                return False
            at = start + begin
            found.append(
                replace(
                    seat,
                    span=Span(at + seat.span.start, at + seat.span.end),
                    name_span=Span(at + seat.name_span.start, at + seat.name_span.end),
                    score_span=Span(at + seat.score_span.start, at + seat.score_span.end),
                )
            )
        self.flush()
        self.seats = (found[0], found[1])
        blanks = len(line) - len(line.lstrip())
        self.seats_span = Span(start + blanks, start + len(line.rstrip()))
        self.right_name = len(line[: found[1].name_span.start - start].expandtabs(8)) if found[1].name else None
        return True

    def cut_seats(self, line: str) -> tuple[tuple[int, int], tuple[int, int]] | None:
        """Where the halves of a score line stand: cut behind a score that a wide gap follows, else one blank, else anything."""
        line = line.rstrip()
        scores = list(_SCORE.finditer(line[:1000]))
        if len(scores) < 2 or scores[-1].end() != len(line):
            return None
        ends = [found.end() for found in scores[:-1]]
        for gap in ("  ", "\t", " "):
            for end in ends:
                if line.startswith(gap, end):
                    return (0, end), (end, len(line))
        return (0, ends[0]), (ends[0], len(line))

    # ---- games

    def end_game(self) -> None:
        if not self.open:
            return
        columns = Columns([line for line in self.lines if isinstance(line, Line)], self.right_name)
        entries: list[Entry] = []
        rows: list[Row] = []
        last: int | None = None
        for line in self.lines:
            if not isinstance(line, Line):
                start, text, said = line
                if isinstance(said, _Note):
                    about = len(entries) - 1 if entries else None
                    self.said.append(Comment(said.text, len(self.games) + 1, about, Span(start, start + len(text))))
                    continue
                entries.append(Entry(None, said, last, Span(start, start + len(text.rstrip()))))
                continue
            if line.number is not None:
                last = line.number
                begin, end = line.number_span
                only = bool(line.cells) and all(cell.kind in ("result", "giving") for cell in line.cells)
                rows.append(Row(line.number, only, len(entries), Span(line.offset + begin, line.offset + end)))
            for cell, side in zip(line.cells, columns.sides(line), strict=True):
                entries.extend(self.entries(line, cell, side, last))
        game = self.game_line
        self.games.append(
            Game(
                game.number if game else None,
                self.seats,
                tuple(entries),
                tuple(rows),
                crawford=True if game and game.crawford else None,
                span=self.game_span,
                seats_span=self.seats_span,
            )
        )
        self.open = False
        self.clear_game()

    def entries(self, line: Line, cell: Cell, side: Side, row: int | None) -> list[Entry]:
        start, end = line.offset + cell.start, line.offset + cell.end
        text = line.text[cell.start : cell.end]
        actions = None if cell.kind == "text" else read_cell(text)
        broken = _broken(actions)
        if broken and cell.kind != "text" and (tail := _TAIL.search(text)) and not _broken(trimmed := read_cell(text[: tail.start()])):
            actions, broken = trimmed, False
        span = Span(start, end)
        gap = _GAP.search(text) if broken else None
        if gap is not None and side is Side.LEFT and cell.kind != "text":  # what stands behind a wide gap is the other's
            rest = Cell(cell.start + gap.end(), cell.end, "text")
            return self.entries(line, cell._replace(end=cell.start + gap.start()), side, row) + self.entries(line, rest, Side.RIGHT, row)
        if actions and isinstance(actions[0], Win | Loss) and actions[0].points is None and not actions[0].match and self.is_end(end):
            broken = True
        if broken and self.is_end(end):
            self.fault("T103", span, text[:80], row)
            actions = (Roll(actions[0].dice, Unplayed.NOTHING),) if actions and isinstance(actions[0], Roll) else ()
        if actions is None:
            return [Entry(side, Unread(text[:80]), row, span)]
        return [Entry(side, action, row, self.span_of(action, index, span, line.offset, cell)) for index, action in enumerate(actions)]

    def span_of(self, action: Action, index: int, span: Span, offset: int, cell: Cell) -> Span:
        """The whole cell, but for a word behind dice only that word."""
        if index == 0 or cell.word < 0 or isinstance(action, Win | Loss | Resign):
            return span
        return Span(offset + cell.word, span.end)

    def finish(self, end: int | None = None) -> Match | None:
        """The match that was read so far, if there is one; then begin anew.

        `end`: where the next one begins, whose the comments are that stand before it.
        """
        pending: list[tuple[int, str]] = []
        if end is None:
            self.flush()
        else:
            pending, self.pending = self.pending, []
        self.end_game()
        found = None
        if self.games or self.length is not None or self.faults:
            start = self.start or 0
            sample = self.text[start : start + 4000 if end is None else min(end, start + 4000)]
            name = dialect(tuple(self.tags), self.comments, sample, self.length)
            found = Match(
                self.format,
                name,
                self.length,
                tuple(self.games),
                tuple(self.tags),
                replace(habits(name, self.games), states_results=self.states_results),
                tuple(self.faults),
                self.ordinal,
                Span(self.start or 0, self.length.span.end if self.length else self.games[0].span.end if self.games else 0),
                tuple(self.said),
            )
            self.ordinal += 1
        self.clear()
        self.pending = pending
        return found


def _broken(actions: tuple[Action, ...] | None) -> bool:
    """Whether a cell could not be read, wholly or in its play."""
    return actions is None or (isinstance(actions[0], Roll) and actions[0].play is Unplayed.UNREADABLE)
