"""One cell of a row of a `.mat` match, to what it claims (formats/mat.md 8 to 10). Knows neither columns nor rules."""

import re
from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tavla_cli.board import BAR, OFF, Position, Step
from tavla_cli.formats.notation import LONGEST, MOST_MOVES, PlayMeaning, folded, read_play
from tavla_cli.grammar import grammar, sentence, span
from tavla_cli.record import Action, Beaver, Double, Drop, Dump, Ending, Loss, Remark, Resign, Roll, Take, Unplayed, Win

if TYPE_CHECKING:
    from lark import Lark, Token

_CACHED = 160  # characters; longer cells are rare (dumps) and would only fill the memory
_CHECKERS = 15
_LEVELS = {"single": 1, "normal": 1, "gammon": 2, "backgammon": 3}
_HOW = {"ON_TIME": Ending.TIME, "BY_FORFEIT": Ending.FORFEIT}


class _Turn(NamedTuple):
    """`dice` None: no dice in the cell. `end` is where the dice end."""

    dice: tuple[int, int] | None
    play: tuple[Step, ...] | Unplayed
    dump: Dump | None
    end: int


class _Deed(NamedTuple):
    """What stands in a cell besides a roll, and where it begins."""

    actions: tuple[Action, ...]
    start: int


class _Result(NamedTuple):
    """What a result says besides who won; `how` where it ended otherwise than on the board."""

    points: int | None = None
    level: int | None = None
    match: bool = False
    how: Ending | None = None


class _Cell(NamedTuple):
    turn: _Turn | None
    deed: _Deed | None


class _CellMeaning(PlayMeaning):
    """The meaning of mat.lark. An optional part that is missing is None."""

    def cell(self, *parts: _Turn | _Deed) -> _Cell:
        turn = parts[0] if isinstance(parts[0], _Turn) else None
        deed = parts[-1] if isinstance(parts[-1], _Deed) else None
        return _Cell(turn, deed)

    def turn(self, *parts: "Token | tuple[Step, ...] | None") -> _Turn:
        dice, end = None, 0
        first = parts[0]
        if isinstance(first, str) and first.type == "DICE":
            dice, end = _dice(str(first)), span(first)[1]
            parts = parts[1:]
        if not parts:
            return _Turn(dice, Unplayed.NOTHING, None, end)
        what = parts[0]
        if isinstance(what, tuple):
            return _Turn(dice, what, None, end)
        dump = None
        if what is None or what.type == "BROKEN":
            play = Unplayed.UNREADABLE
        elif what.type == "ILLEGAL":
            dump = _dump(what)
            play = Unplayed.DECLARED if dump else Unplayed.UNREADABLE
        else:
            play = Unplayed.UNKNOWN if what.type == "UNKNOWN" else Unplayed.CANNOT_MOVE
        return _Turn(dice, play, dump, end)

    def head(self, dice: "Token") -> _Turn:
        return _Turn(_dice(str(dice)), Unplayed.UNREADABLE, None, span(dice)[1])

    def double(self, word: "Token", to: "Token | None") -> _Deed:
        return _deed(word, Double(_number(to)))

    def beaver(self, word: "Token", to: "Token | None") -> _Deed:
        return _deed(word, Beaver(_number(to)))

    def raccoon(self, word: "Token", to: "Token | None") -> _Deed:
        return _deed(word, Beaver(_number(to), raccoon=True))

    def take(self, word: "Token") -> _Deed:
        return _deed(word, Take())

    def drop(self, word: "Token") -> _Deed:
        return _deed(word, Drop())

    def win(self, word: "Token", *said: "Token") -> _Deed:
        result = _result(said)
        return _deed(word, Win(result.points, result.match), *([Remark(result.how)] if result.how else []))

    def loss(self, word: "Token", *said: "Token") -> _Deed:
        points, level, match, how = _result(said)
        return _deed(word, Resign(match, level, points, how) if how else Loss(points, match))

    def resign(self, word: "Token", *said: "Token") -> _Deed:
        points, level, match, how = _result(said)
        return _deed(word, Resign(match, level, points, how or Ending.RESIGNATION))

    def forfeit(self, word: "Token", *said: "Token") -> _Deed:
        points, level, match, _ = _result(said)
        return _deed(word, Resign(match, level, points, Ending.FORFEIT))


def read_cell(text: str) -> tuple[Action, ...] | None:
    """What a cell claims: a roll, a cube action or a result, or a roll followed by one of those; None where it cannot be read.

    A roll whose play cannot be read keeps its dice. Steps count from the beginning of the text.
    """
    if len(text) > LONGEST:
        return None
    if (plain := _PLAIN.fullmatch(text)) and (roll := _plain_roll(plain)):
        return (roll,)
    return _read_cached(text) if len(text) <= _CACHED else _read(text)


# Nine cells of ten: dice, and steps with one blank between. Whole cells seldom come twice, steps do.
_PLAIN = re.compile(r"([0-9])([0-9]): (\S+/\S+(?: \S+/\S+){0,3})", re.ASCII)


