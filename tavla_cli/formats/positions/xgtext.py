"""Reads XG's position text, as it is copied or exported, in any language of its menus (formats/xgtext.md 2 and 3).

A position begins with a line `XGID=`; several may follow each other, as in XG's reports. The left player is the bottom one of the XGID
(upper case). `X` in the text is the player on roll, whoever that is in the XGID. Diagrams and analysis are not read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tavla_cli.board.ids import BadId, Setup, read_id
from tavla_cli.formats.format import Format
from tavla_cli.formats.positions.common import Collected, Stand, of_setup, rule_tags
from tavla_cli.formats.positions.sentences import Names, Pips, Score, read_sentence
from tavla_cli.record import Length, Match, Side
from tavla_cli.source import Source, Span

_XGID = re.compile(r"[ \t]*(XGID=\S*)[ \t]*$", re.I)
_XGID_LINE = re.compile(r"^[ \t]*XGID=[-A-Pa-p]{26}:", re.M | re.I)
# What XG writes besides, and lists do not: the line of the names, and that of the pips or the diagram.
_NAMES_LINE = re.compile(r"^[ \t]*X:[^\n]{0,200}?[ \t]O:", re.M)
_PIPS_LINE = re.compile(r"^[^\n]{0,40}X:[ \t]*[0-9]{1,4}[ \t]+O:[ \t]*[0-9]{1,4}[ \t]+X-O:", re.M)
_DIAGRAM = "+13-14-15-16-17-18-"
_NUMBER = re.compile(r"[0-9]{1,6}")
_TURN = re.compile(r"\s*([XO])\b")
_TRAILER = "eXtreme Gammon Version"
_FIGURES = re.compile(r"%\s*\(G:|[=:]\s*[-+][0-9]+[.,][0-9]{2,}")  # what analysis is made of, in every language
_ROLLOUT = re.compile("[¹²³]")  # of a candidate, and of the footnote that says how it was rolled out
_NEAR = 20_000  # characters behind an XGID in which the other lines are looked for


def recognises(source: Source) -> bool:
    """Whether a line `XGID=` is followed by the lines that XG writes under it."""
    found = _XGID_LINE.search(source.text[: _NEAR * 5])
    if found is None:
        return False
    near = source.text[found.end() : found.end() + _NEAR]
    return _NAMES_LINE.search(near) is not None and (_PIPS_LINE.search(near) is not None or _DIAGRAM in near)


@dataclass(slots=True)
class _Block:
    """What one position's lines say. `x` and `o` are the letters of the text."""

    setup: Setup
    span: Span
    names: Names | None = None
    names_at: int = 0
    score: Score | None = None
    score_at: int = 0
    pips: Pips | None = None
    turn: str | None = None
    paragraph: list[tuple[str, int]] = field(default_factory=list)  # lines behind the turn, with where they begin, up to a blank one
    equities: bool = False  # the last paragraph was one of equities, whose verdict follows
    analysed: bool = False
    rollouts: bool = False
    said: list[tuple[str, int]] = field(default_factory=list)  # what somebody wrote about the position


def read(source: Source) -> Iterator[Match]:
    """The positions of a text, one after the other."""
    found = Collected("xg-position", "xg")
    block: _Block | None = None
    for start, line in found.lines(source.text):
        begins = _XGID.match(line)
        if begins is None:
            if block is not None:
                _take(block, line, start)
            elif line.strip():
                found.comment(line, Span(start, start + len(line)))
            continue
        if block is not None:
            yield from _finished(found, block)
        block = None
        span = Span(start + begins.start(1), start + begins.end(1))
        try:
            block = _Block(read_id(begins[1]), span)
        except BadId:
            found.fault("T101", span, begins[1])
    if block is not None:
        yield from _finished(found, block)
    yield from found.rest()


def _take(block: _Block, line: str, start: int) -> None:
    """One line under the XGID. Most lines are cheap to tell, so that reports of whole matches are too."""
    bare = line.strip()
    if not bare or bare.startswith(_TRAILER):
        _close(block)
    elif block.turn is None:
        if block.pips is not None:  # the cube, in words, and who is to play
            turn = _TURN.match(line)
            block.turn = turn[1] if turn else None
        elif "X:" in line:
            _take_scores(block, line, start)
    else:
        block.paragraph.append((line, start))


def _close(block: _Block) -> None:
    """Tell whether a paragraph behind the turn is analysis or somebody's comment: a heading has its figures right under it."""
    lines, block.paragraph = block.paragraph, []
    if not lines:
        return
    text = "\n".join(line for line, _ in lines)
    footnote = _ROLLOUT.match(text.lstrip()) is not None
    block.rollouts |= _ROLLOUT.search(text) is not None
    if _FIGURES.search(text):
        block.analysed = True
        block.equities = "%" not in text
    elif footnote or (block.equities and "/" in text):  # `Best Cube action: Double / Take`
        block.equities = False
    else:
        block.said += lines


def _take_scores(block: _Block, line: str, start: int) -> None:
    pips = read_sentence("pips", line)
    if isinstance(pips, Pips):
        block.pips = pips
        return
    score = read_sentence("score", line)
    if isinstance(score, Score) and (block.names is not None or not line.lstrip().startswith("X:")):
        block.score, block.score_at = score, start
        return
    names = read_sentence("names", line)
    if isinstance(names, Names) and block.names is None:
        block.names, block.names_at = names, start


def _finished(found: Collected, block: _Block) -> Iterator[Match]:
    _close(block)
    for line, start in block.said:
        found.comment(line, Span(start, start + len(line.rstrip())), 1)
    yield from found.match(_stand(block))


def _stand(block: _Block) -> Stand:
    setup = block.setup
    side, position, owner, scores = of_setup(setup, left_is_upper=True)
    on_roll_is_x = block.turn != "O"
    x_side = side if on_roll_is_x else side.other
    length, money, length_span = setup.length, setup.length == 0, block.span
    score_span = block.span
    if block.score is not None:
        said = block.score
        # The XGID of some versions has the scores in another order than it should; the sentence is right (xgtext.md 2).
        scores = (said.x, said.o) if x_side is Side.LEFT else (said.o, said.x)
        score_span = _at(said.span, block.score_at)
        number = _NUMBER.search(said.behind)
        if number is not None:
            length, money = int(number[0]), False
            length_span = _at((said.behind_span[0] + number.start(), said.behind_span[0] + number.end()), block.score_at)
        elif said.behind:
            length, money, length_span = 0, True, _at(said.behind_span, block.score_at)
    names = ("", "")
    name_spans = (Span(0, 0), Span(0, 0))
    if block.names is not None:
        names = block.names.x, block.names.o
        name_spans = _at(block.names.x_span, block.names_at), _at(block.names.o_span, block.names_at)
        if x_side is Side.RIGHT:
            names, name_spans = (names[1], names[0]), (name_spans[1], name_spans[0])
    beside = [*(["analysis"] if block.analysed else []), *(["rollouts"] if block.rollouts else [])]
    return Stand(
        position,
        block.span,
        on_roll=side,
        dice=setup.dice,
        cube=setup.cube,
        owner=owner,
        names=names,
        name_spans=name_spans,
        scores=scores,
        score_span=score_span,
        length=Length(length, money, length_span),
        crawford=setup.crawford or (block.pips is not None and block.pips.crawford),
        offers="_DBR".index(setup.offer) if setup.offer else 0,
        tags=rule_tags(replace(setup, length=length), block.span),
        beside=tuple(beside),
    )


def _at(span: tuple[int, int], start: int) -> Span:
    return Span(start + span[0], start + span[1])


FORMAT = Format(recognises, read, several=True)
