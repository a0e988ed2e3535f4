"""Writes replays for bgammon.org. Decides nothing about plays or results: what the replay knows comes with the match (`Told`).

An illegal play is written step by step as it stands: our reader gives it back, the site's own player stops at it.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from tavla_cli.board import BAR, OFF, Step
from tavla_cli.formats.told import Deed, Lost, Told, ToldGame, Written
from tavla_cli.record import Beaver, Double, Drop, Ending, Remark, Resign, Roll, SetBoard, Side, Take, Unplayed, Unread

_DATE = re.compile(r"([0-9]{4})\.([0-9]{2})\.([0-9]{2})")
_TIME = re.compile(r"([0-9]{2})\.([0-9]{2})")
_MARK = "bgammon-replay "
_INDEX = len(_MARK) + 8 + 1  # bytes of an index line
_HELD = {"eventdate", "eventtime", "player1", "player2"}  # keys of header lines, blanks left out


def write(told: Sequence[Told], dialect: str | None = None) -> Written:
    """The index, and the games of all matches one behind the other. There is one dialect."""
    lost: dict[str, Lost] = {}
    games = [game for each in told for game in _Writer(each, lost).games()]
    at = _INDEX * len(games)
    index = []
    for game in games:
        index.append(f"{_MARK}{at:08}\n")
        at += len(game.encode())
    return Written("".join(index + games), tuple(lost.values()))


class _Writer:
    """Writes one match. `lost` is by template: of several losses of one kind the first is told."""

    def __init__(self, told: Told, lost: dict[str, Lost]) -> None:
        self.told, self.lost = told, lost

    def lose(self, template: str, place: str | None = None, **args: object) -> None:
        self.lost.setdefault(template, Lost(template, args, place))

    def games(self) -> list[str]:
        match = self.told.match
        for tag in match.tags:
            if "".join(tag.key.split()).casefold() not in _HELD:
                self.lose("Header lines other than date and time cannot be written, such as {key}.", key=tag.key)
        if match.comments:
            self.lose("Comments cannot be written.")
        if self.told.variation != "standard":
            self.lose("The start of {variation} cannot be written.", variation=self.told.variation)
        if not self.told.games:
            self.lose("A match without games cannot be written.")
        return [self.game(number, game) for number, game in enumerate(self.told.games, 1)]

    # ---- a game

    def game(self, number: int, game: ToldGame) -> str:
        if game.game.throw is not None:
            self.lose("The opening throws cannot be written, only the first roll.", str(number))
        if game.game.number not in (None, number):
            self.lose("The numbers of games cannot be written.", str(number))
        if game.set_up:
            self.lose("A game that begins from another position, or with another cube, cannot be written.", str(number))
        lines: list[str] = []
        for index, deed in enumerate(game.deeds):
            lines += self.deed(deed, game.deeds[index + 1 :])
        ended = next((deed for deed in reversed(game.deeds) if isinstance(deed.entry.action, Roll | Resign | Drop)), None)
        given = isinstance(ended.entry.action, Resign) if ended is not None else False
        if not given and not game.dropped and game.how is not None and game.how is not Ending.ABORTED and game.winner is not None:
            lines.append(f"{game.winner.other + 1} t")
            given = True
        return "".join(f"{line}\n" for line in [self.info(number, game, given), *lines])

    def info(self, number: int, game: ToldGame, given: bool) -> str:
        """The line that begins a game. `given`: it was given up."""
        length = self.told.length
        if length is None:
            self.lose("The length of the match is not known; 0 stands there, which means unlimited.")
        elif length == 0:
            self.lose("bgammon.org has no unlimited sessions; 0 stands for the length.")
        score = game.score
        if score is None:
            self.lose("A score that is not known is written as 0 0.", str(number))
        left, right = score or (0, 0)
        winner, points = game.winner, game.points
        if winner is None or points is None:
            self.lose("A game without a known result is written with none.", str(number))
            winner, points = None, 0
        elif not given and not game.dropped:
            points = self.level(number, game, points)
        names = " ".join(self.name(side) for side in Side)
        who = 0 if winner is None else winner + 1
        return f"i {self.time()} {names} {length or 0} {left} {right} {who} {points} 0"

    def level(self, number: int, game: ToldGame, points: int) -> int:
        """What stands there for a game that ended on the board: 1, 2 or 3, without the cube as the written doubles leave it."""
        cube = 1
        for deed, answer in zip(game.deeds, game.deeds[1:], strict=False):
            if isinstance(deed.entry.action, Double) and isinstance(answer.entry.action, Take | Beaver):
                cube = deed.to or deed.cube * 2
        level, rest = divmod(points, cube)
        if rest or level not in (1, 2, 3):
            self.lose("A result that is no multiple of the cube is written as it stands.", str(number))
            return points
        return level

    def name(self, side: Side) -> str:
        name = "_".join(self.told.names[side].split())
        if name != self.told.names[side]:
            self.lose("Blanks in names are written as _.")
        if not name:
            name = f"Player_{side + 1}"
            self.lose("A player has no name, and stands there as {name}.", name=name)
        return name

    def time(self) -> int:
        """When the match began, in seconds since 1970; 0 where that is not known. Its date and time are taken for UTC."""
        date = _DATE.fullmatch(self.told.match.tag("EventDate") or "")
        hour = _TIME.fullmatch(self.told.match.tag("EventTime") or "")
        if date is None:
            if self.told.match.tag("EventDate") or self.told.match.tag("EventTime"):
                self.lose("A date that is not whole cannot be written.")
            return 0
        clock = (int(hour[1]), int(hour[2])) if hour else (0, 0)
        try:
            return max(int(datetime(int(date[1]), int(date[2]), int(date[3]), *clock, tzinfo=UTC).timestamp()), 0)
        except ValueError:
            self.lose("A date that is not whole cannot be written.")
            return 0

    # ---- events

    def deed(self, deed: Deed, following: Sequence[Deed]) -> list[str]:
        action, side = deed.entry.action, deed.entry.side
        match action:
            case Roll() if side is not None:
                return self.roll(deed, action, side)
            case Double() if side is not None:
                answer = next((each.entry.action for each in following if not isinstance(each.entry.action, Remark)), None)
                if not isinstance(answer, Take | Drop | Beaver):
                    self.lose("A double that nobody answers cannot be written.", deed.place)
                    return []
                return [f"{side + 1} d {deed.to or deed.cube * 2} {0 if isinstance(answer, Drop) else 1}"]
            case Beaver():
                self.lose("A beaver cannot be written; a take stands there.", deed.place)
            case Resign() if side is not None:
                if action.how is not Ending.RESIGNATION:
                    self.lose("How a game was given up cannot be written.", deed.place)
                return [f"{side + 1} t"]
            case SetBoard():
                self.lose("A position that is set up cannot be written.", deed.place)
            case Unread():
                self.lose("A cell that cannot be read is left out.", deed.place)
            case Remark():
                self.lose("How a game ended cannot be written.", deed.place)
        return []

    def roll(self, deed: Deed, action: Roll, side: Side) -> list[str]:
        if action.dice is None:
            self.lose("A roll that is not known cannot be written.", deed.place)
            return []
        high, low = max(action.dice), min(action.dice)
        head = f"{side + 1} r {high}-{low}"
        if deed.hops is not None:
            steps = [(hop.src, hop.dst) for hop in deed.hops]
        elif isinstance(action.play, tuple):
            steps = [pair for step in action.play for pair in _pairs(step)]
        else:
            if action.play is not Unplayed.NOTHING:
                self.lose("Why no play stands behind a roll cannot be written.", deed.place)
            steps = []
        return [" ".join([head, *(f"{_point(src, side)}/{_point(dst, side)}" for src, dst in steps)])]


def _pairs(step: Step) -> list[tuple[int, int]]:
    """The way of a step, leg by leg, for each checker."""
    return list(zip(step.points, step.points[1:], strict=False)) * min(step.count, 4)


def _point(point: int, side: Side) -> str:
    """A point in player 1's numbering."""
    if point == BAR:
        return "bar"
    return "off" if point == OFF else str(point if side is Side.LEFT else BAR - point)
