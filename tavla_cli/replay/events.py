"""What the replay finds out: facts beside the claims they belong to. Holds no words for people."""

from dataclasses import dataclass, field
from enum import Enum

from tavla_cli.board import Judgement, Position
from tavla_cli.record import Ending, Game, Match, Roll, SetBoard, Side
from tavla_cli.rules import Rules
from tavla_cli.source import Span

Score = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Scene:
    """What stood on the table. `position` is seen by `side`; None where the boards are lost. Scores are left, right.

    `boards`: how many positions may be true; `position` is the likeliest of them.
    """

    side: Side
    position: Position | None
    dice: tuple[int, int] | None
    cube: int
    owner: Side | None
    score: Score
    crawford: bool | None
    length: int | None
    boards: int = 1


@dataclass(frozen=True, slots=True)
class Moment:
    """Where something stands. `game` is the ordinal, `turn` counts the rolls of the game; both from 1."""

    span: Span
    game: int | None = None
    game_number: int | None = None
    row: int | None = None
    turn: int | None = None
    side: Side | None = None
    scene: Scene | None = None


@dataclass(slots=True)
class Event:
    """`also` collects the moments of later claims that cannot be true either, but only because of this one."""

    at: Moment
    also: list[tuple[Moment, str]] = field(default_factory=list, kw_only=True)


class ScoreFit(Enum):
    """How the starting score of a game compares with what went before."""

    FITS = "fits"
    LATE = "the first game starts at another score than 0-0"
    WRONG = "equals neither the walked nor the stated score plus the result"
    EXCHANGED = "fits with the players exchanged"
    UNKNOWN = "not stated, or nothing to compare it with"


@dataclass(slots=True)
class GameBegun(Event):
    """`walked`: the score it should be, `stated`: what the record says. `over`: the match was won before.

    `names`: the sides whose name differs from the match's first score line; `exchanged`: both, and each is the other's. `crawford`:
    whether this is the Crawford game (None: not known).
    `numbered_wrong`: the number follows neither the one before nor the game's own ordinal.
    """

    game: Game
    verdict: ScoreFit
    walked: Score | None
    stated: Score | None
    over: bool
    crawford: bool | None
    names: tuple[Side, ...] = ()
    exchanged: bool = False
    numbered_wrong: bool = False
    expected_number: int = 1
    start_is_other: bool = False
    cube: int = 1
    owner: Side | None = None
    rules: Rules | None = None
    score_span: Span | None = None

    @property
    def set_up_span(self) -> Span | None:
        """The line that sets the board before anything else is in the game."""
        first = self.game.entries[0] if self.game.entries else None
        return first.span if first is not None and isinstance(first.action, SetBoard) else None


@dataclass(slots=True)
class Acted(Event):
    """Somebody acted out of turn."""

    expected: Side


@dataclass(slots=True)
class Ambiguity:
    """A play that can mean several boards. `settled` becomes true when later plays decide."""

    settled: bool = False


@dataclass(slots=True)
class Played(Event):
    """One roll and its play.

    `judgement` is that of the board that was certain, None while the boards are not known. `goes_on`: another roll or cube action
    follows in the game.
    `opening`: the first roll of the game. `possible`: a declared-illegal play whose board is a legal result after all. `after`: the
    board after the play, seen by the player who made it; None while more than one may be true, and for a roll that was not played.
    """

    roll: Roll
    judgement: Judgement | None
    goes_on: bool
    opening: bool
    rules: Rules
    match: Match
    ambiguity: Ambiguity | None = None
    possible: bool = True
    throw: tuple[int, int] | None = None
    after: Position | None = None

    @property
    def step_span(self) -> Span:
        """The step at fault, or the whole cell."""
        j = self.judgement
        if j is None or not isinstance(self.roll.play, tuple):
            return self.at.span
        index = j.step if j.step is not None else j.rerouted
        if index is None or index >= len(self.roll.play):
            return self.at.span
        step = self.roll.play[index]
        return Span(self.at.span.start + step.start, self.at.span.start + step.end)

    @property
    def play_span(self) -> Span:
        """The play without its dice, or the whole cell."""
        play = self.roll.play
        if not isinstance(play, tuple) or not play:
            return self.at.span
        start = self.at.span.start
        return Span(start + min(s.start for s in play), start + max(s.end for s in play))


