"""The root node of a game tree: what it says of the match and of the game. Reads no moves."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tavla_cli.formats.sgf.values import Ended, read_item, read_line, read_number, read_result, read_rules, read_text
from tavla_cli.record import Length, Seat, Side, Tag
from tavla_cli.source import Span


class Said(NamedTuple):
    """A property as a node has it: its name, where it stands, and its values as written, each with its place."""

    name: str
    span: Span
    values: tuple[tuple[str, Span], ...]

    @property
    def value(self) -> str:
        return self.values[0][0]


@dataclass(slots=True)
class Head:
    """What the root says. `rest`: the properties that it has in common with other nodes. `unread`: the places of what cannot be read."""

    span: Span
    program: str = ""
    length: Length | None = None
    has_items: bool = False
    number: int | None = None  # as written: from 0 in GNU Backgammon's files, from 1 in red-bean's
    seats: list[Seat] = field(default_factory=lambda: [Seat("", None), Seat("", None)])
    named: bool = False
    seats_span: Span = field(default=Span(0, 0))
    tags: list[Tag] = field(default_factory=list)
    variation: str = "standard"
    crawford: bool = False
    cube: int | None = None
    ended: tuple[Ended, Span] | None = None
    comments: list[tuple[str, Span]] = field(default_factory=list)  # about the match
    beside: list[str] = field(default_factory=list)
    rest: list[Said] = field(default_factory=list)
    unread: list[tuple[Span, str]] = field(default_factory=list)


# Programs that write every rule that is in use into RU: what is not there is not in use (sgf.md 2).
_SAY_ALL = ("gnu backgammon", "gibbon", "tavla")
_DIALECTS = {"gnu backgammon": "gnubg", "gibbon": "gibbon", "backgammonmobile": "backgammonmobile", "tavla": "tavla"}
_SILENT = frozenset(("FF", "GM", "CA", "AP"))
_TEXTS = {"EV": "Event", "RO": "Round", "PC": "Site", "AN": "Transcriber"}
_ANALYSIS = frozenset(("GS",))
_SETUP = frozenset(("AE", "AW", "AB", "PL", "DI", "B", "W", "C"))
_RULES = {
    "nocube": ("CubeLimit", "1"),
    "crawford": ("Crawford", "On"),
    "jacoby": ("Jacoby", "On"),
    "nackgammon": ("Variation", "NackGammon"),
    **{f"hypergammon{count}": ("Variation", f"HyperGammon ({count})") for count in (1, 2, 3)},
}
_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
_RATING = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)(?: *\(Exp +([0-9]{1,9})\))?", re.I)


def is_backgammon(root: Sequence[Said]) -> bool:
    """Whether the root of a tree says that its game is backgammon: `GM[6]`."""
    return any(said.name == "GM" and said.value.strip() == "6" for said in root)


def dialect(program: str) -> str:
    """The name of the dialect that a program writes; "plain" for one that nobody knows."""
    return next((name for begin, name in _DIALECTS.items() if program.casefold().startswith(begin)), "plain")


def read_head(root: Sequence[Said], span: Span) -> Head:
    """What the root node of a game of backgammon says; `span` is its place."""
    head = Head(span, seats_span=span)
    for said in root:
        if said.name in _READERS:
            _READERS[said.name](head, said)
        elif said.name in _TEXTS:
            head.tags.append(Tag(_TEXTS[said.name], read_line(said.value), said.span))
        elif said.name in _SETUP:
            head.rest.append(said)
        elif said.name in _ANALYSIS:
            head.beside.append("statistics")
        elif said.name not in _SILENT:
            head.beside.append("other properties")
    program = next((read_line(said.value) for said in root if said.name == "AP"), "")
    head.program = program
    if not head.has_items:  # a money session: older versions of GNU Backgammon write no MI then (sgf.md 2)
        head.length = Length(0, True, span)
    if program.casefold().startswith(_SAY_ALL):
        head.tags += _unsaid(head)
    return head


def _unsaid(head: Head) -> Iterator[Tag]:
    """The rules that are not in use because the root does not name them."""
    keys = {tag.key for tag in head.tags}
    points = head.length.points if head.length else None
    if points and points > 0 and "Crawford" not in keys:
        yield Tag("Crawford", "Off", head.span)
    if points == 0 and "Jacoby" not in keys:
        yield Tag("Jacoby", "Off", head.span)


def _items(head: Head, said: Said) -> None:
    head.has_items = True
    head.seats_span = said.span
    for value, span in said.values:
        item = read_item(value)
        if item is None:
            head.unread.append((span, value))
            if value.strip().casefold().startswith("length"):
                head.length = Length(None, False, span)
            continue
        key, number = item
        if key == "length":
            head.length = Length(number, number == 0, span)
        elif key == "game":
            head.number = number
        elif key in ("ws", "bs"):
            side = Side.LEFT if key == "ws" else Side.RIGHT
            head.seats[side] = replace(head.seats[side], score=number, score_span=span)
        else:
            head.beside.append("other properties")


def _name(side: Side) -> Callable[[Head, Said], None]:
    def read(head: Head, said: Said) -> None:
        head.named = True
        head.seats[side] = replace(head.seats[side], name=read_line(said.value), span=said.span, name_span=said.values[0][1])

    return read


def _rating(side: Side) -> Callable[[Head, Said], None]:
    def read(head: Head, said: Said) -> None:
        found = _RATING.fullmatch(read_line(said.value))
        if found is None:
            head.beside.append("ratings")
            return
        value = f"{found[1]}/{found[2]}" if found[2] else found[1]
        head.tags.append(Tag(f"Player {side + 1} Elo", value, said.span))

    return read


def _date(head: Head, said: Said) -> None:
    value = read_line(said.value)
    found = _DATE.fullmatch(value)
    head.tags.append(Tag("EventDate", ".".join(part for part in found.groups() if part) if found else value, said.span))


def _rules(head: Head, said: Said) -> None:
    for rule in read_rules(said.value) or ():
        name = rule.casefold()
        if name == "crawfordgame":
            head.crawford = True
        elif name in _RULES:
            key, value = _RULES[name]
            head.tags.append(Tag(key, value, said.span))
            if key == "Variation":
                head.variation = name
        elif name:
            head.beside.append("other rules")


def _cube(head: Head, said: Said) -> None:
    value = read_number(said.value)
    if value is None or value < 1:
        head.unread.append((said.span, said.value))
    else:
        head.cube = value


def _result(head: Head, said: Said) -> None:
    found = read_result(said.value)
    if found is None:
        head.unread.append((said.span, said.value))
    else:
        head.ended = found, said.span


def _comment(head: Head, said: Said) -> None:
    """Each line is a comment: GNU Backgammon gathers the comment lines of a `.mat` here, and writes them as such."""
    head.comments += [(line, said.span) for line in read_text(said.value).split("\n") if line.strip()]


_READERS: dict[str, Callable[[Head, Said], None]] = {
    "MI": _items, "PW": _name(Side.LEFT), "PB": _name(Side.RIGHT), "WR": _rating(Side.LEFT), "BR": _rating(Side.RIGHT),
    "DT": _date, "RU": _rules, "CV": _cube, "RE": _result, "GC": _comment,
}  # fmt: skip
