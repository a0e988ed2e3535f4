"""The course of a match: each game with its score, cube, end and turns, as the replay finds them. Counts nothing up, lays nothing out.

A fact and the record's claim stand side by side (`points` and `claimed_points`); neither takes the place of the other. A board is given
only where it is certain: after a play that cannot be, until a single board is left, it is None, and so is what would follow from it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from tavla_cli.board import BAR, Position, Step, flipped, loss, pips
from tavla_cli.examine import events
from tavla_cli.record import Beaver, Double, Drop, Ending, Entry, Match, Resign, Side, Take, Unplayed
from tavla_cli.replay.events import (
    Acted,
    BoardLost,
    BoardSet,
    CubeTurned,
    CubeWrong,
    Event,
    GameBegun,
    GameEnded,
    MatchEnded,
    Played,
    Result,
    ScoreFit,
)
from tavla_cli.rules import Opening, Rules

Score = tuple[int, int]
Kind = Literal["single", "gammon", "backgammon"]
Ended = Literal["bear-off", "drop", "resignation", "time", "forfeit", "settlement", "unfinished", "unknown"]
CubeWord = Literal["double", "redouble", "beaver", "raccoon", "take", "drop"]

_KINDS: dict[int, Kind] = {1: "single", 2: "gammon", 3: "backgammon"}
_ENDED: dict[Ending, Ended] = {
    Ending.RESIGNATION: "resignation",
    Ending.TIME: "time",
    Ending.FORFEIT: "forfeit",
    Ending.SETTLEMENT: "settlement",
    Ending.ABORTED: "unfinished",
}


@dataclass(frozen=True, slots=True)
class Turn:
    """One roll and its play. `number` counts the rolls of both players in the game from 1; `row` is the number before `)`.

    `before` and `after` are seen by the player who rolled. `pips` are (left, right) after the play. `moved` are the pips he went, as the
    boards say, or the steps as written where the boards are not certain; None where the play is not known. `dice` is None where there
    are none or they cannot be. `opening`: a roll of one die each, which is never a double. `unplayed`: thrown, and the game ended.
    `cube` and `owner` (None: nobody) are those he rolled with. `start` is where the cell begins in the text.
    """

    number: int
    side: Side
    row: int | None
    dice: tuple[int, int] | None
    text: str
    before: Position | None
    after: Position | None
    moved: int | None
    opening: bool
    unplayed: bool
    cube: int
    owner: Side | None
    start: int
    pips: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class CubeAction:
    """What was done with the cube before the roll number `turn`. `value`: what it goes to, or would have gone to when it was dropped.

    `claimed` is the value the record names. `wrong` is the code of the check that finds fault with it. `counts`: there was an offer to
    make or to answer.
    """

    turn: int
    side: Side
    action: CubeWord
    value: int
    claimed: int | None = None
    wrong: str | None = None
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Game:
    """One game. `number` counts from 1, `claimed_number` is what the file says. Scores are (left, right), uncapped.

    `score` is the walked score before the game and `claimed_score` the stated one; `after` the walked score behind it, None where nobody
    knows. `winner`, `points` and `kind` as replayed, `claimed_winner` and `claimed_points` as the result line says; `kind` is how the game
    was counted. `cube` is what was played for. `turns` are the rolls of both players; `sheet` holds them, and is empty where nobody needs
    it any more. `pips` are those after each turn, None where the board is not certain; `uncertain` counts such turns.
    """

    number: int
    claimed_number: int | None
    crawford: bool | None
    score: Score | None
    claimed_score: Score | None
    after: Score | None
    winner: Side | None
    claimed_winner: Side | None
    points: int | None
    claimed_points: int | None
    kind: Kind | None
    ended: Ended
    cube: int
    actions: tuple[CubeAction, ...]
    turns: int
    uncertain: int
    pips: tuple[tuple[int, int] | None, ...]
    sheet: tuple[Turn, ...] = ()
    race_from: int | None = None  # the turn after which nobody can be hit any more; None where there is contact to the end
    start: tuple[int, int] | None = None  # the pips before the first roll, (left, right)
    chances: float | None = None  # the left player's to win the match, before the game

    @property
    def finished(self) -> bool:
        return self.ended != "unfinished"


@dataclass(frozen=True, slots=True)
class Course:
    """A whole match. `score` walked, `claimed_score` as the record's own last lines say."""

    players: tuple[str, str]
    length: int | None
    games: tuple[Game, ...]
    score: Score | None
    claimed_score: Score | None
    winner: Side | None
    complete: bool
    digest: str = ""

    @property
    def turns(self) -> int:
        return sum(game.turns for game in self.games)


def course(match: Match, rules: Rules) -> Course:
    """The course of a match; replays it."""
    walk = CourseWalk(match, rules)
    for happened in events(match, rules):
        walk.add(happened)
    return walk.course()


