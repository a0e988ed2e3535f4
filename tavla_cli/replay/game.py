"""Replays one game: turns, boards and cube, and at the end the result."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tavla_cli.board import BAR, HOME, OFF, Position, Wrong, legal_plays, loss, problem
from tavla_cli.record import (
    Beaver,
    Double,
    Drop,
    Ending,
    Entry,
    Game,
    Loss,
    Match,
    Remark,
    Resign,
    Roll,
    SetBoard,
    Side,
    Take,
    Unplayed,
    Unread,
    Win,
)
from tavla_cli.replay.boards import ALL_ROLLS, Budget, World, Worlds, after_any, after_fault, once, try_play, world
from tavla_cli.replay.cube import Cube, CubeState
from tavla_cli.replay.events import (
    Acted,
    AfterEnd,
    Ambiguity,
    BoardLost,
    BoardSet,
    CubeTurned,
    CubeWrong,
    Event,
    GameEnded,
    Moment,
    Played,
    Result,
    Scene,
    Score,
    UnreadCell,
)
from tavla_cli.rules import Rules, stake

REST_OF_MATCH = 1004
"""A server's way to write a resignation of the whole match: so many points, times the cube."""


@dataclass(slots=True)
class Outcome:
    """What a game adds to the score: every reading that may be true, as (winner, points); empty when nobody knows."""

    readings: list[tuple[Side, int]] = field(default_factory=list)


