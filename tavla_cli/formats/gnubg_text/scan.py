"""Cuts GNU Backgammon's text export into games and moves, has the lines read by their grammar, and makes matches of them."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from tavla_cli.board import STARTS, Position, flipped
from tavla_cli.board.ids import BadId, Setup, read_id
from tavla_cli.formats.gnubg_text.lines import (
    Offered,
    Resigned,
    Rolled,
    Score,
    date_tag,
    length_of,
    read_info,
    read_result,
    read_score,
    read_turn,
    seats,
)
from tavla_cli.formats.gnubg_text.moves import Block, action_of, turn_of
from tavla_cli.formats.numbering import numbered
from tavla_cli.record import (
    Beaver,
    Comment,
    Double,
    Entry,
    Fault,
    Game,
    Habits,
    Length,
    Match,
    Resign,
    Roll,
    Seat,
    SetBoard,
    Side,
    Tag,
    Unplayed,
    Win,
)
from tavla_cli.source import LINE_LIMIT, Span, lines

MOST_MOVES = 20_000
"""Moves in one game."""

MOST_MATCH_MOVES = 200_000
"""Moves in one match."""

MOST_GAMES = 10_000
"""Games in one match."""

MOST_MATCHES = 50_000
"""Matches in one input."""

MOST_COMMENTS = 20_000
"""Lines of comments in one match."""

MOST_FAULTS = 200
"""Unreadable lines in one match."""

MOST_LINES = 10_000_000
"""Lines in one input."""

_FAR = 400_000  # characters in which the first board is looked for, since anything may stand in a comment above it
_MOST_IDS = 20
_NEAR = 2_000  # characters behind a line in which what confirms it is looked for

_HEADING = re.compile(r"(?P<word>[^\d:|+*]{1,40}:? )(?P<number>[0-9]{1,6})\s?:[ \t]*(?P<rest>\S.*)")
_BOARD = re.compile(
    r"\s{1,20}[^\n\r:|+*]{2,60}:{1,2}(?: :)?[ \t]*(?P<id>[A-Za-z0-9+/]{14})[ \t]*"
    r"((?>\r\n|\n|\r)[^\n\r:]{0,60}:[ \t]*(?P<match>[A-Za-z0-9+/]{12})[ \t]*)?(?=[\r\n])"
)  # stands under every heading
_ID = re.compile(r":[ \t]*[A-Za-z0-9+/]{14}[ \t]*(?=[\r\n])")
_NAME = re.compile(r"\+ {2,5}(?P<who>[OX]): (?P<name>[^\n\r]*?)(?: \([^()\n\r]*[0-9]+\))?[ \t]*(?=[\r\n]|\Z)")
_ANNOTATION = re.compile(r"(annotation|komentář|notering|kommentare|anotación|huomautus|annotazione|adnotare|注記)\s*:\s*", re.I)
_TABLE = re.compile(r"(?>\r\n|\n|\r)\s*(?>\r\n|\n|\r)[^\s+|][^\n\r]{0,60}? {6}[^\n\r]*? {3}")
_LINE = re.compile(r"\s{1,8}[^\n\r]{1,200}")
_COLUMNS = re.compile(r"\S.* {4,}\S.* {3,}\S")
_ANALYSIS = re.compile(r" +[01]\.[0-9]{3} |.{0,80}(Eq\.|MWC) ?: | *[0-9]{1,4}\. ")
_FOOT = re.compile(r"GNU Backgammon [0-9]{1,3}\.[0-9]")
_RATING = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?) \(Exp ([0-9]{1,9})\)")
_TAGS = {"EVENT": "Event", "ROUND": "Round", "PLACE": "Site", "ANNOTATOR": "Transcriber"}
_VARIATIONS = {
    STARTS["nackgammon"]: "NackGammon",
    **{STARTS[f"hypergammon{count}"]: f"HyperGammon ({count})" for count in (1, 2, 3)},
}


def recognises(text: str) -> bool:
    """Whether the text holds the heading of a move with its board, or begins with the score line of a game without a move."""
    for found in islice(_ID.finditer(text, 0, _FAR), _MOST_IDS):
        before = text[max(found.start() - _NEAR, 0) : found.start()].replace("\r", "\n")
        lines_before = before.rsplit("\n", 1)[0].rstrip()
        if _HEADING.fullmatch(lines_before.rsplit("\n", 1)[-1].strip()) is not None:
            return True
    first = text[:_NEAR].lstrip().replace("\r", "\n").split("\n", 1)[0].rstrip()
    return read_score(first) is not None and _FOOT.search(text) is not None


def read(text: str) -> Iterator[Match]:
    """The matches of a text, one after the other."""
    builder = _Builder(text)
    for number, (start, end) in enumerate(lines(text)):
        if end - start > LINE_LIMIT:
            builder.stop(Span(start, start + 1), "a line of 1 MiB")
        elif number == MOST_LINES:
            builder.stop(Span(start, start), f"{MOST_LINES:,} lines")
        else:
            finished = builder.line(start, end)
            if finished is not None:
                yield finished
        if builder.stopped:
            break
    last = builder.finish()
    if last is not None:
        yield last


class _Builder:
    """The match that is being read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.ordinal = 1
        self.stopped = False
        self.end = len(text.rstrip())
        self.clear()

    def clear(self) -> None:
        self.length: Length | None = None
        self.games: list[Game] = []
        self.tags: list[Tag] = []
        self.comments: list[Comment] = []
        self.faults: list[Fault] = []
        self.beside: set[str] = set()
        self.open = False
        self.start: int | None = None
        self.moves = 0
        self.commented = 0
        self.usual: Position | None = None  # where the games begin: as the first one does, where that has a name
        self.clear_game()

    def clear_game(self) -> None:
        self.game = Game(None, None, ())
        self.entries: list[Entry] = []
        self.number = 0  # of the last move
        self.seats: tuple[Seat, Seat] | None = None
        self.block: Block | None = None
        self.remarks: list[tuple[int, int]] | None = None  # the lines of the comment that is being read
        self.about_match = False  # and whether it is one on the match
        self.tail = False  # statistics follow

    # ---- faults and limits

    def fault(self, code: str, span: Span, text: str = "") -> None:
        if len(self.faults) == MOST_FAULTS:
            self.stop(span, f"{MOST_FAULTS} unreadable lines in a match")
        else:
            self.faults.append(Fault(code, span, len(self.games) + 1 if self.open else None, text=text[:80]))
            self.start = span.start if self.start is None else self.start

    def stop(self, span: Span, limit: str) -> None:
        """A limit is reached: nothing of the input is read from here on. Only the first is told."""
        if not self.stopped:
            self.stopped = True
            self.faults.append(Fault("T115", span, len(self.games) + 1 if self.open else None, text=limit))

    # ---- lines

    def line(self, start: int, end: int) -> Match | None:
        """Take one line; returns the match before it when the line begins another."""
        line = self.text[start:end]
        bare = line.strip()
        if not bare:
            if self.remarks is not None:
                self.remarks.append((start, end))
            return None
        start, end = start + line.index(bare), start + line.index(bare) + len(bare)
        score = read_score(bare) if bare[-1] not in "|+" else None
        if score is not None:
            return self.begin_game(start, bare, score)
        heading = _HEADING.fullmatch(bare) if bare[0] not in "|+*" else None
        board = _BOARD.match(self.text, end) if heading is not None else None
        if heading is not None and board is not None:
            return self.heading(start, end, heading, board)
        if self.statistics(bare, end) or self.tail:
            self.beside.update(("statistics",) if _COLUMNS.match(bare) else ())
            return None
        if self.open and self.result(start, bare, end):
            return None
        if self.remarks is not None and not (self.about_match and _ANNOTATION.fullmatch(bare)):
            self.remarks.append((start, end))
            return None
        if not self.open:
            return None
        self.inside(start, bare, line)
        return None

    def inside(self, start: int, bare: str, line: str) -> None:
        """A line of a game that is no heading: deed, information, or analysis."""
        if line.startswith("*") and not line.startswith("*  "):
            self.deed(start, bare)
        elif _ANNOTATION.fullmatch(bare):
            self.end_remarks()
            self.remarks = []
        elif not self.number and self.block is None:
            self.info(start, bare)
        elif _ANALYSIS.match(line.removeprefix("*")):
            self.beside.add("analysis")

    def statistics(self, bare: str, end: int) -> bool:
        """Whether the line is the title of a table, with which the record of a game ends."""
        if self.tail or not self.open or _TABLE.match(self.text, end, end + 200) is None:
            return False
        self.end_block(end)
        self.tail = True
        return True

    # ---- games

    def begin_game(self, start: int, bare: str, score: Score) -> Match | None:
        found = seats(bare, start, score.seats, self.names(start))
        number = score.games + 1
        self.end_game()
        finished = None
        if self.games and not self.goes_on(found, number, length_of(score, start)):
            finished = self.finish()
        if self.length is None:
            self.length = length_of(score, start)
        self.open_game(start, Game(number, found, (), crawford=True if score.crawford else None, span=Span(start, start + len(bare))))
        self.game = replace(self.game, seats_span=Span(start + score.seats[0], start + score.seats[1]))
        return finished

    def open_game(self, start: int, game: Game) -> None:
        if len(self.games) == MOST_GAMES:
            self.stop(game.span, f"{MOST_GAMES:,} games in a match")
        if self.ordinal > MOST_MATCHES:
            self.stop(game.span, f"{MOST_MATCHES:,} matches in an input")
        self.start = start if self.start is None else self.start
        self.open, self.game, self.seats = True, game, game.seats

    def goes_on(self, found: tuple[Seat, Seat], number: int | None, length: Length | None) -> bool:
        """Whether a game is the next of the match before it: same players, same length, a higher number."""
        last = self.games[-1]
        same = last.seats is not None and [seat.name for seat in last.seats] == [seat.name for seat in found]
        return same and self.length == length and (last.number or 0) < (number or 0)

    def names(self, start: int) -> tuple[str, str] | None:
        """The names beside the next board, first O's (the left player), None where no board is near."""
        found = {each["who"]: each["name"] for each in _NAME.finditer(self.text, start, start + 2 * _NEAR)}
        return (found["O"], found["X"]) if len(found) == 2 else None

    def end_game(self) -> None:
        if not self.open:
            return
        self.end_block(None)
        self.games.append(replace(self.game, entries=numbered(self.entries)))
        self.open = False
        self.clear_game()

    # ---- moves

    def heading(self, start: int, end: int, found: re.Match[str], board: re.Match[str]) -> Match | None:
        """The heading of a move, behind which its board stands."""
        number = int(found["number"])
        finished = None
        setup = self.setup(board)
        if not self.open or self.tail or (self.entries and number < self.number):
            finished = self.begin_bare(start, end, setup)
        self.end_block(start)
        self.number = number
        self.moves += 1
        if len(self.entries) >= MOST_MOVES:
            self.stop(Span(start, end), f"{MOST_MOVES:,} moves in a game")
        if self.moves > MOST_MATCH_MOVES:
            self.stop(Span(start, end), f"{MOST_MATCH_MOVES:,} moves in a match")
        side, rest = self.named(found["rest"])
        turn = read_turn(rest)
        if setup is not None and board["match"]:
            turn = turn or turn_of(setup)
            side = Side(int(setup.upper)) if side is None else side  # twins, whom only the match ID tells apart
        if not self.entries and setup is not None and side is not None:
            self.set_board(setup if board["match"] else replace(setup, upper=side is Side.RIGHT), Span(*board.span("id")))
        if side is None or turn is None:
            self.fault("T101", Span(start, end), found[0])
        self.block = Block(side, turn, Span(start, end))
        if isinstance(turn, Offered) and side is not None:
            self.offered(side, turn.to, Span(start, end))
        return finished

    def begin_bare(self, start: int, end: int, setup: Setup | None) -> Match | None:
        """A game without a score line: what its first board says."""
        names = self.names(end) or ("", "")
        score: tuple[int | None, int | None] = (None, None)
        length = None
        if setup is not None:
            score = setup.score[::-1] if setup.upper else setup.score
            length = Length(setup.length, setup.length == 0, Span(end, end))
        found = (Seat(names[0], score[0]), Seat(names[1], score[1]))
        self.end_game()
        finished = None
        if self.games and not self.goes_on(found, (self.games[-1].number or 0) + 1, length):
            finished = self.finish()
        self.length = self.length or length
        crawford = True if setup is not None and setup.crawford else None
        self.open_game(start, Game(None, found, (), crawford=crawford, span=Span(start, end), seats_span=Span(start, end)))
        return finished

    def setup(self, board: re.Match[str]) -> Setup | None:
        """What the IDs of a board say; the position alone where only that can be read."""
        for text in ([f"{board['id']}:{board['match']}"] if board["match"] else []) + [board["id"]]:
            try:
                return read_id(text)
            except BadId:
                self.fault("T101", Span(board.start("id"), board.end()), text)
        return None

    def set_board(self, setup: Setup, span: Span) -> None:
        """The first board of a game, where it is not the usual start."""
        # Seen by the player on roll; the left one is player 0.
        position = flipped(setup.position) if setup.upper else setup.position
        owner = None if setup.owner == 0 else Side.RIGHT if setup.upper is (setup.owner == 1) else Side.LEFT
        if self.usual is None:
            self.usual = position if position in _VARIATIONS else STARTS["standard"]
        if position != self.usual or owner is not None:
            self.entries.append(Entry(None, SetBoard(position, setup.cube, owner), None, span))
        elif setup.cube != 1:  # automatic doubles
            self.game = replace(self.game, cube=setup.cube)

    def named(self, text: str) -> tuple[Side | None, str]:
        """Whose name a text begins with, and what follows it; None where it is nobody's, or both have it."""
        if self.seats is None:
            return None, text
        names = [seat.name for seat in self.seats]
        fitting = [side for side in Side if names[side] and text.startswith(f"{names[side]} ")]
        if not fitting:
            return None, text
        side = max(fitting, key=lambda side: len(names[side]))
        rest = text[len(names[side]) + 1 :].lstrip()
        return (None if names[0] == names[1] else side), rest

    def offered(self, side: Side, to: int, span: Span) -> None:
        """A heading says what the cube goes to if the double before it is taken."""
        last = self.entries[-1] if self.entries else None
        if last is not None and last.side is side and isinstance(last.action, Double | Beaver) and last.action.to is None:
            self.entries[-1] = replace(last, action=replace(last.action, to=to))
        else:
            self.entries.append(Entry(side, Double(to), None, span))

    def deed(self, start: int, bare: str) -> None:
        """`* Bob moves 8/5 6/5`: what was done, under the heading and the board."""
        block = self.block
        lead = 3 if bare.startswith("*. ") else 2 if bare.startswith(("* ", "*.")) else 1  # in German a dot stands there
        side, rest = self.named(bare[lead:])
        span = Span(start + lead, start + len(bare))
        if block is None or block.done or (side is None and rest == bare[lead:]):
            self.fault("T101", span, bare)
            return
        block.done = True
        side = side if side is not None else block.decides
        action = action_of(block, side, rest, len(bare) - lead - len(rest), self.entries[-1].action if self.entries else None)
        if side is None or action is None:
            self.fault("T101", span, bare)
            return
        self.entries.append(Entry(side, action, None, span))

    def end_block(self, place: int | None) -> None:
        """The next heading, or the end of a game: a heading without a deed is a roll of which nothing else is known."""
        self.end_remarks()
        block, self.block = self.block, None
        if block is None:
            return
        if isinstance(block.turn, Resigned) and block.side is not None:
            self.entries.append(Entry(block.side, Resign(points=block.turn.points), None, block.span))
        elif not block.done and not self.stopped:
            if isinstance(block.turn, Rolled) and block.side is not None:
                self.entries.append(Entry(block.side, Roll(block.turn.dice, Unplayed.NOTHING), None, block.span))
            self.fault("T103" if place is None else "T101", block.span, self.text[block.span.start : block.span.end])

    def result(self, start: int, bare: str, end: int) -> bool:
        """`Bob wins 2 points`: the last line of a game, behind its last move or the comment on that."""
        if self.block is not None and not self.block.done:
            return False
        side, rest = self.named(bare)
        points = read_result(rest) if rest != bare else None
        if points is None or not self.ends(end):
            return False
        self.end_block(start)
        if side is None and self.seats is not None:
            self.fault("T101", Span(start, end), bare)  # whose it is cannot be told
            return True
        self.entries.append(Entry(side, Win(points), None, Span(start, end)))
        return True

    def ends(self, end: int) -> bool:
        """Whether nothing more of a game stands behind a place: a table, the score of the next game, or the last lines of a file."""
        first, _, rest = self.text[end : end + 600].replace("\r\n", "\n").replace("\r", "\n").lstrip().partition("\n")
        return not first or read_score(first.strip()) is not None or _FOOT.search(rest, 0, 100) is not None or self.is_title(end)

    def is_title(self, end: int) -> bool:
        """Whether a table begins behind the line that follows."""
        following = _LINE.match(self.text, end)
        return following is not None and _TABLE.match(self.text, following.end(), following.end() + 200) is not None

    # ---- what is said of the match

    def info(self, start: int, bare: str) -> None:
        found = read_info(bare)
        if found is None:
            self.rating(start, bare)
        elif found.key == "COMMENTS":
            self.remarks, self.about_match = [(start + found.at, start + len(bare))], True
        elif found.value:
            span = Span(start, start + len(bare))
            self.tag(date_tag(found, span) if found.key == "DATE" else Tag(_TAGS[found.key], found.value, span))

    def rating(self, start: int, bare: str) -> None:
        """`Bob's rating: 1650.5 (Exp 12)`, in whatever language: a line with a name, a colon behind it, and a text."""
        for side, seat in enumerate(self.seats or ()):
            before, name, behind = bare.partition(seat.name) if seat.name else (bare, "", "")
            text = behind.partition(":")[2].strip()
            if name and len(before) <= 30 and text:
                rated = _RATING.fullmatch(text)
                value = f"{rated[1]}/{rated[2]}" if rated else text
                self.tag(Tag(f"Player {side + 1} Elo", value, Span(start, start + len(bare))))
                return

    def tag(self, tag: Tag) -> None:
        """Each game of a match repeats what is said of it."""
        if tag not in self.tags and len(self.tags) < MOST_FAULTS:
            self.tags.append(tag)

    def end_remarks(self) -> None:
        """The comment that was being read is complete."""
        remarks, self.remarks = self.remarks, None
        about_match, self.about_match = self.about_match, False
        if not remarks:
            return
        self.commented += len(remarks)
        span = Span(remarks[0][0], remarks[-1][1])
        if self.commented > MOST_COMMENTS:
            self.stop(span, f"{MOST_COMMENTS:,} lines of comments in a match")
        text = "\n".join(self.text[start:end] for start, end in remarks).strip()
        entry = len(self.entries) - 1 if self.entries else None
        comment = Comment(text) if about_match else Comment(text, len(self.games) + 1, entry, span)
        if text and (not about_match or comment not in self.comments):
            self.comments.append(replace(comment, span=span))

    # ---- the match

    def finish(self) -> Match | None:
        """The match that was read so far, if there is one; then begin anew."""
        self.end_game()
        found = None
        if self.games or self.faults:
            where = self.games[0].span if self.games else Span(self.start or 0, self.start or 0)
            if self.usual in _VARIATIONS:
                self.tags.append(Tag("Variation", _VARIATIONS[self.usual], where))
            found = Match(
                "gnubg-text",
                "gnubg",
                self.length,
                tuple(self.games),
                tuple(self.tags),
                Habits(marks_hits=True, caps_points=False, says_and_the_match=False, empty_means_dance=False, numbers_rows=False),
                tuple(self.faults),
                self.ordinal,
                where,
                tuple(self.comments),
                tuple(sorted(self.beside)),
            )
            self.ordinal += 1
        self.clear()
        return found