@dataclass(slots=True)
class CourseWalk:
    """Takes the lists of events of one match as they come, each complete; `course` has the result when all were there."""

    match: Match
    rules: Rules
    games: list[Game] = field(default_factory=list)
    open: tuple[Game, Score] | None = None  # the last game, and the score that the replay counts on from
    ended: MatchEnded | None = None

    def add(self, happened: Iterable[Event]) -> None:
        events = list(happened)
        for event in events:
            if isinstance(event, GameBegun):
                self.close(event.walked, event.stated if event.verdict is ScoreFit.FITS and not self.all_zero else None)
                self.open = _GameWalk(self.rules, event).walk(events)
            elif isinstance(event, MatchEnded):
                self.close(event.score, None)
                self.ended = event

    @property
    def all_zero(self) -> bool:
        """Money play of which every game is recorded from 0-0: the score is added up here."""
        stated = [tuple(seat.score for seat in game.seats) for game in self.match.games if game.seats]
        return self.rules.length in (0, None) and all(score == (0, 0) for score in stated)

    def close(self, walked: Score | None, stated: Score | None) -> None:
        """The last game is over. `walked` is the score after it as the replay counts, `stated` that of the next game where it fits."""
        if self.open is None:
            return
        game, base = self.open
        self.open = None
        winner, points = game.winner, game.points
        if points is None and game.finished:
            # A resignation: its points are the record's word, and where it has none the next score tells.
            gained = _gained(base, stated or (walked if game.claimed_points is not None else None))
            winner, points = gained or (winner, None)
        before: Score | None = base
        if self.all_zero:
            before = self.games[-1].after if self.games else (0, 0)
            game = replace(game, score=before)
        if not game.finished:
            winner, after = None, before
        else:
            after = _added(before, winner, points) if before is not None and winner is not None and points is not None else None
        self.games.append(replace(game, winner=winner, points=points, after=after, kind=_kind(game, points)))

    def course(self) -> Course:
        assert self.ended is not None
        seats = next((game.seats for game in self.match.games if game.seats), None)
        score = self.games[-1].after if self.games and self.all_zero else self.ended.score
        return Course(
            (seats[0].name, seats[1].name) if seats else ("", ""),
            self.rules.length,
            tuple(self.games),
            score,
            self.ended.claimed,
            self.ended.winner,
            self.ended.complete,
            self.ended.digest,
        )


def _gained(before: Score, after: Score | None) -> tuple[Side, int] | None:
    """Who has gained how many points; None where that is not one of the two."""
    if after is None:
        return None
    left, right = after[0] - before[0], after[1] - before[1]
    if min(left, right) != 0 or left == right:
        return None
    return (Side.LEFT, left) if left else (Side.RIGHT, right)


def _added(score: Score, side: Side, points: int) -> Score:
    return (score[0] + points, score[1]) if side is Side.LEFT else (score[0], score[1] + points)


def _kind(game: Game, points: int | None) -> Kind | None:
    """How the game was counted: single, gammon or backgammon; None where the points are no such number of cubes."""
    if points is None:
        return None
    if game.ended == "drop":
        return "single"
    level, rest = divmod(points, game.cube)
    return _KINDS.get(level) if not rest else game.kind


