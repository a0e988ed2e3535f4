"""Puts the matches of an SGF collection together: one game tree is one game. Knows no rules.

Of variations the first one is followed. Places are offsets in the text; the node `2/14` is the fourteenth of the line that is followed in
the second game tree of the file, the root being the first.
"""

import re
from collections.abc import Iterator

from tavla_cli.formats.mat.scan import MOST_COMMENTS, MOST_FAULTS, MOST_GAMES, MOST_MATCH_ROWS, MOST_MATCHES
from tavla_cli.formats.sgf.game import SIDES, OneGame
from tavla_cli.formats.sgf.head import Head, Said, dialect, is_backgammon, read_head
from tavla_cli.formats.sgf.scan import MOST_PIECES, Cut, Junk, Limit, Mark, Piece, Property, pieces, values
from tavla_cli.record import Comment, Fault, Game, Habits, Length, Match, Node, Tag
from tavla_cli.source import Source, Span

MOST_NODES = 500_000
"""Nodes in one match, all of whose names are in memory together."""

MOST_PROPERTIES = 1_000
"""Properties of one node, and values of one property that is no analysis."""

_BEGINS = re.compile(r"[\s\0\ufeff]*\([\s\0(]*;")
_GM = re.compile(r"\bG[a-z]*M[a-z]*\s*\[6\]")
_ANALYSIS = frozenset(("A", "DA", "MR", "CR", "LU", "GW", "GB", "BM", "DO", "BC", "DC"))


def recognises(source: Source) -> bool:
    """Whether the text is a collection with a game of backgammon."""
    return _BEGINS.match(source.text) is not None and _GM.search(source.text) is not None


def read(source: Source) -> Iterator[Match]:
    """The matches of a text, one after the other."""
    reader = _Reader(source.text)
    for piece in pieces(source.text):
        reader.piece(piece)
        if reader.ready is not None:
            yield reader.ready
            reader.ready = None
        if reader.stopped:
            break
    last = reader.end()
    if last is not None:
        yield last


