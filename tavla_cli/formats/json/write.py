"""The record as tavla's own JSON: one line for each entry, so that differences between two files are differences between entries.

Everything is written but what is the usual; `position` is for whoever reads the file and is not read back.
"""

import json
import re
from collections.abc import Iterator, Sequence

from tavla_cli.board import Position, Step, problem
from tavla_cli.board.ids import Setup, xgid
from tavla_cli.formats.json.fields import HIGHEST
from tavla_cli.formats.json.words import ENDINGS, HABITS, OWNERS, SCHEMA, SIDES, UNPLAYED
from tavla_cli.formats.told import Deed, Lost, Told, ToldGame, Written
from tavla_cli.record import (
    Action,
    Beaver,
    Double,
    Drop,
    Dump,
    Ending,
    Entry,
    Game,
    Loss,
    Match,
    Remark,
    Resign,
    Roll,
    Seat,
    SetBoard,
    Side,
    Take,
    Unread,
    Win,
)

_Object = dict[str, object]

_SIDE = {side: word for word, side in SIDES.items()}
_UNPLAYED = {unplayed: word for word, unplayed in UNPLAYED.items()}
_ENDING = {ending: word for word, ending in ENDINGS.items()}
_OWNER = {owner: word for word, owner in OWNERS.items()}
_SURROGATE = re.compile("[\ud800-\udfff]")
_CHECKERS = 15


def write(matches: Sequence[Told], dialect: str | None = None) -> Written:
    """All matches in one document. Nothing of a record is lost that a reader can have made."""
    writer = _Writer()
    body = ",\n".join("\n".join(writer.match(told)) for told in matches)
    text = f'{{\n"tavla": "match",\n"schema": {SCHEMA},\n"matches": [\n{body}\n]\n}}\n'
    return Written(text, tuple(writer.lost.values()))


class _Writer:
    """`lost`: what cannot be written, by its kind."""

    def __init__(self) -> None:
        self.lost: dict[str, Lost] = {}

    # ---- layout

    def match(self, told: Told) -> Iterator[str]:
        match = told.match
        yield "{"
        origin = _origin(match)
        if origin:
            yield f'  "from": {self.dumped(origin)},'
        length = match.length
        yield f'  "length": {self.dumped(None if length is None else _known(points=length.points, money=length.money or None))},'
        habits = {name: getattr(match.habits, name) for name in HABITS}
        if any(value is not None for value in habits.values()):
            yield f'  "habits": {self.dumped(_known(**habits))},'
        yield from self.listed("tags", [_known(key=tag.key, value=tag.value) for tag in match.tags])
        yield from self.listed("comments", [_known(text=each.text, game=each.game, entry=each.entry) for each in match.comments])
        yield from self.listed("faults", list(_faults(match)))
        if match.final is not None:
            yield f'  "final": {self.dumped(_seats(match.final))},'
        if not match.games:
            yield '  "games": []'
        else:
            yield '  "games": ['
            for number, game in enumerate(match.games):
                last = number + 1 == len(match.games)
                yield from self.game(told, game, told.games[number] if number < len(told.games) else None, "" if last else ",")
            yield "  ]"
        yield "}"

    def game(self, told: Told, game: Game, walked: ToldGame | None, comma: str) -> Iterator[str]:
        yield "    {"
        said = _known(number=game.number, seats=_seats(game.seats), crawford=game.crawford, throw=game.throw, cube=game.cube)
        said.update(_known(on_roll=None if game.on_roll is None else _SIDE[game.on_roll]))
        said["rows"] = [_known(number=row.number, before=row.before, only_result=row.only_result or None) for row in game.rows] or None
        for name, value in said.items():
            if value is not None:
                yield f'      "{name}": {self.dumped(value)},'
        if not game.entries:
            yield '      "entries": []'
        else:
            yield '      "entries": ['
            deeds = {id(deed.entry): deed for deed in walked.deeds} if walked else {}
            for number, entry in enumerate(game.entries, 1):
                written = _entry(entry)
                deed = deeds.get(id(entry))
                position = _position(told, walked, deed) if walked and deed else None
                if position is not None:
                    written["position"] = position
                yield f"        {self.dumped(written)}{',' if number < len(game.entries) else ''}"
            yield "      ]"
        yield "    }" + comma

    def listed(self, name: str, values: Sequence[_Object]) -> Iterator[str]:
        if values:
            yield f'  "{name}": ['
            yield ",\n".join(f"    {self.dumped(value)}" for value in values)
            yield "  ],"

    # ---- values

    def dumped(self, value: object) -> str:
        return json.dumps(self.kept(value), ensure_ascii=False)

    def kept(self, value: object) -> object:
        """The value without what cannot be read back: half characters, and numbers without bounds."""
        if isinstance(value, str):
            if not _SURROGATE.search(value):
                return value
            self.lost.setdefault("character", Lost("Halves of characters cannot be written.", {}))
            return _SURROGATE.sub("\ufffd", value)
        if isinstance(value, bool) or value is None:
            return value
        if isinstance(value, int):
            if abs(value) <= HIGHEST:
                return value
            self.lost.setdefault("number", Lost("Numbers above {highest} cannot be written.", {"highest": HIGHEST}))
            return None
        if isinstance(value, dict):
            return {name: self.kept(each) for name, each in value.items()}
        if isinstance(value, list | tuple):
            return [self.kept(each) for each in value]
        return value


