"""What an entry of tavla's own JSON says was done, by the name of its action; each function raises Bad for what is wrong."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from tavla_cli.board import BAR, OFF, Position, Step
from tavla_cli.formats.json.fields import Bad, Fields, flag, items, number
from tavla_cli.formats.json.scan import Node
from tavla_cli.formats.json.words import ENDINGS, OWNERS, SIDES, UNPLAYED
from tavla_cli.formats.notation import MOST_MOVES, read_play
from tavla_cli.record import (
    Action,
    Beaver,
    Double,
    Drop,
    Dump,
    Loss,
    Remark,
    Resign,
    Roll,
    SetBoard,
    Take,
    Unplayed,
    Unread,
    Win,
)


def _roll(fields: Fields) -> Roll:
    start = fields.node.start
    dice = fields.pair("dice", 0, 9)
    if not fields.has("dice"):
        raise Bad(fields.node)
    text = fields.text("play") or ""
    dump = fields.get("dump")
    seen = None if dump is None else _dump(Fields(dump))
    unplayed = fields.choice("unplayed", UNPLAYED)
    steps = fields.get("steps")
    if unplayed is not None:
        return Roll(dice, unplayed, text, seen)
    if steps is None:  # whoever wrote it has left that to us
        written = fields.get("play")
        found = read_play(text)
        if isinstance(found, tuple) and written is not None:
            found = tuple(replace(step, start=written.start - start, end=written.end - start) for step in found)
        if found is not None:
            return Roll(dice, found, text, seen)
        steps = written or fields.node
    else:
        try:
            return Roll(dice, _steps(steps, start), text, seen)
        except Bad as bad:
            steps = bad.node
    return Roll(dice, Unplayed.UNREADABLE, text, seen, (steps.start - start, steps.end - start))


def _steps(node: Node, start: int) -> tuple[Step, ...]:
    found = tuple(_step(each, start) for each in items(node))
    if sum((len(step.points) - 1) * step.count for step in found) > MOST_MOVES:
        raise Bad(node)
    return found


def _step(node: Node, start: int) -> Step:
    fields = Fields(node)
    points = tuple(number(each, OFF, BAR) for each in items(fields.needed("points")))
    marks = fields.get("hits")
    hits = (False,) * (len(points) - 1) if marks is None else tuple(flag(each) for each in items(marks))
    if len(points) < 2 or len(hits) != len(points) - 1:
        raise Bad(node)
    count = fields.number("count", 1, MOST_MOVES)
    fields.nothing_else()
    return Step(points, hits, 1 if count is None else count, node.start - start, node.end - start)


def _dump(fields: Fields) -> Dump:
    found = Dump(
        _board(fields.needed("board"), ("next", "last")),
        fields.flag("crawford"),
        fields.pair("score"),
        fields.number("cube"),
        fields.choice("owner", OWNERS),
        fields.pair("next_dice", 0, 9),
    )
    fields.nothing_else()
    return found


def _board(node: Node, names: tuple[str, str]) -> Position:
    fields = Fields(node)
    sides = [items(fields.needed(name)) for name in names]
    fields.nothing_else()
    if any(len(side) != BAR + 1 for side in sides):
        raise Bad(node)
    own, opp = (bytes(number(count, 0, 255) for count in side) for side in sides)
    return Position(own, opp)


def _double(fields: Fields) -> Double:
    return Double(fields.number("to"), fields.flag("after_dice") or False)


def _beaver(fields: Fields) -> Beaver:
    return Beaver(fields.number("to"))


def _raccoon(fields: Fields) -> Beaver:
    return Beaver(fields.number("to"), raccoon=True)


def _take(_: Fields) -> Take:
    return Take()


def _drop(_: Fields) -> Drop:
    return Drop()


def _resign(fields: Fields) -> Resign:
    how = fields.choice("how", ENDINGS)
    match = fields.flag("match") or False
    level, points = fields.number("level", 1, 3), fields.number("points")
    return Resign(match, level, points) if how is None else Resign(match, level, points, how)


def _win(fields: Fields) -> Win:
    return Win(fields.number("points"), fields.flag("match") or False)


def _loss(fields: Fields) -> Loss:
    return Loss(fields.number("points"), fields.flag("match") or False)


def _set_board(fields: Fields) -> SetBoard:
    board = fields.get("board")
    position = None if board is None else _board(board, ("left", "right"))
    return SetBoard(position, fields.number("cube"), fields.choice("owner", SIDES))


def _remark(fields: Fields) -> Remark:
    how = fields.choice("how", ENDINGS)
    if how is None:
        raise Bad(fields.node)
    return Remark(how)


def _unread(fields: Fields) -> Unread:
    return Unread(fields.needed_text("text"))


ACTIONS: Mapping[str, Callable[[Fields], Action]] = {
    "roll": _roll,
    "double": _double,
    "beaver": _beaver,
    "raccoon": _raccoon,
    "take": _take,
    "drop": _drop,
    "resign": _resign,
    "win": _win,
    "loss": _loss,
    "set-board": _set_board,
    "remark": _remark,
    "unread": _unread,
}
NOBODYS = (_set_board, _remark)
"""Those that need no player."""