class _Reader:
    """The match that is being read. `ready`: one that is finished."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.ready: Match | None = None
        self.ordinal = 1
        self.stopped = False
        self.tree = self.depth = 0
        self.nodes_of_tree = 0
        self.skipped: int | None = None  # the depth of the variation that is passed over
        self.closed = False  # the line that is followed has ended
        self.foreign = False  # the tree's game is not backgammon
        self.node_at: int | None = None
        self.properties: list[Property] = []
        self.clear()

    def clear(self) -> None:
        self.game: OneGame | None = None
        self.length: Length | None = None
        self.names: tuple[str, str] | None = None
        self.base = 0  # what a first game has as its number
        self.program = ""
        self.games: list[Game] = []
        self.tags: list[Tag] = []
        self.faults: list[Fault] = []
        self.comments: list[Comment] = []
        self.beside: dict[str, None] = {}
        self.nodes: list[Node] = []
        self.all_entries = 0

    # ---- what goes wrong

    def fault(self, span: Span, text: str = "", code: str = "T101") -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(code, span, self.ordinal_of_game, text=text[:80]))
        else:
            self.stop(span, f"{MOST_FAULTS} unreadable lines in a match")

    def unread(self, span: Span) -> None:
        """A stretch of the text cannot be read."""
        self.fault(span, self.text[span.start : min(span.end, span.start + 80)])

    def stop(self, span: Span, limit: str) -> None:
        """A limit is reached: nothing of the input is read from here on. Only the first is told."""
        if not self.stopped:
            self.stopped = True
            self.faults.append(Fault("T115", span, self.ordinal_of_game, text=limit))

    @property
    def ordinal_of_game(self) -> int | None:
        return len(self.games) + 1 if self.game is not None else None

    # ---- the tree

    def piece(self, piece: Piece) -> None:
        match piece:
            case Property():
                self.property(piece)
            case Mark("(", start):
                self.open()
            case Mark(")", start):
                self.close(start)
            case Mark(_, start):
                self.node(start)
            case Junk(start, end):
                if self.reads or self.depth == 0:
                    self.unread(Span(start, end))
            case Cut(property):
                self.cut_off(property)
            case Limit(start):
                self.stop(Span(start, start + 1), f"{MOST_PIECES:,} pieces of SGF")

    @property
    def reads(self) -> bool:
        """Whether this is the line that is followed."""
        return self.depth > 0 and self.skipped is None and not self.closed and not self.foreign

    def open(self) -> None:
        self.depth += 1
        if self.depth == 1:
            self.tree += 1
            self.nodes_of_tree = 0
            self.closed = self.foreign = False
        elif self.closed and self.skipped is None:
            self.skipped = self.depth
            if not self.foreign:
                self.beside["variations"] = None
        elif self.reads:
            self.end_node()

    def close(self, start: int) -> None:
        if self.depth == 0:
            self.unread(Span(start, start + 1))
            return
        if self.skipped == self.depth:
            self.skipped = None
        elif self.reads:
            self.end_node()
            self.closed = True
        self.depth -= 1
        if self.depth == 0:
            self.end_game()

    def node(self, start: int) -> None:
        if self.reads:
            self.end_node()
            self.node_at = start
        elif self.depth == 0 or (self.closed and self.skipped is None and not self.foreign):
            self.unread(Span(start, start + 1))  # behind the end of what it could belong to

    def property(self, property: Property) -> None:
        if not self.reads:
            if self.depth == 0:
                self.unread(Span(property.start, property.end))
            return
        if self.node_at is None:
            self.node_at = property.start
        if len(self.properties) == MOST_PROPERTIES:
            self.stop(Span(property.start, property.end), f"{MOST_PROPERTIES:,} properties in a node")
        else:
            self.properties.append(property)

    def cut_off(self, property: Property) -> None:
        """The text breaks off in a value. Of a move the dice may be whole; of what else it may be nothing is known."""
        if self.reads:
            self.end_node()
            if property.name in SIDES and self.game is not None:
                self.game.broken_off(self.said(property))
        if self.depth and not self.foreign:
            self.fault(Span(property.start, property.end), self.text[property.start : property.start + 80], "T103")
        self.depth = 0  # that the tree is not closed is said with it

    def end(self) -> Match | None:
        """The input has ended: the match that was read last, if there is one."""
        if self.reads and not self.stopped:
            self.end_node()
        if self.depth and self.game is not None and not self.stopped:
            at = len(self.text.rstrip())
            self.fault(Span(at - 1, at), self.text[at - 1 : at], "T103")
        return self.finish()

    # ---- nodes

    def end_node(self) -> None:
        """Read the node whose properties are all there."""
        if self.node_at is None:
            return
        start, properties = self.node_at, self.properties
        self.node_at, self.properties = None, []
        self.nodes_of_tree += 1
        node = [self.said(each) for each in properties if each.name not in _ANALYSIS]
        root = self.nodes_of_tree == 1
        if root:
            self.foreign = not is_backgammon(node)
            if self.foreign:
                self.beside["games that are not backgammon"] = None
                return
            head = read_head(node, Span(start, properties[-1].end))
            self.begin_game(head)
            node = head.rest
        self.nodes.append(Node(start, f"{self.tree}/{self.nodes_of_tree}"))
        if len(self.nodes) > MOST_NODES:
            self.stop(Span(start, start + 1), f"{MOST_NODES:,} nodes in a match")
        for each in properties:
            if each.open:
                self.unread(Span(each.start, each.end))
            if each.name in _ANALYSIS:
                self.beside["analysis"] = None
        if self.game is not None:
            self.game.node(node, root)

    def said(self, property: Property) -> Said:
        """A property with its values as the text has them."""
        found: list[tuple[str, Span]] = []
        for begin, end in values(self.text, property):
            if len(found) == MOST_PROPERTIES:
                self.stop(Span(property.start, property.end), f"{MOST_PROPERTIES:,} values of a property")
                break
            found.append((self.text[begin:end], Span(begin, end)))
        return Said(property.name, Span(property.start, property.end), tuple(found))

    # ---- games and matches

    def begin_game(self, head: Head) -> None:
        if self.games and self.is_other(head):
            self.ready = self.finish()
            if self.ordinal > MOST_MATCHES:
                self.stop(head.span, f"{MOST_MATCHES:,} matches in an input")
        if len(self.games) == MOST_GAMES:
            self.stop(head.span, f"{MOST_GAMES:,} games in a match")
        if not self.games:
            self.length, self.program = head.length, head.program
            # Red-bean counts games from 1, the programs that are known from 0.
            from_1 = dialect(head.program) == "plain" and [seat.score for seat in head.seats] == [0, 0]
            self.base = 1 if head.number == 1 and from_1 else 0
        if head.named:
            self.names = (head.seats[0].name, head.seats[1].name)
        for tag in head.tags:
            if tag not in self.tags:
                self.tags.append(tag)
        self.comments += [Comment(text, None, None, span) for text, span in head.comments]
        self.beside.update(dict.fromkeys(head.beside))
        self.game = OneGame(head, self.fault, self.stop)
        for span, text in head.unread:
            self.fault(span, text)

    def is_other(self, head: Head) -> bool:
        """Whether a game is of another match than the one before it; nothing says so outright (sgf.md 1)."""
        length = head.length.points if head.length else None
        if length != (self.length.points if self.length else None):
            return True
        scores = any(seat.score for seat in head.seats)
        if head.number is not None and head.number <= self.base and not (length == 0 and scores):
            return True  # a first game; but there are money sessions whose games have no number
        before, number = self.games[-1].number, self.number(head)
        follows = number is not None and before is not None and number == before + 1
        return not follows and head.named and self.names is not None and (head.seats[0].name, head.seats[1].name) != self.names

    def number(self, head: Head) -> int | None:
        """The number of a game, counted from 1."""
        return None if head.number is None else head.number + 1 - self.base

    def end_game(self) -> None:
        one = self.game
        if one is None:
            return
        game, comments = one.ended(len(self.games) + 1, self.number(one.head))
        self.comments += comments
        self.beside.update(one.beside)
        self.all_entries += len(game.entries)
        if len(self.comments) > MOST_COMMENTS:
            self.stop(game.span, f"{MOST_COMMENTS:,} comments in a match")
        if self.all_entries > 2 * MOST_MATCH_ROWS:
            self.stop(game.span, f"{MOST_MATCH_ROWS:,} rows in a match")
        self.games.append(game)
        self.game = None

    def finish(self) -> Match | None:
        """The match that was read so far, if there is one; then begin anew."""
        self.end_game()
        found = None
        if self.games or any(fault.code == "T115" for fault in self.faults):
            found = Match(
                "sgf",
                dialect(self.program),
                self.length,
                tuple(self.games),
                tuple(self.tags),
                Habits(marks_hits=False),
                tuple(self.faults),
                self.ordinal,
                self.games[0].span if self.games else self.faults[0].span,
                tuple(self.comments),
                tuple(self.beside),
                tuple(self.nodes),
            )
            self.ordinal += 1
        self.clear()
        return found
