"""Replays a match: the walk over the scores, the Crawford game, and the games one after the other."""

import hashlib
import unicodedata
from collections.abc import Iterator

from tavla_cli.board import STARTS, Position, problem
from tavla_cli.record import Game, Loss, Match, Seat, SetBoard, Side, Win
from tavla_cli.replay.boards import Budget
from tavla_cli.replay.events import (
    Event,
    GameBegun,
    HitsUnmarked,
    MatchBegun,
    MatchEnded,
    Moment,
    RowNumbered,
    Score,
    ScoreFit,
)
from tavla_cli.replay.game import GameReplay
from tavla_cli.rules import Rules


def replay(match: Match, rules: Rules, start: Position = STARTS["standard"]) -> Iterator[list[Event]]:
    """The events of the match, of each game and of its end, in lists; a list is complete when it comes.

    `start` is the position in which every game begins, seen by the left player.
    """
    return _MatchReplay(match, rules, start).run()


class _MatchReplay:
    def __init__(self, match: Match, rules: Rules, start: Position) -> None:
        self.match, self.rules, self.start = match, rules, start
        self.budget = Budget(match.ordinal, sum(len(game.entries) for game in match.games))
        self.scores: list[Score] = [(0, 0)]  # every score that may be true, the walked one first
        self.known = True
        self.total: Score = (0, 0)  # of a session in which every game is said to begin at 0-0
        self.wrong_reported = self.over_reported = self.number_reported = self.names_reported = False
        self.crawford_done = False
        self.unsure_crawford = False
        self.turns = 0
        self.tokens: list[tuple[int, bytes]] = []
        self.unmarked: list[Moment] = []
        self.first_seats = next((game.seats for game in match.games if game.seats), None)
        self.all_zero = rules.length in (0, None) and all(
            game.seats is None or (game.seats[0].score, game.seats[1].score) == (0, 0) for game in match.games
        )

    def run(self) -> Iterator[list[Event]]:
        yield [MatchBegun(Moment(self.match.span), match=self.match, rules=self.rules)]
        for ordinal, game in enumerate(self.match.games, 1):
            yield self.game(ordinal, game)
        yield self.end()

    # ---- one game

    def game(self, ordinal: int, game: Game) -> list[Event]:
        begun = self.begin(ordinal, game)
        one = GameReplay(self.match, game, ordinal, self.rules, tuple(self.scores), self.start, begun.crawford, self.budget, self.tokens)
        self.tokens.append((3, b"game"))
        events: list[Event] = [begun]
        events.extend(_rows(ordinal, game))
        events.extend(one.run())
        begun.crawford = one.crawford
        self.unmarked.extend(one.unmarked)
        self.turns += one.turn
        self.add(one)
        return events

    def begin(self, ordinal: int, game: Game) -> GameBegun:
        match, length = self.match, self.rules.length
        stated = _stated(game)
        walked = self.scores[0] if self.known else None
        verdict, fits = self.compare(ordinal, game, stated)
        exchanged = False
        names = self.names(game)
        if verdict is ScoreFit.WRONG and stated is not None and len(names) == 2 and self.exchanged(game):
            exchanged = (stated[1], stated[0]) in self.scores
            if exchanged:
                verdict, fits = ScoreFit.EXCHANGED, [(stated[1], stated[0])]
        over = bool(length) and self.known and all(max(score) >= (length or 0) for score in self.scores)
        self.scores = fits
        at = Moment(game.span, ordinal, game.number)
        begun = GameBegun(
            at,
            game=game,
            verdict=verdict if verdict is not ScoreFit.WRONG or not self.wrong_reported else ScoreFit.UNKNOWN,
            walked=walked,
            stated=stated,
            over=over and not self.over_reported,
            crawford=self.crawford(ordinal),
            rules=self.rules,
            score_span=game.seats_span if game.seats else None,
        )
        if over and not self.over_reported:
            self.over_reported = True
            begun.verdict = ScoreFit.UNKNOWN
        elif over:
            begun.verdict = ScoreFit.UNKNOWN
        if verdict is ScoreFit.WRONG:
            self.wrong_reported = True
        if names and not self.names_reported:
            self.names_reported = True
            begun.names, begun.exchanged = names, self.exchanged(game)
        previous = match.games[ordinal - 2].number if ordinal > 1 else None
        if ordinal > 1 and game.number is not None and not self.number_reported:
            wrong = game.number != ordinal and (previous is None or game.number != previous + 1)
            if wrong:
                self.number_reported = True
                begun.numbered_wrong = True
                begun.expected_number = ordinal if previous is None else previous + 1
        first = next((entry.action for entry in game.entries if not isinstance(entry.action, SetBoard)), None)
        sets = [e.action for e in game.entries[:1] if isinstance(e.action, SetBoard)]
        if sets and first is not None and sets[0].position is not None:
            begun.start_is_other = sets[0].position != self.start and problem(sets[0].position) is None
        if sets and sets[0].cube is not None:
            begun.cube, begun.owner = sets[0].cube, sets[0].owner
        elif game.cube is not None:
            begun.cube = game.cube
        self.known = True
        return begun

    def compare(self, ordinal: int, game: Game, stated: Score | None) -> tuple[ScoreFit, list[Score]]:
        """How the stated score compares with those that may be true, and those that may be true from here on, the stated one first."""
        if stated is None:
            return ScoreFit.UNKNOWN, self.scores[:1] if self.known else [(0, 0)]
        if self.all_zero:
            return ScoreFit.FITS, [stated]
        if ordinal == 1:
            if stated == (0, 0):
                return ScoreFit.FITS, [stated]
            if self.first_is_wrong(game, stated):
                return ScoreFit.WRONG, [(0, 0), stated]
            self.unsure_crawford = True
            return ScoreFit.LATE, [stated]
        if stated in self.scores:
            return ScoreFit.FITS, [stated]
        if not self.known and any(
            stated[0] >= score[0] and stated[1] >= score[1] and (stated[0] == score[0] or stated[1] == score[1]) for score in self.scores
        ):
            return ScoreFit.FITS, [stated]
        return ScoreFit.WRONG, [stated, *self.scores[:1]]

    def first_is_wrong(self, game: Game, stated: Score) -> bool:
        """Whether the next game shows that the first began at 0-0 after all."""
        length = self.rules.length
        if length and max(stated) >= length:
            return True
        if len(self.match.games) < 2:
            return False
        following = _stated(self.match.games[1])
        trial = GameReplay(self.match, game, 1, self.rules, ((0, 0),), self.start, None, self.budget, [])
        for _ in trial.run():
            pass
        return following is not None and any(
            following == _added((0, 0), side, points) and following != _added(stated, side, points)
            for side, points in trial.outcome.readings
        )

    def crawford(self, ordinal: int) -> bool | None:
        """Whether the game is the Crawford game; what only the walked or only the stated score says is not known for sure."""
        length = self.rules.length
        if not length or self.rules.crawford is not True:
            return False if length is not None and self.rules.crawford is not None else None
        at_point = [sorted(length - points for points in score)[0] == 1 and score[0] != score[1] for score in self.scores]
        if self.crawford_done or length == 1:
            return False
        if self.unsure_crawford and ordinal == 1 and at_point[0]:
            self.crawford_done = True
            return None
        if all(at_point):
            self.crawford_done = True
            return True
        if any(at_point):
            self.crawford_done = True
            return None
        return False

    def add(self, one: GameReplay) -> None:
        """The scores that may be true after the game."""
        readings = one.outcome.readings
        if readings:
            self.total = _added(self.total, *readings[0])
        else:
            self.known = False
            return
        self.scores = list(dict.fromkeys(_added(score, side, points) for score in self.scores for side, points in readings))

    def fits(self, final: Score, score: Score) -> bool:
        """Whether a score after the last game follows from what went before, or is no more than what counts of that."""
        length = self.rules.length or max(*final, *score)
        return any(final in (each, (min(each[0], length), min(each[1], length))) for each in (score, *self.scores))

    # ---- names

    def names(self, game: Game) -> tuple[Side, ...]:
        first = self.first_seats
        if first is None or game.seats is None:
            return ()
        return tuple(side for side in Side if _folded(game.seats[side]) != _folded(first[side]))

    def exchanged(self, game: Game) -> bool:
        first = self.first_seats
        if first is None or game.seats is None:
            return False
        return all(_folded(game.seats[side]) == _folded(first[side.other]) for side in Side)

    # ---- the end

    def end(self) -> list[Event]:
        events: list[Event] = []
        length = self.rules.length
        if self.unmarked and self.match.habits.marks_hits:
            events.append(HitsUnmarked(self.unmarked[0], places=self.unmarked))
        score = self.scores[0] if self.match.games else None  # that of the last game's beginning where it has no end
        if self.all_zero and self.match.games:
            score = self.total
        last = self.match.games[-1] if self.match.games else None
        at = Moment(last.span if last else self.match.span, len(self.match.games) or None, last.number if last else None)
        wrong = _of_seats(self.match.final)
        if wrong is not None and score is not None and (self.wrong_reported or not self.known or self.fits(wrong, score)):
            wrong = None
        complete = bool(length) and score is not None and max(score) >= (length or 0)
        winner = None
        if complete and score is not None:
            winner = Side.LEFT if score[0] > score[1] else Side.RIGHT
        events.append(
            MatchEnded(
                at,
                match=self.match,
                rules=self.rules,
                score=score,
                claimed=_claimed(self.match),
                winner=winner,
                complete=complete,
                turns=self.turns,
                digest=_digest(self.tokens),
                wrong=wrong,
            )
        )
        return events