def _plain_roll(plain: re.Match[str]) -> Roll | None:
    """The cell by its steps, each of which is read once; None where one of them is no step by itself."""
    place, text = plain.start(3), plain[3]
    steps = []
    for word in text.split(" "):
        step = _read_step(word)
        if step is None:
            return None
        steps.append(Step(step.points, step.hits, step.count, place, place + len(word)))
        place += len(word) + 1
    if sum((len(step.points) - 1) * step.count for step in steps) > MOST_MOVES or plain[1] == "0":
        return None
    return Roll((int(plain[1]), int(plain[2])), tuple(steps), text)


@lru_cache(maxsize=8192)
def _read_step(word: str) -> Step | None:
    """A word that is one step and nothing else, count and star included."""
    play = read_play(word)
    if isinstance(play, tuple) and len(play) == 1 and (play[0].start, play[0].end) == (0, len(word)):
        return play[0]
    return None


def _read(text: str) -> tuple[Action, ...] | None:
    plain = folded(text)
    found = sentence(_parser(), plain, "cell")
    if isinstance(found, _Cell):
        turn, deed = found
    else:
        head = sentence(_parser(), plain, "head")
        if not isinstance(head, _Turn):
            return None
        turn, deed = head, None
    actions = deed.actions if deed else ()
    if turn is None:
        return actions
    if actions and isinstance(actions[0], Double):
        actions = (Double(actions[0].to, after_dice=turn.dice is not None),)
    roll = _roll(turn, text[turn.end : deed.start if deed else len(text)].strip())
    if roll.play is Unplayed.UNREADABLE:
        roll = replace(roll, unread=_broken_at(text, turn.end))
    return (roll, *actions)


_read_cached = lru_cache(maxsize=32768)(_read)


@cache
def _parser() -> "Lark":
    return grammar("mat", _CellMeaning, ("cell", "head"))


def _roll(turn: _Turn, text: str) -> Roll:
    dice, play = turn.dice, turn.play
    if dice == (0, 0) and isinstance(play, Unplayed):  # `00:` is how a roll that nobody recorded is written
        dice = None
        play = Unplayed.UNKNOWN if play is Unplayed.NOTHING else play
    return Roll(dice, play, text, turn.dump)


def _broken_at(text: str, begin: int) -> tuple[int, int] | None:
    """Where the first word of a play stands that is no step; None where that is not to be told."""
    for word in re.finditer(r"\S+", text[begin:]):
        if _read_step(word[0]) is None:
            return begin + word.start(), begin + word.end()
    return None


@lru_cache(maxsize=1024)
def _dice(text: str) -> tuple[int, int]:
    high, low = (int(letter) for letter in text if letter in "0123456789")
    return high, low


def _number(token: "Token | None") -> int | None:
    return None if token is None else int(token)


def _deed(word: "Token", *actions: Action) -> _Deed:
    return _Deed(actions, span(word)[0])


def _result(said: tuple["Token", ...]) -> _Result:
    found = _Result()
    for token in said:
        if token.type == "POINTS":
            found = found._replace(points=int(token.rstrip("points ")))
        elif token.type == "LEVEL":
            found = found._replace(level=_LEVELS.get(token.split()[-1]))
        elif token.type == "MATCH":
            found = found._replace(match=True)
        else:
            found = found._replace(how=_HOW[token.type])
    return found


def _dump(text: str) -> Dump | None:
    """The forty fields of an `Illegal play (...)`, None where they show no position (formats/snowie.md 1 and 2).

    Fields 12 to 37 are the board as seen by the player named first: the other's bar (written negative), his points 1 to 24, his bar.
    """
    fields = [field.strip() for field in text[text.index("(") + 1 :].split(";")[:40]]
    try:
        numbers = [0 if place in (5, 6) else _field(field) for place, field in enumerate(fields)]
    except ValueError:
        return None
    crawford, score, cube, owner = numbers[7], (numbers[8], numbers[9]), numbers[10], numbers[11]
    board, dice = numbers[12:38], (numbers[38], numbers[39])
    points = board[1:25]
    own = [0, *(max(count, 0) for count in points), board[25]]
    opp = [0, *(max(-count, 0) for count in reversed(points)), abs(board[0])]
    own[OFF], opp[OFF] = _CHECKERS - sum(own), _CHECKERS - sum(opp)
    sane = crawford in (0, 1) and min(score) >= 0 and cube >= 1 and owner in (-1, 0, 1) and own[BAR] >= 0
    if not sane or own[OFF] < 0 or opp[OFF] < 0 or not (dice == (0, 0) or all(1 <= die <= 6 for die in dice)):
        return None
    return Dump(Position(bytes(own), bytes(opp)), crawford == 1, score, cube, owner, None if dice == (0, 0) else dice)


def _field(text: str) -> int:
    """A number of up to nine digits; ValueError for anything else."""
    if len(text) > 10:
        raise ValueError
    return int(text)
