"""Reads lists of XGIDs, GNU position IDs, position ID:match ID and OGIDs: one a line, each a match with one position (formats/ids.md).

A line may begin with a number (`3.`) and a label (`XGID=`), and go on with dice, a play (as `tavla judge -` takes them) and a comment.
Lines that begin with `#`, `;` or `//` are comments. The left player is the upper-case one of an XGID, White of an OGID, player 0 of a GNU
ID (gnubg's own first player); a position ID alone says nothing of players, and whoever is on roll is the left one.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from tavla_cli.board import Position
from tavla_cli.board.ids import CHECKERS, BadId, Setup, read_id
from tavla_cli.formats.format import Format
from tavla_cli.formats.notation import read_play
from tavla_cli.formats.positions.common import Collected, Stand, of_setup, rule_tags
from tavla_cli.formats.positions.sentences import Item, read_sentence
from tavla_cli.record import Length, Match, Roll, Side, Unplayed
from tavla_cli.source import Source, Span, lines

_LOOKED_AT = 200  # lines that hold something, to tell what a text is
_COMMENT = re.compile(r"\s*(#|;|//)\s*")
_BEHIND = re.compile(r"\s*(?:[#;]|//)\s*")  # where a comment begins behind an ID
_LIKE = re.compile(
    r"\s*(?:[0-9]{1,6}[.)]\s+)?(?:(?:XGID|OGID|GNU ?(?:BG )?ID)\s*[=:]|(?:GNU Backgammon\s+)?Position[ -]ID\s*[:=]"
    r"|[-A-Pa-p]{26}:|[0-9a-q]{1,60}:[0-9a-q]{1,60}:[WBN][0-9]|[A-Za-z0-9+/]{14}(?::[A-Za-z0-9+/]{12})?\s*(?:$|\s[#;1-6]))",
    re.I,
)


def recognises(source: Source) -> bool:
    """Whether at least half of the lines that are no comments begin as identifiers do, and one of them is one."""
    seen = like = good = 0
    for start, end in lines(source.text):
        line = source.text[start : min(end, start + 400)]
        if not line.strip() or _COMMENT.match(line):
            continue
        seen += 1
        if _LIKE.match(line):
            like += 1
            good += not good and _read(line) is not None
        if seen == _LOOKED_AT or seen > 2 * like + 20:
            break
    return bool(good) and 2 * like >= seen


def read(source: Source) -> Iterator[Match]:
    """The positions of a list, one after the other."""
    found = Collected("ids", "list")
    for start, line in found.lines(source.text):
        if not line.strip():
            continue
        comment = _COMMENT.match(line)
        if comment:
            found.comment(line[comment.end() :], Span(start, start + len(line)))
            continue
        read_line = _read(line)
        if read_line is None:
            begin = start + len(line) - len(line.lstrip())
            found.fault("T101", Span(begin, start + len(line.rstrip())), line.strip())
            continue
        item, stand = read_line
        yield from found.match(_behind(found, item, _moved(stand, start), start))
    yield from found.rest()


def _read(line: str) -> tuple[Item, Stand] | None:
    """A line and its position, with spans in the line; None where it holds no identifier, or one of a position that cannot be."""
    item = read_sentence("item", line)
    if not isinstance(item, Item):
        return None
    span = Span(*item.id_span)
    if item.kind == "ogid":
        stand = _ogid(item.id, span)
        return None if stand is None else (item, stand)
    try:
        setup = read_id(item.id)
    except BadId:
        return None
    return item, _stand(setup, item, span)


def _stand(setup: Setup, item: Item, span: Span) -> Stand:
    whole = item.kind == "xgid" or ":" in item.id
    side, position, owner, scores = of_setup(setup, left_is_upper=item.kind == "xgid" or not whole)
    beside = ["an offered resignation"] if setup.resigned else []
    if setup.stage != 1:
        beside.append("the stage of the game")
    return Stand(
        position,
        span,
        on_roll=side,
        dice=setup.dice,
        cube=setup.cube if whole else None,
        owner=owner,
        scores=scores if whole else (None, None),
        length=Length(setup.length, setup.length == 0, span) if whole else None,
        crawford=setup.crawford,
        offers="_DBR".index(setup.offer) if setup.offer else 0,
        tags=rule_tags(setup, span) if whole else (),
        beside=tuple(beside),
    )


def _moved(stand: Stand, by: int) -> Stand:
    """The same with spans in the text."""
    span = Span(stand.span.start + by, stand.span.end + by)
    return replace(
        stand,
        span=span,
        length=None if stand.length is None else replace(stand.length, span=span),
        tags=tuple(replace(tag, span=span) for tag in stand.tags),
    )


def _behind(found: Collected, item: Item, stand: Stand, start: int) -> Stand:
    """The position with the dice, the play and the comment that stand behind its identifier."""
    if item.dice is not None and item.dice_span is not None:
        span = Span(start + item.dice_span[0], start + item.dice_span[1])
        if stand.offers or (stand.dice is not None and sorted(stand.dice) != sorted(item.dice)):
            found.fault("T101", span, f"{item.dice[0]}{item.dice[1]}")
        else:
            stand = replace(stand, dice=item.dice, dice_span=span)
    if item.rest_span is None:
        return stand
    at = start + item.rest_span[0]
    comment = _BEHIND.search(item.rest)
    words = item.rest[: comment.start()] if comment else item.rest
    words = words.rstrip()
    play = read_play(words) if words and stand.dice is not None and not stand.offers else None
    if play is not None and play is not Unplayed.NOTHING:
        stand = replace(stand, play=Roll(stand.dice, play, words), dice_span=Span(at, at + len(words)))
        said = item.rest[comment.end() :] if comment else ""
    else:
        said = item.rest[comment.end() :] if comment and not words else item.rest
    found.comment(said, Span(at, at + len(item.rest)))
    return stand


# ---- OGID (ids.md 5)

_PIPS = {sign: place for place, sign in enumerate("0123456789abcdefghijklmnop")}
_OFF = "q"  # some writers name the checkers that are off as well
_SIDES = {"W": Side.LEFT, "B": Side.RIGHT}
_STATE = re.compile(r"I([WB])")
_LENGTH = re.compile(r"([0-9]{1,6})([LCG]?)[0-9]{0,6}")


def _ogid(text: str, span: Span) -> Stand | None:
    """The position of an OGID; None where it cannot be one."""
    white, black, cube, *more = text.split(":")
    dice, colour, state, left, right, length, _, checkers = (more + [""] * 8)[:8]
    whole = int(checkers) if checkers.isdecimal() and len(checkers) < 3 else CHECKERS
    # Absolute places: 0 is White's bar and his way goes upward, 25 is Black's bar and his goes downward.
    own = _side([25 - _PIPS[sign] for sign in white if sign in _PIPS], whole)
    other = _side([_PIPS[sign] for sign in black if sign in _PIPS], whole)
    size = _LENGTH.fullmatch(length or "0")
    if own is None or other is None or size is None or not (white or black):
        return None
    rolled = (int(dice[0]), int(dice[1])) if re.fullmatch("[1-6][1-6]", dice) else None
    if dice and rolled is None:
        return None
    acted = _SIDES.get(colour)
    offered = cube[2] == "O" or state == "D"
    begins = _STATE.fullmatch(state)
    side = _SIDES[begins[1]] if begins else acted if offered or acted is None else acted.other
    if not more:
        return Stand(Position(own, other), span, on_roll=Side.LEFT, cube=1 << int(cube[1]), owner=_SIDES.get(cube[0]))
    points = [int(each) if re.fullmatch("[0-9]{1,6}", each) else None for each in (left, right)]
    return Stand(
        Position(own, other),
        span,
        on_roll=side,
        dice=None if offered else rolled,
        cube=1 << int(cube[1]),
        owner=_SIDES.get(cube[0]),
        scores=(points[0], points[1]),
        length=Length(int(size[1]), int(size[1]) == 0, span) if length else None,
        crawford=size[2] == "C",
        offers=1 if offered and side is not None else 0,
        beside=("a dropped double",) if cube[2] == "P" else (),
    )


def _side(places: list[int], whole: int) -> bytes | None:
    """A side's counts from the own places of its checkers; None for more of them than there are."""
    if len(places) > whole or 0 in places:
        return None
    counts = [0] * 26
    for place in places:
        counts[place] += 1
    counts[0] = whole - len(places)
    return bytes(counts)


FORMAT = Format(recognises, read, several=True)