class GameReplay:
    """The state while one game is replayed. `run` yields the events; afterwards `outcome` says what the game was worth."""

    def __init__(
        self,
        match: Match,
        game: Game,
        ordinal: int,
        rules: Rules,
        scores: Sequence[Score],
        start: Position,
        crawford: bool | None,
        budget: Budget,
        tokens: list[tuple[int, bytes]],
    ) -> None:
        """`scores`: those that may be true before the game, the likeliest first. `tokens` collects what the digest is made of."""
        self.match, self.game, self.ordinal, self.rules = match, game, ordinal, rules
        self.scores, self.score = scores, scores[0]
        self.crawford, self.budget, self.tokens = crawford, budget, tokens
        self.last = ordinal == len(match.games)
        self.worlds: Worlds = (World(start.own, start.opp, None),)
        self.certain = True
        self.doubt: Event | None = None
        self.resting = False
        self.turns: set[Side] = {Side.LEFT, Side.RIGHT}
        first = game.entries[0].action if game.entries else None
        # The record shows a position from the middle of a game: nothing there is an opening.
        self.set_up = game.on_roll is not None or (isinstance(first, SetBoard) and first.position not in (None, start))
        self.cube = CubeState(rules, game.cube or 1)
        self.cube.begin_otherwise()
        self.turn = 0
        self.rolled: Side | None = None  # who rolled last, when nothing came after it
        self.dropped: Side | None = None
        self.drop_points: tuple[int, ...] = ()
        self.unplayed_roll = False
        self.unread_last = False  # the last cell of the game cannot be read: it may be the result
        self.ambiguities: list[Ambiguity] = []
        self.unmarked: list[Moment] = []
        self.claim: tuple[Moment, Side, int | None, bool] | None = None  # winner, points, "and the match"
        self.loss_claim: tuple[Moment, Side, int | None, bool] | None = None
        self.resigned: tuple[Side, Resign] | None = None
        self.remark: Ending | None = None
        self.ended_reported = False
        self.outcome = Outcome()
        last_action = -1
        for index, entry in enumerate(game.entries):
            if isinstance(entry.action, Roll | Double | Beaver | Take | Drop | Unread):
                last_action = index
        self.last_action = last_action

    # ---- moments

    def scene(self, side: Side, dice: tuple[int, int] | None = None) -> Scene:
        position = self.worlds[0].seen_by(side) if self.worlds else None
        cube = self.cube.now
        return Scene(side, position, dice, cube.value, cube.owner, self.score, self.crawford, self.rules.length, self.boards)

    @property
    def boards(self) -> int:
        """How many positions may be true, whoever's turn it is in them."""
        return len(self.worlds) if len(self.worlds) < 2 else len({(one.left, one.right) for one in self.worlds})

    def settle_after(self, event: Played, side: Side) -> None:
        """Tell the event which board its play led to, where that is known."""
        if self.boards == 1:
            event.after = self.worlds[0].seen_by(side)

    def moment(self, entry: Entry, turn: int, dice: tuple[int, int] | None = None) -> Moment:
        scene = self.scene(entry.side, dice) if entry.side is not None else None
        return Moment(entry.span, self.ordinal, self.game.number, entry.row, turn, entry.side, scene)

    def needed(self, side: Side) -> int | None:
        """The points a side still needs to win the match, the most that may be true; None without a known length."""
        length = self.rules.length
        return max(length - score[side] for score in self.scores) if length else None

    def capped(self, side: Side, points: int, says_match: bool) -> bool:
        """Whether so many points are all that counts: what the side still needs, or the length, as some servers write a match that is
        won."""
        length = self.rules.length
        if not length:
            return False
        return any(points == length - score[side] for score in self.scores) or (says_match and points == length)

    # ---- the walk

    def run(self) -> Iterator[Event]:
        for index, entry in enumerate(self.game.entries):
            side, action = entry.side, entry.action
            if isinstance(action, SetBoard):
                yield from self.set_board(entry, action)
            elif isinstance(action, Remark):
                self.remark = action.how
            elif side is None:
                yield UnreadCell(self.moment(entry, self.turn), text="")
            elif isinstance(action, Roll):
                yield from self.roll(index, entry, side, action)
            elif isinstance(action, Double | Beaver | Take | Drop):
                yield from self.cube_action(entry, side, action)
                self.rolled = None
            elif isinstance(action, Unread):
                yield from self.unread(entry, side, action)
            elif isinstance(action, Resign):
                if action.how is not Ending.RESIGNATION:
                    self.remark = action.how
                self.resigned = (side, action)
            elif isinstance(action, Win):
                if self.claim is None:
                    self.claim = (self.moment(entry, max(self.turn, 1)), side, action.points, action.match)
            elif isinstance(action, Loss) and self.loss_claim is None:
                self.loss_claim = (self.moment(entry, max(self.turn, 1)), side.other, action.points, action.match)
        yield self.end()

    @property
    def is_over(self) -> bool:
        return self.dropped is not None or (bool(self.worlds) and all(one.over is not None for one in self.worlds))

    def after_end(self, entry: Entry) -> Iterator[Event]:
        if not self.ended_reported:
            self.ended_reported = True
            yield AfterEnd(self.moment(entry, max(self.turn, 1)))

    def set_board(self, entry: Entry, action: SetBoard) -> Iterator[Event]:
        possible = action.position is not None and problem(action.position) is None
        yield BoardSet(self.moment(entry, max(self.turn, 1)), possible=possible, first=self.turn == 0)
        if possible and action.position is not None:
            turn = next(iter(self.turns)) if len(self.turns) == 1 else None
            self.settle((World(action.position.own, action.position.opp, turn),))
            self.resting = False
            self.tokens.append((2, b"set" + action.position.own + action.position.opp))
        if action.cube is not None:
            self.cube.readings = (Cube(action.cube, action.owner),)
            if self.turn == 0:
                self.cube.begin_otherwise()

    def settle(self, worlds: Worlds) -> None:
        """Go on from boards of which each may be true."""
        self.worlds = worlds
        if len(worlds) == 1:
            self.certain, self.doubt = True, None
            for ambiguity in self.ambiguities:
                ambiguity.settled = True
            self.ambiguities.clear()
        if worlds:
            turns = {one.turn for one in worlds if one.turn is not None}
            self.turns = turns or {Side.LEFT, Side.RIGHT}

    def lose(self, entry: Entry) -> Iterator[Event]:
        """No board fits any more."""
        self.worlds, self.certain, self.resting = (), False, True
        if entry.side is not None:
            self.turns = {entry.side.other}
        yield BoardLost(self.moment(entry, self.turn))

    def doubtful(self, event: Event, worlds: Sequence[World], entry: Entry) -> Iterator[Event]:
        """Go on after `event` with every board that may be true."""
        found = once(worlds)
        if found:
            self.certain, self.doubt = False, event
            self.settle(found)
        else:
            self.doubt = event
            yield from self.lose(entry)

    # ---- rolls

    def roll(self, index: int, entry: Entry, side: Side, action: Roll) -> Iterator[Event]:
        goes_on = index < self.last_action
        self.unread_last = False
        if self.is_over or self.claim is not None or self.loss_claim is not None:
            if action.play is not Unplayed.NOTHING:
                yield from self.after_end(entry)
            return
        following = self.game.entries[index + 1].action if goes_on else None
        if action.play is Unplayed.NOTHING and isinstance(following, Double) and following.after_dice:
            return  # the dice of a double that comes too late: they are played after it
        if self.cube.offer is not None:
            yield from self.answer_missing(entry, side)
        self.cube.refused = None
        self.turn += 1
        opening = self.turn == 1 and not self.set_up  # a position from the middle of a game is not opened
        at = self.moment(entry, self.turn, action.dice)
        worlds = tuple(one for one in self.worlds if one.over is None) or self.worlds
        out_of_turn = side not in self.turns
        acted: Event | None = None
        if out_of_turn:
            acted = Acted(at, expected=side.other)
            yield acted
        self.rolled = side
        if isinstance(action.play, Unplayed) and action.play is Unplayed.NOTHING and not goes_on:
            self.unplayed_roll = True
            event = Played(at, roll=action, judgement=None, goes_on=False, opening=opening, rules=self.rules, match=self.match)
            event.throw = self.game.throw
            yield event
            # Where nothing can be played an empty roll is a dance, which other formats say in so many words.
            board = worlds[0].seen_by(side) if worlds and not self.resting else None
            self.token(side, action, board if board is not None and _dances(board, action.dice) else None)
            return
        if self.resting or not worlds:
            if action.play is Unplayed.UNREADABLE:
                yield UnreadCell(at, text=action.text, part=action.unread)
            yield Played(at, roll=action, judgement=None, goes_on=goes_on, opening=opening, rules=self.rules, match=self.match)
            self.turns = {side, side.other} if out_of_turn else {side.other}
            self.token(side, action, None)
            return
        if acted is not None:
            yield from self.play_out_of_turn(acted, worlds, entry, side, action, at, goes_on)
        else:
            mine = tuple(one for one in worlds if one.turn in (side, None)) or worlds
            yield from self.play(mine, entry, side, action, at, goes_on, opening)
        # A last roll whose play is unknown is the same as one that was not played: programs write it either way.
        known = self.worlds and (goes_on or action.play is not Unplayed.UNKNOWN)
        self.token(side, action, self.worlds[0].seen_by(side) if known else None)

    def token(self, side: Side, action: Roll, position: Position | None) -> None:
        high, low = sorted((min(max(die, 0), 255) for die in action.dice), reverse=True) if action.dice else (0, 0)
        self.tokens.append((side, bytes((high, low)) + (position.own + position.opp if position else b"")))

    def play(self, worlds: Worlds, entry: Entry, side: Side, action: Roll, at: Moment, goes_on: bool, opening: bool) -> Iterator[Event]:
        event = Played(at, roll=action, judgement=None, goes_on=goes_on, opening=opening, rules=self.rules, match=self.match)
        event.throw = self.game.throw
        play, dice = action.play, action.dice
        certain = self.certain
        if play is Unplayed.DECLARED and action.dump is not None:
            yield from self.declared(event, worlds, entry, side, action)
            return
        if dice is None or play in (Unplayed.UNKNOWN, Unplayed.UNREADABLE, Unplayed.DECLARED):
            rolls = ALL_ROLLS if dice is None or not all(1 <= die <= 6 for die in dice) else (dice,)
            if play is Unplayed.UNREADABLE or play is Unplayed.DECLARED:
                yield UnreadCell(at, text=action.text, part=action.unread)
            yield event
            if not goes_on:
                return
            yield from self.doubtful(event, [w for one in worlds for w in after_any(one, side, rolls, self.budget)], entry)
            self.settle_after(event, side)
            return
        tried = try_play(worlds, side, dice, play, self.match.habits.marks_hits, self.budget, certain)
        if tried.worlds:
            if certain:
                event.judgement = tried.first
                if tried.first is not None and tried.first.unmarked:
                    self.unmarked.append(at)
            yield event
            found = once(tried.worlds)
            if not found:
                yield from self.lose(entry)
                return
            if certain and len(found) > 1:
                event.ambiguity = Ambiguity()
                self.ambiguities.append(event.ambiguity)
            self.settle(found)
            self.settle_after(event, side)
            return
        if self.doubt is not None and tried.first is not None and tried.first.wrong is Wrong.BAD_DICE:
            yield event
            boards = [w for one in worlds for w in after_fault(one, side, dice, tried.first, self.budget)]
            yield from self.doubtful(self.doubt, boards, entry)
            return
        if self.doubt is not None:
            if tried.first is not None and self.budget.left >= 0:  # else it was not tried on every board
                self.doubt.also.append((at, tried.first.wrong.value if tried.first.wrong else ""))
            yield event
            yield from self.lose(entry)
            return
        event.judgement = tried.first
        assert tried.first is not None
        yield event
        yield from self.doubtful(event, after_fault(worlds[0], side, dice, tried.first, self.budget), entry)
        self.settle_after(event, side)

    def declared(self, event: Played, worlds: Worlds, entry: Entry, side: Side, action: Roll) -> Iterator[Event]:
        """The file says that the play was illegal and shows the board after it, seen by the player whose turn it then is."""
        assert action.dump is not None
        shown = action.dump.position
        rolls = (action.dice,) if action.dice and all(1 <= die <= 6 for die in action.dice) else ALL_ROLLS
        reached = {w for one in worlds for w in after_any(one, side, rolls, self.budget)}
        after = world(shown, side.other, side.other)
        event.possible = after in reached
        yield event
        if problem(shown) is None:
            self.settle((after,))
        else:
            yield BoardSet(event.at, possible=False, first=False)
            yield from self.doubtful(event, list(reached), entry)
        self.settle_after(event, side)

    def play_out_of_turn(
        self, acted: Event, worlds: Worlds, entry: Entry, side: Side, action: Roll, at: Moment, goes_on: bool
    ) -> Iterator[Event]:
        """The other's turn is missing, or the cell stands in the wrong column, or the player acted twice."""
        event = Played(at, roll=action, judgement=None, goes_on=goes_on, opening=False, rules=self.rules, match=self.match)
        play, dice = action.play, action.dice
        missing = [w for one in worlds for w in (*after_any(one, side.other, ALL_ROLLS, self.budget), one._replace(turn=side))]
        if dice is None or not all(1 <= die <= 6 for die in dice) or play in (Unplayed.UNKNOWN, Unplayed.UNREADABLE, Unplayed.DECLARED):
            if play is Unplayed.UNREADABLE:
                yield UnreadCell(at, text=action.text, part=action.unread)
            yield event
            self.doubt = acted
            yield from self.lose(entry)
            self.turns = {side, side.other}
            return
        yield event
        marks = self.match.habits.marks_hits
        fits = try_play(missing, side, dice, play, marks, self.budget, False).worlds
        fits += try_play(worlds, side.other, dice, play, marks, self.budget, False).worlds
        if not fits:
            for one in worlds:
                tried = try_play((one,), side, dice, play, marks, self.budget, False)
                if tried.first is not None and tried.first.wrong is not None:
                    acted.also.append((at, tried.first.wrong.value))
                    fits += after_fault(one, side, dice, tried.first, self.budget)
                break
        yield from self.doubtful(acted, fits, entry)
        self.settle_after(event, side)

    def unread(self, entry: Entry, side: Side, action: Unread) -> Iterator[Event]:
        """A cell of which nothing is known: a roll with its play, or a cube action."""
        event = UnreadCell(self.moment(entry, max(self.turn, 1)), text=action.text)
        yield event
        self.rolled = None
        self.unread_last = True
        if self.cube.offer is not None:
            self.cube.unanswered()
            return
        if self.resting or not self.worlds or self.is_over:
            self.turns = {Side.LEFT, Side.RIGHT}
            return
        self.cube.refused = side.other  # it may have been a double
        boards = [w for one in self.worlds for w in after_any(one, side, ALL_ROLLS, self.budget)]
        boards += [one._replace(turn=turn) for one in self.worlds for turn in Side]
        yield from self.doubtful(event, boards, entry)
        self.turns = {Side.LEFT, Side.RIGHT}

    # ---- the cube

    def answer_missing(self, entry: Entry, side: Side) -> Iterator[Event]:
        """Play goes on though an offer has no answer. A doubler who rolls has accepted a beaver by rolling."""
        offer = self.cube.offer
        assert offer is not None
        if offer.ignored or (offer.animals and side is offer.doubler):
            self.cube.accept()
            return
        yield self.turned(self.offered_at, CubeWrong.NO_ANSWER, offer.readings[0])
        self.cube.unanswered()
        if side is offer.by.other and offer.by in self.turns:
            self.turns = {side, offer.by}  # the doubler's own turn may be missing too: that is the same mistake

    offered_at: Moment

    def turned(
        self,
        at: Moment,
        wrong: CubeWrong | None,
        expected: int,
        said: int | None = None,
        limit: int | None = None,
        needed: int | None = None,
        answer: bool = False,
    ) -> CubeTurned:
        return CubeTurned(at, wrong=wrong, expected=expected, said=said, limit=limit, needed=needed, answer=answer)

    def cube_action(self, entry: Entry, side: Side, action: Double | Beaver | Take | Drop) -> Iterator[Event]:
        if self.is_over or self.claim is not None or self.loss_claim is not None:
            yield from self.after_end(entry)
            return
        at = self.moment(entry, self.turn + 1)
        self.tokens.append((side, type(action).__name__.encode()))
        if isinstance(action, Double):
            yield from self.double(at, entry, side, action)
            return
        offer, refused = self.cube.offer, self.cube.refused
        self.cube.refused = None
        said = action.to if isinstance(action, Beaver) else None
        if offer is None and refused is side:
            if isinstance(action, Drop):
                self.dropped, self.drop_points = side, self.cube.values
            elif isinstance(action, Beaver):
                self.cube.refused = side.other
            elif self.unread_last:
                self.cube.readings = (*(Cube(value * 2, side) for value in self.cube.values), *self.cube.readings)
                self.turns = {side.other}
            return
        if offer is None:
            yield self.turned(at, CubeWrong.NO_OFFER, self.cube.now.value, said, answer=True)
            return
        if offer.by is side:
            yield self.turned(at, CubeWrong.OWN_ANSWER, offer.readings[0], said, answer=True)
            side = side.other
        elif not isinstance(action, Beaver):
            yield self.turned(at, None, offer.readings[0], answer=True)
        if isinstance(action, Beaver):
            wrong, expected = self.cube.beaver(side, action)
            yield self.turned(at, wrong, expected, said, answer=True)
            self.offered_at = at
        elif isinstance(action, Take):
            self.cube.accept()
        elif offer.ignored:
            self.cube.offer = None
        else:
            self.dropped = side
            halves = (value // 2 for value in offer.readings if value % 2 == 0)  # of a wrong double: what it was by its own number
            values = (offer.before, *halves, *(reading.value for reading in self.cube.readings[1:]))
            self.drop_points = tuple(dict.fromkeys(values))
            self.cube.offer = None

    def double(self, at: Moment, entry: Entry, side: Side, action: Double) -> Iterator[Event]:
        cube = self.cube
        if cube.offer is not None:
            yield from self.answer_missing(entry, side)
        needed = self.needed(side)
        if self.rules.cube is False:
            yield self.turned(at, CubeWrong.NO_CUBE, cube.now.value * 2, action.to)
            cube.double(side, action, needed, False)
        elif self.turn == 0 and not self.set_up:
            yield self.turned(at, CubeWrong.BEFORE_START, cube.now.value * 2, action.to)
            cube.double(side, action, needed, False)
            assert cube.offer is not None
            cube.offer = cube.offer._replace(ignored=True)
            cube.turned = False
        elif action.after_dice or (self.rolled is side and side not in self.turns):
            yield self.turned(at, CubeWrong.AFTER_ROLL, cube.now.value * 2, action.to)
            cube.double(side, action, needed, False)
        else:
            if side not in self.turns:
                acted = Acted(at, expected=side.other)
                yield acted
                cube.double(side, action, needed, False)
                self.misplaced(acted, side)
            else:
                wrong, expected, limit = cube.double(side, action, needed, self.crawford)
                yield self.turned(at, wrong, expected, action.to, limit, needed)
                if self.worlds:
                    self.settle(tuple(one for one in self.worlds if one.turn in (side, None)) or self.worlds)
        self.offered_at = at

    def misplaced(self, acted: Event, side: Side) -> None:
        """A double out of turn: the other's turn is missing before it."""
        self.doubt, self.certain = acted, False
        boards = [w for one in self.worlds for w in (*after_any(one, side.other, ALL_ROLLS, self.budget), one._replace(turn=side))]
        found = once(boards)
        if found:
            self.settle(found)
        self.turns = {side}

    # ---- the end

    def end(self) -> GameEnded:
        claim = self.claim or self.loss_claim
        kind = self.how_it_ended()
        how, winner, possible = kind
        said_at, said_winner, said_points, said_match = claim if claim else (None, None, None, False)
        entries = self.game.entries
        at = said_at or (self.moment(entries[-1], max(self.turn, 1)) if entries else Moment(self.game.span, self.ordinal, self.game.number))
        event = GameEnded(
            at,
            verdict=Result.RIGHT,
            how=how,
            winner=winner,
            points=possible[0] if possible else None,
            said_winner=said_winner,
            said_points=said_points,
            possible=possible,
            cube=self.cube.now.value,
            last=self.last,
            unplayed_roll=self.unplayed_roll,
            score=self.score,
            length=self.rules.length,
        )
        if winner is not None:
            self.judge_result(event, possible, said_match)
        elif said_winner is not None:
            self.judge_resignation(event, said_winner, said_match)
        elif self.remark not in (None, Ending.RESIGNATION):
            event.verdict, event.how = Result.OTHERWISE, self.remark
        elif self.resigned is not None:
            self.judge_bare_resignation(event, *self.resigned)
        else:
            event.verdict = Result.UNFINISHED
        if self.unread_last and event.verdict in (Result.MISSING, Result.UNFINISHED):
            event.verdict = Result.RIGHT
        if said_match and said_winner is not None and self.rules.length:
            reach = max((points for side, points in self.outcome.readings if side is said_winner), default=0)
            event.wrong_match_end = all(score[said_winner] + reach < self.rules.length for score in self.scores)
        return event

    def how_it_ended(self) -> tuple[Ending | None, Side | None, tuple[int, ...]]:
        """How the game ended on the board or by a drop, who won, and the numbers of points that may be right."""
        if self.dropped is not None:
            return None, self.dropped.other, self.drop_points
        winners = {one.over for one in self.worlds}
        claim = self.claim or self.loss_claim
        if len(winners) > 1 and claim and claim[1] in winners:
            winners = {claim[1]}
        if len(winners) != 1 or None in winners:
            return None, None, ()
        winner = winners.pop()
        assert winner is not None
        kinds = {loss(one.seen_by(winner.other).own) for one in self.worlds if one.over is winner}
        points: dict[int, None] = {}
        for kind in sorted(kinds):
            for value in self.cube.values:
                points.update(dict.fromkeys(sorted(stake(kind, value, self.rules, self.cube.turned), reverse=True)))
        return None, winner, tuple(points)

    def judge_result(self, event: GameEnded, possible: tuple[int, ...], says_match: bool) -> None:
        """The board or a drop says who won how much; compare the result line."""
        winner, said, said_winner = event.winner, event.said_points, event.said_winner
        assert winner is not None
        self.outcome.readings = [(winner, points) for points in possible]
        if said_winner is None:
            cut = any(fault.code == "T103" and fault.game == self.ordinal for fault in self.match.faults)
            event.verdict = Result.RIGHT if cut or self.match.habits.states_results is False else Result.MISSING
            return
        if said_winner is not winner:
            event.verdict = Result.WINNER
            self.outcome.readings += [(said_winner, points) for points in {*possible, *([said] if said else [])}]
            return
        if said is None or said in possible:
            if said is not None:
                self.outcome.readings.sort(key=lambda reading: reading[1] != said)
            return
        self.outcome.readings.append((winner, said))
        if said < min(possible) and self.capped(winner, said, says_match):
            return
        if said % REST_OF_MATCH == 0:
            return
        event.verdict = Result.POINTS
        if self.rules.jacoby and not self.cube.turned and self.dropped is None and said in (2 * event.cube, 3 * event.cube):
            event.verdict = Result.JACOBY

    def judge_resignation(self, event: GameEnded, winner: Side, says_match: bool) -> None:
        """Nothing on the board ended the game, and a result stands there: the other player resigned."""
        said = event.said_points
        values = self.cube.values
        if self.cube.offer is not None:
            values = tuple(dict.fromkeys((*values, self.cube.offer.before, *self.cube.offer.readings)))
        event.how = self.remark or Ending.RESIGNATION
        event.verdict = Result.RESIGNED if event.how is Ending.RESIGNATION else Result.OTHERWISE
        event.winner = None
        most = 3 if self.rules.backgammon is None else self.rules.backgammon
        event.possible = tuple(dict.fromkeys(value * level for value in values for level in range(1, most + 1)))
        if self.resigned is not None and self.resigned[0] is winner and not self.resigned[1].match:
            event.verdict, event.winner = Result.WINNER, winner.other
            self.outcome.readings = [(winner, said or values[0]), (winner.other, said or values[0])]
            return
        if self.match.habits.plays is False and self.last_action < 0:  # nobody knows how it was won, nor the cube
            event.verdict = Result.RESIGNED if self.resigned else Result.OTHERWISE if self.remark else Result.RIGHT
            event.how = self.remark or (Ending.RESIGNATION if self.resigned else None)
            self.outcome.readings = [(winner, points) for points in ([said] if said else event.possible)]
            return
        if said is None:
            needed = self.needed(winner) if says_match else None  # "Wins the match"
            self.outcome.readings = [(winner, points) for points in (event.possible if needed is None else (needed,))]
            return
        self.outcome.readings = [(winner, said)]
        if event.how is not Ending.RESIGNATION or self.capped(winner, said, says_match):
            return
        if said % REST_OF_MATCH == 0:
            self.outcome.readings.insert(0, (winner, self.needed(winner) or said))
            return
        level = next((said // value for value in values if said % value == 0 and 1 <= said // value <= most), None)
        if level is None:
            event.verdict, event.reason = Result.IMPOSSIBLE, "number"
            self.outcome.readings += [(winner, points) for points in event.possible]
            return
        event.level = level
        if level > 1 and self.rules.jacoby and not self.cube.turned:
            event.verdict = Result.JACOBY
            event.points = event.cube
            return
        if self.worlds and self.certain and len(values) == 1:
            position = self.worlds[0].seen_by(winner.other)
            if level > 1 and position.own[OFF]:
                event.verdict, event.reason = Result.IMPOSSIBLE, "gammon"
            elif level == 3 and not _backgammon_possible(position):
                event.verdict, event.reason = Result.IMPOSSIBLE, "backgammon"
            if event.verdict is Result.IMPOSSIBLE:
                self.outcome.readings += [(winner, points) for points in event.possible]

    def judge_bare_resignation(self, event: GameEnded, side: Side, action: Resign) -> None:
        """A resignation without a result line: the winner is known, the points only where the cell says them."""
        event.how, event.verdict, event.said_winner = Ending.RESIGNATION, Result.RESIGNED, side.other
        value = self.cube.now.value
        needed = self.needed(side.other)
        if action.match and needed is not None:
            self.outcome.readings = [(side.other, needed)]
        elif action.points is not None or action.level is not None:
            event.said_points = action.points or value * (action.level or 1)
            self.outcome.readings = [(side.other, event.said_points)]
        else:
            self.outcome.readings = [(side.other, value * level) for level in (1, 2, 3)]


def _dances(position: Position, dice: tuple[int, int] | None) -> bool:
    return dice is not None and all(1 <= die <= 6 for die in dice) and not legal_plays(position, *dice)


def _backgammon_possible(loser: Position) -> bool:
    """Whether the loser can still lose a backgammon: contact, or a checker on the bar or in the winner's home board."""
    own, opp = loser
    if any(own[BAR - HOME :]):
        return True
    back = max((point for point in range(1, 26) if own[point]), default=0)
    enemy_back = max((point for point in range(1, 26) if opp[point]), default=0)
    return back + enemy_back > BAR