class _GameWalk:
    """Walks over the events of one game."""

    def __init__(self, rules: Rules, begun: GameBegun) -> None:
        self.begun = begun
        self.one_die = rules.opening in (Opening.ONE_DIE, None)
        self.entries: dict[int, Entry] = {
            entry.span.start: entry for entry in begun.game.entries if isinstance(entry.action, Double | Beaver | Take | Drop)
        }
        self.turns: list[Turn] = []
        self.actions: list[CubeAction] = []
        self.out_of_turn = False  # a roll out of turn: the other's is missing before it
        self.start: tuple[int, int] | None = None
        self.lost = self.board_set = False
        self.last_is_roll = False

    def walk(self, events: list[Event]) -> tuple[Game, Score]:
        """The game, and the score that the replay counts on from."""
        end: GameEnded | None = None
        for event in events:
            if isinstance(event, Played):
                self.played(event)
            elif isinstance(event, CubeTurned):
                self.cube(event, event.wrong, event.expected, event.said)
            elif isinstance(event, Acted):
                self.out_of_turn = True
                scene = event.at.scene
                self.cube(event, None, scene.cube * 2 if scene else 2, None)
            elif isinstance(event, BoardSet):
                self.board_set = event.possible
            elif isinstance(event, BoardLost):
                self.lost = True
            elif isinstance(event, GameEnded):
                end = event
        assert end is not None
        return self.game(end), end.score or (0, 0)

    # ---- turns

    def played(self, event: Played) -> None:
        self.last_is_roll = True
        roll, at, after = event.roll, event.at, event.after
        scene = at.scene
        assert at.side is not None and scene is not None
        dice = roll.dice if roll.dice is not None and all(1 <= die <= 6 for die in roll.dice) else None
        before = scene.position if scene.boards == 1 and not self.out_of_turn else None
        self.out_of_turn = False
        if before is not None:
            self.follow(at.side, before)
        self.board_set = False
        moved: int | None
        unplayed = roll.play is Unplayed.NOTHING and not event.goes_on
        if unplayed:  # the game was given up
            after, moved = before, 0
        elif before is not None and after is not None:
            moved = pips(before.own) - pips(after.own)
        else:
            moved = _written(roll.play)
        opening = event.opening and self.one_die
        number, start = at.turn or len(self.turns) + 1, at.span.start
        self.turns.append(
            Turn(
                number,
                at.side,
                at.row,
                dice,
                roll.text,
                before,
                after,
                moved,
                opening,
                unplayed,
                scene.cube,
                scene.owner,
                start,
                _both(after, at.side),
            )
        )

    def follow(self, side: Side, before: Position) -> None:
        """A certain board also says which board the turn before has left, where that was not known."""
        if not self.turns:
            self.start = _both(before, side)
            return
        last = self.turns[-1]
        if last.after is None and last.side is side.other and not self.board_set:
            after = flipped(before)
            moved = pips(last.before.own) - pips(after.own) if last.before is not None else last.moved
            both = _both(after, last.side)
            self.turns[-1] = replace(last, after=after, pips=both, moved=moved if moved is not None and moved >= 0 else last.moved)

    # ---- the cube

    def cube(self, event: Event, wrong: CubeWrong | None, value: int, said: int | None) -> None:
        entry = self.entries.pop(event.at.span.start, None)
        if entry is None or entry.side is None:
            return  # a roll out of turn, or one more thing to say about an action that was counted
        self.last_is_roll = False
        word, side = self.word(entry), entry.side
        if wrong is CubeWrong.OWN_ANSWER:
            side = side.other
        if said is not None and wrong is None:
            value = said
        counts = wrong not in (CubeWrong.NO_OFFER, CubeWrong.BEFORE_START)
        claimed = entry.action.to if isinstance(entry.action, Double | Beaver) else None
        self.actions.append(CubeAction(event.at.turn or 1, side, word, value, claimed, wrong.value if wrong else None, counts))

    def word(self, entry: Entry) -> CubeWord:
        action = entry.action
        if isinstance(action, Beaver):
            return "raccoon" if action.raccoon else "beaver"
        if isinstance(action, Take | Drop):
            return "take" if isinstance(action, Take) else "drop"
        return "redouble" if any(one.action == "take" and one.counts for one in self.actions) else "double"

    # ---- the end

    def game(self, end: GameEnded) -> Game:
        begun = self.begun
        ended = self.ended(end)
        winner, points = end.said_winner, None
        if end.winner is not None and end.how is None:  # the board or a drop says so
            winner, points = end.winner, end.said_points if end.said_points in end.possible else end.points
        if ended == "drop" and end.winner is not None and (not self.actions or self.actions[-1].action != "drop"):
            # An answer to a beaver that nobody was allowed: the replay takes it without a word.
            value = self.actions[-1].value if self.actions else end.cube
            self.actions.append(CubeAction(len(self.turns) + 1, end.winner.other, "drop", value))
        board = self.turns[-1].after if self.turns else None
        kind = _KINDS[loss(board.opp)] if ended == "bear-off" and board is not None else None
        return Game(
            begun.at.game or 1,
            begun.game.number,
            begun.crawford,
            begun.stated if begun.verdict is ScoreFit.LATE else begun.walked if begun.walked is not None else begun.stated,
            begun.stated,
            None,
            winner,
            end.said_winner,
            points,
            end.said_points,
            kind,
            ended,
            end.cube,
            tuple(self.actions),
            len(self.turns),
            sum(turn.before is None or turn.after is None for turn in self.turns),
            tuple(turn.pips for turn in self.turns),
            tuple(self.turns),
            self.race_from(),
            self.start,
        )

    def race_from(self) -> int | None:
        first = None
        for turn in reversed(self.turns):
            if turn.after is None:
                continue
            if contact(turn.after):
                break
            first = turn.number
        return first

    def ended(self, end: GameEnded) -> Ended:
        if end.how is not None:
            resigned = any(isinstance(entry.action, Resign) for entry in self.begun.game.entries)
            if end.how is Ending.RESIGNATION and self.lost and not resigned:
                return "unknown"  # the boards are lost: he may as well have borne off
            return "unknown" if end.how is Ending.ABORTED and end.said_winner is not None else _ENDED[end.how]
        if end.winner is not None:
            return "bear-off" if self.last_is_roll else "drop"
        return "unfinished" if end.verdict is Result.UNFINISHED or end.said_winner is None else "unknown"


def _both(position: Position | None, side: Side) -> tuple[int, int] | None:
    """The pips of the left and the right player on a board seen by `side`."""
    if position is None:
        return None
    own, opp = pips(position.own), pips(position.opp)
    return (own, opp) if side is Side.LEFT else (opp, own)


def _written(play: tuple[Step, ...] | Unplayed) -> int | None:
    """The pips of the steps as written; None where they are not known."""
    if not isinstance(play, tuple):
        return 0 if play in (Unplayed.CANNOT_MOVE, Unplayed.NOTHING) else None
    return max(0, sum((step.points[0] - step.points[-1]) * step.count for step in play))


def contact(position: Position) -> bool:
    """Whether the two sides can still meet."""
    # A side without its empty end has as many points as the number of the one farthest back, and one for those borne off.
    return len(position.own.rstrip(b"\0")) + len(position.opp.rstrip(b"\0")) > BAR + 2