@dataclass(slots=True)
class UnreadCell(Event):
    """A cell that cannot be read, wholly or in its play. `part`: where it breaks, counted from the beginning of the cell."""

    text: str
    part: tuple[int, int] | None = None


@dataclass(slots=True)
class BoardLost(Event):
    """No board fits the record from here to the end of the game."""


@dataclass(slots=True)
class BoardSet(Event):
    """The record sets the board; `possible`: such a position can be; `first`: before anything was played in the game."""

    possible: bool
    first: bool


class CubeWrong(Enum):
    """What can be wrong with a cube action; the value is the code of the check that reports it."""

    NOT_YOURS = "C201"
    AFTER_ROLL = "C202"
    BEFORE_START = "C203"
    CRAWFORD = "C204"
    VALUE = "C205"
    NO_OFFER = "C206"
    NO_ANSWER = "C207"
    OWN_ANSWER = "C208"
    DEAD = "C209"
    LIMIT = "C210"
    BEAVER = "C211"
    NO_CUBE = "C212"
    AUTOMATIC = "C214"


@dataclass(slots=True)
class CubeTurned(Event):
    """A double, beaver, raccoon, take or drop, and what is wrong with it. `expected`: the value the cube goes to; `said`: what the
    record says.

    `limit`: the cube limit where that is what is wrong. `raccoon` and `answer` tell which action it is.
    """

    wrong: CubeWrong | None
    expected: int
    said: int | None = None
    limit: int | None = None
    needed: int | None = None
    answer: bool = False


@dataclass(slots=True)
class AfterEnd(Event):
    """A play or cube action after the game was over."""


class Result(Enum):
    """How the result line compares with what was played."""

    RIGHT = "right"
    MISSING = "the game is finished and has no result line"
    POINTS = "wrong number of points"
    JACOBY = "a gammon or backgammon counted with an unturned cube under Jacoby"
    WINNER = "the result stands in the loser's column"
    IMPOSSIBLE = "no resignation is worth that"
    UNFINISHED = "no end and no result"
    RESIGNED = "ended before the last checker was off"
    OTHERWISE = "ended by time, forfeit or settlement"


@dataclass(slots=True)
class GameEnded(Event):
    """`winner`, `points`: as the board or the drop says, None where it does not say. `said_*`: the record's claim. `last`: no game follows.

    `possible`: the numbers of points that would be right. `reason` of IMPOSSIBLE: "number", "gammon" or "backgammon". `cube` is what
    was played for. `wrong_match_end`: the record says that the match ended here, and it did not.
    """

    verdict: Result
    how: Ending | None
    winner: Side | None
    points: int | None
    said_winner: Side | None
    said_points: int | None
    possible: tuple[int, ...]
    cube: int
    last: bool
    level: int | None = None
    reason: str = ""
    unplayed_roll: bool = False
    wrong_match_end: bool = False
    score: Score | None = None
    length: int | None = None


@dataclass(slots=True)
class RowNumbered(Event):
    """A row's number follows neither the one before nor its own ordinal; once a game."""

    number: int
    expected: int


@dataclass(slots=True)
class HitsUnmarked(Event):
    """Hits without a star in a match where others are starred; the moments of all of them, `at` is the first."""

    places: list[Moment] = field(default_factory=list)


@dataclass(slots=True)
class MatchBegun(Event):
    match: Match
    rules: Rules


@dataclass(slots=True)
class MatchEnded(Event):
    """`score`: walked, uncapped, None where it cannot be known. `claimed`: what the record's own last lines say. `complete`: somebody
    reached the length. `wrong`: the score that the record states after the last game, where it does not follow from what went before."""

    match: Match
    rules: Rules
    score: Score | None
    claimed: Score | None
    winner: Side | None
    complete: bool
    turns: int
    digest: str
    wrong: Score | None = None
