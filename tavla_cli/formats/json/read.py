"""tavla's own JSON to the record; what cannot be read costs itself. Knows no rules.

A value that is wrong costs the smallest thing that it stands in: a step its play, anything else of an entry the entry, of which then only
the player and the place are known.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from tavla_cli.formats.json.actions import ACTIONS, NOBODYS
from tavla_cli.formats.json.fields import Bad, Fields
from tavla_cli.formats.json.scan import Node, Scanner, Trouble
from tavla_cli.formats.json.words import HABITS, SCHEMA, SIDES
from tavla_cli.record import Comment, Entry, Fault, Game, Habits, Length, Match, Row, Seat, Tag, Unread
from tavla_cli.source import Span

MOST_MATCHES = 50_000
"""Matches in one input, whose results are in memory together."""

MOST_GAMES = 10_000
"""Games in one match."""

MOST_ENTRIES = 400_000
"""Entries of one match: what 200,000 rows hold."""

MOST_FAULTS = 200
"""Values of one match that cannot be read."""

_SEEN = 5_000  # characters at the beginning and at the end of a text in which it says what it is
_BEGINS = re.compile(
    r'''\s*+\{(?:\s*+"[^"\\]{1,40}+"\s*+:\s*+(?:"[^"\\]{0,200}+"|[-+.0-9a-zA-Z]{1,40}+)\s*+,){0,8}?\s*+"tavla"\s*+:\s*+"match"'''
)
_ENDS = re.compile(r'[\]}"0-9el]\s*+,\s*+"tavla"\s*+:\s*+"match"\s*+\}\s*\Z')
_SAYS: Mapping[str, object] = {"tavla": "match", "schema": SCHEMA}
_CODES = ("T101", "T103", "T115")

_T = TypeVar("_T")


def recognises(text: str) -> bool:
    """Whether the outermost object says that it is ours, before its matches or, as where its names were sorted, after them."""
    return _BEGINS.match(text[:_SEEN]) is not None or (text[:_SEEN].lstrip().startswith("{") and _ENDS.search(text[-_SEEN:]) is not None)


def read(text: str) -> Iterator[Match]:
    """The matches of a text, one after the other."""
    scanner = Scanner(text)
    held: Match | None = None  # what is found behind a match is told with it
    for ordinal, node in enumerate(_matches(scanner), 1):
        if ordinal > MOST_MATCHES:
            scanner.trouble("T115", node.start, node.start, f"{MOST_MATCHES:,} matches in an input")
            break
        if held is not None:
            yield held
        troubles = scanner.told()
        cut = troubles[-1].start if scanner.over and troubles else None
        held = _Reader(troubles, cut).match(node, ordinal)
    rest = tuple(_faults(scanner.told()))
    if rest and held is None:
        held = Match("json", "", None, (), faults=rest)
    elif rest and held is not None:
        held = replace(held, faults=(*held.faults, *rest))
    if held is not None:
        yield held


def _faults(troubles: Sequence[Trouble]) -> Iterator[Fault]:
    return (Fault(each.code, Span(each.start, each.end), text=each.text) for each in troubles)


def _matches(scanner: Scanner) -> Iterator[Node]:
    """The values in `matches`, each read when it is asked for. What else the outermost object holds is looked at on the way."""
    if scanner.skip() != "{":
        return _stray(scanner)
    scanner.at += 1
    seen: set[str] = set()
    while not scanner.over:
        start = scanner.at if scanner.skip() else len(scanner.text)
        name = scanner.string()
        if name is None or scanner.skip() != ":":
            return _stray(scanner)
        scanner.at += 1
        if name in seen:
            scanner.trouble("T101", start, scanner.at, name[:80])
        seen.add(name)
        if name == "matches" and scanner.skip() == "[":
            scanner.at += 1
            yield from _values(scanner)
        else:
            value = scanner.value()
            if value is None:
                return _stray(scanner)
            if name not in _SAYS or type(value.value) is not type(_SAYS[name]) or value.value != _SAYS[name]:
                scanner.trouble("T101", value.start, value.end, name[:80])
        if scanner.over:
            return None
        comma = scanner.skip()
        if comma == "}":
            scanner.at += 1
            break
        if comma != ",":
            return _stray(scanner)
        scanner.at += 1
    if not scanner.blank_from(scanner.at):
        _stray(scanner)
    return None


def _values(scanner: Scanner) -> Iterator[Node]:
    """The values of an array that has been opened, up to its end."""
    if scanner.skip() == "]":
        scanner.at += 1
        return
    while not scanner.over:
        node = scanner.value()
        if node is None:
            return
        yield node
        comma = scanner.skip()
        if comma not in ("]", ","):
            return
        scanner.at += 1
        if comma == "]":
            return


def _stray(scanner: Scanner) -> None:
    """What stands here belongs nowhere; nothing is read from here on."""
    char = scanner.skip()
    end = min(scanner.at + 80, len(scanner.text))
    scanner.trouble("T101" if char else "T103", min(scanner.at, max(end - 1, 0)), end, scanner.text[scanner.at : end])
    scanner.over = True


class _Reader:
    """The match that is being read. `cut`: where it breaks off; what is not whole there is not found wanting too."""

    def __init__(self, troubles: Sequence[Trouble], cut: int | None) -> None:
        self.troubles = troubles
        self.cut = cut
        self.starts: list[int] = []  # of the games
        self.faults: list[Fault] = []
        self.told = 0
        self.entries = 0
        self.stopped = False

    def match(self, node: Node, ordinal: int) -> Match:
        found = Match("json", "", None, (), ordinal=ordinal, span=Span(node.start, min(node.start + 1, node.end)))
        try:
            fields = Fields(node)
        except Bad:
            self.fault(node)
            return replace(found, faults=(*_faults(self.troubles), *self.faults))
        found = replace(
            found,
            dialect=self.tried(lambda: self.dialect(fields.get("from")), ""),
            length=self.tried(lambda: _length(fields.get("length")), None),
            habits=self.tried(lambda: self.habits(fields.get("habits")), Habits()),
            tags=tuple(self.each(fields, "tags", self.tag)),
            comments=tuple(self.each(fields, "comments", self.comment)),
        )
        stated = list(self.each(fields, "faults", self.stated))
        games = tuple(self.games(fields))
        final = self.tried(lambda: self.seats(fields.get("final")), None)
        self.rest(fields)
        torn = (replace(fault, game=bisect_right(self.starts, fault.span.start) or None) for fault in _faults(self.troubles))
        return replace(found, games=games, final=final, faults=(*torn, *self.faults, *stated))

    # ---- what cannot be read

    def fault(self, node: Node, text: str = "", game: int | None = None) -> None:
        if self.is_cut(node):
            return
        if self.told < MOST_FAULTS:
            self.told += 1
            self.faults.append(Fault("T101", Span(node.start, node.end), game, text=text or _shown(node)))
        else:
            self.stop(node, f"{MOST_FAULTS} unreadable values in a match")

    def is_cut(self, node: Node) -> bool:
        return self.cut is not None and node.end >= self.cut

    def stop(self, node: Node, limit: str) -> None:
        """A limit is reached: nothing more of the match is read. Only the first is told."""
        if not self.stopped:
            self.stopped = True
            self.faults.append(Fault("T115", Span(node.start, node.start), text=limit))

    def tried(self, read: Callable[[], _T], default: _T, game: int | None = None) -> _T:
        """What can be read, or the default and a fault."""
        try:
            return read()
        except Bad as bad:
            self.fault(bad.node, game=game)
            return default

    def nodes(self, fields: Fields, name: str, game: int | None = None) -> list[Node]:
        """The values of an array; none where it is none."""
        try:
            return fields.items(name)
        except Bad as bad:
            self.fault(bad.node, game=game)
            return []

    def each(self, fields: Fields, name: str, read: Callable[[Fields], _T], game: int | None = None) -> Iterator[_T]:
        """The objects of an array; one that is wrong costs itself."""
        for node in self.nodes(fields, name, game):
            try:
                found = Fields(node)
                value = read(found)
            except Bad as bad:
                self.fault(bad.node, game=game)
                continue
            self.rest(found, game)
            yield value

    def rest(self, fields: Fields, game: int | None = None) -> None:
        """What nobody has asked for is nothing that belongs there."""
        for name, node in fields.unknown():
            self.fault(node, name[:80], game)

    # ---- the match

    def dialect(self, node: Node | None) -> str:
        if node is None:
            return ""
        fields = Fields(node)
        format, dialect = fields.text("format"), fields.text("dialect") or ""
        self.rest(fields)
        return dialect if format is None else f"{format}/{dialect}"

    def habits(self, node: Node | None) -> Habits:
        if node is None:
            return Habits()
        fields = Fields(node)
        found = Habits(*(fields.flag(name) for name in HABITS))
        self.rest(fields)
        return found

    def tag(self, fields: Fields) -> Tag:
        return Tag(fields.needed_text("key"), fields.needed_text("value"), _span(fields.node))

    def comment(self, fields: Fields) -> Comment:
        return Comment(fields.needed_text("text"), fields.number("game", 1), fields.number("entry", 0), _span(fields.node))

    def stated(self, fields: Fields) -> Fault:
        code = fields.choice("code", {code: code for code in _CODES})
        if code is None:
            raise Bad(fields.node)
        text = fields.text("text") or ""
        return Fault(code, _span(fields.node), fields.number("game", 1), fields.number("row"), fields.choice("side", SIDES), text)

    # ---- games

    def games(self, fields: Fields) -> Iterator[Game]:
        for ordinal, node in enumerate(self.nodes(fields, "games"), 1):
            if ordinal > MOST_GAMES:
                self.stop(node, f"{MOST_GAMES:,} games in a match")
            if self.stopped:
                return
            try:
                found = Fields(node)
            except Bad:
                self.fault(node)
                continue
            self.starts.append(node.start)
            yield self.game(found, len(self.starts))

    def game(self, fields: Fields, ordinal: int) -> Game:
        seats = fields.get("seats")
        game = Game(
            self.tried(lambda: fields.number("number"), None, ordinal),
            self.tried(lambda: self.seats(seats), None, ordinal),
            tuple(self.cells(fields, ordinal)),
            tuple(self.each(fields, "rows", self.row, ordinal)),
            self.tried(lambda: fields.flag("crawford"), None, ordinal),
            self.tried(lambda: fields.pair("throw", 0, 9), None, ordinal),
            self.tried(lambda: fields.number("cube"), None, ordinal),
            Span(fields.node.start, fields.node.start + 1),
            _span(seats or fields.node),
            self.tried(lambda: fields.choice("on_roll", SIDES), None, ordinal),
        )
        self.rest(fields, ordinal)
        return game

    def seats(self, node: Node | None) -> tuple[Seat, Seat] | None:
        if node is None:
            return None
        fields = Fields(node)
        found = self.seat(fields.needed("left")), self.seat(fields.needed("right"))
        self.rest(fields)
        return found

    def seat(self, node: Node) -> Seat:
        fields = Fields(node)
        name, score = fields.get("name") or node, fields.get("score") or node
        spans = _span(node), _span(name), _span(score)
        found = Seat(fields.needed_text("name"), fields.number("score"), fields.text("rating"), *spans)
        self.rest(fields)
        return found

    def row(self, fields: Fields) -> Row:
        number_, before = fields.number("number"), fields.number("before", 0)
        if number_ is None or before is None:
            raise Bad(fields.node)
        return Row(number_, fields.flag("only_result") or False, before, _span(fields.node))

    def cells(self, fields: Fields, game: int) -> Iterator[Entry]:
        for node in self.nodes(fields, "entries", game):
            self.entries += 1
            if self.entries > MOST_ENTRIES:
                self.stop(node, f"{MOST_ENTRIES:,} entries in a match")
            if self.stopped:
                return
            entry = self.cell(node, game)
            if not (isinstance(entry.action, Unread) and self.is_cut(node)):
                yield entry

    def cell(self, node: Node, game: int) -> Entry:
        side, row = None, None
        try:
            fields = Fields(node)
            side = fields.choice("side", SIDES)
            row = fields.number("row")
            kind = fields.choice("action", ACTIONS)
            if kind is None or (kind not in NOBODYS and not fields.has("side")):
                raise Bad(node)
            action = kind(fields)
        except Bad as bad:
            return Entry(side, Unread(_shown(bad.node)), row, _span(bad.node))
        fields.has("position")  # for whoever reads the file, who may not know the rules
        self.rest(fields, game)
        return Entry(side, action, row, _span(node))


def _length(node: Node | None) -> Length | None:
    """Raises Bad."""
    if node is None:
        return None
    fields = Fields(node)
    found = Length(fields.number("points"), fields.flag("money") or False, _span(node))
    fields.nothing_else()
    return found


def _span(node: Node) -> Span:
    return Span(node.start, node.end)


def _shown(node: Node) -> str:
    return str(node.value)[:80] if isinstance(node.value, int | float | str) else ""
