"""Reads BGBlitz's position text in any language of its menus (formats/bgf.md 5): diagram, Position-ID and Match-ID, XGID, score, analysis.

The left player is `O`, BGBlitz's Green, as in `.bgf`; he is the lower-case one of the XGID. Diagrams and analysis are not read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tavla_cli.board.ids import BadId, Setup, read_id
from tavla_cli.formats.format import Format
from tavla_cli.formats.positions.common import Collected, Stand, of_setup, rule_tags
from tavla_cli.formats.positions.sentences import Ids, Player, Standing, read_sentence
from tavla_cli.record import Length, Match
from tavla_cli.source import Source, Span

_IDS = re.compile(r"^[ \t]*Position-ID:[ \t]*[A-Za-z0-9+/]{14}[ \t]+Match-ID:", re.M)
_UPPER, _LOWER = "+13-14-15-16-17-18------19-20-21-22-23-24-+", "+12-11-10--9--8--7-------6--5--4--3--2--1-+"
_XGID = re.compile(r"[ \t]*(XGID=\S*)[ \t]*$", re.I)
_NUMBER = re.compile(r"[0-9]{1,6}")
_DICE = re.compile(r"\b([1-6])-([1-6])\s*$")
_FIGURES = re.compile(r"[0-9][.,][0-9]{3}(?![0-9])")  # in every paragraph of analysis


def recognises(source: Source) -> bool:
    """Whether there is a line with both identifiers as BGBlitz labels them, and its diagram before it."""
    found = _IDS.search(source.text[:100_000])
    return found is not None and _LOWER in source.text[: found.start()]


@dataclass(slots=True)
class _Block:
    """What one position's lines say, the players by their letters."""

    players: dict[str, tuple[str, Span]] = field(default_factory=dict)
    ids: tuple[str, Span] | None = None
    xgid: tuple[str, Span] | None = None
    standing: Standing | None = None
    standing_at: int = 0
    dice: tuple[tuple[int, int], Span] | None = None
    turn: bool = False
    paragraph: list[tuple[str, int]] = field(default_factory=list)  # lines behind the turn, with where they begin, up to a blank one
    analysed: bool = False
    said: list[tuple[str, int]] = field(default_factory=list)


def read(source: Source) -> Iterator[Match]:
    """The positions of a text, one after the other."""
    found = Collected("bgblitz-position", "bgblitz")
    block: _Block | None = None
    for start, line in found.lines(source.text):
        if _UPPER in line:
            if block is not None:
                yield from _finished(found, block)
            block = _Block()
        if block is None:
            found.comment(line, Span(start, start + len(line)))
        else:
            _take(block, line, start)
    if block is not None:
        yield from _finished(found, block)
    yield from found.rest()


def _take(block: _Block, line: str, start: int) -> None:
    for edge in (_UPPER, _LOWER):
        if edge in line:
            at = line.index(edge) + len(edge)
            player = read_sentence("player", line[at:])
            if isinstance(player, Player):
                block.players[player.letter] = player.name, Span(start + at + player.span[0], start + at + player.span[1])
            return
    if not line.strip():
        _close(block)
        return
    if block.ids is None and line.lstrip("v^ ").startswith("|"):
        return
    xgid = _XGID.match(line)
    if xgid:
        block.xgid = xgid[1], Span(start + xgid.start(1), start + xgid.end(1))
        return
    if block.ids is None:
        ids = read_sentence("ids", line)
        if isinstance(ids, Ids):
            block.ids = f"{ids.position}:{ids.match}", Span(start + ids.span[0], start + ids.span[1])
        return
    if block.standing is None:
        standing = read_sentence("standing", line)
        if isinstance(standing, Standing):
            block.standing, block.standing_at = standing, start
            return
    if not block.turn and block.standing is not None:  # `Red to move 1-2`
        block.turn = True
        dice = _DICE.search(line)
        if dice:
            block.dice = (int(dice[1]), int(dice[2])), Span(start + dice.start(1), start + dice.end(2))
        return
    block.paragraph.append((line, start))


def _close(block: _Block) -> None:
    """Tell whether a paragraph behind the turn is analysis or somebody's comment."""
    lines, block.paragraph = block.paragraph, []
    if any(_FIGURES.search(line) for line, _ in lines):
        block.analysed = True
    else:
        block.said += lines


def _finished(found: Collected, block: _Block) -> Iterator[Match]:
    """The position of a block by its XGID, else by the two other identifiers."""
    setup: Setup | None = None
    span = Span(0, 0)
    for said in (block.xgid, block.ids):
        if said is None or setup is not None:
            continue
        try:
            setup, span = read_id(said[0]), said[1]
        except BadId:
            found.fault("T101", said[1], said[0])
    if setup is None:
        if block.xgid is None and block.ids is None:
            where = next(iter(block.players.values()), None)
            found.fault("T101", where[1] if where else Span(0, 0), "a diagram without an identifier")
        return
    _close(block)
    for line, start in block.said:
        found.comment(line, Span(start, start + len(line.rstrip())), 1)
    yield from found.match(_stand(block, setup, span))


def _stand(block: _Block, setup: Setup, span: Span) -> Stand:
    side, position, owner, scores = of_setup(setup, left_is_upper=False)
    nobody = "", Span(0, 0)
    left, right = block.players.get("O", nobody), block.players.get("X", nobody)
    length, length_span, score_span = setup.length, span, span
    if block.standing is not None:
        said, at = block.standing, block.standing_at
        number = _NUMBER.search(said.behind)
        if number is not None:
            length = int(number[0])
            length_span = Span(at + said.behind_span[0] + number.start(), at + said.behind_span[0] + number.end())
        if said.names in ((left[0], right[0]), (right[0], left[0])):
            scores = said.scores if said.names == (left[0], right[0]) else said.scores[::-1]
            score_span = Span(at + said.span[0], at + said.span[1])
    dice, dice_span = setup.dice, None
    if block.dice is not None and dice is not None and sorted(block.dice[0]) == sorted(dice):
        dice, dice_span = block.dice  # in the order in which they fell
    return Stand(
        position,
        span,
        on_roll=side,
        dice=dice,
        dice_span=dice_span,
        cube=setup.cube,
        owner=owner,
        names=(left[0], right[0]),
        name_spans=(left[1], right[1]),
        scores=scores,
        score_span=score_span,
        length=Length(length, length == 0, length_span),
        crawford=setup.crawford,
        offers="_DBR".index(setup.offer) if setup.offer else 0,
        tags=rule_tags(setup, span),
        beside=("analysis",) if block.analysed else (),
    )


FORMAT = Format(recognises, read, several=True)
