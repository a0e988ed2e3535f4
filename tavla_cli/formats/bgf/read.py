"""The match object of a `.bgf` to the record (formats/bgf.md 2 to 4). Knows neither bytes nor rules.

Green is left. What the sheet does not know is settled so: of the four last numbers of a position the first two are the bars, the others
what is off, and whose they are is told by their sign; the player of a resignation (code 9) is the one who resigned, unless the score after
the game says that he won it.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from tavla_cli.board import BAR, OFF, STARTS, Position, Step
from tavla_cli.formats.bgf.payload import content
from tavla_cli.formats.json.fields import HIGHEST, Bad, Fields, items, number
from tavla_cli.formats.json.scan import Node as Value
from tavla_cli.formats.numbering import numbered
from tavla_cli.record import (
    Action,
    Comment,
    Double,
    Drop,
    Ending,
    Entry,
    Fault,
    Game,
    Habits,
    Length,
    Match,
    Node,
    Remark,
    Resign,
    Roll,
    Seat,
    SetBoard,
    Side,
    Tag,
    Take,
    Unplayed,
    Unread,
    Win,
)
from tavla_cli.source import Span

MOST_GAMES = 10_000
MOST_MOVES = 200_000
"""Moves in one match."""

MOST_FAULTS = 200

ANALYSIS = ("moveAnalysis", "equity", "dancingEquity")
STATISTICS = ("luck", "pr", "prGreen", "prRed")
RATINGS = ("rankGreen", "rankRed")

_T = TypeVar("_T")
_Score = tuple[int, int]

_SIDES = {-1: Side.LEFT, 1: Side.RIGHT}
_NO_DICE = 7  # in `green`: `red` tells what was done
_CUBE: dict[int, Action] = {1: Double(), 2: Take(), 3: Drop()}
_OVER, _DANCE, _RESIGNED = 4, 5, 9
_UNUSED = -1
_CHECKERS = 28  # numbers of a position
_MOST_PAIRS = 16


def read(data: bytes) -> Iterator[Match]:
    """The match of a file; with its faults only where nothing of it can be read."""
    root, troubles, cut = content(data, (*ANALYSIS, *STATISTICS))
    faults = [Fault(each.code, Span(each.start, each.end), text=each.text) for each in troubles]
    yield _Reader(faults, cut).match(root)


class _Reader:
    """The match that is being read. `cut`: where it breaks off; what is not whole there is not found wanting too."""

    def __init__(self, faults: list[Fault], cut: int | None) -> None:
        self.faults = faults
        self.cut = cut
        self.nodes = [Node(0, "match")]
        self.comments: list[Comment] = []
        self.beside: dict[str, None] = {}
        self.starts: list[int] = []  # of the games
        self.moves = 0
        self.stopped = False

    def match(self, root: Value | None) -> Match:
        torn = len(self.faults)  # what the layers below could not read
        if root is None or not isinstance(root.value, dict):
            if root is not None:
                self.fault(root)
            return Match("bgf", "bgblitz", None, (), faults=tuple(self.faults), nodes=tuple(self.nodes))
        fields = Fields(root)
        length = self.named(lambda name: _length(fields.get(name)), "matchlen")
        tags = tuple(self.tags(fields))
        self.note(fields.get("comment"), None, None)
        games = self.games(fields)
        self.faults[:torn] = (replace(fault, game=bisect_right(self.starts, fault.span.start) or None) for fault in self.faults[:torn])
        self.see(fields)
        return Match(
            "bgf",
            "bgblitz",
            length,
            games,
            tags,
            Habits(marks_hits=False, caps_points=False, empty_means_dance=False, numbers_rows=False),
            tuple(self.faults),
            span=Span(root.start, root.start + 1),
            comments=tuple(self.comments),
            beside=tuple(self.beside),
            nodes=tuple(sorted(self.nodes)),
        )

    # ---- what cannot be read, and what is not

    def fault(self, node: Value, game: int | None = None) -> None:
        if self.is_cut(node):
            return
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault("T101", Span(node.start, node.end), game, text=_shown(node)))
        else:
            self.stop(node, f"{MOST_FAULTS} unreadable places in a match")

    def is_cut(self, node: Value) -> bool:
        return self.cut is not None and node.end >= self.cut

    def stop(self, node: Value, limit: str) -> None:
        """A limit is reached: nothing more is read. Only the first is told."""
        if not self.stopped:
            self.stopped = True
            self.faults.append(Fault("T115", Span(node.start, node.start), text=limit))

    def tried(self, read: Callable[[], _T | None], game: int | None = None) -> _T | None:
        """What can be read, or None and a fault."""
        try:
            return read()
        except Bad as bad:
            self.fault(bad.node, game)
            return None

    def named(self, read: Callable[[str], _T | None], name: str, game: int | None = None) -> _T | None:
        return self.tried(lambda: read(name), game)

    def see(self, fields: Fields) -> None:
        """Remember what else is there."""
        for what, names in (("analysis", ANALYSIS), ("statistics", STATISTICS), ("ratings", RATINGS)):
            for name in names:
                node = fields.get(name)
                # An array or object of two bytes is empty; the contents of the others were passed over.
                if node is not None and node.value != 0 and (node.end - node.start > 2 or not isinstance(node.value, dict | list)):
                    self.beside[what] = None

    def note(self, node: Value | None, game: int | None, entry: int | None) -> None:
        """What somebody wrote, or several."""
        if node is None:
            return
        if isinstance(node.value, list):
            for each in node.value:
                self.note(each, game, entry)
        elif isinstance(node.value, str):
            if node.value.strip():
                self.comments.append(Comment(node.value, game, entry, Span(node.start, node.end)))
        elif node.value is not None:
            self.beside["comments"] = None  # in a form that was not seen

    # ---- the match

    def tags(self, fields: Fields) -> Iterator[Tag]:
        site = self.named(fields.text, "site")
        location = "Location" if site else "Site"
        for name, key in (
            ("site", "Site"),
            ("location", location),
            ("event", "Event"),
            ("round", "Round"),
            ("date", "EventDate"),
            ("extMatchID", "Match ID"),
        ):
            text = self.named(fields.text, name)
            if text and text.strip():
                yield _tag(key, text, fields.needed(name))
        for name, key in (("ratingGreen", "Player 1 Elo"), ("ratingRed", "Player 2 Elo")):
            node = fields.get(name)
            if node is not None and isinstance(node.value, int | float) and 0 < node.value <= HIGHEST:
                yield _tag(key, f"{node.value}" if isinstance(node.value, int) else f"{node.value:.2f}", node)
        for name, key in (("useCrawford", "Crawford"), ("useJacoby", "Jacoby"), ("useBeaver", "Beaver")):
            on = self.named(fields.flag, name)
            if on is not None:
                yield _tag(key, "On" if on else "Off", fields.needed(name))
        limit = self.named(fields.number, "cubeLimit")
        if self.named(fields.flag, "useCube") is False:
            yield _tag("CubeLimit", "1", fields.needed("useCube"))
        elif limit is not None and limit > 0:
            yield _tag("CubeLimit", str(limit), fields.needed("cubeLimit"))
        mode = self.named(fields.number, "gameMode")
        if mode:  # 0 is backgammon; no other one was seen
            yield _tag("gameMode", str(mode), fields.needed("gameMode"))

    def games(self, fields: Fields) -> tuple[Game, ...]:
        nodes = self.named(fields.items, "games") or []
        found: list[Fields] = []
        for node in nodes[:MOST_GAMES]:
            try:
                found.append(Fields(node))
            except Bad:
                self.fault(node)
        scores = [self.score(each, "scoreGreen", "scoreRed", ordinal) for ordinal, each in enumerate(found, 1)]
        scores.append(self.score(fields, "finalGreen", "finalRed", None))
        games: list[Game] = []
        for ordinal, each in enumerate(found, 1):
            if self.stopped:
                break
            last = ordinal == len(found)
            games.append(self.game(ordinal, each, fields, scores[ordinal - 1], scores[ordinal], last))
        if nodes:
            self.nodes.append(Node(nodes[-1].end, "match"))
        if len(nodes) > MOST_GAMES:
            self.stop(nodes[MOST_GAMES], f"{MOST_GAMES:,} games in a match")
        return tuple(games)

    def score(self, fields: Fields, green: str, red: str, game: int | None) -> _Score | None:
        left = self.named(fields.number, green, game)
        right = self.named(fields.number, red, game)
        return None if left is None or right is None else (left, right)

    # ---- a game

    def game(self, ordinal: int, fields: Fields, match: Fields, score: _Score | None, after: _Score | None, last: bool) -> Game:
        node = fields.node
        self.starts.append(node.start)
        self.nodes.append(Node(node.start, f"game {ordinal}"))
        seats = (
            self.seat(fields, match, "nameGreen", "scoreGreen", score and score[0], ordinal),
            self.seat(fields, match, "nameRed", "scoreRed", score and score[1], ordinal),
        )
        crawford = self.named(fields.flag, "isCrawford", ordinal)
        begins = self.tried(lambda: _begins(fields.get("initial")), ordinal)
        entries: list[Entry] = []
        cube = None
        if begins is not None and begins.position == STARTS["standard"] and begins.owner is None:
            cube = begins.cube if begins.cube != 1 else None
        elif begins is not None:
            entries.append(_entry(None, begins, fields.needed("initial")))
        moves = fields.get("moves")
        for number_, each in enumerate(self.named(fields.items, "moves", ordinal) or [], 1):
            self.moves += 1
            if self.moves > MOST_MOVES:
                self.stop(each, f"{MOST_MOVES:,} moves in a match")
                break
            self.nodes.append(Node(each.start, f"game {ordinal} move {number_}"))
            entry = self.move(each, ordinal, len(entries))
            if not (isinstance(entry.action, Unread) and self.is_cut(each)):
                entries.append(entry)
        if moves is not None:
            self.nodes.append(Node(moves.end, f"game {ordinal}"))
        entries = self.result(ordinal, fields, entries, score, after, last)
        self.note(fields.get("comment"), ordinal, None)
        self.see(fields)
        span = Span(node.start, node.start + 1)
        return Game(None, seats, numbered(entries), (), crawford or None, None, cube, span, seats[0].score_span)

    def seat(self, fields: Fields, match: Fields, name: str, points: str, score: int | None, game: int) -> Seat:
        known = fields if fields.get(name) else match
        text = self.named(known.text, name, game) or ""
        said, stated = known.get(name) or fields.node, fields.get(points) or fields.node
        return Seat(
            text,
            score,
            span=Span(stated.start, stated.end),
            name_span=Span(said.start, said.end),
            score_span=Span(stated.start, stated.end),
        )

    def move(self, node: Value, game: int, index: int) -> Entry:
        """An entry of `moves`; an unread one where it is something that nobody knows."""
        side = None
        try:
            fields = Fields(node)
            side = _SIDES.get(number(fields.needed("player")))
            if side is None:
                raise Bad(fields.needed("player"))
            self.note(fields.get("comment"), game, index)
            self.see(fields)
            return _entry(side, _action(fields), node)
        except Bad as bad:
            return _entry(side, Unread(_shown(bad.node)), bad.node)

    def result(
        self, ordinal: int, fields: Fields, entries: list[Entry], score: _Score | None, after: _Score | None, last: bool
    ) -> list[Entry]:
        """The entries with what the game says of its end. `after`: the score that is stated next, capped where the match was won."""
        won = self.named(fields.number, "wonPoints", ordinal) or None
        gained = (after[0] - score[0], after[1] - score[1]) if score and after else (0, 0)
        by_score = None if (gained[0] > 0) == (gained[1] > 0) else Side.LEFT if gained[0] > 0 else Side.RIGHT
        over = next((entry for entry in entries if isinstance(entry.action, Win)), None)
        given = next((entry for entry in entries if isinstance(entry.action, Resign)), None)
        winner = over.side if over else by_score
        if winner is None and given is not None and given.side is not None:
            winner = given.side.other
        if winner is None:
            return entries
        if won is None and last and by_score is winner:
            won = gained[winner]
        found: list[Entry] = []
        for entry in entries:
            if isinstance(entry.action, Resign):
                entry = Entry(winner.other, entry.action, None, entry.span)
            if entry is over:
                found += self.endings(ordinal, fields, winner, given is None)
            if isinstance(entry.action, Win):
                entry = Entry(entry.side, Win(won), None, entry.span)
            found.append(entry)
        if over is None and (given is not None or won is not None):
            found += self.endings(ordinal, fields, winner, given is None)
            found.append(_entry(winner, Win(won), fields.get("wonPoints") or fields.node))
        return found

    def endings(self, ordinal: int, fields: Fields, winner: Side, unsaid: bool) -> Iterator[Entry]:
        """How else than on the board the game ended, where its flags say so. `unsaid`: no move says that it was resigned."""
        for name, side, action in (
            ("wasResignation", winner.other, Resign()),
            ("lostOnTime", None, Remark(Ending.TIME)),
            ("wasForfeit", None, Remark(Ending.FORFEIT)),
        ):
            said = self.named(fields.flag, name, ordinal)
            if said and (unsaid or name != "wasResignation"):
                yield _entry(side, action, fields.needed(name))


# ---- values


def _length(node: Value | None) -> Length | None:
    """Raises Bad."""
    if node is None:
        return None
    points = number(node)
    return Length(points, points == 0, Span(node.start, node.end))


def _action(fields: Fields) -> Action:
    """What a move is. Raises Bad."""
    kind = fields.get("type")
    if kind is not None and kind.value != "amove":
        raise Bad(kind)
    code, green = number(fields.needed("red")), number(fields.needed("green"))
    sources, targets = items(fields.needed("from")), items(fields.needed("to"))
    if green != _NO_DICE:
        return _roll((number(fields.needed("red"), 0, 9), number(fields.needed("green"), 0, 9)), sources, targets)
    if code in _CUBE:
        return _CUBE[code]
    if code == _OVER:
        return Win()
    if code == _RESIGNED:
        return Resign()
    if code == _DANCE:
        if not sources or not targets:
            raise Bad(fields.node)
        return Roll((number(sources[0], 0, 9), number(targets[0], 0, 9)), Unplayed.CANNOT_MOVE)
    raise Bad(fields.needed("red"))


def _roll(dice: tuple[int, int], sources: list[Value], targets: list[Value]) -> Roll:
    """A roll with its pairs of points as written: a pair may take several dice. Raises Bad for pairs that hold no numbers."""
    pairs = [(number(source), number(target)) for source, target in zip(sources, targets, strict=False)]
    pairs = [pair for pair in pairs if pair != (_UNUSED, _UNUSED)]
    if not pairs:
        return Roll(dice, Unplayed.NOTHING)
    text = " ".join(f"{_named(source)}/{_named(target)}" for source, target in pairs)
    known = range(OFF, BAR + 1)
    if len(sources) != len(targets) or len(pairs) > _MOST_PAIRS or not all(a in known and b in known for a, b in pairs):
        return Roll(dice, Unplayed.UNREADABLE, text[:80])
    return Roll(dice, tuple(Step(pair, (False,)) for pair in pairs), text)


def _named(point: int) -> str:
    return "bar" if point == BAR else "off" if point == OFF else str(point)


def _begins(node: Value | None) -> SetBoard | None:
    """The board and the cube that a game begins with. The points are numbered as Red does; Green's checkers are positive. Raises Bad."""
    if node is None:
        return None
    fields = Fields(node)
    points = fields.needed("points")
    counts = [number(each, -255, 255) for each in items(points)]
    if len(counts) != _CHECKERS:
        raise Bad(points)
    left, right = bytearray(BAR + 1), bytearray(BAR + 1)
    for point, count in enumerate(counts[:24], 1):
        if count > 0:
            left[BAR - point] = count
        else:
            right[point] = -count
    for point, pair in ((BAR, counts[24:26]), (OFF, counts[26:28])):
        left[point] = min(sum(count for count in pair if count > 0), 255)
        right[point] = min(-sum(count for count in pair if count < 0), 255)
    owner = fields.number("cubeOwner", -1, 1) or 0
    return SetBoard(Position(bytes(left), bytes(right)), fields.number("cube"), _SIDES.get(owner))


def _entry(side: Side | None, action: Action, node: Value) -> Entry:
    return Entry(side, action, None, Span(node.start, node.end))


def _tag(key: str, value: str, node: Value) -> Tag:
    return Tag(key, value, Span(node.start, node.end))


def _shown(node: Value) -> str:
    return str(node.value)[:80] if isinstance(node.value, int | float | str) else ""