def _rows(ordinal: int, game: Game) -> list[Event]:
    """The first row whose number follows neither the one before nor its own ordinal."""
    before: int | None = None
    for index, row in enumerate(game.rows, 1):
        if row.only_result:
            continue
        if row.number != index and (before is None or row.number != before + 1) and not (before is None and row.number in (0, 1)):
            return [RowNumbered(Moment(row.span, ordinal, game.number, row.number), number=row.number, expected=index)]
        before = row.number
    return []


def _stated(game: Game) -> Score | None:
    return _of_seats(game.seats)


def _of_seats(seats: tuple[Seat, Seat] | None) -> Score | None:
    if seats is None or seats[0].score is None or seats[1].score is None:
        return None
    return seats[0].score, seats[1].score


def _added(score: Score, side: Side, points: int) -> Score:
    return (score[0] + points, score[1]) if side is Side.LEFT else (score[0], score[1] + points)


def _folded(seat: Seat) -> str:
    """A name without capitals, blanks and `_`. The four Turkish letters i are one: programs that know no Turkish change their case."""
    name = unicodedata.normalize("NFC", seat.name.translate(_TURKISH)).casefold()
    return "".join(name.replace("_", "").split())


_TURKISH = str.maketrans("İIı", "iii")


def _claimed(match: Match) -> Score | None:
    """The score after the record's own last score line and last result, as they say it."""
    final = _of_seats(match.final)
    if final is not None:
        return final
    for game in reversed(match.games):
        stated = _stated(game)
        if stated is None:
            continue
        for kind in (Win, Loss):  # of both, what the winner's cell says counts, as in the replay
            for entry in game.entries:
                action, side = entry.action, entry.side
                if isinstance(action, kind) and action.points is not None and side is not None:
                    return _added(stated, side if kind is Win else side.other, action.points)
        return stated
    return None


def _digest(tokens: list[tuple[int, bytes]]) -> str:
    """A fingerprint of rolls, resulting positions and cube actions, the same with the players exchanged."""
    found = []
    for exchange in (0, 1):
        state = hashlib.blake2b(digest_size=16)
        for who, what in tokens:
            state.update(bytes((who ^ exchange if who < 2 else who, len(what))))
            state.update(what)
        found.append(state.hexdigest())
    return min(found)
