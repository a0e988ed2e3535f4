"""Reads Snowie's position texts: one line of forty fields for each position (formats/snowie.md 1). The first player is the left one."""

import re
from collections.abc import Iterator

from tavla_cli.board import Position, flipped
from tavla_cli.formats.format import Format
from tavla_cli.formats.positions.common import Collected, Stand, side_of
from tavla_cli.formats.positions.sentences import LONGEST, Cells, read_sentence
from tavla_cli.record import Length, Match, Side, Tag
from tavla_cli.source import Source, Span

_FIELDS = re.compile(
    r"\s*[0-9]{1,6};[01];-?[0-9]{1,6};[01];[01];[^;\n]{0,200};[^;\n]{0,200};[01];-?[0-9]{1,6};-?[0-9]{1,6};[0-9]{1,9};(0|-?1);"
    r"(-?[0-9]{1,2};){26}[0-6];[0-6]"
)
_BAR, _DICE = 12, 38  # where the bar of the other player and the dice stand


def recognises(source: Source) -> bool:
    """Whether the text begins with the forty fields."""
    return _FIELDS.match(source.text[:LONGEST].lstrip()) is not None


def read(source: Source) -> Iterator[Match]:
    """The positions of a text, one after the other."""
    found = Collected("snowie", "snowie")
    for start, line in found.lines(source.text):
        if not line.strip(" \t\0\x1a"):
            continue
        cells = read_sentence("snowie", line)
        stand = _stand(cells, start) if isinstance(cells, Cells) else None
        if stand is None or not isinstance(cells, Cells):
            begin = start + len(line) - len(line.lstrip())
            found.fault("T101", Span(begin, start + len(line.rstrip())), line.strip())
            continue
        if cells.tail.strip():
            end = start + len(line.rstrip())
            found.comment(cells.tail, Span(end - len(cells.tail.strip()), end))
        yield from found.match(stand)
    yield from found.rest()


def _stand(cells: Cells, start: int) -> Stand | None:
    """What forty fields say; None for numbers that cannot be."""
    if len(cells.values) != 40:
        return None
    number = cells.number
    length, on_roll, cube, owner = number(0), number(4), number(10), number(11)
    places = [number(_BAR + place) for place in range(26)]
    # 26 places seen by the player on roll: 0 the other's bar, negative there; 25 his own. A positive 0 is his too.
    own = side_of([0, *(max(0, count) for count in places[1:25]), max(0, places[25])])
    other = side_of([0, *(max(0, -count) for count in reversed(places[1:25])), abs(places[0])])
    dice = number(_DICE), number(_DICE + 1)
    if not all(0 <= die <= 9 for die in dice):  # a die that is wrong is kept, but it is one digit
        return None
    if own is None or other is None or on_roll not in (0, 1) or owner not in (-1, 0, 1) or length < 0 or cube < 0:
        return None
    side = Side(on_roll)
    position = Position(own, other)
    spans = [Span(start + begin, start + end) for begin, end in cells.spans]
    names, name_spans = [str(cells.values[5]), str(cells.values[6])], [spans[5], spans[6]]
    scores = [number(8), number(9)]
    if side is Side.RIGHT:
        names, name_spans, scores = names[::-1], name_spans[::-1], scores[::-1]
    money = length == 0
    return Stand(
        position if side is Side.LEFT else flipped(position),
        Span(spans[_BAR].start, spans[37].end),
        on_roll=side,
        dice=dice if any(dice) else None,
        dice_span=Span(spans[_DICE].start, spans[_DICE + 1].end) if any(dice) else None,
        cube=cube or 1,
        owner=None if owner == 0 else side if owner == 1 else side.other,
        names=(names[0], names[1]),
        name_spans=(name_spans[0], name_spans[1]),
        scores=(scores[0], scores[1]),
        score_span=Span(spans[8].start, spans[9].end),
        length=Length(length, money, spans[0]),
        crawford=number(7) == 1,
        tags=(Tag("Jacoby", "On" if number(1) == 1 else "Off", spans[1]),) if money else (),
    )


FORMAT = Format(recognises, read, several=True)