def _known(**values: object) -> _Object:
    """The values that are known; the others are left out."""
    return {name: value for name, value in values.items() if value is not None}


# ---- parts of the record


def _origin(match: Match) -> _Object:
    """The format and dialect that the record was first read from; a match that was JSON itself has kept them in its dialect."""
    if match.format != "json":
        return {"format": match.format, "dialect": match.dialect}
    format, slash, dialect = match.dialect.partition("/")
    return {"format": format, "dialect": dialect} if slash else _known(dialect=format or None)


def _faults(match: Match) -> Iterator[_Object]:
    for fault in match.faults:
        side = None if fault.side is None else _SIDE[fault.side]
        yield _known(code=fault.code, game=fault.game, row=fault.row, side=side, text=fault.text or None)


def _seats(seats: tuple[Seat, Seat] | None) -> _Object | None:
    return None if seats is None else {"left": _seat(seats[0]), "right": _seat(seats[1])}


def _seat(seat: Seat) -> _Object:
    return _known(name=seat.name, score=seat.score, rating=seat.rating)


def _entry(entry: Entry) -> _Object:
    found: _Object = {}
    if entry.side is not None or not isinstance(entry.action, SetBoard | Remark):
        found["side"] = None if entry.side is None else _SIDE[entry.side]
    if entry.row is not None:
        found["row"] = entry.row
    name, values = _action(entry.action)
    return {**found, "action": name, **values}


def _action(action: Action) -> tuple[str, _Object]:
    """The name of an action, and what it holds."""
    match action:
        case Roll(dice, play, text, dump):
            found = {"dice": dice, **_known(play=text or None)}
            if isinstance(play, tuple):
                found["steps"] = [_step(step) for step in play]
            else:
                found["unplayed"] = _UNPLAYED[play]
            return "roll", {**found, **_known(dump=None if dump is None else _dump(dump))}
        case Double(to, after_dice):
            return "double", _known(to=to, after_dice=after_dice or None)
        case Beaver(to, raccoon):
            return "raccoon" if raccoon else "beaver", _known(to=to)
        case Take():
            return "take", {}
        case Drop():
            return "drop", {}
        case Resign(match, level, points, how):
            said = None if how is Ending.RESIGNATION else _ENDING[how]
            return "resign", _known(level=level, points=points, match=match or None, how=said)
        case Win(points, match):
            return "win", _known(points=points, match=match or None)
        case Loss(points, match):
            return "loss", _known(points=points, match=match or None)
        case SetBoard(position, cube, owner):
            board = None if position is None else _board(position, ("left", "right"))
            return "set-board", _known(board=board, cube=cube, owner=None if owner is None else _SIDE[owner])
        case Remark(how):
            return "remark", {"how": _ENDING[how]}
        case Unread(text):
            return "unread", {"text": text}


def _step(step: Step) -> _Object:
    return _known(points=step.points, hits=step.hits if any(step.hits) else None, count=step.count if step.count != 1 else None)


def _dump(dump: Dump) -> _Object:
    return {
        "board": _board(dump.position, ("next", "last")),
        **_known(
            crawford=dump.crawford,
            score=dump.score,
            cube=dump.cube,
            owner=None if dump.owner is None else _OWNER[dump.owner],
            next_dice=dump.next_dice,
        ),
    }


def _board(position: Position, names: tuple[str, str]) -> _Object:
    return {names[0]: list(position.own), names[1]: list(position.opp)}


def _position(told: Told, game: ToldGame, deed: Deed) -> str | None:
    """The XGID of the board before an entry, seen by its player, his score first; None where it is not known, or has none."""
    position, side, action = deed.position, deed.entry.side, deed.entry.action
    if position is None or side is None or problem(position) is not None:
        return None
    if any(sum(each) > _CHECKERS for each in position):
        return None
    dice = action.dice if isinstance(action, Roll) and action.dice and all(1 <= die <= 6 for die in action.dice) else None
    score = game.score or (0, 0)
    if side is Side.RIGHT:
        score = score[1], score[0]
    return xgid(
        Setup(
            position,
            dice,
            deed.cube if deed.cube > 0 and deed.cube & (deed.cube - 1) == 0 else 1,
            0 if deed.owner is None else 1 if deed.owner is side else -1,
            (max(score[0], 0), max(score[1], 0)),
            max(told.length or 0, 0),
            bool(game.crawford),
            bool(told.rules.jacoby),
            bool(told.rules.beavers),
        )
    )
