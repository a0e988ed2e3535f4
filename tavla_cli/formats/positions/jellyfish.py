"""Reads Jellyfish's `.pos`, one position in little-endian numbers of 16 bits (formats/jellyfish_pos.md), of versions 124 to 126.

Spans are offsets in the file. Player 1 is the left player. The undo board, the level and the helpers of the dice box are not read.
"""

import struct
from collections.abc import Iterator
from dataclasses import replace

from tavla_cli.board import Position
from tavla_cli.formats.format import Format
from tavla_cli.formats.positions.common import Collected, Stand, side_of
from tavla_cli.record import Length, Match, Node, Side, Tag
from tavla_cli.source import Source, Span

_VERSIONS = {124: "jellyfish 1.0", 125: "jellyfish 1.6", 126: "jellyfish 3.0"}
_LONGEST = 2_000
"""Bytes; three strings of 255 and all numbers are less than half of it."""

_FLAGS = {124: (), 125: ("cube", "jacoby", "beavers"), 126: ("caution", "unused", "cube", "jacoby", "beavers")}
_NUMBERS = ("value", "owner", "on_roll", "left", "right", "unused2", "kind", "opponent", "level", "length", "score1", "score2")
_LIFT = 20  # counts are kept so much higher


class _Short(Exception):
    """The file ends before its position does."""


class _Fields:
    """The fields one after the other, with the place where the last one began."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data[:_LONGEST], 0
        self.nodes: list[Node] = []

    def number(self, name: str) -> tuple[int, Span]:
        """The next number. Raises _Short."""
        self.nodes.append(Node(self._at, name))
        if self._at + 2 > len(self._data):
            raise _Short
        (value,) = struct.unpack_from("<h", self._data, self._at)
        self._at += 2
        return value, Span(self._at - 2, self._at)

    def text(self, name: str) -> tuple[str, Span]:
        """The next string, without its length byte. Raises _Short."""
        self.nodes.append(Node(self._at, name))
        end = self._at + 1 + (self._data[self._at] if self._at < len(self._data) else 0)
        if self._at >= len(self._data) or end > len(self._data):
            raise _Short
        span = Span(self._at + 1, end)
        self._at = end
        raw = self._data[span.start : span.end]
        try:
            return raw.decode("utf-8"), span
        except UnicodeDecodeError:
            return raw.decode("cp1252", "replace"), span

    @property
    def at(self) -> int:
        return self._at


def recognises(source: Source) -> bool:
    """Whether the numbers are those of a position of one of the versions."""
    data = source.data
    if len(data) < 50 or len(data) > _LONGEST or struct.unpack_from("<h", data)[0] not in _VERSIONS:
        return False
    try:
        _, numbers, _ = _head(_Fields(data))
    except _Short:
        return False
    return (
        0 <= numbers["owner"][0] <= 2
        and 0 <= numbers["on_roll"][0] <= 4
        and numbers["kind"][0] in (1, 2, 3)
        and 0 <= numbers["length"][0] <= 9999
        and numbers["value"][0] > 0
    )


def _head(fields: _Fields) -> tuple[int, dict[str, tuple[int, Span]], list[tuple[str, Span]]]:
    """The version, the numbers before the names by name, and the names. Raises _Short."""
    version, _ = fields.number("version")
    numbers = {name: fields.number(name) for name in (*_FLAGS.get(version, ()), *_NUMBERS)}
    return version, numbers, [fields.text("player 1"), fields.text("player 2")]


def read(source: Source) -> Iterator[Match]:
    """The one position of a file."""
    fields = _Fields(source.data)
    found = Collected("jellyfish-pos", _VERSIONS.get(struct.unpack_from("<h", source.data.ljust(2, b"\0"))[0], "jellyfish"))
    try:
        stand, said = _stand(fields)
    except _Short:
        end = min(len(source.data), _LONGEST)
        found.fault("T103", Span(min(fields.at, end), end))
        yield from found.rest()
        return
    if stand is None:
        found.fault("T101", Span(0, min(len(source.data), 2)), "no position")
        yield from found.rest()
        return
    found.comment(*said, 1)
    yield from found.match(replace(stand, nodes=tuple(fields.nodes)))


def _stand(fields: _Fields) -> tuple[Stand | None, tuple[str, Span]]:
    """The position, None where its numbers cannot be (of a die, more than one digit), and the text of the last move. Raises _Short."""
    version, numbers, names = _head(fields)
    fields.number("swap")
    crawford, _ = fields.number("crawford")
    fields.number("played last")
    said = fields.text("last move")
    die1, dice_span = fields.number("dice")
    die2, _ = fields.number("dice")
    begin = fields.at
    counts = []
    for place in range(26):
        counts.append(fields.number(f"place {place}")[0] - _LIFT)
        fields.number(f"place {place} before")
    # Negative are player 1's, whose points are the places; positive player 2's, who goes the other way.
    left = side_of([0, *(max(0, -count) for count in counts[1:])])
    right = side_of([0, *(max(0, count) for count in reversed(counts[:25]))])
    if left is None or right is None or version not in _VERSIONS or max(abs(die1), abs(die2)) > 9:
        return None, said
    turn = numbers["on_roll"][0]
    side = {1: Side.LEFT, 2: Side.RIGHT, 3: Side.LEFT, 4: Side.RIGHT}.get(turn)
    dice = (abs(die1), abs(die2)) if die1 and die2 and turn not in (3, 4) else None
    length, length_span = numbers["length"]
    money = length == 0
    tags = []
    if money and version != 124:
        tags += [Tag("Jacoby", "On" if numbers["jacoby"][0] else "Off", numbers["jacoby"][1])]
        tags += [Tag("Beaver", "On" if numbers["beavers"][0] else "Off", numbers["beavers"][1])]
    if version != 124 and not numbers["cube"][0]:
        tags.append(Tag("CubeLimit", "1", numbers["cube"][1]))
    stand = Stand(
        Position(left, right),
        Span(begin, fields.at),
        on_roll=side,
        dice=dice,
        dice_span=Span(dice_span.start, dice_span.end + 2) if dice else None,
        cube=numbers["value"][0],
        owner={1: Side.LEFT, 2: Side.RIGHT}.get(numbers["owner"][0]),
        names=(names[0][0].strip(), names[1][0].strip()),
        name_spans=(names[0][1], names[1][1]),
        scores=(None, None) if money else (numbers["score1"][0], numbers["score2"][0]),
        score_span=Span(numbers["score1"][1].start, numbers["score2"][1].end),
        length=Length(length, money, length_span),
        crawford=crawford == 2,
        tags=tuple(tags),
    )
    return stand, said


FORMAT = Format(recognises, read)
